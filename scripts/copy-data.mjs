// tsc emits code only: this puts the data that code reads beside it.
import { copyFileSync, cpSync } from "node:fs";

const isData = (path) => !/\.tsx?$/.test(path);
for (const folder of ["src", "plugins"]) cpSync(folder, `dist/${folder}`, { recursive: true, filter: isData });
// the reference page's one browser file, so that a server runs without the packages it was built with
const scalar = "node_modules/@scalar/fastify-api-reference";
copyFileSync(`${scalar}/dist/js/standalone.js`, "dist/plugins/openapi/scalar.js");
copyFileSync(`${scalar}/LICENSE`, "dist/plugins/openapi/scalar.LICENSE");
