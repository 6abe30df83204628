// Reads the files beside the calculators of a catalogue, shared files and categories, and lists the calculators.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CategoryDefinition, Finding } from "formulary";
import { CalcError, categoryFindings, type LocatedFinding, readDocument } from "formulary/compiler";

/** A shared file or a category file. */
export interface SharedFile {
  path: string;
  text: string;
  data?: unknown;
  findings: LocatedFinding[];
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
  const categories: [name: string, path: string][] = [];
  for (const folder of folders) {
    const entries = entriesOf(folder);
    for (const { name } of entries) if (/^_.*\.yaml$/.test(name)) files.shared.push(readFile(join(folder, name)));
    for (const { name } of entries.filter((entry) => entry.isDirectory()))
      for (const file of readdirSync(join(folder, name)).sort()) {
        if (file === "_category.yaml") categories.push([name, join(folder, name, file)]);
        else if (file.endsWith(".yaml")) files.paths.push(join(folder, name, file));
      }
  }
  const places = new Set(files.paths.map((path) => `${basename(dirname(path))}/${basename(path, ".yaml")}`));
  const check = (name: string) => (data: unknown) => {
    const shape = categoryFindings(data);
    return shape.length > 0 ? shape : missingPopular(data as CategoryDefinition, (slug) => places.has(`${name}/${slug}`));
  };
  files.categories = categories.map(([name, path]) => [name, readFile(path, check(name))]);
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

function readFile(path: string, check: (data: unknown) => Finding[] = () => []): SharedFile {
  const text = readFileSync(path, "utf8");
  const { document, finding } = readDocument(path, text, { bytes: largest });
  if (!document) return { path, text, findings: [finding!] };
  const findings = check(document.data).map(({ path: place, message }) => ({ file: path, ...document.locate(place), message }));
  return { path, text, data: document.data, findings };
}

const missingPopular = ({ popular = [] }: CategoryDefinition, has: (slug: string) => boolean): Finding[] =>
  popular.flatMap((slug, index) =>
    has(slug) ? [] : { code: "name", path: ["popular", index], message: `There is no calculator "${slug}" in this folder.` },
  );
