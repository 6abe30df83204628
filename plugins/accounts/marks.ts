// When each key was last used, to the hour: a mark that nobody waits for, and whose loss costs an hour.

import type { Area } from "formulary";
import { LRUCache } from "lru-cache";
import { shelfOf } from "./shelves.ts";

export interface Marks {
  /** Marks a key as used now. */
  touch: (account: string, key: string) => void;
  /** The hour of each key of an account that was ever used. */
  of: (account: string) => Promise<Record<string, string>>;
}
const mostRemembered = 10_000;
const placeOf = (account: string) => `used:${shelfOf(account)}:${account}`;

/** Keeps marks in an area; `now` gives milliseconds since 1970. */
export function createMarks(area: Area, now: () => number): Marks {
  const touched = new LRUCache<string, number>({ max: mostRemembered });
  async function mark(account: string, key: string, hour: string): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const before = await area.get(placeOf(account));
      if (await area.replace(placeOf(account), before, JSON.stringify({ ...read(before), [key]: hour }))) return;
    }
  }
  return {
    touch: (account, key) => {
      const since = Math.floor(now() / 3_600_000);
      if (touched.get(key) === since) return;
      touched.set(key, since);
      const hour = `${new Date(since * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;
      mark(account, key, hour).catch(() => touched.delete(key));
    },
    of: async (account) => read(await area.get(placeOf(account))),
  };
}

function read(text: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return value !== null && typeof value === "object" ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}
