// What operators did: a line before each act, a record a month. Accounts stand in it by their ids, never by their addresses.
import type { Area, Kernel } from "formulary";
import { changeRecord, readRecord } from "./records.ts";

export interface Act {
  at: string;
  /** The operator's account. */
  by: string;
  /** What was done, in words. */
  act: string;
  /** The account that it was done to. */
  on?: string;
}
export interface Audit {
  /** Writes an act down, here and in the server's log; it may be done only when this did not throw. */
  write: (act: Omit<Act, "at">) => Promise<void>;
  /** The acts of a month such as 2026-11, the latest first. */
  of: (month: string) => Promise<Act[]>;
}
/** Of a month the latest so many stay; the server's log holds them all. */
const most = 2000;

/** Opens the log of operators' acts. */
export function createAudit(area: Area, log: Kernel["log"], now: () => number = Date.now): Audit {
  const placeOf = (month: string) => `audit:${month}`;
  return {
    write: async ({ by, act, on }) => {
      const at = new Date(now()).toISOString();
      const line: Act = { at, by, act, ...(on !== undefined && { on }) };
      await changeRecord<Act[]>(area, placeOf(at.slice(0, 7)), (before = []) => [...before.slice(1 - most), line]);
      log("info", `operator ${by}: ${act}${on ? ` (account ${on})` : ""}`);
    },
    of: async (month) => [...((await readRecord<Act[]>(area, placeOf(month))) ?? [])].reverse(),
  };
}
