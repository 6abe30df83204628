// The folder of the clone, its version, and what the build left there, whether this runs from the sources or from dist/.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let folder = dirname(fileURLToPath(import.meta.url));
while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);

/** The folder with package.json and the catalogue. */
export const root: string = folder;
/** The version of the program, which names the engine of the calculators. */
export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
/** The snapshot of the catalogue that `npm run build` writes. */
export const builtSnapshot: string = join(root, "dist/catalog-snapshot.json");
