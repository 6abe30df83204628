// The files beside calculators: shared files and categories. Reading their YAML takes longer than checking one calculator,
// so what was read is kept until one of them changes. Safe to delete.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bare, type Finding, readDocument } from "../../src/index.ts";
import { digestOf, keepWhole, programDigest } from "./remember.ts";

interface Neighbour {
  path: string;
  data?: unknown;
  finding?: Finding;
}
/** The files of a catalogue's folder: those beside calculators as data, and the paths of the others. */
export interface Neighbours {
  shared: Neighbour[];
  categories: [name: string, file: Neighbour][];
  paths: string[];
}

const usualPlace = () => join(process.env.DATA_DIR || ".data", "neighbours.json");

/** Reads what stands beside the calculators of a folder; with `keep`, from the last run where nothing has changed since. */
export function readNeighbours(folder: string, { keep = false, place = usualPlace() } = {}): Neighbours {
  const texts = new Map<string, string>();
  const entries = readdirSync(folder, { withFileTypes: true });
  const take = (path: string) => {
    texts.set(path, readFileSync(path, "utf8"));
    return path;
  };
  const shared = entries.filter(({ name }) => /^_.*\.yaml$/.test(name)).map(({ name }) => take(join(folder, name)));
  const categories: [string, string][] = [];
  const paths: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    for (const file of readdirSync(join(folder, name)).sort()) {
      if (file === "_category.yaml") categories.push([name, take(join(folder, name, file))]);
      else if (file.endsWith(".yaml")) paths.push(join(folder, name, file));
    }
  }
  const read = keep ? rememberedFiles(texts, place) : parsedFiles(texts);
  return {
    shared: shared.map((path) => read.get(path)!),
    categories: categories.map(([name, path]) => [name, read.get(path)!]),
    paths,
  };
}

function parsedFiles(texts: Map<string, string>): Map<string, Neighbour> {
  const read = [...texts].map(([path, text]): [string, Neighbour] => {
    const { document, finding } = readDocument(path, text, { bytes: 1 << 20 });
    return [path, { path, ...(document && { data: document.data }), ...(finding && { finding }) }];
  });
  return new Map(read);
}

function rememberedFiles(texts: Map<string, string>, place: string): Map<string, Neighbour> {
  const digest = digestOf(programDigest(), ...[...texts].flat());
  try {
    const kept = JSON.parse(readFileSync(place, "utf8")) as { digest: string; files: Neighbour[] };
    if (kept.digest === digest) return new Map(kept.files.map((file) => [file.path, { ...file, data: bare(file.data) }]));
  } catch {
    // nothing kept, or nothing that can be read: the files are read again
  }
  const files = parsedFiles(texts);
  // what is wrong in a file is said in every run
  if (![...files.values()].some(({ finding }) => finding)) keepWhole(place, JSON.stringify({ digest, files: [...files.values()] }));
  return files;
}
