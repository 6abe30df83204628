// Statistics: descriptions of lists, associations and fits, special functions, and distributions with both tails and
// inverses. Computed by methods of the literature, which stand at each function.
import type { FunctionEntry, Functions } from "formulary";
import { definePlugin } from "formulary/functions";
import { associations } from "./association.ts";
import { averages } from "./averages.ts";
import { positiveDistributions } from "./continuous.ts";
import { counts } from "./discrete.ts";
import { fits } from "./fits.ts";
import { kolmogorov } from "./kolmogorov.ts";
import { noncentral } from "./noncentral.ts";
import { normal } from "./normal.ts";
import { orders } from "./quantiles-and-ranks.ts";
import { rankTests } from "./rank-tests.ts";
import { special } from "./special.ts";
import { spreads } from "./spread.ts";
import { student } from "./student.ts";
import { studentizedRange } from "./studentized-range.ts";

export { gamma, lnGamma } from "./gamma.ts";
export { meanTo } from "./quadrature.ts";

// Sums and searches take longest for numbers above 10,000.
/** The cost of a call by its name: with ordinary numbers, and with one above 10,000. */
const work: [name: RegExp, ordinary: number, large: number][] = [
  [/^negativeBinomialInverse$/, 150, 32_000],
  [/^(gamma|chiSquare)Inverse$/, 350, 9000],
  [/^((beta|f|t)Inverse|criticalValue)$/, 100, 400],
  [/^(binomial|poisson|kolmogorov)Inverse$/, 40, 60],
  [/^regularized|^(gamma|chiSquare|beta|f|t|poisson|binomial|negativeBinomial)(Cdf|Sf)$/, 10, 350],
  [/^beta$/, 2, 2],
];
/** The same functions with the cost of one call, which counts for every element of a list. */
function priced(functions: Functions): Functions {
  const price = (name: string, entry: FunctionEntry): FunctionEntry => {
    const [, ordinary, large] = work.find(([form]) => form.test(name)) ?? [];
    if (entry.cost || ordinary === undefined || large === undefined) return entry;
    return { ...entry, cost: (...values: number[]) => (values.some((value) => Math.abs(value) > 1e4) ? large : ordinary) };
  };
  return Object.fromEntries(Object.entries(functions).map(([name, entry]) => [name, price(name, entry)]));
}

/** Functions of statistics. */
export default () =>
  definePlugin({
    name: "functions-statistics",
    functions: priced({
      ...averages,
      ...orders,
      ...spreads,
      ...associations,
      ...fits,
      ...special,
      ...normal,
      ...positiveDistributions,
      ...student,
      ...counts,
      ...noncentral,
      ...rankTests,
      ...studentizedRange,
      ...kolmogorov,
    }),
  });
