// Continuous distributions of numbers from 0, or from 0 to 1: gamma, chi-square, exponential, Weibull, beta.
import type { Functions } from "formulary";
import { failFormula, positive } from "formulary/functions";
import { continuous } from "./distribution.ts";
import { betaShare, gammaShare } from "./incomplete.ts";
import { solveTail } from "./inverse.ts";
import { normalQuantile } from "./normal.ts";
import { binomialFactor, poissonFactor } from "./stirling.ts";

// At its end a density is 0, finite or infinite, where the power of the distance is above, at or below 0.
const atEnd = (power: number, value: number): number => (power > 0 ? 0 : power === 0 ? value : Number.POSITIVE_INFINITY);

/** Density of the gamma distribution of scale 1. */
function gammaDensity(x: number, a: number): number {
  if (x < 0 || x === Number.POSITIVE_INFINITY) return 0;
  if (x === 0) return atEnd(a - 1, 1);
  return (a * poissonFactor(a, x)) / x;
}

// Wilson and Hilferty (PNAS 17, 1931); far down, where that is inaccurate, the first term of the series.
function lnGammaStart(p: number, a: number): number {
  const root = 1 - 1 / (9 * a) + normalQuantile(p) / (3 * Math.sqrt(a));
  if (root > 0.5) return Math.log(a) + 3 * Math.log(root);
  return Math.log(a) - 1 + (Math.log(p) - Math.log(poissonFactor(a, a))) / a;
}

/** The x with P(a, x) = p. */
export function gammaQuantile(p: number, a: number): number {
  if (p === 0 || p === 1) return p === 0 ? 0 : Number.POSITIVE_INFINITY;
  return Math.exp(
    solveTail({
      p,
      start: lnGammaStart(p, a),
      share: (side, u) => gammaShare(side, a, Math.exp(u)),
      slope: (u) => a * poissonFactor(a, Math.exp(u)),
      bend: (u) => a - Math.exp(u),
    }),
  );
}

/** Density of the beta distribution; y is 1 - x, as an argument of its own for its digits. */
function betaDensity(x: number, a: number, b: number, y = 1 - x): number {
  if (x < 0 || y < 0) return 0;
  if (x === 0) return atEnd(a - 1, b);
  if (y === 0) return atEnd(b - 1, a);
  return oddsDensity(a, b, x, y) / (x * y);
}

/** x^a y^b / B(a, b): the density of the beta distribution in terms of ln(x / y). */
export function oddsDensity(a: number, b: number, x: number, y: number): number {
  return (a / (a + b)) * b * binomialFactor(a, b, x, y);
}

// The start of the search for ln odds: Carter's approximation (Biometrika 34, 1947), or the first term of the series
// for the tail of a small shape.
function lnOddsStart(p: number, a: number, b: number): number {
  if (Math.min(a, b) >= 1) {
    const [perA, perB] = [1 / (2 * a - 1), 1 / (2 * b - 1)];
    const z = -normalQuantile(p);
    const h = 2 / (perA + perB);
    const spread = (z * z - 3) / 6;
    return Math.log(a / b) - 2 * ((z * Math.sqrt(Math.max(0, h + spread))) / h - (perB - perA) * (spread + 5 / 6 - 2 / (3 * h)));
  }
  const [x, y] = [a / (a + b), b / (a + b)];
  const lnBeta = a * Math.log(x) + b * Math.log(y) - Math.log(oddsDensity(a, b, x, y));
  const fromBelow = (Math.log(p) + Math.log(a) + lnBeta) / a;
  const fromAbove = -(Math.log1p(-p) + Math.log(b) + lnBeta) / b;
  return fromBelow < Math.log(a / b) ? fromBelow : Math.max(fromAbove, Math.log(a / b));
}

/** The odds x / (1 - x) with I_x(a, b) = p, as a logarithm. */
export function lnOddsQuantile(p: number, a: number, b: number, start = lnOddsStart(p, a, b)): number {
  const split = (u: number) =>
    u < 0 ? [Math.exp(u) / (1 + Math.exp(u)), 1 / (1 + Math.exp(u))] : [1 / (1 + Math.exp(-u)), Math.exp(-u) / (1 + Math.exp(-u))];
  return solveTail({
    p,
    start,
    share: (side, u) => {
      const [x, y] = split(u) as [number, number];
      return betaShare(side, [a, b], x, y);
    },
    slope: (u) => {
      const [x, y] = split(u) as [number, number];
      return oddsDensity(a, b, x, y);
    },
    bend: (u) => {
      const [x, y] = split(u) as [number, number];
      return a * y - b * x;
    },
  });
}

function betaQuantile(p: number, a: number, b: number): number {
  if (p === 0 || p === 1) return p;
  return 1 / (1 + Math.exp(-lnOddsQuantile(p, a, b)));
}

