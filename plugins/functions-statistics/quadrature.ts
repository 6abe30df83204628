// Integrals of smooth positive functions: Gauss-Legendre panels for a falling tail, the trapezoidal rule for a hump.

/** Nodes and weights of the 16-point Gauss-Legendre rule on 0 to 1: zeros of P₁₆ by Newton's method. */
const gauss: readonly (readonly [node: number, weight: number])[] = Array.from({ length: 16 }, (_, at) => {
  let x = Math.cos((Math.PI * (at + 0.75)) / 16.5);
  let slope = 1;
  for (let turn = 0; turn < 8; turn++) {
    let [before, value] = [1, x];
    for (let n = 2; n <= 16; n++) [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
    slope = (16 * (x * value - before)) / (x * x - 1);
    x -= value / slope;
  }
  return [(1 - x) / 2, 1 / ((1 - x * x) * slope * slope)] as const;
});

/** The mean of f from 0 to the end of a short stretch. */
export function meanTo(end: number, f: (u: number) => number): number {
  let sum = 0;
  for (const [node, weight] of gauss) sum += weight * f(end * node);
  return sum;
}

/** ∫ of f from 0 on, where f starts at 1 and falls on a scale of `width`; `end` is where it stops at the latest. */
export function tailIntegral(f: (u: number) => number, width: number, end = Number.POSITIVE_INFINITY): number {
  let total = 0;
  for (let panel = 0; panel < 60; panel++) {
    const from = 4 * width * panel;
    const long = Math.min(4 * width, end - from);
    if (long <= 0) break;
    let sum = 0;
    for (const [node, weight] of gauss) sum += weight * f(from + long * node);
    total += sum * long;
    if (sum * long < 1e-18 * total) break;
  }
  return total;
}

const mostPoints = 40_000;

// At most 80,000 points.
/** ∫ over the whole line of exp(ln f), a hump that is highest between low and high, in steps of h. */
export function humpIntegral(lnF: (u: number) => number, { low, high, h }: { low: number; high: number; h: number }): number {
  const top = peak(lnF, low, high);
  const height = lnF(top);
  if (height === Number.NEGATIVE_INFINITY) return 0;
  let sum = 1;
  for (const direction of [-1, 1])
    for (let at = 1; at < mostPoints; at++) {
      const term = Math.exp(lnF(top + direction * at * h) - height);
      sum += term;
      // beyond the range of numbers there is nothing to add up
      if (!(term >= 1e-17 * sum) || sum === Number.POSITIVE_INFINITY) break;
    }
  return sum * h * Math.exp(height);
}

// Near where a function with one hill is highest: uphill from 0 in 32nds of the way, then golden section about the
// best. Summation goes out from there to both sides, so it need not be exact.
function peak(f: (u: number) => number, from: number, to: number): number {
  const step = (to - from) / 32;
  const best = from + step * highestOf((at) => f(from + at * step), Math.min(32, Math.max(0, Math.round(-from / step))));
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [best - step, best + step];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [atLeft, atRight] = [f(left), f(right)];
  for (let turn = 0; turn < 4; turn++) {
    if (atLeft > atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - ratio * (high - low);
      atLeft = f(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + ratio * (high - low);
      atRight = f(right);
    }
  }
  return atLeft > atRight ? left : right;
}

// The highest of places 0 to 32: uphill from one where there is a slope to feel, or looked for in all of them.
function highestOf(f: (at: number) => number, start: number): number {
  let [best, height] = [start, f(start)];
  if (height === Number.NEGATIVE_INFINITY) {
    for (let at = 0; at <= 32; at++) {
      const value = f(at);
      if (value > height) [best, height] = [at, value];
    }
    return best;
  }
  for (const direction of [-1, 1])
    for (let at = best + direction; at >= 0 && at <= 32; at += direction) {
      const value = f(at);
      if (value <= height) break;
      [best, height] = [at, value];
    }
  return best;
}
