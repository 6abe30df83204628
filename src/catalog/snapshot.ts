// The snapshot: what the last run read, so that a start need not parse YAML again. Deleting or corrupting it changes
// nothing but time.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { Card } from "../types.ts";
import { fromJson } from "./content.ts";
import { bare } from "./document.ts";
import type { FileStamp, ReadFile } from "./files.ts";

/** What is kept of one file. */
export interface Kept {
  file: ReadFile;
  /** Digest of everything it was compiled against without a fault; another one means: check again. */
  checked?: string;
}
export type Snapshot = Map<string, Kept>;

/** The first line of the file: who wrote it, and the sum of all that follows. */
interface Head {
  engine: string;
  sum: number;
}
/** The line before a file's own; a calculator's is parsed when it is asked for, and has its card here. */
interface Entry extends FileStamp {
  checked?: string;
  card?: Card;
}

/** Reads a snapshot written by the same engine; anything else, or none, is an empty one. */
export async function readSnapshot(path: string, engine: string): Promise<Snapshot> {
  try {
    const bytes = await readFile(path);
    const [head, ...lines] = linesOf(bytes);
    const { engine: writer, sum } = JSON.parse(head!.toString()) as Head;
    if (writer !== engine || sum !== crc32(bytes.subarray(head!.length + 1))) return new Map();
    const snapshot: Snapshot = new Map();
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const { checked, card, ...stamp } = JSON.parse(lines[at]!.toString()) as Entry;
      const json = lines[at + 1]!;
      const said = card ? { content: fromJson(card, json) } : { data: bare(JSON.parse(json.toString())) };
      snapshot.set(stamp.path, { file: { ...stamp, ...said }, ...(checked !== undefined && { checked }) });
    }
    return snapshot;
  } catch {
    return new Map();
  }
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    lines.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

/** Writes a snapshot whole: to a temporary file, then renamed; gives false where the disk refuses. */
export async function writeSnapshot(path: string, engine: string, snapshot: Snapshot): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const parts = [...snapshot.values()].flatMap(({ file: { content, data, finding: _, ...stamp }, checked }) => {
      const entry: Entry = { ...stamp, ...(checked !== undefined && { checked }), ...(content && { card: content.card }) };
      return [`${JSON.stringify(entry)}\n`, content?.json() ?? JSON.stringify(data), "\n"].map((part) => Buffer.from(part));
    });
    const body = Buffer.concat(parts);
    const temporary = `${path}.${process.pid}.tmp`;
    const head: Head = { engine, sum: crc32(body) };
    await writeFile(temporary, [`${JSON.stringify(head)}\n`, body]);
    await rename(temporary, path);
    return true;
  } catch {
    return false;
  }
}
