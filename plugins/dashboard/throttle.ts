// Limits attempts by name: by account, by network address. An attempt is counted before it is checked, so that many at once
// cannot pass, and is given back when it was right.
import { CalcError } from "formulary";
import { createBuckets } from "../visitors/index.ts";

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

/** Creates a limit of attempts per name. */
export function createThrottle({ max, minutes, now = Date.now }: Options): Throttle {
  const { take, giveBack } = createBuckets({ size: max, seconds: minutes * 60, most: 50_000, now });
  return {
    take: (name) => {
      const seconds = take(name);
      if (seconds === 0) return;
      const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
      throw new CalcError("too_many_requests", {
        message: `Too many attempts: wait ${wait}, then try again.`,
        headers: { "retry-after": String(seconds) },
      });
    },
    giveBack: (name) => giveBack(name),
  };
}
