// A look at the catalogue's folders beside the version in use: what is there, what it says, and what may only seem gone.
import { type FileStamp, missedBy, nameOf, type ReadFile, readCatalogFile, sweep } from "./files.ts";
import type { Snapshot } from "./snapshot.ts";
import { slices, type Version } from "./version.ts";

type Log = (level: "info" | "warn" | "error", message: string) => void;

/** Contents by path: from the version in use, the snapshot, or the disk; a file caught in the middle of a change keeps its old content. */
export async function readFiles(stamps: FileStamp[], before: Version | undefined, snapshot: Snapshot): Promise<Map<string, ReadFile>> {
  const files = new Map<string, ReadFile>();
  const contentOf = async (stamp: FileStamp): Promise<ReadFile | undefined> => {
    const held = before?.held.get(stamp.path)?.file;
    const kept = before ? undefined : snapshot.get(stamp.path);
    if (held?.stamp === stamp.stamp) return held;
    if (kept?.file.stamp === stamp.stamp) return Object.assign(kept.file, stamp);
    return (await readCatalogFile(stamp, { later: before === undefined })) ?? held;
  };
  const pause = slices();
  // one after another the disk would wait for the parser, and the parser for the disk
  for (let at = 0; at < stamps.length; at += 16) {
    for (const file of await Promise.all(stamps.slice(at, at + 16).map(contentOf))) if (file) files.set(file.path, file);
    await pause();
  }
  return files;
}

/** Files that a look missed, by path, with the time of the first such look. */
export type Missed = Map<string, number>;

/** An editor, a renamed file or a git checkout leaves a file without a name for a moment: only what is missed for so long is gone. */
export const secondLookMilliseconds = 150;

interface Look {
  /** With those that were there a moment ago. */
  stamps: FileStamp[];
  missed: Missed;
}

/** What the folders hold; undefined for an unmounted or half-copied folder, which must not take the service down. */
export async function lookOrKeep(folders: string[], { held }: Version, missed: Missed, log: Log): Promise<Look | undefined> {
  const now = performance.now();
  let seen: FileStamp[];
  try {
    seen = await sweep(folders);
  } catch (error) {
    log("error", `${(error as Error).message} The last good catalogue keeps answering.`);
    return undefined;
  }
  const lost = missedBy(
    seen,
    [...held.values()].map(({ file }) => file),
  ).map((file) => ({ file, since: missed.get(file.path) ?? now }));
  // a timer may be a millisecond early
  const missing = lost.filter(({ since }) => now - since < secondLookMilliseconds - 1);
  const gone = lost.length - missing.length;
  if (gone > (held.size < 8 ? held.size - 1 : held.size / 2)) {
    log(
      "error",
      `${gone} of ${held.size} catalogue files are gone at once; the last good catalogue keeps answering. Restart to accept this.`,
    );
    return undefined;
  }
  return { stamps: [...seen, ...missing.map(({ file }) => file)], missed: new Map(missing.map(({ file, since }) => [file.path, since])) };
}

/** Whether anything is new, changed or gone. */
export const differ = (stamps: FileStamp[], { held }: Version): boolean =>
  stamps.length !== held.size || stamps.some(({ path, stamp }) => held.get(path)?.file.stamp !== stamp);

/** Of files that moved and whose words are still being written, what is known under the old name. */
export function keepNames(files: Map<string, ReadFile>, stamps: FileStamp[], { held }: Version): void {
  const known = new Map([...held.values()].map(({ file }) => [nameOf(file), file]));
  for (const stamp of stamps) {
    const file = files.has(stamp.path) ? undefined : known.get(nameOf(stamp));
    if (file) files.set(file.path, file);
  }
}
