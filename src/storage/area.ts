// Storage in three areas, each an unstorage mount: keys (accounts and API keys), quotas (counted allowances), cache
// (results). Beside unstorage's own operations a driver offers the few atomic ones that it lacks.
import { createStorage as createUnstorage, type Driver } from "unstorage";
import { CalcError } from "../errors.ts";

export const areaNames = ["keys", "quotas", "cache"] as const;
export type AreaName = (typeof areaNames)[number];
type Log = (level: "info" | "warn" | "error", message: string) => void;

/** The result of taking one unit of a day's allowance; times are milliseconds since 1970. */
export interface Consumption {
  taken: boolean;
  /** Units of that day in use, this one included. */
  used: number;
  /** Days since 1970, by the clock of the storage. */
  day: number;
  now: number;
  resets: number;
}
/** One unit of a daily allowance: the caller it is counted for, and the limit. */
export interface Allowance {
  by: string;
  /** Infinity for an allowance without end. */
  limit: number;
}
/** Units in use by day and by caller. */
export type Usage = Record<number, Record<string, number>>;

/** The atomic operations of a driver; each throws when the storage cannot be reached, and never guesses. */
export interface Atomic {
  /** Connects, and checks that the storage is safe to use; throws a `configuration` error that stops the start. */
  open?: (log: Log) => Promise<void>;
  /** Writes `after` (null removes the record) only if the record still is `before` (null: does not exist). */
  replace: (key: string, before: string | null, after: string | null) => boolean | Promise<boolean>;
  /** Takes one unit of the day's allowance; exact for any number of concurrent processes. */
  consume: (key: string, allowance: Allowance) => Consumption | Promise<Consumption>;
  /** Returns a unit that was taken on a day. */
  release: (key: string, unit: { by: string; day: number }) => void | Promise<void>;
  /** What was taken in the last days. */
  usage: (key: string) => Usage | Promise<Usage>;
  /** Whether the storage answered last time. */
  available?: () => boolean;
}
/** An unstorage driver with the atomic operations; its records are texts, and it honours `ttl` (seconds). */
export type AreaDriver = Driver & Atomic;

/** One area as the rest of the program sees it. */
export interface Area extends Required<Omit<Atomic, "open" | "replace" | "consume" | "release" | "usage">> {
  get: (key: string) => Promise<string | null>;
  set: (key: string, text: string, options?: { ttl?: number }) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Every key that begins with a prefix: for people and scripts, never for a request. */
  keys: (prefix: string) => Promise<string[]>;
  replace: (key: string, before: string | null, after: string | null) => Promise<boolean>;
  consume: (key: string, allowance: Allowance) => Promise<Consumption>;
  release: (key: string, unit: { by: string; day: number }) => Promise<void>;
  usage: (key: string) => Promise<Usage>;
  /** Closes connections and files. */
  close: () => Promise<void>;
}

function record(key: string, text: unknown): string | null {
  if (text === null || typeof text === "string") return text;
  throw text instanceof Error ? text : new Error(`The record ${key} is not a text.`);
}

// A driver would store a record without end, or one that has ended, and each driver another one.
function withLifetime(options: { ttl?: number }): { ttl?: number } {
  const { ttl } = options;
  if (ttl === undefined || (Number.isSafeInteger(ttl) && ttl > 0)) return options;
  throw new CalcError("internal", { message: `A record lives for a whole number of seconds from 1, not ${ttl}.` });
}

/** Mounts a driver as an area; every failure of the driver becomes one error: 503, try again. */
export async function createArea(name: AreaName, driver: AreaDriver, log: Log): Promise<Area> {
  await driver.open?.(log);
  const mount = createUnstorage({ driver });
  const refuse = (cause: unknown): never => {
    if (cause instanceof CalcError) throw cause;
    throw new CalcError("storage_unavailable", {
      message: `The ${name} cannot be read or written at the moment: try again.`,
      headers: { "retry-after": "1" },
      cause,
    });
  };
  // memory answers synchronously: an async function would cost one more microtask
  const reach = <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      const done = work();
      return done instanceof Promise ? done.catch(refuse) : Promise.resolve(done);
    } catch (cause) {
      return Promise.reject(cause).catch(refuse);
    }
  };
  return {
    // get and set, which every calculation calls, bypass the unstorage mount: it costs more than the memory driver.
    // A driver may return an Error object in place of a record: it must not count as one
    get: (key) =>
      reach(() => {
        const text: unknown = driver.getItem(key);
        return text instanceof Promise ? text.then((each) => record(key, each)) : record(key, text);
      }),
    set: (key, text, options = {}) => reach(() => driver.setItem?.(key, text, withLifetime(options))),
    remove: (key) => reach(() => mount.removeItem(key)),
    keys: (prefix) => reach(() => mount.getKeys(prefix)),
    replace: (key, before, after) => reach(() => driver.replace(key, before, after)),
    consume: (key, allowance) => reach(() => driver.consume(key, allowance)),
    release: (key, unit) => reach(() => driver.release(key, unit)),
    usage: (key) => reach(() => driver.usage(key)),
    available: () => driver.available?.() ?? true,
    close: () => mount.dispose(),
  };
}
