// Kolmogorov's distribution: the greatest gap between the distribution of a sample and the true one.
import type { Functions } from "formulary";
import { continuous } from "./distribution.ts";
import { crossingNear } from "./inverse.ts";

// Two series for one function (Kolmogorov 1933; the second by the theta function's transformation), each where it is
// quick.
function gapBelow(x: number): number {
  if (x <= 0) return 0;
  if (x > 1) return 1 - gapAbove(x);
  let sum = 0;
  for (let odd = 1; odd < 12; odd += 2) sum += Math.exp((-odd * odd * Math.PI * Math.PI) / (8 * x * x));
  return (Math.sqrt(2 * Math.PI) / x) * sum;
}

function gapAbove(x: number): number {
  if (x <= 1) return 1 - gapBelow(x);
  let sum = 0;
  for (let k = 1; k < 8; k++) sum += (k % 2 ? 2 : -2) * Math.exp(-2 * k * k * x * x);
  return sum;
}

function gapQuantile(p: number): number {
  if (p === 0 || p === 1) return p === 0 ? 0 : Number.POSITIVE_INFINITY;
  return crossingNear((x) => (p <= 0.5 ? Math.log(gapBelow(x) / p) : Math.log((1 - p) / gapAbove(x))), 0.5, 2);
}

/** Kolmogorov distribution. */
export const kolmogorov: Functions = {
  ...continuous({
    name: "kolmogorov",
    params: "",
    of: "Kolmogorov's limiting distribution, of √n times the greatest gap between the distribution of a sample and the true one",
    examples: [
      ["1", 0.7300003283226455],
      ["1.358", 0.05002679733444698],
      ["0.95", 1.3580986393225505],
    ],
    parameters: () => [],
    below: gapBelow,
    above: gapAbove,
    inverse: gapQuantile,
  }),
};
