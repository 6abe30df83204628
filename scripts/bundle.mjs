// Puts the programs that people wait for into few files: a start reads a dozen of them in place of eight hundred.
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

const bundle = await rolldown({
  input: { serve: "dist/scripts/serve.js", "validate-catalog": "dist/scripts/validation/main.js" },
  platform: "node",
  plugins: [places, withoutCertificates],
});
// names stay: they stand in stack traces and profiles
await bundle.write({ dir: folder, cleanDir: true, minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } });
