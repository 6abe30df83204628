// The reference page: Scalar from a file of ours, told to ask nobody else anything.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CalcError } from "formulary";

// the build puts the bundle beside this file; sources find it where it was installed
const places = ["./scalar.js", "../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js"];

/** The bytes of Scalar's one browser file. */
export function scalarBundle(): Buffer {
  const path = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((each) => existsSync(each));
  if (path === undefined)
    throw new CalcError("not_found", { message: "The reference page is not part of this installation: see /docs and /openapi.json." });
  return readFileSync(path);
}

/** Starts it; a file of its own, since no inline script is allowed. */
export const startScript = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

/** The page. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Formulary API reference</title>
<meta name="description" content="Every address, field and error of the Formulary API.">
</head>
<body>
<div id="reference"><noscript>This page needs JavaScript; <a href="/docs">the guide</a> and <a href="/openapi.json">the document</a> do not.</noscript></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
