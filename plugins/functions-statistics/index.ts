// Statistics: descriptions of lists, associations and fits, special functions, and distributions with both tails and
// inverses. Computed by methods of the literature, which stand at each function.
import type { FunctionEntry, Functions, Value } from "formulary";
import { definePlugin, isList, sizeOf } from "formulary/functions";
import { associations } from "./association.ts";
import { averages } from "./averages.ts";
import { positiveDistributions } from "./continuous.ts";
import { counts } from "./discrete.ts";
import { fits } from "./fits.ts";
import { goodnessOfFit } from "./goodness-of-fit.ts";
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
  [/^negativeBinomialInverse$/, 700, 50_000],
  [/^(gamma|chiSquare)Inverse$/, 500, 12_000],
  [/^((beta|f|t)Inverse|criticalValue)$/, 800, 1500],
  [/^(binomial|poisson|kolmogorov)Inverse$/, 250, 300],
  [/^regularized|^(gamma|chiSquare|beta|f|t|poisson|binomial|negativeBinomial)(Cdf|Sf)$/, 50, 600],
  [/^(beta|digamma)$/, 20, 20],
  [/^((normal|lognormal|erf|erfc)Inverse|hypergeometricPmf|kolmogorov(Cdf|Sf))$/, 10, 10],
  [/^(gamma|lnGamma|lnBeta)$|(Pdf|Pmf)$/, 5, 10],
  [/^(erfc?|(normal|lognormal|weibull|exponential|uniform|geometric)(Cdf|Sf|Inverse))$/, 4, 4],
];
/** What is computed from lists reads each element several times. */
const elements = (...lists: Value[]): number => lists.reduce<number>((sum, list) => sum + (isList(list) ? sizeOf(list) : 0), 0);
/** The same functions with the cost of one call, which counts for every element of a list. */
function priced(functions: Functions): Functions {
  const price = (name: string, entry: FunctionEntry): FunctionEntry => {
    const [, ordinary, large] = work.find(([form]) => form.test(name)) ?? [];
    if (entry.cost || ordinary === undefined || large === undefined) return entry.cost || entry.each ? entry : { ...entry, cost: elements };
    if (large === ordinary) return { ...entry, cost: ordinary };
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
      ...goodnessOfFit,
    }),
  });
