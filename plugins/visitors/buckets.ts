// Limits how often something may happen, by name: by address, by account, by key. Counted in this process: n servers together
// allow n times as many.
import { LRUCache } from "lru-cache";

interface BucketOptions {
  /** The tokens of a full bucket: so many may be taken at once. */
  size: number;
  /** The time in which an empty bucket fills, evenly. */
  seconds: number;
  /** How many buckets are kept; beyond, the one that was used least recently counts as full again. */
  most?: number;
  /** A clock in milliseconds. */
  now?: () => number;
}
/** A token bucket for each name, full at first. */
export interface Buckets {
  /** Takes tokens and gives 0; where too few are left it takes none, and gives the seconds until there are enough. */
  take: (name: string, count?: number) => number;
  /** The seconds until a token is there; 0 where there is one. */
  wait: (name: string) => number;
  /** Whether every bucket is full. */
  isEmpty: () => boolean;
  /** Gives tokens back. */
  giveBack: (name: string, count?: number) => void;
}

/** Creates buckets of one size. */
export function createBuckets({ size, seconds, most = 10_000, now = () => performance.now() }: BucketOptions): Buckets {
  // the option `max` of the cache would allocate memory for all names at once
  const buckets = new LRUCache<string, { left: number; since: number }>({ maxSize: most, sizeCalculation: () => 1 });
  const leftOf = (name: string): number => {
    const bucket = buckets.get(name);
    if (!bucket) return size;
    const elapsed = Math.max(0, now() - bucket.since) / 1000;
    return Math.min(size, bucket.left + (elapsed * size) / seconds);
  };
  const store = (name: string, left: number): void => {
    if (left < size) buckets.set(name, { left, since: now() });
    else buckets.delete(name);
  };
  const secondsUntil = (count: number, left: number) => (left < count ? Math.max(1, Math.ceil(((count - left) * seconds) / size)) : 0);
  return {
    wait: (name) => secondsUntil(1, leftOf(name)),
    isEmpty: () => buckets.size === 0,
    take: (name, count = 1) => {
      const left = leftOf(name);
      if (left < count) return secondsUntil(count, left);
      store(name, left - count);
      return 0;
    },
    giveBack: (name, count = 1) => store(name, leftOf(name) + count),
  };
}
