// The snapshot: what the last run read, so that a start need not parse YAML again. Deleting or corrupting it changes
// nothing but time.
import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { Card } from "../types.ts";
import { contentOf } from "./content.ts";
import { withoutPrototypes } from "./document.ts";
import type { ReadFile, ScannedFile } from "./files.ts";

/** One file of the last run. */
export interface StoredFile {
  file: ReadFile;
  /** Digest of everything it was compiled against without a finding; another one means: compile it again. */
  verified?: string;
}
export type Snapshot = Map<string, StoredFile>;

/** Raised when what is stored changes: older snapshots are then ignored. */
const format = 6;

/** The first line of the file: which program with which kinds of plugins wrote it, and the sum of all that follows; the second one is the entries. */
interface Head {
  format: number;
  reader: string;
  sum: number;
}
/** One file; its definitions are in the lines after, in the order of the entries, and are parsed on first use. */
interface Entry extends ScannedFile {
  verified?: string;
  /** Of a calculator. */
  card?: Card;
  /** Length of its data. */
  bytes: number;
}

/** Reads the newest of these snapshots that the same reader wrote; where there is none, an empty one. */
export function readNewest(paths: string[], reader: string): Snapshot {
  const age = (path: string) => -(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const sorted = [...paths].sort((a, b) => age(a) - age(b));
  for (const path of sorted) {
    const snapshot = readSnapshot(path, reader);
    if (snapshot.size > 0) return snapshot;
  }
  return new Map();
}

function readSnapshot(path: string, reader: string): Snapshot {
  const snapshot: Snapshot = new Map();
  try {
    const whole = readFileSync(path);
    const first = whole.indexOf("\n");
    const second = whole.indexOf("\n", first + 1);
    const head = JSON.parse(whole.toString("utf8", 0, first)) as Head;
    if (head.format !== format || head.reader !== reader || head.sum !== crc32(whole.subarray(first + 1))) return snapshot;
    let from = second + 1;
    for (const { verified, card, bytes, ...scanned } of JSON.parse(whole.toString("utf8", first + 1, second)) as Entry[]) {
      const json = whole.subarray(from, from + bytes);
      from += bytes;
      const read = card ? { content: contentOf(json, { card }) } : { data: withoutPrototypes(JSON.parse(json.toString())) };
      snapshot.set(scanned.path, { file: { ...scanned, ...read, checked: true }, ...(verified !== undefined && { verified }) });
    }
    return snapshot;
  } catch {
    return new Map();
  }
}

/** Writes a snapshot whole: to a temporary file, then renamed; gives false where the disk refuses. */
export async function writeSnapshot(path: string, reader: string, snapshot: Snapshot): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const all: Buffer[] = [];
    const entries = [...snapshot.values()].map(({ file: { content, data, finding: _, checked: __, ...scanned }, verified }): Entry => {
      const json = content?.json ?? Buffer.from(JSON.stringify(data));
      all.push(json);
      return { ...scanned, ...(verified !== undefined && { verified }), ...(content?.card && { card: content.card }), bytes: json.length };
    });
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...all]);
    const temporary = `${path}.${process.pid}.tmp`;
    const head: Head = { format, reader, sum: crc32(body) };
    await writeFile(temporary, [`${JSON.stringify(head)}\n`, body]);
    await rename(temporary, path);
    return true;
  } catch {
    return false;
  }
}
