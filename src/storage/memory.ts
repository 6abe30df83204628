// An area in this process's memory: everything in it ends with the process.
import { count, createDays, unitsOf } from "./allowance.ts";
import type { AreaDriver, Usage } from "./area.ts";

interface Options {
  /** The most bytes of records; the oldest are dropped beyond it. Without it nothing is dropped. */
  bytes?: number;
  now?: () => number;
  daySeconds?: number;
}
interface Kept {
  text: string;
  until: number;
}
/** What a record takes beside its characters, as measured. */
const overhead = 200;
const sizeOf = (key: string, text: string) => 2 * (key.length + text.length) + overhead;

/** Makes an area driver that keeps its records in memory. */
export function memoryDriver({ bytes = Number.POSITIVE_INFINITY, now = Date.now, daySeconds }: Options = {}): AreaDriver {
  const records = new Map<string, Kept>();
  const counts = new Map<string, Usage>();
  const days = createDays({ now, ...(daySeconds && { daySeconds }) });
  let size = 0;
  // an iterator begun anew would step over every dropped record, a hundred thousand of them
  let order = records.entries();
  const drop = (key: string, { text }: Kept) => {
    records.delete(key);
    size -= sizeOf(key, text);
  };
  const read = (key: string): string | null => {
    const kept = records.get(key);
    if (!kept) return null;
    if (kept.until > now()) return kept.text;
    drop(key, kept);
    return null;
  };
  const write = (key: string, text: string, until: number) => {
    const before = records.get(key);
    if (before) drop(key, before);
    records.set(key, { text, until });
    size += sizeOf(key, text);
    while (size > bytes) {
      const { value: oldest, done } = order.next();
      if (done) order = records.entries();
      else drop(...oldest);
    }
  };
  const remove = (key: string) => {
    const kept = records.get(key);
    if (kept) drop(key, kept);
  };
  return {
    name: "memory",
    hasItem: (key) => read(key) !== null,
    getItem: read,
    setItem: (key, text, { ttl } = {}) => write(key, text, ttl ? now() + ttl * 1000 : Number.POSITIVE_INFINITY),
    removeItem: remove,
    getKeys: (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)),
    clear: (prefix) => {
      for (const key of [...records.keys()]) if (key.startsWith(prefix)) remove(key);
    },
    replace: (key, before, after) => {
      if (read(key) !== before) return false;
      if (after === null) remove(key);
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
