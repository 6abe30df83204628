// Reads the files beside the calculators of a catalogue, shared files and categories, and lists the calculators.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CalcError, type LocatedFinding, readDocument } from "formulary/compiler";

/** A shared file or a category file. */
export interface SharedFile {
  path: string;
  text: string;
  data?: unknown;
  finding?: LocatedFinding;
}
/** The files of the catalogue's folders, those of earlier folders first. */
export interface CatalogueFiles {
  shared: SharedFile[];
  categories: [name: string, file: SharedFile][];
  /** Paths of the calculators. */
  paths: string[];
}

/** The most bytes of a shared file. */
const largest = 1 << 20;

/** Reads the shared files and categories of some folders, and lists their calculators. */
export function readCatalogueFiles(folders: string[]): CatalogueFiles {
  const files: CatalogueFiles = { shared: [], categories: [], paths: [] };
  for (const folder of folders) {
    const entries = entriesOf(folder);
    for (const { name } of entries) if (/^_.*\.yaml$/.test(name)) files.shared.push(readFile(join(folder, name)));
    for (const { name } of entries.filter((entry) => entry.isDirectory()))
      for (const file of readdirSync(join(folder, name)).sort()) {
        if (file === "_category.yaml") files.categories.push([name, readFile(join(folder, name, file))]);
        else if (file.endsWith(".yaml")) files.paths.push(join(folder, name, file));
      }
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CalcError("configuration", { message: `The catalogue folder ${folder} cannot be read (${code}): CATALOG names it.`, cause });
  }
}

function readFile(path: string): SharedFile {
  const text = readFileSync(path, "utf8");
  const { document, finding } = readDocument(path, text, { bytes: largest });
  return { path, text, ...(document && { data: document.data }), ...(finding && { finding }) };
}
