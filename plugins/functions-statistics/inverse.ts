// From a probability back to a value.
import type { Side } from "./incomplete.ts";

interface Tail {
  p: number;
  start: number;
  share: (side: Side, u: number) => number;
  /** Density in terms of u. */
  slope: (u: number) => number;
  /** Derivative of the logarithm of that density. */
  bend: (u: number) => number;
}

/** The u with probability p below it: Halley's method on the logarithm of the smaller tail, kept between what is known. */
export function solveTail({ p, start, share, slope, bend }: Tail): number {
  const lower = p <= 0.5;
  const side = lower ? "below" : "above";
  const goal = Math.log(lower ? p : 1 - p);
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let u = start;
  for (let turn = 0; turn < 200; turn++) {
    const tail = share(side, u);
    const miss = Math.log(tail) - goal;
    if (miss === 0) return u;
    const upwards = miss < 0 === lower;
    if (upwards) low = u;
    else high = u;
    // A tail that is 0 in double precision says only where not to go; steps may double from turn to turn.
    const most = 2 ** (turn + 1);
    const size = tail > 0 ? Math.min(most, halley(miss, slope(u) / tail, lower ? bend(u) : -bend(u))) : most;
    const step = u + (upwards ? size : -size);
    const known = Number.isFinite(low) && Number.isFinite(high);
    const next = known && !(tail > 0 && step > low && step < high) ? (low + high) / 2 : step;
    // what a step leaves of the way goes as its third power
    const left = next === step ? size * Math.max(size, Math.abs(miss)) ** 2 : Number.POSITIVE_INFINITY;
    const scale = Math.max(1, Math.abs(u));
    if (left <= 1e-18 * scale || Math.abs(next - u) <= 1e-15 * scale) return next;
    u = next;
  }
  return u;
}

// How far to go where the logarithm of a tail misses by so much; its derivative is the hazard, the next follows from the bend.
function halley(miss: number, hazard: number, bend: number): number {
  const newton = -miss / hazard;
  if (!Number.isFinite(newton)) return Number.POSITIVE_INFINITY;
  const curve = 1 + (newton * (bend - hazard)) / 2;
  return Math.abs(newton) / Math.min(2, Math.max(0.5, curve));
}

interface Count {
  p: number;
  guess: number;
  /** The smallest and the largest number that can occur. */
  bottom?: number;
  top?: number;
  below: (k: number) => number;
  above: (k: number) => number;
}

/** The smallest whole k with probability p or more of at most k, sought outwards from a guess. */
export function smallestCount({ p, guess, bottom = 0, top = Number.POSITIVE_INFINITY, below, above }: Count): number {
  if (p === 0) return bottom;
  if (p === 1) return top;
  // Reached but for binary noise is reached: the median of five fair coins is 2.
  const reached = (k: number) => (p <= 0.5 ? below(k) >= p * (1 - 1e-12) : above(k) <= (1 - p) * (1 + 1e-12) + 1e-17);
  const start = Math.min(top, Math.max(bottom, Math.floor(guess)));
  let [low, high] = [start - 1, start];
  let step = 1;
  if (reached(start)) {
    while (low >= bottom && reached(low)) [low, high, step] = [low - step, low, step * 2];
    low = Math.max(low, bottom - 1);
  } else {
    [low, high] = [start, start + 1];
    while (high < top && !reached(high)) [low, high, step] = [high, high + step, step * 2];
    high = Math.min(high, top);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reached(middle)) high = middle;
    else low = middle;
    if (middle + 1 === middle) break;
  }
  return high;
}

/** Where a rising function crosses 0: an interval is moved until it holds the place, twice as far each time. */
export function crossingNear(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  let [atLow, atHigh] = [f(low), f(high)];
  let width = to - from;
  for (let turn = 0; turn < 40 && atLow > 0; turn++, width *= 2) {
    [low, high, atHigh] = [low - width, low, atLow];
    atLow = f(low);
  }
  for (let turn = 0; turn < 40 && atHigh < 0; turn++, width *= 2) {
    [low, high, atLow] = [high, high + width, atHigh];
    atHigh = f(high);
  }
  return crossing(f, [low, atLow], [high, atHigh]);
}

type Point = [x: number, y: number];
/** Where a rising function crosses 0 between two points, by bisection with inverse quadratic steps (Chandrupatla, Advances in Engineering Software 28, 1997). */
function crossing(f: (x: number) => number, [low, atLow]: Point, [high, atHigh]: Point): number {
  if (atLow === 0 || atHigh === 0) return atLow === 0 ? low : high;
  let [a, b, c] = [high, low, high];
  let [fa, fb, fc] = [atHigh, atLow, 0];
  let share = 0.5;
  for (let turn = 0; turn < 100; turn++) {
    const x = a + share * (b - a);
    const fx = f(x);
    if (fx > 0 === fa > 0) [c, fc] = [a, fa];
    else [c, b, fc, fb] = [b, a, fb, fa];
    [a, fa] = [x, fx];
    const best = Math.abs(fa) < Math.abs(fb) ? a : b;
    const limit = (4e-15 * Math.abs(best) + 1e-300) / Math.abs(b - a);
    if (limit > 0.5 || fx === 0) return best;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    const quadratic = phi * phi < xi && (1 - phi) ** 2 < 1 - xi;
    const wanted = quadratic ? (fa / (fb - fa)) * (fc / (fb - fc)) + (((c - a) / (b - a)) * fa * fb) / ((fc - fa) * (fc - fb)) : 0.5;
    share = Math.min(1 - limit, Math.max(limit, wanted));
  }
  return a;
}
