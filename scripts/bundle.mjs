// Puts the programs that people wait for into few files: a start reads two of them in place of eight hundred.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { rolldown } from "rolldown";

const folder = resolve("dist/bundle");
const isOurs = /[\\/]dist[\\/](src|plugins|scripts)[\\/]/;

/** Code that looks for files beside itself finds them where they lie. */
const places = {
  name: "places",
  transform: {
    filter: { id: isOurs, code: "import.meta.url" },
    handler: (code, id) => {
      const place = JSON.stringify(relative(folder, id).split(sep).join("/"));
      return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
    },
  },
};
/** listhen loads 700 kB to make certificates; nobody here asks it for one. */
const withoutCertificates = {
  name: "without-certificates",
  resolveId: { filter: { id: /^node-forge$/ }, handler: (id) => `\0${id}` },
  load: { filter: { id: /^\0node-forge$/ }, handler: () => "export default {};" },
};
// names stay: they stand in stack traces and profiles
const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } };

async function bundle(input, output, options = {}) {
  const made = await rolldown({ input, platform: "node", plugins: [places, withoutCertificates], ...options });
  await made.write({ dir: folder, minify, ...output });
}
await bundle({ "validate-catalog": "dist/scripts/validation/main.js" }, { cleanDir: true });
// V8 keeps what it has compiled of a script, not of a module; a text of one byte a letter is read in half the time
await bundle(
  { serve: "dist/scripts/serve.js" },
  // what V8 kept has lost how to import
  { format: "cjs", dynamicImportInCjs: false, codeSplitting: false, strict: true, charset: "ascii", entryFileNames: "[name].cjs" },
  // a library looks into import.meta.env, which Node has not either
  { checks: { emptyImportMeta: false } },
);

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const [, ...start] = scripts.start.split(" ");
const { status, error } = spawnSync(process.execPath, [...start, "--compile"], { stdio: "inherit", env: { ...process.env, PLUGINS: "" } });
if (status !== 0) throw error ?? new Error(`${scripts.start} --compile ended with ${status}.`);
