// Distributions of test statistics when the null hypothesis is false, for powers and sample sizes.
import type { Functions } from "formulary";
import { numberWithin } from "formulary/functions";
import { freedomFromOne, freedomOf } from "./arguments.ts";
import { continuous } from "./distribution.ts";
import { betaShare, gammaShare, type Side, shareOf } from "./incomplete.ts";
import { crossingNear } from "./inverse.ts";
import { lnNormalBelow } from "./normal.ts";
import { humpIntegral } from "./quadrature.ts";
import { lnOnePlusLess, poissonFactor } from "./stirling.ts";
import { tQuantile } from "./student.ts";

/** ln of the density of ln s, where s² is a chi-square with v degrees of freedom over v. */
export function lnScaleDensity(u: number, v: number, lnTop: number): number {
  // 2u + 1 - e^2u, which near 0 is a difference of nearly equal numbers
  const fall = Math.abs(u) < 0.2 ? lnOnePlusLess(Math.expm1(2 * u)) : 2 * u - Math.expm1(2 * u);
  return lnTop + (v / 2) * fall;
}
/** Its highest value, as a logarithm. */
export function lnScaleTop(v: number): number {
  return Math.log(v * poissonFactor(v / 2, v / 2));
}

const mostShift = 200;
// Steps that resolve both the spread of s, about 1 / √(2v), and the passage of the normal tail, about 1 / shift: at
// half the width of the hump the sum is exact to the last digits, at 0.6 it is not any more.
const stepFor = (v: number, shift: number) => Math.min(0.09, 0.5 / Math.sqrt(2 * v + shift * shift));

// P(T ≤ t) = E Φ(t s - shift) over the spread s: one integral of a product of a density and a normal probability, all
// positive, so that each tail keeps its own digits (Johnson, Kotz and Balakrishnan, vol. 2, chapter 31).
function noncentralTail(t: number, [v, shift]: [number, number], side: 1 | -1): number {
  const lnTop = lnScaleTop(v);
  const lnF = (u: number) => lnScaleDensity(u, v, lnTop) + lnNormalBelow(side * (t * Math.exp(u) - shift));
  return Math.min(
    1,
    humpIntegral(lnF, { low: -Math.min(20, 40 / Math.sqrt(v)), high: Math.min(6, 40 / Math.sqrt(v)), h: stepFor(v, shift) }),
  );
}

function noncentralQuantile(p: number, v: number, shift: number): number {
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const miss = (t: number) =>
    p <= 0.5 ? Math.log(noncentralTail(t, [v, shift], 1) / p) : Math.log((1 - p) / noncentralTail(t, [v, shift], -1));
  const start = tQuantile(p, v) + shift;
  return crossingNear(miss, start, start + 1 + Math.abs(start) / 4);
}

// A mixture over a Poisson count j with mean λ / 2, summed outwards from the j that weighs most in this tail.
function mixture(lambda: number, heaviest: number, part: (j: number) => number): number {
  const start = Math.max(0, Math.round(heaviest));
  const term = (j: number) => poissonFactor(j, lambda / 2) * part(j);
  const first = term(start);
  let sum = first;
  for (const direction of [-1, 1])
    for (let j = start + direction, before = first; j >= 0 && Math.abs(j - start) < 5000; j += direction) {
      const next = term(j);
      sum += next;
      if (next <= before && next <= 1e-17 * sum) break;
      before = next;
    }
  return Math.min(1, sum);
}
const root = (half: number, product: number) => -half + Math.sqrt(half * half + product);

function chiSquareShare(tailSide: Side, x: number, [v, lambda]: [number, number]): number {
  if (x <= 0) return shareOf(tailSide, "below", 0);
  if (x === Number.POSITIVE_INFINITY) return shareOf(tailSide, "above", 0);
  const heaviest = root(v / 4, (lambda * x) / 4);
  const side = x > v + lambda ? "above" : "below";
  const tail = mixture(lambda, heaviest, (j) => gammaShare(side, v / 2 + j, x / 2));
  return shareOf(tailSide, side, tail);
}

