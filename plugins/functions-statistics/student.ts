// Distributions of test statistics: Student's t and F.
import type { Functions } from "formulary";
import { failArgument } from "formulary/functions";
import { freedomOf, scalar } from "./arguments.ts";
import { lnOddsQuantile, oddsDensity } from "./continuous.ts";
import { continuous } from "./distribution.ts";
import { betaShare, type Side, shareOf } from "./incomplete.ts";
import { normalQuantile } from "./normal.ts";
import { gammaHalfStep } from "./stirling.ts";

function tDensity(t: number, v: number): number {
  const top = gammaHalfStep(v / 2) / Math.sqrt(v * Math.PI);
  return top * Math.exp(-((v + 1) / 2) * Math.log1p((t / v) * t));
}

/** Probability of more than |t| on one side. */
function tTail(t: number, v: number): number {
  const square = (t / v) * t;
  if (square === Number.POSITIVE_INFINITY) return 0.5 * betaShare("below", [v / 2, 0.5], v / t / t, 1);
  return betaShare("below", [v / 2, 0.5], 1 / (1 + square), square / (1 + square)) / 2;
}

// The expansion of Cornish and Fisher for many degrees of freedom, the first term of the tail's series for few.
function lnOddsStart(tail: number, v: number): number | undefined {
  const z = -normalQuantile(tail);
  const square = z * z;
  if (square > v || v < 3) return undefined;
  const t = z * (1 + ((square + 1) / 4 + ((5 * square + 16) * square + 3) / (96 * v)) / v);
  return Math.log(v) - 2 * Math.log(t);
}

/** The t with probability p of at most t under Student's distribution. */
export function tQuantile(p: number, v: number): number {
  if (p === 0.5) return 0;
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const tail = Math.min(p, 1 - p);
  // t² / v are the odds of a beta distribution, of which the two tails together hold twice the probability
  const size = Math.sqrt(v) * Math.exp(-lnOddsQuantile(2 * tail, v / 2, 0.5, lnOddsStart(tail, v)) / 2);
  return p < 0.5 ? -size : size;
}

function fShare(side: Side, x: number, [d1, d2]: [number, number]): number {
  if (x <= 0) return shareOf(side, "below", 0);
  const odds = (x * d1) / d2;
  if (odds === Number.POSITIVE_INFINITY) return shareOf(side, "above", 0);
  return betaShare(side, [d1 / 2, d2 / 2], odds / (1 + odds), 1 / (1 + odds));
}

function fDensity(x: number, d1: number, d2: number): number {
  if (x < 0 || x === Number.POSITIVE_INFINITY) return 0;
  if (x === 0) return d1 > 2 ? 0 : d1 === 2 ? 1 : Number.POSITIVE_INFINITY;
  const odds = (x * d1) / d2;
  return odds === Number.POSITIVE_INFINITY ? 0 : oddsDensity(d1 / 2, d2 / 2, odds / (1 + odds), 1 / (1 + odds)) / x;
}

function fQuantile(p: number, d1: number, d2: number): number {
  if (p === 0 || p === 1) return p === 0 ? 0 : Number.POSITIVE_INFINITY;
  return (d2 / d1) * Math.exp(lnOddsQuantile(p, d1 / 2, d2 / 2));
}

/** How many standard errors hold a level of confidence on both sides of 0: of Student's t, or of the normal distribution. */
function criticalValue(level: number, freedom = Number.POSITIVE_INFINITY): number {
  if (!(level > 0 && level < 1)) failArgument("The confidence level", "a number above 0 and below 1, such as 0.95", level);
  const tail = (1 - level) / 2;
  return -(freedom === Number.POSITIVE_INFINITY ? normalQuantile(tail) : tQuantile(tail, freedomOf(freedom)));
}

/** Student's t and the F distribution. */
export const student: Functions = {
  criticalValue: scalar(
    "level freedom?",
    "The two-sided critical value for a level of confidence such as 0.95: of Student's t with a number of degrees of freedom, without one of the normal distribution (z).",
    ["criticalValue(0.95)", 1.959963984540054],
    criticalValue,
  ),
  ...continuous({
    name: "t",
    params: "freedom",
    of: "Student's t distribution with a number of degrees of freedom above 0",
    examples: [
      ["1, 5", 0.2196797973509806],
      ["2, 10", 0.9633059826146299],
      ["2, 10", 0.03669401738537018],
      ["0.975, 10", 2.228138851986274],
    ],
    parameters: (v) => [freedomOf(v!)],
    density: (t, v) => tDensity(t, v!),
    below: (t, v) => (t > 0 ? 1 - tTail(t, v!) : tTail(t, v!)),
    above: (t, v) => (t > 0 ? tTail(t, v!) : 1 - tTail(t, v!)),
    inverse: (p, v) => tQuantile(p, v!),
  }),
  ...continuous({
    name: "f",
    params: "freedom1 freedom2",
    of: "the F distribution with the degrees of freedom of the numerator and the denominator",
    examples: [
      ["1, 5, 10", 0.4954797834866391],
      ["3.325834530413011, 5, 10", 0.95],
      ["3.325834530413011, 5, 10", 0.05],
      ["0.95, 2, 10", 4.102821015130404],
    ],
    parameters: (d1, d2) => [
      freedomOf(d1!, "degrees of freedom of the numerator"),
      freedomOf(d2!, "degrees of freedom of the denominator"),
    ],
    density: (x, d1, d2) => fDensity(x, d1!, d2!),
    below: (x, d1, d2) => fShare("below", x, [d1!, d2!]),
    above: (x, d1, d2) => fShare("above", x, [d1!, d2!]),
    inverse: (p, d1, d2) => fQuantile(p, d1!, d2!),
  }),
};
