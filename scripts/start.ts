// What `npm start` runs: the server in one file, with what V8 has compiled of it; or in its modules, which plugins from
// outside share with it, and of which a profile (`--modules`) tells more.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

const bundle = fileURLToPath(new URL("../bundle/serve.cjs", import.meta.url));
const compiled = `${bundle}.compiled`;
const [order] = process.argv.slice(2);

if (process.env.PLUGINS || order === "--modules") await (await import("./serve.ts")).serve();
else {
  // V8 drops what another version of it, or other flags, have compiled
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(bundle, "utf8")}\n})`, {
    filename: bundle,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  });
  const module = { exports: {} as { serve: () => Promise<void> } };
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
  if (order === "--compile") writeFileSync(compiled, script.createCachedData());
  else await module.exports.serve();
}
