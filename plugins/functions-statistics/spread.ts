// Spread and shape of a list: variances, deviations, skewness, kurtosis.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberList, sumOf } from "formulary/functions";
import { byCount, middleOf, sortedOf } from "./sorting.ts";
import { deviationsOf, dot, lengthOf } from "./sums.ts";

const least = { sample: 2, population: 1 } as const;
type Kind = keyof typeof least;

function variance(list: Value, kind: Kind): number {
  const xs = numberList(list, kind === "sample" ? "variance" : "populationVariance", { least: least[kind] });
  const deviations = deviationsOf(xs);
  return dot(deviations, deviations) / (xs.length - (kind === "sample" ? 1 : 0));
}

function standardDeviation(list: Value, kind: Kind): number {
  const xs = numberList(list, kind === "sample" ? "standardDeviation" : "populationStandardDeviation", { least: least[kind] });
  return lengthOf(deviationsOf(xs)) / Math.sqrt(xs.length - (kind === "sample" ? 1 : 0));
}

/** The mean of the n-th powers of deviations over the standard deviation of the population. */
function moment(list: Value, power: 3 | 4, { name, fewest }: { name: string; fewest: number }): { n: number; moment: number } {
  const xs = numberList(list, name, { least: fewest });
  const deviations = deviationsOf(xs);
  const unit = lengthOf(deviations) / Math.sqrt(xs.length);
  if (unit === 0) failFormula(`${name} of values that are all the same does not exist.`);
  return { n: xs.length, moment: sumOf(deviations.map((d) => (d / unit) ** power)) / xs.length };
}

// Joanes and Gill, The Statistician 47 (1998): g1, G1, g2, G2.
function skewness(list: Value): number {
  const { n, moment: g1 } = moment(list, 3, { name: "skewness", fewest: 3 });
  return (g1 * Math.sqrt(n * (n - 1))) / (n - 2);
}
function kurtosis(list: Value): number {
  const { n, moment: fourth } = moment(list, 4, { name: "kurtosis", fewest: 4 });
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (fourth - 3) + 6);
}

function medianAbsoluteDeviation(list: Value): number {
  const xs = numberList(list, "medianAbsoluteDeviation");
  const middle = middleOf(sortedOf(xs));
  return middleOf(sortedOf(xs.map((x) => Math.abs(x - middle))));
}

/** Spread and shape of a list. */
export const spreads: Functions = {
  variance: entry("list", "The variance of a sample (divided by n - 1).", ["variance([1, 2, 3])", 1], "squared", (list: Value) =>
    variance(list, "sample"),
  ),
  populationVariance: entry(
    "list",
    "The variance of a whole population (divided by n).",
    ["populationVariance([1, 3])", 1],
    "squared",
    (list: Value) => variance(list, "population"),
  ),
  standardDeviation: entry(
    "list",
    "The standard deviation of a sample (n - 1 under the root).",
    ["standardDeviation([1, 2, 3])", 1],
    "element",
    (list: Value) => standardDeviation(list, "sample"),
  ),
  populationStandardDeviation: entry(
    "list",
    "The standard deviation of a whole population (n under the root).",
    ["populationStandardDeviation([2, 4, 4, 4, 5, 5, 7, 9])", 2],
    "element",
    (list: Value) => standardDeviation(list, "population"),
  ),
  medianAbsoluteDeviation: {
    ...entry(
      "list",
      "The median of distances from the median, without a factor; 1.4826 times it estimates the standard deviation of normal values.",
      ["medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9])", 1],
      "element",
      medianAbsoluteDeviation,
    ),
    cost: byCount,
  },
  skewness: entry(
    "list",
    "The skewness of a sample of 3 or more, adjusted for its size (G1, as spreadsheets, SPSS and SAS give it).",
    ["skewness([1, 2, 6])", 1.4578629673213046],
    "count",
    skewness,
  ),
  populationSkewness: entry(
    "list",
    "The skewness of a whole population (g1): the mean cube of standardized values.",
    ["populationSkewness([1, 2, 6])", 0.5951700641394974],
    "count",
    (list: Value) => moment(list, 3, { name: "populationSkewness", fewest: 2 }).moment,
  ),
  kurtosis: entry(
    "list",
    "The excess kurtosis of a sample of 4 or more, adjusted for its size (G2, as spreadsheets, SPSS and SAS give it); about 0 for normal values.",
    ["kurtosis([1, 2, 3, 4])", -1.2],
    "count",
    kurtosis,
  ),
  populationKurtosis: entry(
    "list",
    "The excess kurtosis of a whole population (g2): the mean fourth power of standardized values, less 3.",
    ["populationKurtosis([1, 2, 3, 4])", -1.36],
    "count",
    (list: Value) => moment(list, 4, { name: "populationKurtosis", fewest: 2 }).moment - 3,
  ),
};
