// The catalogue on the web: pages made by the server, complete without a script, and no outside address.
import { definePlugin, type Kernel } from "formulary";
import { type Asset, readAsset, serveAssets } from "./assets.ts";
import type { Site } from "./layout.tsx";
import { createPages, type Pages } from "./pages.ts";
import { addPages } from "./routes.ts";

export { type Asset, readAsset, serveAssets } from "./assets.ts";
export { Breadcrumbs, type Page, type Site } from "./layout.tsx";
export type { Pages } from "./pages.ts";
export { controlAttributes, Field, Notice } from "./parts.tsx";

interface Options {
  publicUrl: string;
  /** Where the sources are, for "edit this file" and "report a wrong result". */
  repository?: string | undefined;
}

/** The pages of a running server, for plugins that require this one. */
export const pagesOf = (kernel: Pick<Kernel, "service">): Pages => kernel.service<Pages>("pages");

/** Pages for people at /, and files they need. */
export default ({ publicUrl, repository }: Options) => {
  const [css, js, icon] = ["app.css", "app.js", "icon.svg"].map((name) => readAsset(import.meta.url, `assets/${name}`)) as [
    Asset,
    Asset,
    Asset,
  ];
  return definePlugin({
    name: "pages",
    requires: ["query", "solve", "steps", "uncertainty", "visitors"],
    provides: {
      pages: (kernel, app) => {
        const site: Site = {
          publicUrl: publicUrl.replace(/\/+$/, ""),
          css: css.url,
          js: js.url,
          icon: icon.url,
          nav: [["/", "Calculators"], ...kernel.plugins.flatMap(({ navigation }) => navigation ?? [])],
          repository,
        };
        return createPages(app, kernel, site);
      },
    },
    http: (app, kernel) => {
      const atFixed = (name: string) => [`/${name}`, readAsset(import.meta.url, `assets/${name}`)] as const;
      const fixed = Object.fromEntries(["embed.js", "sw.js", "manifest.webmanifest"].map(atFixed));
      serveAssets(app, [css, js, icon], { "/favicon.ico": icon, ...fixed });
      addPages({ app, kernel, pages: pagesOf(kernel) });
    },
  });
};
