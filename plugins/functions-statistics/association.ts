// Covariances and correlations of two lists, and autocorrelation.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberList, numberLists, toFinite } from "formulary/functions";
import { roundedWhole } from "./arguments.ts";
import { ranksOf } from "./quantiles-and-ranks.ts";
import { byCount } from "./sorting.ts";
import { deviationsOf, dot, isLevel, lengthOf } from "./sums.ts";

/** The cosine between two lists of deviations: 1 where one is a multiple of the other. */
function cosine(xs: number[], ys: number[], name: string): number {
  if (isLevel(xs) || isLevel(ys)) failFormula(`${name} of a list whose values are all the same does not exist.`);
  const unit = (list: number[]) => {
    const deviations = deviationsOf(list);
    const length = lengthOf(deviations);
    return deviations.map((d) => d / length);
  };
  return Math.max(-1, Math.min(1, dot(unit(xs), unit(ys))));
}

function covariance(xs: Value, ys: Value, kind: "sample" | "population"): number {
  const [first, second] = numberLists([xs, ys], kind === "sample" ? "covariance" : "populationCovariance", {
    least: kind === "sample" ? 2 : 1,
  });
  return dot(deviationsOf(first), deviationsOf(second)) / (first.length - (kind === "sample" ? 1 : 0));
}

// W. R. Knight, Journal of the American Statistical Association 61 (1966): pairs out of order are exchanges of a merge
// sort.
function kendallTau(xs: Value, ys: Value): number {
  const [first, second] = numberLists([xs, ys], "kendallTau", { least: 2 });
  const [x, y] = [ranksOf(first, "dense"), ranksOf(second, "dense")];
  const n = x.length;
  const order = x.map((_, at) => at).sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]!);
  const both = order.map((at) => x[at]! * (n + 1) + y[at]!);
  const pairs = (n * (n - 1)) / 2;
  const [tiedX, tiedY, tiedBoth] = [tiedPairs(x), tiedPairs(y), tiedPairs(both)];
  if (tiedX === pairs || tiedY === pairs) failFormula("kendallTau of a list whose values are all the same does not exist.");
  const score = pairs - tiedX - tiedY + tiedBoth - 2 * exchanges(order.map((at) => y[at]!));
  return Math.max(-1, Math.min(1, score / Math.sqrt(pairs - tiedX) / Math.sqrt(pairs - tiedY)));
}

function tiedPairs(values: number[]): number {
  const sizes = new Map<number, number>();
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/** The number of pairs in falling order, by a merge sort from the bottom up. */
function exchanges(values: number[]): number {
  let [from, to] = [values, new Array<number>(values.length)];
  let count = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, values.length), Math.min(start + 2 * width, values.length)];
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const fromLeft = left < middle && (right >= end || from[left]! <= from[right]!);
        if (!fromLeft) count += middle - left;
        to[at] = fromLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return count;
}

function autocorrelation(list: Value, lag: Value): number {
  const xs = numberList(list, "autocorrelation", { least: 2 });
  const steps = roundedWhole(toFinite(lag, "autocorrelation"), "The lag of autocorrelation", [0, xs.length - 1]);
  if (isLevel(xs)) failFormula("autocorrelation of values that are all the same does not exist.");
  const deviations = deviationsOf(xs);
  const length = lengthOf(deviations);
  const units = deviations.map((d) => d / length);
  return steps === 0 ? 1 : dot(units.slice(0, -steps), units.slice(steps));
}

/** Covariances and correlations. */
export const associations: Functions = {
  covariance: entry(
    "xs ys",
    "The covariance of a sample of pairs (divided by n - 1).",
    ["covariance([1, 2, 3], [2, 4, 6])", 2],
    "contraction",
    (xs: Value, ys: Value) => covariance(xs, ys, "sample"),
  ),
  populationCovariance: entry(
    "xs ys",
    "The covariance of a whole population of pairs (divided by n).",
    ["populationCovariance([1, 3], [2, 6])", 2],
    "contraction",
    (xs: Value, ys: Value) => covariance(xs, ys, "population"),
  ),
  correlation: entry(
    "xs ys",
    "Pearson's correlation of pairs, from -1 to 1; the values of each list must not all be the same.",
    ["correlation([1, 2, 3], [2, 4, 6])", 1],
    "count",
    (xs: Value, ys: Value) => cosine(...numberLists([xs, ys], "correlation", { least: 2 }), "correlation"),
  ),
  rankCorrelation: {
    ...entry(
      "xs ys",
      "Spearman's rank correlation of pairs, from -1 to 1; equal values share their mean rank.",
      ["rankCorrelation([1, 2, 3, 4], [1, 4, 9, 8])", 0.8],
      "count",
      (xs: Value, ys: Value) => {
        const [first, second] = numberLists([xs, ys], "rankCorrelation", { least: 2 });
        return cosine(ranksOf(first), ranksOf(second), "rankCorrelation");
      },
    ),
    cost: byCount,
  },
  kendallTau: {
    ...entry(
      "xs ys",
      "Kendall's rank correlation of pairs with a correction for ties (tau-b), from -1 to 1.",
      ["kendallTau([1, 2, 3, 4], [1, 3, 2, 4])", 0.6666666666666666],
      "count",
      kendallTau,
    ),
    cost: byCount,
  },
  autocorrelation: entry(
    "list lag",
    "The correlation of a list with itself, shifted by a number of positions, with the mean and variance of the whole list.",
    ["autocorrelation([1, 2, 3, 4], 1)", 0.25],
    "count",
    autocorrelation,
  ),
};
