// Counted allowances as files: one line appended for every unit asked for, a file a day and account. The system appends
// whole lines in one order for all processes, and each line carries its own limit: whoever reads the file from its
// beginning comes to the same count and the same decisions. Lines survive the end of a process; a power cut may cost the last
// seconds' (they are not forced to the disk one by one).
import { appendFile, type FileHandle, mkdir, open } from "node:fs/promises";
import type { Consumption, Usage } from "formulary";
import { logOf, readHistory, tidy } from "./history.ts";
import { createTally, lineOf, nextNumber, type Tally } from "./tally.ts";

interface Time {
  day: number;
  now: number;
  resets: number;
}
/** A call of `consume` that waits for its decision. */
interface WaitingCall {
  by: string;
  limit: number;
  resolve: (consumption: Consumption) => void;
  reject: (error: unknown) => void;
}
const maxBatch = 1000;

export interface Ledger {
  consume: (unit: { by: string; limit: number }) => Promise<Consumption>;
  release: (unit: { by: string; day: number }) => Promise<void>;
  usage: () => Promise<Usage>;
  /** Closes the file; the next call opens it again. */
  close: () => Promise<void>;
}

/** Counts the units of one account in its own folder. */
export function createLedger(folder: string, time: () => Time): Ledger {
  const log = createDayLog(folder);
  const queue: WaitingCall[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch);
      try {
        await decide(batch, log, time());
      } catch (error) {
        for (const { reject } of batch) reject(error);
        await log.close().catch(() => {});
      }
    }
    // In the same turn of the event loop as the last check of the queue: a later call starts `work` again.
    working = undefined;
  }

  return {
    consume: ({ by, limit }) =>
      new Promise((resolve, reject) => {
        queue.push({ by, limit, resolve, reject });
        working ??= work();
      }),
    release: ({ by, day }) => appendFile(logOf(folder, day), `\n${lineOf({ sign: "-", by, number: nextNumber() })}`),
    usage: () => readHistory(folder),
    close: async () => {
      await working;
      await log.close();
    },
  };
}

async function decide(batch: WaitingCall[], log: DayLog, time: Time): Promise<void> {
  const tally = await log.open(time);
  if (batch.some(({ limit }) => tally.used() >= limit)) await log.readNew();
  const used = tally.used();
  const possible = batch.filter(({ limit }) => used < limit).map((each) => ({ ...each, number: nextNumber() }));
  for (const { limit, resolve } of batch) if (used >= limit) resolve({ ...time, taken: false, used });
  if (possible.length === 0) return;
  await log.append(possible.map(({ by, number, limit }) => lineOf({ sign: "+", by, number, limit })).join(""));
  await log.readNew();
  for (const { number, resolve, reject } of possible) {
    const decision = tally.decision(number);
    if (decision) resolve({ ...time, ...decision });
    else reject(new Error("A line that was written cannot be found again."));
  }
}

/** The open log of the current day. */
interface DayLog {
  /** Opens the log of a day where it is not open; returns its tally. */
  open: (time: Time) => Promise<Tally>;
  /** Counts the lines that were added since the last call, by any process. */
  readNew: () => Promise<void>;
  append: (lines: string) => Promise<void>;
  close: () => Promise<void>;
}

function createDayLog(folder: string): DayLog {
  let current: { day: number; file: FileHandle; position: number; tally: Tally } | undefined;
  let checkedAt = 0;

  async function close() {
    const before = current;
    current = undefined;
    await before?.file.close();
  }
  return {
    open: async ({ day, now }) => {
      // A file whose folder was removed still accepts lines, which nobody will ever read.
      const isRemoved = current && now - checkedAt > 1000 && (checkedAt = now) && (await current.file.stat()).nlink === 0;
      if (current && (isRemoved || current.day !== day)) await close();
      if (current) return current.tally;
      await mkdir(folder, { recursive: true });
      current = { day, file: await open(logOf(folder, day), "a+"), position: 0, tally: createTally(day) };
      await tidy(folder, day);
      return current.tally;
    },
    readNew: async () => {
      const { file, tally } = current!;
      const buffer = Buffer.allocUnsafe(64 * 1024);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, current!.position);
        if (bytesRead === 0) return;
        current!.position += bytesRead;
        tally.read(buffer.toString("latin1", 0, bytesRead));
      }
    },
    append: async (lines) => {
      // The line break in front ends a line that a full disk has torn: otherwise it would swallow the next one.
      const text = `\n${lines}`;
      const { bytesWritten } = await current!.file.write(text);
      if (bytesWritten < text.length) throw new Error("The disk is full.");
    },
    close,
  };
}
