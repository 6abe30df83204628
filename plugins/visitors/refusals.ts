// Refusals cost work and count for no allowance: so many of them in a row are answered, by key and by address, then 429.
import { CalcError } from "formulary";
import { createBuckets } from "./buckets.ts";

export interface RefusalOptions {
  /** Refusals that a key or an address may have in a minute; people never come near. */
  perMinute?: number;
  now?: () => number;
}
export interface Refusals {
  /** Throws 429 where one of the names has had too many. */
  check: (names: () => string[]) => void;
  count: (names: string[]) => void;
}

/** Counts refusals by name. */
export function createRefusals({ perMinute = 300, now }: RefusalOptions): Refusals {
  const buckets = createBuckets({ size: perMinute, seconds: 60, ...(now && { now }) });
  if (perMinute === Number.POSITIVE_INFINITY) return { check: () => {}, count: () => {} };
  return {
    check: (names) => {
      // nearly always nobody was refused lately, and nothing needs to be looked up
      if (buckets.isEmpty()) return;
      const seconds = Math.max(...names().map((name) => buckets.wait(name)));
      if (seconds === 0) return;
      throw new CalcError("too_many_requests", {
        message: `More than ${perMinute} requests of a minute were refused: wait ${seconds} s, and correct what the answers name.`,
        headers: { "retry-after": String(seconds) },
      });
    },
    count: (names) => {
      for (const name of names) buckets.take(name);
    },
  };
}
