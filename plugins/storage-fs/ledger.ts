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
    // the sums of days gone by, and the open day as it was counted: its log may have millions of lines
    usage: async () => {
      const { day, ...rest } = time();
      if (queue.length > 0 || working || !log.isOpen({ day, ...rest })) return readHistory(folder);
      log.readNew();
      return { ...(await readHistory(folder, day)), ...(log.tally.usage[day] && { [day]: { ...log.tally.usage[day] } }) };
    },
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
  const taking = batch.filter(({ limit }) => used < limit);
  for (const { limit, resolve } of batch) if (used >= limit) resolve({ taken: false, used, day, now, resets });
  if (taking.length === 0) return;
  for (const call of taking) call.number = nextNumber();
  const isCounted = !log.append(linesOf(taking));
  if (isCounted) log.readNew();
  for (const { by, limit, number, resolve, reject } of taking) {
    const decision = isCounted ? tally.decision(number) : tally.take({ by, limit });
    if (decision) resolve({ taken: decision.taken, used: decision.used, day, now, resets });
    else reject(new Error("A line that was written cannot be found again."));
  }
}

/** One line for all calls in a row of one key with one limit. */
function linesOf(calls: WaitingCall[]): string {
  let lines = "";
  for (let from = 0, to = 1; from < calls.length; from = to, to++) {
    const { by, limit, number } = calls[from]!;
    while (calls[to]?.by === by && calls[to]?.limit === limit) to++;
    lines += lineOf({ sign: "+", by, number, limit, units: to - from });
  }
  return lines;
}
