/** What a part may spend, of the whole run's minutes. */
export interface Budget {
  minutes: number;
  milliseconds: number;
  /** Where every random choice of the run comes from. */
  seed: number;
}
/** What a part measured, and every promise it saw broken. */
export interface Measured {
  numbers: Record<string, string | number>;
  broken: string[];
}
export interface Part {
  name: string;
  promise: string;
  /** Its share of the run's time, beside the others'. */
  weight: number;
  run: (budget: Budget) => Promise<Measured>;
}

export const pause = (milliseconds: number): Promise<void> => new Promise((next) => setTimeout(next, milliseconds));

/** How much later than asked for timers ring, all in all: what a machine that is busy with others takes from everybody. */
export function lateness(): { since: (moment: number) => number; stop: () => void } {
  const late: { at: number; by: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    if (at - last > 40) late.push({ at, by: at - last - 20 });
    last = at;
  }, 20);
  return {
    since: (moment) => late.filter(({ at }) => at > moment).reduce((sum, { by }) => sum + by, 0),
    stop: () => clearInterval(timer),
  };
}
/** A deterministic source of numbers from 0 to 1, so that a failure can be repeated from its seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The value below which so many of a hundred lie. */
export function percentile(values: number[], of: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0;
}

/** At most so many of a kind of complaint, with how many more there were. */
export function few(complaints: string[], most = 5): string[] {
  return complaints.length <= most ? complaints : [...complaints.slice(0, most), `… and ${complaints.length - most} more`];
}
