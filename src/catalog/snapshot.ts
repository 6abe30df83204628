// The snapshot: what the last run read, so that a start need not parse YAML again. Deleting or corrupting it changes
// nothing but time.
import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
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

/** The first line of the file: who wrote it, and the sum of all that follows; the second one is the entries. */
interface Head {
  engine: string;
  sum: number;
}
/** What is at hand of a file; what it says stands after the second line, in the order of the entries, and is parsed when it is asked for. */
interface Entry extends FileStamp {
  checked?: string;
  /** Of a calculator. */
  card?: Card;
  /** Length of what it says. */
  bytes: number;
}

/** Reads a snapshot written by the same engine; anything else, or none, is an empty one. */
export function readSnapshot(path: string, engine: string): Snapshot {
  const snapshot: Snapshot = new Map();
  try {
    // at a start nobody is kept waiting by it
    const whole = readFileSync(path);
    const first = whole.indexOf("\n");
    const second = whole.indexOf("\n", first + 1);
    const head = JSON.parse(whole.toString("utf8", 0, first)) as Head;
    if (head.engine !== engine || head.sum !== crc32(whole.subarray(first + 1))) return snapshot;
    let from = second + 1;
    for (const { checked, card, bytes, ...stamp } of JSON.parse(whole.toString("utf8", first + 1, second)) as Entry[]) {
      const json = whole.subarray(from, from + bytes);
      from += bytes;
      const said = card ? { content: fromJson(card, json) } : { data: bare(JSON.parse(json.toString())) };
      snapshot.set(stamp.path, { file: { ...stamp, ...said }, ...(checked !== undefined && { checked }) });
    }
    return snapshot;
  } catch {
    return new Map();
  }
}

/** Writes a snapshot whole: to a temporary file, then renamed; gives false where the disk refuses. */
export async function writeSnapshot(path: string, engine: string, snapshot: Snapshot): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const said: Buffer[] = [];
    const entries = [...snapshot.values()].map(({ file: { content, data, finding: _, ...stamp }, checked }): Entry => {
      const json = content?.json() ?? Buffer.from(JSON.stringify(data));
      said.push(json);
      return { ...stamp, ...(checked !== undefined && { checked }), ...(content && { card: content.card }), bytes: json.length };
    });
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...said]);
    const temporary = `${path}.${process.pid}.tmp`;
    const head: Head = { engine, sum: crc32(body) };
    await writeFile(temporary, [`${JSON.stringify(head)}\n`, body]);
    await rename(temporary, path);
    return true;
  } catch {
    return false;
  }
}
