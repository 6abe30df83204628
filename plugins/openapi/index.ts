// What programs and their authors read: OpenAPI documents, a guide, and a reference page.

import { codes, definePlugin, failUnknownCalculator, type Kernel } from "formulary";
import { createPrepared, route } from "formulary/http";
import type { H3, H3Event } from "h3";
import { h } from "preact";
import { accountsOf } from "../accounts/index.ts";
import { pagesOf } from "../pages/index.ts";
import { calculatorDocument } from "./calculator.ts";
import { docsBody, type Facts } from "./docs.ts";
import { apiDocument } from "./document.ts";
import { referencePage, scalarBundle, startScript } from "./reference.ts";

export { docsBody } from "./docs.ts";
export { apiDocument } from "./document.ts";
export { type Json, object, ref, schemas } from "./schemas.ts";

interface Options {
  /** Where clients reach the server, for the examples of the guide. */
  publicUrl?: string;
}

// Scalar writes styles of its own and makes no others; what it asks for is on this server
const relaxed =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const fixed = {};

/** Serves `/openapi.json`, `/api/v1/calculators/:slug/openapi.json`, `/docs` and `/docs/reference`. */
export default ({ publicUrl = "http://localhost:3000" }: Options = {}) =>
  definePlugin({
    name: "openapi",
    requires: ["accounts", "pages", "ranges", "solve", "steps", "uncertainty"],
    navigation: [["/docs", "API"]],
    http: (app, kernel) => {
      addDocuments(app, kernel);
      const guide = docsBody(factsOf(kernel), publicUrl.replace(/\/+$/, ""));
      const pages = pagesOf(kernel);
      const page = { title: "API", description: "Quick start, units, batches, limits and errors of the Formulary API.", path: "/docs" };
      pages.route("/docs", { GET: (event) => pages.send(event, page, h("div", { dangerouslySetInnerHTML: { __html: guide } })) });
      addReference(app);
    },
  });

function addDocuments(app: H3, kernel: Kernel): void {
  const { catalog } = kernel;
  const [documents, whole] = [createPrepared(), createPrepared()];
  route(app, "/openapi.json", {
    GET: (event) =>
      whole(event, { version: fixed, key: "api", make: () => apiDocument(kernel), headers: { "access-control-allow-origin": "*" } }),
  });
  route(app, "/api/v1/calculators/:slug/openapi.json", {
    GET: (event) => {
      const slug = event.context.params?.slug ?? "";
      const calculator = catalog.get(slug) ?? failUnknownCalculator(slug, catalog);
      return documents(event, { version: catalog.version(), key: slug, make: () => calculatorDocument(calculator, kernel) });
    },
  });
}

function addReference(app: H3): void {
  const prepared = createPrepared();
  const files: Record<string, [type: string, make: () => string | Buffer, policy?: string]> = {
    "/docs/reference": ["text/html; charset=utf-8", () => referencePage, relaxed],
    "/docs/start.js": ["text/javascript; charset=utf-8", () => startScript],
    "/docs/scalar.js": ["text/javascript; charset=utf-8", scalarBundle],
  };
  for (const [path, [type, make, policy]] of Object.entries(files))
    route(app, path, {
      GET: (event: H3Event) => {
        const safety = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
        const headers = policy ? { ...safety, "content-security-policy": policy } : safety;
        return prepared(event, { version: fixed, key: path, make, type, headers });
      },
    });
}

function factsOf(kernel: Kernel): Facts {
  const has = (plugin: string) => kernel.plugins.some(({ name }) => name === plugin);
  // what ends the start is never answered
  const own = Object.entries(codes).filter(([code]) => !["definition", "configuration", "plugin", "formula"].includes(code));
  const declared = kernel.plugins.flatMap(({ name, errors = {} }) =>
    Object.entries(errors).map(([code, error]) => ({ code: `${name}/${code}`, ...error })),
  );
  return {
    plans: accountsOf(kernel).plans,
    codes: [...own.map(([code, { status, title }]) => ({ code, status, title })), ...declared],
    hasBatch: has("batch"),
    hasAgents: has("mcp"),
    hasDashboard: has("dashboard"),
  };
}
