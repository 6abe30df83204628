// The command line in a few files: loading its 350 modules one by one takes longer than a calculation.
import { rmSync } from "node:fs";
import { relative } from "node:path";
import { build } from "rolldown";

const folder = "dist/scripts/command-line/bundle";
rmSync(folder, { recursive: true, force: true });
await build({
  input: "dist/scripts/command-line/main.js",
  output: { dir: folder, format: "esm", minify: { mangle: false, compress: false } },
  platform: "node",
  logLevel: "warn",
  // what a module reads beside itself stays where it is
  plugins: [
    {
      name: "places-of-modules",
      transform(code, id) {
        if (!code.includes("import.meta.url")) return null;
        return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`);
      },
    },
  ],
});
