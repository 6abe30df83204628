// Style sheets, scripts and icons, at addresses that change with their content.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createPrepared, route } from "formulary/http";
import type { H3 } from "h3";

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};
const year = "public, max-age=31536000, immutable";
const hour = "public, max-age=3600";

export interface Asset {
  /** Address with a digest of the content. */
  url: string;
  text: string;
}

/** Reads a file of a plugin as an asset, without the comments and indentation of scripts and style sheets. */
export function readAsset(folder: string, name: string): Asset {
  const text = readFileSync(new URL(name, folder), "utf8");
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const small = minify[extension]?.(text) ?? text;
  const digest = createHash("sha256").update(small).digest("base64url").slice(0, 10);
  const base = name.slice(name.lastIndexOf("/") + 1, -extension.length - 1);
  return { url: `/assets/${base}-${digest}.${extension}`, text: small };
}

const minify: Record<string, (text: string) => string> = {
  css: (text) => text.replace(/\s*\n\s*/g, "").replace(/ ([{]) /g, "$1"),
  js: (text) => text.replace(/^\s*\/\/.*\n/gm, "").replace(/^\s+/gm, ""),
};

/** Serves assets: cached for a year at their own address, and for an hour at fixed ones that other sites link to. */
export function serveAssets(app: H3, assets: Asset[], fixed: Record<string, Asset> = {}): void {
  const prepared = createPrepared();
  const routes: [path: string, asset: Asset, cacheControl: string][] = [
    ...assets.map((asset): [string, Asset, string] => [asset.url, asset, year]),
    ...Object.entries(fixed).map(([path, asset]): [string, Asset, string] => [path, asset, hour]),
  ];
  for (const [path, { url, text }, cacheControl] of routes)
    route(app, path, {
      GET: (event) => {
        const type = types[url.slice(url.lastIndexOf(".") + 1)]!;
        const headers = {
          "cache-control": cacheControl,
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "cross-origin",
        };
        return prepared(event, { version: assets, key: path, make: () => text, type, headers });
      },
    });
}
