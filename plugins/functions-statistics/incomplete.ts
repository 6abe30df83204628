// The incomplete gamma and beta functions: libraries lose digits where their parameters are large, these do not.
import { createRequire } from "node:module";
import type betainc from "@stdlib/math-base-special-betainc";
import type gammainc from "@stdlib/math-base-special-gammainc";
import { tailIntegral } from "./quadrature.ts";
import { binomialFactor, lnOnePlusLess, poissonFactor } from "./stirling.ts";

// two hundred small files that a start need not wait for
const load = createRequire(import.meta.url);
let beta: typeof betainc | undefined;
let gamma: typeof gammainc | undefined;
const stdlibBetainc = () => (beta ??= load("@stdlib/math-base-special-betainc") as typeof betainc);
const stdlibGammainc = () => (gamma ??= load("@stdlib/math-base-special-gammainc") as typeof gammainc);

/** A probability, or what it lacks to 1: each has digits of its own. */
export type Side = "below" | "above";
/** The share on the side that is asked for, from the share on one side. */
export const shareOf = (side: Side, known: Side, share: number): number => (side === known ? share : Math.max(0, 1 - share));

/** The regularized incomplete gamma functions P(a, x), below, and Q(a, x), above, for a > 0 and x ≥ 0. */
export function gammaShare(side: Side, a: number, x: number): number {
  if (x <= 0) return shareOf(side, "below", 0);
  if (x === Number.POSITIVE_INFINITY) return shareOf(side, "above", 0);
  if (a < 0.5) return stdlibGammainc()(x, a, true, side === "above");
  if (a < 1e4) {
    const factor = poissonFactor(a, x);
    // a logarithm of some hundreds costs a digit, which the library's powers keep
    if (factor < 1e-100 && a < 100) return stdlibGammainc()(x, a, true, side === "above");
    return x < a + 1 ? shareOf(side, "below", factor * gammaSeries(a, x)) : shareOf(side, "above", a * factor * gammaFraction(a, x));
  }
  // The tail beyond x in units of the density there: its logarithm falls as (a - 1) ln(1 ± u / x) ∓ u.
  const way = x < a ? -1 : 1;
  const slope = (way * (a - 1 - x)) / x;
  const width = 1 / (Math.abs(slope) + Math.sqrt(a - 1) / x);
  const fall = (u: number) => Math.exp((a - 1) * lnOnePlusLess((way * u) / x) + slope * u);
  const tail = (poissonFactor(a, x) * a * tailIntegral(fall, width, way < 0 ? x : undefined)) / x;
  return shareOf(side, way < 0 ? "below" : "above", Math.min(1, tail));
}

// NIST DLMF 8.7.1, in units of x^a e^-x / Γ(a + 1).
function gammaSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

// NIST DLMF 8.9.2 contracted, in units of x^a e^-x / Γ(a), from the front (Lentz).
function gammaFraction(a: number, x: number): number {
  let below = x + 1 - a;
  let d = 1 / below;
  let c = Number.POSITIVE_INFINITY;
  let value = d;
  for (let n = 1; n < 5000; n++) {
    const above = n * (a - n);
    below += 2;
    d = 1 / (below + above * d);
    c = below + above / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 2e-16) break;
  }
  return value;
}

/** The regularized incomplete beta function I_x(a, b), below, and what it lacks to 1, above; y is 1 - x, given for its digits. */
export function betaShare(side: Side, [a, b]: [number, number], x: number, y = 1 - x): number {
  if (x <= 0) return shareOf(side, "below", 0);
  if (y <= 0) return shareOf(side, "above", 0);
  // whichever of x and y is the smaller has all the digits
  if (Math.min(a, b) < 0.5)
    return x <= y ? stdlibBetainc()(x, a, b, true, side === "above") : stdlibBetainc()(y, b, a, true, side === "below");
  return x * b > y * a ? shareOf(side, "above", smallShare(b, a, y, x)) : shareOf(side, "below", smallShare(a, b, x, y));
}

/** I_x(a, b) for x at or below the mean. */
function smallShare(a: number, b: number, x: number, y: number): number {
  if (a + b <= 50 && Number.isInteger(a) && Number.isInteger(b)) return binomialTail(a, b, x, y);
  const factor = (a * b * binomialFactor(a, b, x, y)) / (a + b);
  if (Math.min(a, b) < 1e5) return Math.min(1, factor * continuedFraction(a, b, x, y));
  const slope = (a - 1) / x - (b - 1) / y;
  const width = 1 / (Math.abs(slope) + Math.sqrt((a - 1) / (x * x) + (b - 1) / (y * y)));
  const fall = (u: number) => Math.exp((a - 1) * lnOnePlusLess(-u / x) + (b - 1) * lnOnePlusLess(u / y) - slope * u);
  return Math.min(1, (factor / (x * y)) * tailIntegral(fall, width, x));
}

// The tail of a binomial distribution from a on, term by term: where numbers are round, so is the sum.
function binomialTail(a: number, b: number, x: number, y: number): number {
  const n = a + b - 1;
  let ways = 1;
  for (let at = 1; at < b; at++) ways = (ways * (a + at)) / at;
  let term = ways * x ** a * y ** (b - 1);
  let sum = term;
  for (let at = a; at < n && term > 1e-17 * sum; at++) {
    term *= ((n - at) * x) / ((at + 1) * y);
    sum += term;
  }
  return sum;
}

// betainc 0.2 is wrong in the sixth digit for some a and b of some hundreds, and takes four times as long.
// DiDonato and Morris, ACM Transactions on Mathematical Software 18 (1992), equation 9: some tens of terms where one
// parameter is small, and no differences of nearly equal numbers, since it knows y as well as x. From the front (Lentz).
function continuedFraction(a: number, b: number, x: number, y: number): number {
  const lambda = a * y - b * x;
  const term = (n: number) => n + (n * (b - n) * x) / (a + 2 * n - 1) + ((a + n) * (lambda + 1 + n * (1 + y))) / (a + 2 * n + 1);
  let value = (a * (lambda + 1)) / (a + 1);
  let c = value;
  let d = 0;
  for (let n = 1; n < 5000; n++) {
    const above = ((a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x) / (a + 2 * n - 1) ** 2;
    const below = term(n);
    d = 1 / (below + above * d);
    c = below + above / c;
    value *= c * d;
    if (above === 0 || Math.abs(c * d - 1) < 2e-16) break;
  }
  return 1 / value;
}
