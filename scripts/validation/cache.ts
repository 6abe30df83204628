// The findings of a file stay in a cache until the file, the shared files, the program or the day changes.
// The cache is safe to delete.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CatalogueFiles } from "./shared-files.ts";
import type { Checked } from "./validate.ts";

const defaultPath = () => join(process.env.DATA_DIR || ".data", "validated.json");

function digestOf(...texts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 24);
}

/** A digest of this program's files and the names of further plugins. */
function programDigest(plugins: string[]): string {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const files = ["src", "plugins", "scripts"].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".yaml"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );
  return digestOf(...files, ...plugins, ...plugins.filter((name) => /^[./]/.test(name)).map((name) => readFileSync(name)));
}

/** Digests of all that decides findings beside the file itself: this program, shared files, category and day. */
function contextDigests({ shared, categories }: CatalogueFiles, plugins: string[]): (category: string) => string {
  const base = digestOf(new Date().toISOString().slice(0, 10), programDigest(plugins), ...shared.map(({ text }) => text));
  const digests = new Map(categories.map(([name, { text }]) => [name, digestOf(base, text)]));
  return (category) => digests.get(category) ?? base;
}

/** The outcomes of earlier runs by file. */
export interface FindingsCache {
  /** The outcome of a file that has not changed since. */
  get: (file: string) => Checked | undefined;
  set: (file: string, checked: Checked) => void;
  save: () => void;
}

/** Opens the cache for a catalogue. */
export function openCache(files: CatalogueFiles, plugins: string[] = [], path = defaultPath()): FindingsCache {
  const contextOf = contextDigests(files, plugins);
  const earlier = readCache(path);
  const current: Record<string, Checked> = {};
  const keys = new Map<string, string>();
  const keyOf = (file: string) => `${file} ${digestOf(contextOf(file.split(/[/\\]/).at(-2) ?? ""), readFileSync(file))}`;
  return {
    get: (file) => {
      const key = keyOf(file);
      keys.set(file, key);
      const checked = Object.hasOwn(earlier, key) ? earlier[key] : undefined;
      if (checked) current[key] = checked;
      return checked;
    },
    set: (file, checked) => {
      // A file that was saved during its check is checked again in the next run.
      const key = keyOf(file);
      if (keys.get(file) === key) current[key] = checked;
    },
    save: () => writeAtomically(path, JSON.stringify(current)),
  };
}

function readCache(path: string): Record<string, Checked> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, Checked>;
  } catch {
    return {};
  }
}

function writeAtomically(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // Without the cache the next run only takes longer.
  }
}
