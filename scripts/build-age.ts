import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const sources = ["src", "plugins", "scripts"];

/** The first source file that was saved after dist/ was built; undefined where the build is new enough, or this runs from the sources. */
export function newerSource(): string | undefined {
  const here = fileURLToPath(import.meta.url);
  const root = join(dirname(here), "../..");
  // without the sources beside it (a container), or run by tsx, there is nothing to compare
  if (!here.includes(`${join("dist", "scripts")}`) || !sources.every((folder) => existsSync(join(root, folder)))) return undefined;
  const built = statSync(here).mtimeMs;
  for (const folder of sources)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (statSync(path).mtimeMs > built) return path.slice(root.length + 1);
    }
  return undefined;
}
