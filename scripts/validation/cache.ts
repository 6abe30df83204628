// What was found in a file is remembered until the file, the files it shares with others, the program or the day changes.
// The cache is safe to delete.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CatalogueFiles } from "./shared-files.ts";
import type { Checked } from "./validate.ts";

const usualPlace = () => join(process.env.DATA_DIR || ".data", "validated.json");

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

/** Everything but the file itself that decides what is found in it: this program, shared files, its category, and the day. */
function contextDigests({ shared, categories }: CatalogueFiles, plugins: string[]): (category: string) => string {
  const base = digestOf(new Date().toISOString().slice(0, 10), programDigest(plugins), ...shared.map(({ text }) => text));
  const digests = new Map(categories.map(([name, { text }]) => [name, digestOf(base, text)]));
  return (category) => digests.get(category) ?? base;
}

/** Findings of earlier runs by file. */
export interface FindingsCache {
  /** What was found in a file that has not changed since. */
  get: (path: string) => Checked | undefined;
  set: (path: string, checked: Checked) => void;
  save: () => void;
}

/** Opens the cache for a catalogue. */
export function openCache(files: CatalogueFiles, plugins: string[] = [], place = usualPlace()): FindingsCache {
  const contextOf = contextDigests(files, plugins);
  const before = readCache(place);
  const after: Record<string, Checked> = {};
  const keys = new Map<string, string>();
  const keyOf = (path: string) => `${path} ${digestOf(contextOf(path.split(/[/\\]/).at(-2) ?? ""), readFileSync(path))}`;
  return {
    get: (path) => {
      const key = keyOf(path);
      keys.set(path, key);
      const known = Object.hasOwn(before, key) ? before[key] : undefined;
      if (known) after[key] = known;
      return known;
    },
    set: (path, checked) => {
      // a file that was saved while it was being checked is checked again in the next run
      const key = keyOf(path);
      if (keys.get(path) === key) after[key] = checked;
    },
    save: () => writeWhole(place, JSON.stringify(after)),
  };
}

function readCache(place: string): Record<string, Checked> {
  try {
    return JSON.parse(readFileSync(place, "utf8")) as Record<string, Checked>;
  } catch {
    return {};
  }
}

/** Writes a file whole or not at all: a folder that cannot be written costs the next run its time, and nothing else. */
function writeWhole(place: string, text: string): void {
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(`${place}.${process.pid}`, text);
    renameSync(`${place}.${process.pid}`, place);
  } catch {
    // the next run does without
  }
}
