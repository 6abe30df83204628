// When each key was last used, to the hour. Requests do not wait for this record, and losing it costs nothing but one hour of it.
import type { Area } from "formulary";
import { LRUCache } from "lru-cache";
import { partitionOf } from "./partitions.ts";
import { changeRecord } from "./records.ts";

export interface LastUsed {
  /** Stores that a key was used now. */
  touch: (account: string, key: string) => void;
  /** The hour of last use of each key of an account, by the key's id. */
  read: (account: string) => Promise<Record<string, string>>;
}
const maxCached = 10_000;
const hourMilliseconds = 3_600_000;
const attempts = 20;
const recordOf = (account: string) => `used:${partitionOf(account)}:${account}`;

/** Keeps the times of last use in an area; `now` gives milliseconds since 1970. */
export function createLastUsed(area: Area, now: () => number): LastUsed {
  // the hour that was stored last for each key: at most one write an hour
  const stored = new LRUCache<string, number>({ max: maxCached });
  return {
    touch: (account, key) => {
      const hour = Math.floor(now() / hourMilliseconds);
      if (stored.get(key) === hour) return;
      stored.set(key, hour);
      const time = `${new Date(hour * hourMilliseconds).toISOString().slice(0, 13)}:00:00Z`;
      changeRecord<Record<string, string>>(area, { key: recordOf(account), parse, attempts }, (before) => ({
        ...before,
        [key]: time,
      })).catch(() => stored.delete(key));
    },
    read: async (account) => parse((await area.get(recordOf(account))) ?? "{}"),
  };
}

// A damaged record counts as empty: it is not worth an error.
function parse(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}
