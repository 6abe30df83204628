// Counted allowances as files: one line appended for every unit asked for, a file a day and account. The system appends
// whole lines in one order for all processes, and each line carries its own limit: whoever reads the file from its
// beginning comes to the same count and the same decisions. Lines survive the end of a process; a power cut may cost the last
// seconds' (they are not forced to the disk one by one).
import { appendFile } from "node:fs/promises";
import type { Consumption, Usage } from "formulary";
import { createDayLog, type DayLog, type Time } from "./day-log.ts";
import { logOf, readHistory } from "./history.ts";
import { lineOf, nextNumber } from "./tally.ts";

/** A call of `consume` that waits for its decision. */
interface WaitingCall {
  by: string;
  limit: number;
  /** The number of its line; 0 without one. */
  number: number;
  resolve: (consumption: Consumption) => void;
  reject: (error: unknown) => void;
}
const maxBatch = 1000;
/** Until the event loop has read what every connection had to say: those calls share one write and one read. */
const turn = () => new Promise<void>((next) => setImmediate(next));

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
      await turn();
      const batch = queue.splice(0, maxBatch);
      try {
        const now = time();
        if (!log.isOpen(now)) await log.open(now);
        decide(batch, log, now);
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
        queue.push({ by, limit, number: 0, resolve, reject });
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

function decide(batch: WaitingCall[], log: DayLog, { day, now, resets }: Time): void {
  const { tally } = log;
  if (batch.some(({ limit }) => tally.used() >= limit)) log.readNew();
  const used = tally.used();
  let lines = "";
  for (const call of batch)
    if (used >= call.limit) call.resolve({ taken: false, used, day, now, resets });
    else {
      call.number = nextNumber();
      lines += lineOf({ sign: "+", by: call.by, number: call.number, limit: call.limit });
    }
  if (lines === "") return;
  log.append(lines);
  log.readNew();
  for (const { number, resolve, reject } of batch) {
    if (number === 0) continue;
    const decision = tally.decision(number);
    if (decision) resolve({ taken: decision.taken, used: decision.used, day, now, resets });
    else reject(new Error("A line that was written cannot be found again."));
  }
}