function fShare(tailSide: Side, x: number, [d1, d2, lambda]: [number, number, number]): number {
  const odds = (x * d1) / d2;
  if (x <= 0) return shareOf(tailSide, "below", 0);
  if (odds === Number.POSITIVE_INFINITY) return shareOf(tailSide, "above", 0);
  const [below, above] = [odds / (1 + odds), 1 / (1 + odds)];
  const heaviest = root((d1 - lambda * below) / 4, (lambda * below * (d1 + d2)) / 4);
  const side = x > (d1 + lambda) / d1 ? "above" : "below";
  const tail = mixture(lambda, heaviest, (j) => betaShare(side, [d1 / 2 + j, d2 / 2], below, above));
  return shareOf(tailSide, side, tail);
}

const mostLambda = 10_000;
const lambdaOf = (x: number) => numberWithin(x, "The noncentrality", [0, mostLambda]);
const shiftOf = (x: number) => numberWithin(x, "The noncentrality", [-mostShift, mostShift]);
const mixtureCost = (lambda: number) => 150 + 60 * Math.sqrt(Math.min(mostLambda, lambda));

/** Noncentral t, chi-square and F distributions. */
export const noncentral: Functions = {
  ...continuous({
    name: "noncentralT",
    params: "freedom noncentrality",
    of: `the noncentral t distribution: degrees of freedom (1 or more), and the effect in standard errors (-${mostShift} to ${mostShift})`,
    examples: [
      ["2.228138851986274, 10, 3", 0.228599781405671],
      ["2.228138851986274, 10, 3", 0.7714002185943294],
      ["0.95, 9, 5", 8.893858239292989],
    ],
    parameters: (v, shift) => [freedomFromOne(v!), shiftOf(shift!)],
    below: (t, v, shift) => noncentralTail(t, [v!, shift!], 1),
    above: (t, v, shift) => noncentralTail(t, [v!, shift!], -1),
    inverse: (p, v, shift) => noncentralQuantile(p, v!, shift!),
    searches: 30,
    cost: (v, shift) => 20 + (5 / Math.sqrt(v!) + 10 / v!) / stepFor(Math.min(1e20, v!), Math.min(mostShift, Math.abs(shift!))),
  }),
  ...continuous({
    name: "noncentralChiSquare",
    params: "freedom noncentrality",
    of: `the noncentral chi-square distribution: degrees of freedom, and the sum of squared effects (0 to ${mostLambda})`,
    examples: [
      ["5.991464547107979, 2, 8", 0.2824356596098977],
      ["5.991464547107979, 2, 8", 0.7175643403901021],
    ],
    parameters: (v, lambda) => [freedomOf(v!), lambdaOf(lambda!)],
    below: (x, v, lambda) => chiSquareShare("below", x, [v!, lambda!]),
    above: (x, v, lambda) => chiSquareShare("above", x, [v!, lambda!]),
    cost: (_, lambda) => mixtureCost(lambda!),
  }),
  ...continuous({
    name: "noncentralF",
    params: "freedom1 freedom2 noncentrality",
    of: `the noncentral F distribution: degrees of freedom of numerator and denominator, and the sum of squared effects (0 to ${mostLambda})`,
    examples: [
      ["3, 2, 27, 10", 0.1919298163283747],
      ["3, 2, 27, 10", 0.8080701836716252],
    ],
    parameters: (d1, d2, lambda) => [
      freedomOf(d1!, "degrees of freedom of the numerator"),
      freedomOf(d2!, "degrees of freedom of the denominator"),
      lambdaOf(lambda!),
    ],
    below: (x, d1, d2, lambda) => fShare("below", x, [d1!, d2!, lambda!]),
    above: (x, d1, d2, lambda) => fShare("above", x, [d1!, d2!, lambda!]),
    cost: (_1, _2, lambda) => mixtureCost(lambda!),
  }),
};
