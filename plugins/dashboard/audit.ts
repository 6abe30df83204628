// The log of what operators did. An entry is written before each action. Entries name accounts by id, never by e-mail address.
import type { Area, Kernel } from "formulary";
import { changeRecord, readRecord } from "../accounts/index.ts";

export interface AuditEntry {
  at: string;
  /** The operator's account. */
  by: string;
  /** What was done, in words. */
  act: string;
  /** The account that was changed. */
  on?: string;
}
export interface Audit {
  /** Writes an entry here and into the server's log. Do the action only if this did not throw. */
  write: (entry: Omit<AuditEntry, "at">) => Promise<void>;
  /** The entries of a month such as 2026-11, newest first. */
  read: (month: string) => Promise<AuditEntry[]>;
}
/** Maximum number of entries that are kept of a month; the server's log has them all. */
const maxEntries = 2000;
const keyOf = (month: string) => `audit:${month}`;

/** Opens the log of operators' actions. */
export function createAudit(area: Area, log: Kernel["log"], now: () => number = Date.now): Audit {
  return {
    write: async ({ by, act, on }) => {
      const at = new Date(now()).toISOString();
      const entry: AuditEntry = { at, by, act, ...(on !== undefined && { on }) };
      await changeRecord<AuditEntry[]>(area, { key: keyOf(at.slice(0, 7)) }, (before = []) => [...before.slice(1 - maxEntries), entry]);
      log("info", `operator ${by}: ${act}${on ? ` (account ${on})` : ""}`);
    },
    read: async (month) => [...((await readRecord<AuditEntry[]>(area, keyOf(month))) ?? [])].reverse(),
  };
}
