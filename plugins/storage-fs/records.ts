// Records as files: a folder a record, a file a version. A version appears complete or not at all (temporary file, fsync,
// link), and linking refuses a version that is already there: that is what makes `replace` atomic between processes.
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Records {
  get: (key: string) => Promise<string | null>;
  set: (key: string, text: string, ttl?: number) => Promise<void>;
  replace: (key: string, before: string | null, after: string | null) => Promise<boolean>;
  keys: (prefix: string) => Promise<string[]>;
  /** Removes what has outlived its `ttl`; gives how many records are left. */
  sweep: () => Promise<number>;
}
interface Version {
  number: number;
  text: string | null;
}

/** Older versions that stay, and how long at least: a writer that lags meets what it lost against. */
const kept = 8;
const keptMilliseconds = 60_000;
/** A writer that lags longer does not know any more whether its number was taken before. */
const longestLag = 30_000;
const versionForm = /^@(\d+)$/;
const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Keeps records under a folder; `durable` waits for the disk at every write. */
export function createRecords(folder: string, { durable, now }: { durable: boolean; now: () => number }): Records {
  const placeOf = (key: string): string => {
    if (!/^[\w{}:-]{1,200}$/.test(key)) throw new Error(`"${key}" is not a key of a record.`);
    return join(folder, ...key.split(":"));
  };

  async function versionsIn(place: string): Promise<number[]> {
    try {
      return (await readdir(place)).flatMap((name) => versionForm.exec(name)?.[1] ?? []).map(Number);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  async function current(place: string): Promise<Version> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const number = Math.max(0, ...(await versionsIn(place)));
      if (number === 0) return { number, text: null };
      try {
        return { number, text: contentOf(await readFile(join(place, `@${number}`), "utf8")) };
      } catch (error) {
        // it was replaced and cleared away between the two looks
        if (!isAbsent(error)) throw error;
      }
    }
    throw new Error("The record changes faster than it can be read.");
  }

  // "until<newline>text"; an empty file is a removed record
  function contentOf(file: string): string | null {
    if (file === "") return null;
    const end = file.indexOf("\n");
    const until = file.slice(0, Math.max(0, end));
    return until !== "" && Number(until) <= now() ? null : file.slice(end + 1);
  }

  /** Whether this version could be added to what was read at a time (performance.now); false when another writer was first. */
  async function add(place: string, number: number, { content, since }: { content: string; since: number }): Promise<boolean> {
    await mkdir(place, { recursive: true });
    const temporary = join(place, `.${randomBytes(9).toString("base64url")}`);
    try {
      await write(temporary, content);
      await link(temporary, join(place, `@${number}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    // a number that another took since the look is still there, so that linking it fails: unless the look was very long ago.
    // What came after this version says nothing: it may have been built on it
    if (performance.now() - since > longestLag) throw new Error("Writing took too long to know whether another was first.");
    if (durable) await settle(place);
    await clear(place, number - kept);
    // of what was removed nothing stays, once nobody can lag behind the removal any more
    if (content === "") setTimeout(() => void clear(place, number - 1).catch(() => {}), keptMilliseconds + 1000).unref();
    return true;
  }

  /** Forgets versions up to a number, as far as they are old. */
  async function clear(place: string, last: number): Promise<void> {
    const old = (await versionsIn(place)).filter((each) => each <= last).map((each) => join(place, `@${each}`));
    const removed = old.map(async (path) => {
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > keptMilliseconds) await unlink(path);
    });
    // another writer may clear the same ones
    await Promise.allSettled(removed);
  }

  async function write(path: string, content: string): Promise<void> {
    const file = await open(path, "wx");
    try {
      await file.writeFile(content);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
  }
  // a new name is safe only when its folder is on the disk, and a new folder when its own is
  async function settle(place: string): Promise<void> {
    for (const path of [place, dirname(place)]) {
      const handle = await open(path, "r");
      await handle.sync().finally(() => handle.close());
    }
  }

  async function placesUnder(place: string): Promise<string[]> {
    const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    const below = await Promise.all(entries.filter((each) => each.isDirectory()).map(({ name }) => placesUnder(join(place, name))));
    return [...(entries.some(({ name }) => versionForm.test(name)) ? [place] : []), ...below.flat()];
  }
  const keyOf = (place: string) => place.slice(folder.length + 1).replace(/[/\\]/g, ":");

  return {
    get: async (key) => (await current(placeOf(key))).text,
    set: async (key, text, ttl) => {
      const place = placeOf(key);
      const content = `${ttl ? now() + ttl * 1000 : ""}\n${text}`;
      for (let attempt = 0; attempt < 100; attempt++) {
        const since = performance.now();
        if (await add(place, Math.max(0, ...(await versionsIn(place))) + 1, { content, since })) return;
      }
      throw new Error("The record changes faster than it can be written.");
    },
    replace: async (key, before, after) => {
      const place = placeOf(key);
      const since = performance.now();
      const { number, text } = await current(place);
      return text === before && add(place, number + 1, { content: after === null ? "" : `\n${after}`, since });
    },
    keys: async (prefix) => {
      const found: string[] = [];
      for (const place of await placesUnder(folder)) {
        const key = keyOf(place);
        if (key.startsWith(prefix) && (await current(place)).text !== null) found.push(key);
      }
      return found;
    },
    sweep: async () => {
      let left = 0;
      for (const place of await placesUnder(folder)) {
        if ((await current(place)).text === null) await rm(place, { recursive: true, force: true });
        else left++;
      }
      return left;
    },
  };
}
