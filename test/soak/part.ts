/** How long a part may run, and how long the whole soak. */
export interface Budget {
  minutes: number;
  milliseconds: number;
  /** Where every random choice of the run comes from. */
  seed: number;
}
/** What a part measured, and a sentence for every promise that was broken. */
export interface PartResult {
  numbers: Record<string, string | number>;
  failures: string[];
}
export interface Part {
  name: string;
  promise: string;
  /** Its share of the run's time, in proportion to the weights of the other parts. */
  weight: number;
  run: (budget: Budget) => Promise<PartResult>;
}

/** Measures how late timers are, in sum: the milliseconds that other programs of the machine take from this one. */
export function measureDelays(): { since: (moment: number) => number; stop: () => void } {
  const delays: { at: number; by: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    if (at - last > 40) delays.push({ at, by: at - last - 20 });
    last = at;
  }, 20);
  return {
    since: (moment) => delays.filter(({ at }) => at > moment).reduce((sum, { by }) => sum + by, 0),
    stop: () => clearInterval(timer),
  };
}
/** A deterministic generator of numbers from 0 to 1, so that a failure can be repeated with its seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The value below which a percentage of the values lie. */
export function percentile(values: number[], percentage: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percentage) / 100))] ?? 0;
}

/** The first failures, and how many more there are. */
export function firstFailures(failures: string[], most = 5): string[] {
  return failures.length <= most ? failures : [...failures.slice(0, most), `… and ${failures.length - most} more`];
}
