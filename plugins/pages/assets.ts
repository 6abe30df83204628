// The few files that pages bring along, by addresses that change with their content.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createPrepared, route } from "formulary/http";
import type { H3 } from "h3";

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};
const year = "public, max-age=31536000, immutable";
const hour = "public, max-age=3600";

export interface Asset {
  /** Address that names the content. */
  url: string;
  text: string;
}

/** Reads a file beside a plugin as an asset; style sheets and scripts lose what only their authors need. */
export function readAsset(folder: string, name: string): Asset {
  const text = readFileSync(new URL(name, folder), "utf8");
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const small =
    extension === "css" ? text.replace(/\s*\n\s*/g, "").replace(/ ([{]) /g, "$1") : extension === "js" ? withoutRemarks(text) : text;
  const digest = createHash("sha256").update(small).digest("base64url").slice(0, 10);
  const base = name.slice(name.lastIndexOf("/") + 1, -extension.length - 1);
  return { url: `/assets/${base}-${digest}.${extension}`, text: small };
}

const withoutRemarks = (text: string) => text.replace(/^\s*\/\/.*\n/gm, "").replace(/^\s+/gm, "");

/** Serves assets: for ever at their own address, and for an hour at further ones that other sites may have written down. */
export function serveAssets(app: H3, assets: Asset[], fixed: Record<string, Asset> = {}): void {
  const prepared = createPrepared();
  const places: [string, Asset, string][] = [
    ...assets.map((asset): [string, Asset, string] => [asset.url, asset, year]),
    ...Object.entries(fixed).map(([path, asset]): [string, Asset, string] => [path, asset, hour]),
  ];
  for (const [path, { url, text }, kept] of places)
    route(app, path, {
      GET: (event) => {
        const type = types[url.slice(url.lastIndexOf(".") + 1)]!;
        const headers = { "cache-control": kept, "x-content-type-options": "nosniff", "cross-origin-resource-policy": "cross-origin" };
        return prepared(event, { version: assets, key: path, make: () => text, type, headers });
      },
    });
}
