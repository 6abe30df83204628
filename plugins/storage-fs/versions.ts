// The versions of one record: files @1, @2, … in a folder. The highest number is the current one.
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Version {
  number: number;
  text: string | null;
}
interface NewVersion {
  number: number;
  /** The content of the file; empty for a removed record. */
  content: string;
  /** When the versions were read that this one is built on (performance.now). */
  since: number;
  /** Waits until the disk has it. */
  durable: boolean;
}

/** How many older versions stay, and how long at least: a slow writer must still find the version that it lost against. */
const oldVersions = 8;
const keepMilliseconds = 60_000;
/** A writer that is slower cannot know whether its number was used and removed meanwhile. */
const maxWriteMilliseconds = 30_000;
const versionPattern = /^@(\d+)$/;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The number of the current version; 0 where there is none. */
export async function currentNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await versionsIn(folder)));
}

async function versionsIn(folder: string): Promise<number[]> {
  try {
    return (await readdir(folder)).flatMap((name) => versionPattern.exec(name)?.[1] ?? []).map(Number);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The current version of a record; an expired one has no text. */
export async function readCurrent(folder: string, now: () => number): Promise<Version> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const number = await currentNumber(folder);
    if (number === 0) return { number, text: null };
    try {
      return { number, text: textIn(await readFile(join(folder, `@${number}`), "utf8"), now()) };
    } catch (error) {
      // the version was replaced and removed between readdir and readFile
      if (!isMissing(error)) throw error;
    }
  }
  throw new Error("The record changes faster than it can be read.");
}

// A file is "until<newline>text"; an empty file is a removed record.
function textIn(file: string, time: number): string | null {
  if (file === "") return null;
  const end = file.indexOf("\n");
  const until = file.slice(0, Math.max(0, end));
  return until !== "" && Number(until) <= time ? null : file.slice(end + 1);
}

/** Adds a version; false when another writer used its number first. */
export async function addVersion(folder: string, { number, content, since, durable }: NewVersion): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${randomBytes(9).toString("base64url")}`);
  try {
    await write(temporary, content, durable);
    await link(temporary, join(folder, `@${number}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  // If another writer used this number after `since`, its file is still there and `link` has failed, unless that was very long
  // ago. Higher numbers prove nothing: they may be built on this version.
  if (performance.now() - since > maxWriteMilliseconds) throw new Error("Writing took too long to know whether another writer was first.");
  if (durable) await syncFolders(folder);
  await removeOld(folder, number - oldVersions);
  // a removed record leaves no older version, once no slow writer can need them any more
  if (content === "") setTimeout(() => void removeOld(folder, number - 1).catch(() => {}), keepMilliseconds + 1000).unref();
  return true;
}

/** Removes versions up to a number, if they are old enough. */
async function removeOld(folder: string, last: number): Promise<void> {
  const paths = (await versionsIn(folder)).filter((each) => each <= last).map((each) => join(folder, `@${each}`));
  const removals = paths.map(async (path) => {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > keepMilliseconds) await unlink(path);
  });
  // another writer may remove the same ones
  await Promise.allSettled(removals);
}

async function write(path: string, content: string, durable: boolean): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
}

// A new name is safe only when its folder is on the disk, and a new folder only when its parent is.
async function syncFolders(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  }
}

/** The folders of all records under a folder. */
export async function recordFoldersUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const folders = entries.filter((each) => each.isDirectory()).map(({ name }) => recordFoldersUnder(join(folder, name)));
  return [...(entries.some(({ name }) => versionPattern.test(name)) ? [folder] : []), ...(await Promise.all(folders)).flat()];
}
