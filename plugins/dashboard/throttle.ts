// How often somebody may be wrong: by account, by address. An attempt is taken before it is judged, so that many at once cannot
// slip through, and given back when it was right. Kept in this process: with n servers the limits are n times as wide.

import { CalcError } from "formulary";
import { LRUCache } from "lru-cache";

interface Options {
  /** Attempts at once, and in so many minutes. */
  most: number;
  minutes: number;
  now?: () => number;
}
export interface Throttle {
  /** Takes one attempt; throws 429 with the seconds to wait. */
  take: (name: string) => void;
  /** Gives the last attempt back. */
  forgive: (name: string) => void;
}
const mostKept = 50_000;

/** A limit per name. */
export function createThrottle({ most, minutes, now = Date.now }: Options): Throttle {
  // `max` would take the place of all of them at once
  const known = new LRUCache<string, { left: number; since: number }>({ maxSize: mostKept, sizeCalculation: () => 1 });
  const perMillisecond = most / (minutes * 60_000);
  const leftOf = (name: string): number => {
    const before = known.get(name);
    return before ? Math.min(most, before.left + Math.max(0, now() - before.since) * perMillisecond) : most;
  };
  const keep = (name: string, left: number) => {
    if (left < most) known.set(name, { left, since: now() });
    else known.delete(name);
  };
  return {
    take: (name) => {
      const left = leftOf(name);
      if (left >= 1) return keep(name, left - 1);
      const seconds = Math.max(1, Math.ceil((1 - left) / perMillisecond / 1000));
      const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
      throw new CalcError("too_many_requests", {
        message: `Too many attempts: wait ${wait}, then try again.`,
        headers: { "retry-after": String(seconds) },
      });
    },
    forgive: (name) => keep(name, Math.min(most, leftOf(name) + 1)),
  };
}
