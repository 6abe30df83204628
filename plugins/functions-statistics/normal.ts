// The normal distribution, the lognormal that comes from it, and the uniform.
import type { Functions } from "formulary";
import { failFormula, positive, toFinite } from "formulary/functions";
import { chebyshevPieces } from "./chebyshev.ts";
import { continuous } from "./distribution.ts";
import { erfc, erfcInverse } from "./error-function.ts";

/** Density of the standard normal distribution. */
export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Probability of at most z under the standard normal distribution. */
export function normalBelow(z: number): number {
  return erfc(-z * Math.SQRT1_2) / 2;
}

// Integrals of the noncentral t need thousands of these.
const lnMiddle = chebyshevPieces((z) => (z > 6 ? Math.log1p(-normalBelow(-z)) : Math.log(normalBelow(z))), 1 / 4, 11);

/** Its logarithm, also where the probability is below the smallest double. */
export function lnNormalBelow(z: number): number {
  if (z > -36) return z > 9 ? 0 : z > -8 ? lnMiddle(z) : Math.log(normalBelow(z));
  // NIST DLMF 7.12.1
  const y = 1 / (z * z);
  return (-z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) + Math.log1p(-y * (1 - y * (3 - y * (15 - y * 105))));
}

/** The z with probability p of at most z under the standard normal distribution. */
export function normalQuantile(p: number): number {
  return p <= 0.5 ? -Math.SQRT2 * erfcInverse(2 * p) + 0 : Math.SQRT2 * erfcInverse(2 * (1 - p));
}

const deviation = (x: number, what: string) => positive(x, `The standard deviation of ${what}`);
const lnOf = (x: number): number => (x > 0 ? Math.log(x) : Number.NEGATIVE_INFINITY);
const ofUniform = (x: number, low: number, high: number) => Math.min(1, Math.max(0, (x - low) / (high - low)));

/** Normal, lognormal and uniform distributions. */
export const normal: Functions = {
  ...continuous({
    name: "normal",
    params: "mean? deviation?",
    of: "the normal distribution with a mean (0) and a standard deviation (1)",
    examples: [
      ["1", 0.24197072451914337],
      ["1.96", 0.9750021048517795],
      ["130, 100, 15", 0.02275013194817921],
      ["0.975", 1.959963984540054],
    ],
    parameters: (mean = 0, sd = 1) => [toFinite(mean, "The mean"), deviation(sd, "a normal distribution")],
    density: (x, mean, sd) => normalDensity((x - mean!) / sd!) / sd!,
    below: (x, mean, sd) => normalBelow((x - mean!) / sd!),
    above: (x, mean, sd) => normalBelow((mean! - x) / sd!),
    inverse: (p, mean, sd) => mean! + sd! * normalQuantile(p),
  }),
  ...continuous({
    name: "lognormal",
    params: "logMean? logDeviation?",
    of: "the lognormal distribution, where ln(x) is normal with a mean (0) and a standard deviation (1)",
    examples: [
      ["2, 0, 0.5", 0.15261382604754578],
      ["2, 0, 0.5", 0.9171714809983016],
      ["10, 1, 0.25", 9.42472494630946e-8],
      ["0.9, 0, 0.5", 1.8979527073347104],
    ],
    parameters: (mean = 0, sd = 1) => [toFinite(mean, "The mean of the logarithm"), deviation(sd, "the logarithm")],
    density: (x, mean, sd) => (x > 0 && Number.isFinite(x) ? normalDensity((Math.log(x) - mean!) / sd!) / (sd! * x) : 0),
    below: (x, mean, sd) => normalBelow((lnOf(x) - mean!) / sd!),
    above: (x, mean, sd) => normalBelow((mean! - lnOf(x)) / sd!),
    inverse: (p, mean, sd) => Math.exp(mean! + sd! * normalQuantile(p)),
  }),
  ...continuous({
    name: "uniform",
    params: "low? high?",
    of: "the uniform distribution from low (0) to high (1)",
    examples: [
      ["3, 2, 6", 0.25],
      ["3, 2, 6", 0.25],
      ["3, 2, 6", 0.75],
      ["0.1, 2, 6", 2.4],
    ],
    parameters: (low = 0, high = 1) =>
      high > low && Number.isFinite(high - low)
        ? [low, high]
        : failFormula(`A uniform distribution from ${low} to ${high} does not exist.`),
    density: (x, low, high) => (x >= low! && x <= high! ? 1 / (high! - low!) : 0),
    below: (x, low, high) => ofUniform(x, low!, high!),
    above: (x, low, high) => ofUniform(-x, -high!, -low!),
    inverse: (p, low, high) => low! + p * (high! - low!),
  }),
};
