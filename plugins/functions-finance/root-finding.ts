// Safe root finding: one root between two signs, and every root of a sum of exponentials, as rates of return need it.

// T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145-149.
/** Where f is 0 between two arguments at which it has opposite signs, to the last bits. */
export function rootBetween(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let [fa, fb] = [f(a), f(b)];
  let [c, fc] = [a, fa];
  let part = 0.5;
  for (let turn = 0; turn < 200; turn++) {
    const x = a + part * (b - a);
    const fx = f(x);
    if (fx > 0 === fa > 0) [c, fc] = [a, fa];
    else [c, fc, b, fb] = [b, fb, a, fa];
    [a, fa] = [x, fx];
    const best = Math.abs(fa) < Math.abs(fb) ? a : b;
    const tolerance = Number.EPSILON * Math.abs(best) + 1e-300;
    const limit = tolerance / Math.abs(b - a);
    if (limit > 0.5 || fa === 0) return best;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    const inverse = phi ** 2 < xi && (1 - phi) ** 2 < 1 - xi;
    part = inverse ? (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb)) : 0.5;
    part = Math.min(1 - limit, Math.max(limit, part));
  }
  return a;
}

/** Where a monotone f is 0, searched outwards from 0 up to a limit; undefined where f keeps its sign. */
export function rootOfMonotone(f: (x: number) => number, limit: number): number | undefined {
  const atZero = f(0);
  if (atZero === 0) return 0;
  for (let reach = 0.125; reach <= limit; reach *= 2)
    for (const end of [reach, -reach]) {
      const value = f(end);
      if (value === 0) return end;
      if (value > 0 !== atZero > 0) return rootBetween(f, 0, end);
    }
  return undefined;
}

/** A sum of amounts[k] * exp(-times[k] * u), with rising times and no amount 0. */
export interface Exponentials {
  times: number[];
  amounts: number[];
}

// Measured from the end that outweighs the others, so that no term overflows; the sign is the same.
function terms({ times, amounts }: Exponentials, u: number): { sum: number; size: number } {
  const from = u >= 0 ? times[0]! : times.at(-1)!;
  let [sum, size] = [0, 0];
  for (const [k, amount] of amounts.entries()) {
    const term = amount * Math.exp(-(times[k]! - from) * u);
    sum += term;
    size += Math.abs(term);
  }
  return { sum, size };
}

/** How often the amounts change their sign. */
export const signChanges = (amounts: number[]): number =>
  amounts.filter((amount) => amount !== 0).filter((amount, k, all) => k > 0 && amount > 0 !== all[k - 1]! > 0).length;

// The sum times exp(t u), with t between two terms of opposite signs, has a derivative with one change of sign less;
// its roots separate where the product rises from where it falls: Rolle's proof of Descartes' rule (Pólya and Szegő,
// part V).
/** Every real root, rising; a double root once. */
export function rootsOf(sum: Exponentials): number[] {
  const { times, amounts } = sum;
  const changes = signChanges(amounts);
  if (changes === 0) return [];
  const turning = changes === 1 ? [] : rootsOf(derivative(sum, Math.floor(changes / 2)));
  const [low, high] = [-bound(times.map((t) => -t).reverse(), [...amounts].reverse()), bound(times, amounts)];
  const points = [low, ...turning.filter((u) => u > low && u < high), high];
  const signs = points.map((u, k) =>
    k === 0 ? Math.sign(amounts.at(-1)!) : k === points.length - 1 ? Math.sign(amounts[0]!) : signAt(sum, u),
  );
  const roots: number[] = [];
  for (const [k, u] of points.entries()) {
    if (signs[k] === 0) roots.push(u);
    else if (k > 0 && signs[k]! * signs[k - 1]! < 0) roots.push(rootBetween((x) => terms(sum, x).sum, points[k - 1]!, u));
  }
  return roots;
}

// A value within rounding errors at a turning point is 0: a double root.
function signAt(sum: Exponentials, u: number): number {
  const { sum: value, size } = terms(sum, u);
  return Math.abs(value) <= 1e-13 * size ? 0 : Math.sign(value);
}

function derivative({ times, amounts }: Exponentials, skip: number): Exponentials {
  const at = amounts.flatMap((amount, k) => (k > 0 && amount > 0 !== amounts[k - 1]! > 0 ? [k] : []))[skip]!;
  const middle = (times[at]! + times[at - 1]!) / 2;
  const next = amounts.map((amount, k) => amount * (middle - times[k]!));
  const largest = next.reduce((most, amount) => Math.max(most, Math.abs(amount)), 0);
  return { times, amounts: next.map((amount) => amount / largest) };
}

/** From here on the first amount outweighs all others together. */
function bound(times: number[], amounts: number[]): number {
  const others = amounts.slice(1).reduce((sum, amount) => sum + Math.abs(amount), 0);
  return Math.max(0, Math.log(others / Math.abs(amounts[0]!)) / (times[1]! - times[0]!)) + 1;
}
