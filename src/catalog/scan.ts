// A scan of the catalogue's folders beside the version in use: what is there, what it says, and what may only seem gone.

import { yieldEvery } from "../pause.ts";
import type { LogFunction } from "../types.ts";
import { identityOf, listFiles, type ReadFile, readCatalogFile, type ScannedFile } from "./files.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Version } from "./version.ts";

/** Files with what they say, by path: from the version in use, the snapshot, or the disk; one caught in the middle of a change keeps its old content. */
export async function readFiles(scanned: ScannedFile[], before: Version | undefined, snapshot: Snapshot): Promise<Map<string, ReadFile>> {
  const files = new Map<string, ReadFile>();
  const read = async (file: ScannedFile): Promise<ReadFile | undefined> => {
    const current = before?.entries.get(file.path)?.file;
    const stored = before ? undefined : snapshot.get(file.path);
    if (current?.fingerprint === file.fingerprint) return current;
    if (stored?.file.fingerprint === file.fingerprint) return Object.assign(stored.file, file);
    return (await readCatalogFile(file, { sync: before === undefined })) ?? current;
  };
  const pause = yieldEvery(8);
  // in batches: one after another the disk would wait for the parser, and the parser for the disk
  for (let at = 0; at < scanned.length; at += 16) {
    for (const file of await Promise.all(scanned.slice(at, at + 16).map(read))) if (file) files.set(file.path, file);
    await pause();
  }
  return files;
}

/** Files that a scan missed, by path, with the time of the first such scan. */
export type Missing = Map<string, number>;

/** An editor, a renamed file or a git checkout leaves a file without a name for a moment: only what is missing for so long is gone. */
export const missingMilliseconds = 150;

interface Scan {
  /** With those that were there a moment ago. */
  files: ScannedFile[];
  missing: Missing;
}

/** What the folders hold; undefined for an unmounted or half-copied folder, which must not take the service down. */
export async function scanFolders(
  folders: string[],
  { entries }: Version,
  { missing, log }: { missing: Missing; log: LogFunction },
): Promise<Scan | undefined> {
  const now = performance.now();
  let seen: ScannedFile[];
  try {
    seen = await listFiles(folders);
  } catch (error) {
    log("error", `${(error as Error).message} The last good catalogue stays in use.`);
    return undefined;
  }
  const present = new Set(seen.map(identityOf));
  const lost = [...entries.values()]
    .filter(({ file }) => !present.has(identityOf(file)))
    .map(({ file }) => ({ file, since: missing.get(file.path) ?? now }));
  // a timer may be a millisecond early
  const recent = lost.filter(({ since }) => now - since < missingMilliseconds - 1);
  const gone = lost.length - recent.length;
  if (gone > (entries.size < 8 ? entries.size - 1 : entries.size / 2)) {
    log(
      "error",
      `${gone} of ${entries.size} catalogue files are gone at once; the last good catalogue stays in use. Restart the server to accept this.`,
    );
    return undefined;
  }
  return { files: [...seen, ...recent.map(({ file }) => file)], missing: new Map(recent.map(({ file, since }) => [file.path, since])) };
}

/** Whether anything is new, changed or gone. */
export const differs = (files: ScannedFile[], { entries }: Version): boolean =>
  files.length !== entries.size || files.some(({ path, fingerprint }) => entries.get(path)?.file.fingerprint !== fingerprint);

/** Adds, for files that moved and are still being written, what the version knows under the old name. */
export function keepMoved(files: Map<string, ReadFile>, scanned: ScannedFile[], { entries }: Version): void {
  const known = new Map([...entries.values()].map(({ file }) => [identityOf(file), file]));
  for (const each of scanned) {
    const file = files.has(each.path) ? undefined : known.get(identityOf(each));
    if (file) files.set(file.path, file);
  }
}
