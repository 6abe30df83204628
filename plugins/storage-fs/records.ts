// Records as files: a folder a record, a file a version. A version appears complete or not at all (temporary file, fsync,
// link), and linking refuses a version that is already there: that is what makes `replace` atomic between processes.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addVersion, currentNumber, readCurrent, recordFoldersUnder } from "./versions.ts";

export interface Records {
  get: (key: string) => Promise<string | null>;
  set: (key: string, text: string, ttl?: number) => Promise<void>;
  replace: (key: string, before: string | null, after: string | null) => Promise<boolean>;
  keys: (prefix: string) => Promise<string[]>;
  /** Removes records whose `ttl` has passed; returns how many records are left. */
  sweep: () => Promise<number>;
}

/** Opens the records under a folder; `durable` waits for the disk at every write. */
export function createRecords(root: string, { durable, now }: { durable: boolean; now: () => number }): Records {
  const folderOf = (key: string): string => {
    if (!/^[\w{}:-]{1,200}$/.test(key)) throw new Error(`"${key}" is not a key of a record.`);
    return join(root, ...key.split(":"));
  };
  const keyOf = (folder: string) => folder.slice(root.length + 1).replace(/[/\\]/g, ":");

  return {
    get: async (key) => (await readCurrent(folderOf(key), now)).text,
    set: (key, text, ttl) => overwrite(folderOf(key), `${ttl ? now() + ttl * 1000 : ""}\n${text}`, durable),
    replace: async (key, before, after) => {
      const folder = folderOf(key);
      const since = performance.now();
      const { number, text } = await readCurrent(folder, now);
      const content = after === null ? "" : `\n${after}`;
      return text === before && addVersion(folder, { number: number + 1, content, since, durable });
    },
    keys: async (prefix) => {
      const keys: string[] = [];
      for (const folder of await recordFoldersUnder(root)) {
        const key = keyOf(folder);
        if (key.startsWith(prefix) && (await readCurrent(folder, now)).text !== null) keys.push(key);
      }
      return keys;
    },
    sweep: async () => {
      let left = 0;
      for (const folder of await recordFoldersUnder(root)) {
        if ((await readCurrent(folder, now)).text === null) await rm(folder, { recursive: true, force: true });
        else left++;
      }
      return left;
    },
  };
}

async function overwrite(folder: string, content: string, durable: boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const since = performance.now();
    const number = (await currentNumber(folder)) + 1;
    if (await addVersion(folder, { number, content, since, durable })) return;
  }
  throw new Error("The record changes faster than it can be written.");
}
