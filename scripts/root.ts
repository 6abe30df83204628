// The folder of the clone, whether this runs from the sources or from dist/.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let folder = dirname(fileURLToPath(import.meta.url));
while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);

/** The folder with package.json and the catalogue. */
export const root: string = folder;
