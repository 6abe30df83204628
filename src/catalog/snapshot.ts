// The snapshot: parsed files from the last run, so that a start need not parse YAML again. Deleting or corrupting it
// changes nothing but time.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { bare } from "./document.ts";

/** What is kept of one file. */
export interface Kept {
  stamp: string;
  data: unknown;
  /** Digest of everything it was compiled against without a fault; another one means: check again. */
  checked?: string;
}
export type Snapshot = Map<string, Kept>;

/** Reads a snapshot written by the same engine; anything else, or none, is an empty one. */
export async function readSnapshot(path: string, engine: string): Promise<Snapshot> {
  try {
    const { engine: writer, files } = JSON.parse(await readFile(path, "utf8")) as { engine: string; files: [string, Kept][] };
    if (writer !== engine || !Array.isArray(files)) return new Map();
    return new Map(
      files
        .filter(([key, kept]) => typeof key === "string" && typeof kept?.stamp === "string")
        .map(([key, kept]) => [key, { ...kept, data: bare(kept.data) }]),
    );
  } catch {
    return new Map();
  }
}

/** Writes a snapshot whole: to a temporary file, then renamed; gives false where the disk refuses. */
export async function writeSnapshot(path: string, engine: string, snapshot: Snapshot): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify({ engine, files: [...snapshot] }));
    await rename(temporary, path);
    return true;
  } catch {
    return false;
  }
}
