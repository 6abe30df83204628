// Averages of a list: means of several kinds, the median, the most frequent values.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberList, numberLists, sumOf, toList } from "formulary/functions";
import { byCount, groupsOf, middleOf, sortedOf } from "./sorting.ts";
import { meanOf } from "./sums.ts";

function weightedMean(values: Value, weights: Value): number {
  const [xs, all] = numberLists([values, weights], "weightedMean", { least: 1 });
  if (all.some((w) => w < 0)) failFormula("weightedMean needs weights of 0 or more.");
  // relative to the largest, so that no weight underflows
  const largest = Math.max(...all);
  if (largest === 0) failFormula("weightedMean needs a weight that is not 0.");
  const ws = all.map((w) => w / largest);
  return sumOf(xs.map((x, at) => x * ws[at]!)) / sumOf(ws);
}

function geometricMean(list: Value): number {
  const xs = numberList(list, "geometricMean");
  if (xs.some((x) => x < 0)) failFormula("geometricMean needs numbers of 0 or more.");
  if (xs.includes(0)) return 0;
  const rough = Math.exp(meanOf(xs.map(Math.log)));
  // again relative to the first result, where logarithms are small and exact
  return rough * Math.exp(meanOf(xs.map((x) => Math.log(x / rough))));
}

function harmonicMean(list: Value): number {
  const xs = numberList(list, "harmonicMean");
  if (xs.some((x) => x < 0)) failFormula("harmonicMean needs numbers of 0 or more.");
  const least = Math.min(...xs);
  return least === 0 ? 0 : (least * xs.length) / sumOf(xs.map((x) => least / x));
}

function trimmedMean(list: Value, share: Value): number {
  const xs = numberList(list, "trimmedMean");
  if (typeof share !== "number" || !(share >= 0 && share < 0.5))
    return failFormula(`trimmedMean needs the share to leave out at each end, from 0 to less than 0.5, and got ${String(share)}.`);
  // 0.29 of 100 is 29, though the product is a little less in binary
  const cut = Math.floor(xs.length * share + 1e-9);
  return meanOf(sortedOf(xs).slice(cut, xs.length - cut));
}

function modes(list: Value): Value[] {
  const groups = groupsOf(toList(list, "modes"), "modes");
  const most = Math.max(1, ...groups.map(({ size }) => size));
  return most === 1 ? [] : groups.filter(({ size }) => size === most).map(({ value }) => value);
}

/** Averages of a list. */
export const averages: Functions = {
  weightedMean: entry(
    "values weights",
    "The mean of values with weights of 0 or more, not all of them 0.",
    ["weightedMean([1, 4], [2, 1])", 2],
    "element",
    weightedMean,
  ),
  geometricMean: entry(
    "list",
    "The geometric mean: the n-th root of the product of n numbers of 0 or more.",
    ["geometricMean([2, 8])", 4],
    "element",
    geometricMean,
  ),
  harmonicMean: entry(
    "list",
    "The harmonic mean: the reciprocal of the mean of reciprocals of numbers of 0 or more; 0 where one is 0.",
    ["harmonicMean([2, 6])", 3],
    "element",
    harmonicMean,
  ),
  trimmedMean: {
    ...entry(
      "list share",
      "The mean without a share (0 to below 0.5) of the values at each end, rounded down to whole values.",
      ["trimmedMean([1, 2, 3, 90], 0.25)", 2.5],
      "element",
      trimmedMean,
    ),
    cost: byCount,
  },
  median: {
    ...entry(
      "list",
      "The middle of a list in order, or the mean of the two values in the middle.",
      ["median([3, 1, 2, 4])", 2.5],
      "element",
      (list: Value) => middleOf(sortedOf(numberList(list, "median"))),
    ),
    cost: byCount,
  },
  modes: {
    ...entry(
      "list",
      "The most frequent values (numbers or texts) in rising order; an empty list where none occurs twice. Numbers within 1e-12 of each other are the same.",
      ["modes([3, 1, 3, 2, 2])", [2, 3]],
      "keep",
      modes,
    ),
    cost: byCount,
  },
};
