// The incomplete gamma and beta functions, which keep their digits where parameters are large and where probabilities are tiny.
import { betaFraction, gammaFraction, gammaSeries } from "./fractions.ts";
import { gamma } from "./gamma.ts";
import { smallBetaAbove, smallBetaBelow, smallGammaAbove, smallGammaBelow } from "./incomplete-small.ts";
import { tailIntegral } from "./quadrature.ts";
import { binomialFactor, lnOnePlusLess, poissonFactor } from "./stirling.ts";

/** A probability, or what it lacks to 1: each has digits of its own. */
export type Side = "below" | "above";
/** The share on the side that is asked for, from the share on one side. */
export const shareOf = (side: Side, known: Side, share: number): number => (side === known ? share : Math.max(0, 1 - share));

/** The regularized incomplete gamma functions P(a, x), below, and Q(a, x), above, for a > 0 and x ≥ 0. */
export function gammaShare(side: Side, a: number, x: number): number {
  if (x <= 0) return shareOf(side, "below", 0);
  if (x === Number.POSITIVE_INFINITY) return shareOf(side, "above", 0);
  if (a < 0.5) return side === "below" ? smallGammaBelow(a, x) : smallGammaAbove(a, x);
  if (a < 1e4) {
    const factor = gammaFactor(a, x);
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

// x^a e^-x / Γ(a + 1)
function gammaFactor(a: number, x: number): number {
  const factor = poissonFactor(a, x);
  if (factor > 1e-100 || a > 100) return factor;
  if (x > 1500) return 0;
  // Its logarithm of some hundreds costs a digit, which powers keep; their halves neither overflow nor vanish.
  // Γ(a + 1) as a Γ(a), since a + 1 is rounded.
  const root = x ** (a / 2) * Math.exp(-x / 2);
  return (root / (a * gamma(a))) * root;
}

/** The regularized incomplete beta function I_x(a, b), below, and what it lacks to 1, above; y is 1 - x, given for its digits. */
export function betaShare(side: Side, [a, b]: [number, number], x: number, y = 1 - x): number {
  if (x <= 0) return shareOf(side, "below", 0);
  if (y <= 0) return shareOf(side, "above", 0);
  if (Math.min(a, b) < 0.5) {
    // I_x(a, b) = 1 - I_y(b, a): whichever of x and y is the smaller has all the digits
    if (x > y) return betaShare(side === "below" ? "above" : "below", [b, a], y, x);
    return side === "below" ? smallBetaBelow([a, b], [x, y]) : smallBetaAbove([a, b], [x, y]);
  }
  return x * b > y * a ? shareOf(side, "above", smallShare(b, a, y, x)) : shareOf(side, "below", smallShare(a, b, x, y));
}

/** I_x(a, b) for x at or below the mean. */
function smallShare(a: number, b: number, x: number, y: number): number {
  if (a + b <= 50 && Number.isInteger(a) && Number.isInteger(b)) return binomialTail(a, b, x, y);
  const factor = (a * b * binomialFactor(a, b, x, y)) / (a + b);
  if (Math.min(a, b) < 1e5) return Math.min(1, factor * betaFraction([a, b], [x, y]));
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
