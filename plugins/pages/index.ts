// The catalogue on the web: pages made by the server, complete without a script, and no outside address.
import { definePlugin, type Kernel, type Plugin } from "formulary";
import { readAsset, serveAssets } from "./assets.ts";
import type { Site } from "./layout.tsx";
import { createPages, type Pages } from "./pages.ts";
import { addPages } from "./routes.ts";
import { createVisitors } from "./visitors.ts";

export { type Asset, readAsset, serveAssets } from "./assets.ts";
export { Crumbs, type Page, type Site } from "./layout.tsx";
export type { Pages } from "./pages.ts";
export { described, Field, Notice } from "./parts.tsx";
export { addressOf, createVisitors, searchCost, type Visitors } from "./visitors.ts";

interface Options {
  publicUrl: string;
  /** Where the sources are, for "edit this file" and "report a wrong result". */
  repository?: string | undefined;
  /** Calculations without a key that one address may ask for in a minute. */
  perMinute?: number;
  trustedProxies?: number;
}
const opened = new WeakMap<Kernel["storage"], Pages>();

/** The pages of a running server, for plugins that require this one. */
export function pagesOf({ storage }: Pick<Kernel, "storage">): Pages {
  const pages = opened.get(storage);
  if (!pages) throw new Error("The plugin pages has not started yet.");
  return pages;
}

/** Other plugins' pages, as far as they are there, in the navigation. */
const places: [plugin: string, href: string, text: string][] = [
  ["openapi", "/docs", "API"],
  ["dashboard", "/dashboard", "Dashboard"],
];
function navigation(plugins: readonly Plugin[]): Site["nav"] {
  const there = places.filter(([wanted]) => plugins.some(({ name }) => name === wanted));
  return [["/", "Calculators"], ...there.map(([, href, text]): [string, string] => [href, text])];
}

/** Pages for people at /, and files they need. */
export default ({ publicUrl, repository, perMinute = 120, trustedProxies = 0 }: Options) =>
  definePlugin({
    name: "pages",
    requires: ["solve"],
    http: (app, kernel) => {
      const [css, js, icon] = ["app.css", "app.js", "icon.svg"].map((name) => readAsset(import.meta.url, `assets/${name}`));
      const site: Site = {
        publicUrl: publicUrl.replace(/\/+$/, ""),
        css: css!.url,
        js: js!.url,
        icon: icon!.url,
        nav: navigation(kernel.plugins),
        repository,
      };
      serveAssets(app, [css!, js!, icon!], { "/favicon.ico": icon!, "/embed.js": readAsset(import.meta.url, "assets/embed.js") });
      const visitors = createVisitors({ perMinute, trustedProxies });
      const pages = createPages(app, kernel, { site, visitors });
      opened.set(kernel.storage, pages);
      addPages({ app, kernel, pages });
    },
  });
