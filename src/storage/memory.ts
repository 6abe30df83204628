// An area in this process's memory: everything in it ends with the process.
import { count, createDays, unitsOf } from "./allowance.ts";
import type { AreaDriver, Usage } from "./area.ts";

interface Options {
  /** Where records are stored; on the heap by default. */
  records?: Records;
  now?: () => number;
  daySeconds?: number;
}
/** A record, and when it ends in milliseconds since 1970. */
export interface StoredRecord {
  text: string;
  until: number;
}
/** What a map of records does, of which some may be gone at any time. */
export interface Records {
  get: (key: string) => StoredRecord | undefined;
  set: (key: string, record: StoredRecord) => unknown;
  delete: (key: string) => unknown;
  keys: () => Iterable<string>;
}

/** Makes an area driver that keeps its records in memory. */
export function memoryDriver({ records = new Map<string, StoredRecord>(), now = Date.now, daySeconds }: Options = {}): AreaDriver {
  const counts = new Map<string, Usage>();
  const days = createDays({ now, ...(daySeconds && { daySeconds }) });
  const read = (key: string): string | null => {
    const record = records.get(key);
    if (!record) return null;
    if (record.until > now()) return record.text;
    records.delete(key);
    return null;
  };
  const write = (key: string, text: string, until: number) => void records.set(key, { text, until });
  return {
    name: "memory",
    hasItem: (key) => read(key) !== null,
    getItem: read,
    setItem: (key, text, { ttl } = {}) => write(key, text, ttl ? now() + ttl * 1000 : Number.POSITIVE_INFINITY),
    removeItem: (key) => void records.delete(key),
    getKeys: (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)),
    clear: (prefix) => {
      for (const key of [...records.keys()]) if (key.startsWith(prefix)) records.delete(key);
    },
    replace: (key, before, after) => {
      if (read(key) !== before) return false;
      if (after === null) records.delete(key);
      else write(key, after, Number.POSITIVE_INFINITY);
      return true;
    },
    consume: (key, { by, limit }) => {
      const { day, now, resets } = days();
      const usage = counts.get(key) ?? {};
      counts.set(key, usage);
      const used = unitsOf(usage, day);
      const taken = used < limit;
      if (taken) count(usage, { day, by }, 1);
      return { taken, used: used + Number(taken), day, now, resets };
    },
    release: (key, unit) => count(counts.get(key) ?? {}, unit, -1),
    usage: (key) => counts.get(key) ?? {},
  };
}
