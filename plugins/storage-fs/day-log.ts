// The open log of an account's current day. Lines go to the memory of the system and come back from there, which takes a few
// microseconds: calls that wait for a thread of Node's pool would take ten times as long.
import { fstatSync, readSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { logOf, tidy } from "./history.ts";
import { createTally, type Tally } from "./tally.ts";

export interface Time {
  day: number;
  now: number;
  resets: number;
}
export interface DayLog {
  /** Whether the log of the day is open, and its folder still there. */
  isOpen: (time: Time) => boolean;
  /** Opens the log of a day and counts its lines. */
  open: (time: Time) => Promise<void>;
  /** The count of the open log. */
  readonly tally: Tally;
  /** Counts the lines that were added since the last call, by any process. */
  readNew: () => void;
  /** Adds lines; whether they follow what was counted, since no other process has written: then they need not be read. */
  append: (lines: string) => boolean;
  close: () => Promise<void>;
}
interface OpenLog {
  day: number;
  file: FileHandle;
  position: number;
  tally: Tally;
}
const checkMilliseconds = 1000;
/** For all logs: what was read into it is counted before anything else happens. */
const buffer = Buffer.allocUnsafe(64 * 1024);

/** Creates the log of an account's folder, closed. */
export function createDayLog(folder: string): DayLog {
  let current: OpenLog | undefined;
  let checkedAt = 0;

  async function close() {
    const before = current;
    current = undefined;
    await before?.file.close();
  }
  return {
    isOpen: ({ day, now }) => {
      if (current?.day !== day) return false;
      if (now - checkedAt <= checkMilliseconds) return true;
      checkedAt = now;
      // A file whose folder was removed still accepts lines, which nobody will ever read.
      return fstatSync(current.file.fd).nlink > 0;
    },
    open: async ({ day }) => {
      await close();
      await mkdir(folder, { recursive: true });
      current = { day, file: await open(logOf(folder, day), "a+"), position: 0, tally: createTally(day) };
      await tidy(folder, day);
      await readAll(current);
    },
    get tally() {
      return current!.tally;
    },
    readNew: () => {
      const { file, tally } = current!;
      for (;;) {
        const bytes = readSync(file.fd, buffer, 0, buffer.length, current!.position);
        current!.position += bytes;
        tally.read(buffer.toString("latin1", 0, bytes));
        // a whole buffer may not be all; less than one is
        if (bytes < buffer.length) return;
      }
    },
    append: (lines) => {
      // The line break in front ends a line that a full disk has torn: otherwise it would swallow the next one.
      const text = `\n${lines}`;
      if (writeSync(current!.file.fd, text) < text.length) throw new Error("The disk is full.");
      const isNext = fstatSync(current!.file.fd).size === current!.position + text.length;
      if (isNext) current!.position += text.length;
      return isNext;
    },
    close,
  };
}

// A day may have millions of lines: others are answered meanwhile.
async function readAll(log: OpenLog): Promise<void> {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    const { bytesRead } = await log.file.read(chunk, 0, chunk.length, log.position);
    if (bytesRead === 0) return;
    log.position += bytesRead;
    log.tally.read(chunk.toString("latin1", 0, bytesRead));
  }
}