const shape = (a: number, what: string) => positive(a, `The shape of ${what}`);
const scale = (s: number, what: string) => positive(s, `The scale of ${what}`);
const freedom = (v: number) => positive(v, "The number of degrees of freedom");
const weibull = (x: number, k: number, s: number) => (x > 0 ? (x / s) ** k : 0);

/** Gamma, chi-square, exponential, Weibull and beta distributions. */
export const positiveDistributions: Functions = {
  ...continuous({
    name: "gamma",
    params: "shape scale?",
    of: "the gamma distribution with a shape and a scale (1), whose mean is their product",
    examples: [
      ["3, 2", 0.14936120510359183],
      ["3, 2", 0.8008517265285442],
      ["30, 2, 3", 0.0004993992273873325],
      ["0.5, 2, 3", 5.035040970049984],
    ],
    parameters: (a, s = 1) => [shape(a!, "a gamma distribution"), scale(s, "a gamma distribution")],
    density: (x, a, s) => gammaDensity(x / s!, a!) / s!,
    below: (x, a, s) => gammaShare("below", a!, x / s!),
    above: (x, a, s) => gammaShare("above", a!, x / s!),
    inverse: (p, a, s) => s! * gammaQuantile(p, a!),
  }),
  ...continuous({
    name: "chiSquare",
    params: "freedom",
    of: "the chi-square distribution with a number of degrees of freedom",
    examples: [
      ["2, 3", 0.2075537487102974],
      ["3.841458820694124, 1", 0.95],
      ["50, 5", 1.3857973367009573e-9],
      ["0.95, 10", 18.307038053275146],
    ],
    parameters: (v) => [freedom(v!)],
    density: (x, v) => gammaDensity(x / 2, v! / 2) / 2,
    below: (x, v) => gammaShare("below", v! / 2, x / 2),
    above: (x, v) => gammaShare("above", v! / 2, x / 2),
    inverse: (p, v) => 2 * gammaQuantile(p, v! / 2),
  }),
  ...continuous({
    name: "exponential",
    params: "rate?",
    of: "the exponential distribution with a rate (1), whose mean is 1 / rate",
    examples: [
      ["2, 0.5", 0.18393972058572117],
      ["2, 0.5", 0.6321205588285577],
      ["2, 0.5", 0.36787944117144233],
      ["0.5, 0.5", 1.3862943611198906],
    ],
    parameters: (rate = 1) => [positive(rate, "The rate of an exponential distribution")],
    density: (x, rate) => (x < 0 ? 0 : rate! * Math.exp(-rate! * x)),
    below: (x, rate) => (x > 0 ? -Math.expm1(-rate! * x) : 0),
    above: (x, rate) => (x > 0 ? Math.exp(-rate! * x) : 1),
    inverse: (p, rate) => -Math.log1p(-p) / rate!,
  }),
  ...continuous({
    name: "weibull",
    params: "shape scale?",
    of: "the Weibull distribution with a shape and a scale (1; 63.2 % lie below the scale)",
    examples: [
      ["1, 2, 2", 0.3894003915357024],
      ["2, 3, 2", 0.6321205588285577],
      ["4, 2, 2", 0.01831563888873418],
      ["0.5, 2, 2", 1.6651092223153954],
    ],
    parameters: (k, s = 1) => [shape(k!, "a Weibull distribution"), scale(s, "a Weibull distribution")],
    density: (x, k, s) => {
      if (x < 0 || x === Number.POSITIVE_INFINITY) return 0;
      if (x === 0) return atEnd(k! - 1, 1 / s!);
      const power = weibull(x, k!, s!);
      return power === Number.POSITIVE_INFINITY ? 0 : (k! / x) * power * Math.exp(-power);
    },
    below: (x, k, s) => -Math.expm1(-weibull(x, k!, s!)) + 0,
    above: (x, k, s) => Math.exp(-weibull(x, k!, s!)),
    inverse: (p, k, s) => s! * (-Math.log1p(-p)) ** (1 / k!) + 0,
  }),
  ...continuous({
    name: "beta",
    params: "a b",
    of: "the beta distribution with the shapes a and b, whose mean is a / (a + b)",
    examples: [
      ["0.4, 2, 3", 1.728],
      ["0.4, 2, 3", 0.5248],
      ["0.4, 2, 3", 0.4752],
      ["0.5, 2, 3", 0.38572756813238945],
    ],
    parameters: (a, b) =>
      Number.isFinite(a! + b!)
        ? [shape(a!, "a beta distribution"), shape(b!, "a beta distribution")]
        : failFormula("The shapes of a beta distribution must be finite."),
    density: (x, a, b) => betaDensity(x, a!, b!),
    below: (x, a, b) => betaShare("below", [a!, b!], x),
    above: (x, a, b) => betaShare("above", [a!, b!], x),
    inverse: (p, a, b) => betaQuantile(p, a!, b!),
  }),
};
