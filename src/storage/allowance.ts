// Days of allowances: UTC, and never going back while the process runs.
import { emptyRecord } from "../language/values.ts";
import type { Usage } from "./area.ts";

/** How many days of use are remembered. */
export const rememberedDays = 40;

/** A clock of UTC days that never goes back, even if the system clock does. */
export function createDays({ now = Date.now, daySeconds = 86_400 }: { now?: () => number; daySeconds?: number } = {}): () => {
  day: number;
  now: number;
  resets: number;
} {
  let latest = 0;
  return () => {
    const time = now();
    latest = Math.max(latest, Math.floor(time / (daySeconds * 1000)));
    return { day: latest, now: time, resets: (latest + 1) * daySeconds * 1000 };
  };
}

/** All units of one day, of every caller. */
export function unitsOf(usage: Usage, day: number): number {
  let sum = 0;
  for (const units of Object.values(usage[day] ?? {})) sum += units;
  return sum;
}

/** Counts one unit more or less; forgets days long past. */
export function count(usage: Usage, { day, by }: { day: number; by: string }, units: 1 | -1): void {
  if (!usage[day]) {
    usage[day] = emptyRecord();
    for (const each of Object.keys(usage)) if (Number(each) < day - rememberedDays) delete usage[Number(each)];
  }
  usage[day][by] = Math.max(0, (usage[day][by] ?? 0) + units);
}
