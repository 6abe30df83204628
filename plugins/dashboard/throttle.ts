// Limits attempts by name: by account, by network address. An attempt is counted before it is checked, so that many at once
// cannot pass, and is given back when it was right. Counted in this process: n servers together allow n times as many.
import { CalcError } from "formulary";
import { LRUCache } from "lru-cache";

interface Options {
  /** Attempts that are allowed at once, and within `minutes`. */
  max: number;
  minutes: number;
  now?: () => number;
}
export interface Throttle {
  /** Counts one attempt; throws 429 with the seconds to wait. */
  take: (name: string) => void;
  /** Gives the last attempt back. */
  giveBack: (name: string) => void;
}
const maxNames = 50_000;

/** Creates a limit of attempts per name. */
export function createThrottle({ max, minutes, now = Date.now }: Options): Throttle {
  // the option `max` of the cache would allocate memory for all names at once
  const buckets = new LRUCache<string, { left: number; since: number }>({ maxSize: maxNames, sizeCalculation: () => 1 });
  const perMillisecond = max / (minutes * 60_000);
  const leftOf = (name: string): number => {
    const bucket = buckets.get(name);
    return bucket ? Math.min(max, bucket.left + Math.max(0, now() - bucket.since) * perMillisecond) : max;
  };
  const store = (name: string, left: number) => {
    if (left < max) buckets.set(name, { left, since: now() });
    else buckets.delete(name);
  };
  return {
    take: (name) => {
      const left = leftOf(name);
      if (left >= 1) return store(name, left - 1);
      const seconds = Math.max(1, Math.ceil((1 - left) / perMillisecond / 1000));
      const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
      throw new CalcError("too_many_requests", {
        message: `Too many attempts: wait ${wait}, then try again.`,
        headers: { "retry-after": String(seconds) },
      });
    },
    giveBack: (name) => store(name, Math.min(max, leftOf(name) + 1)),
  };
}
