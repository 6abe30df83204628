// Functions of the order of values: quantiles, quartiles, ranks, frequencies, histograms.
import type { Functions, Value } from "formulary";
import { entry, failFormula, nearly, numberList, probability, toFinite, toList, toText } from "formulary/functions";
import { roundedWhole } from "./arguments.ts";
import { byCount, groupsOf, middleOf, sortedOf } from "./sorting.ts";

/** Ranks from 1; `ties` is the rule for equal values. */
export function ranksOf(numbers: readonly number[], ties = "mean"): number[] {
  const ranks = new Array<number>(numbers.length);
  const rule = Object.hasOwn(tieRules, ties)
    ? tieRules[ties as keyof typeof tieRules]
    : failFormula(`ranks knows no way "${ties}" with ties: write one of ${Object.keys(tieRules).join(", ")}.`);
  let before = 0;
  for (const [group, { size, at }] of groupsOf(numbers as Value[], "ranks").entries()) {
    for (const [own, position] of [...at].sort((a, b) => a - b).entries()) ranks[position] = rule({ before, size, group, own });
    before += size;
  }
  return ranks;
}

interface Tie {
  before: number;
  size: number;
  group: number;
  own: number;
}
const tieRules = {
  mean: ({ before, size }: Tie) => before + (size + 1) / 2,
  lowest: ({ before }: Tie) => before + 1,
  highest: ({ before, size }: Tie) => before + size,
  dense: ({ group }: Tie) => group + 1,
  inTurn: ({ before, own }: Tie) => before + own + 1,
};

// Sample quantiles 1 to 9: Hyndman and Fan, The American Statistician 50 (1996). From 4 on, the value at position
// a + p (n + 1 - a - b), with a straight line between neighbours.
const positions: [a: number, b: number][] = [
  [0, 1],
  [0.5, 0.5],
  [0, 0],
  [1, 1],
  [1 / 3, 1 / 3],
  [3 / 8, 3 / 8],
];
const noise = 1e-10;

/** The quantile of a sorted list by one of the nine methods. */
function quantileOf(sorted: readonly number[], p: number, method: number): number {
  const n = sorted.length;
  const pick = (rank: number) => sorted[Math.min(n, Math.max(1, rank)) - 1]!;
  if (method > 3) {
    const [a, b] = positions[method - 4]!;
    const position = a + p * (n + 1 - a - b);
    const whole = Math.floor(position + noise);
    const part = position - whole < noise ? 0 : position - whole;
    const [low, high] = [pick(whole), pick(whole + 1)];
    return part === 0 || low === high ? low : low * (1 - part) + high * part;
  }
  const position = n * p - (method === 3 ? 0.5 : 0);
  const whole = Math.floor(position + noise);
  const exact = position - whole < noise;
  if (method === 2 && exact) return middleOf([pick(whole), pick(whole + 1)]);
  const stays = method === 1 ? exact : method === 3 ? exact && whole % 2 === 0 : false;
  return pick(stays ? whole : whole + 1);
}

function quantile(list: Value, p: Value, method: Value = 7): number {
  const chosen = roundedWhole(toFinite(method, "quantile"), "The method of a quantile", [1, 9]);
  return quantileOf(sortedOf(numberList(list, "quantile")), probability(toFinite(p, "quantile"), "p of a quantile"), chosen);
}

// The first and third quartile of schools, spreadsheets and box plots.
const quartileMethods: Record<string, (sorted: number[]) => [first: number, third: number]> = {
  inclusive: (sorted) => [quantileOf(sorted, 0.25, 7), quantileOf(sorted, 0.75, 7)],
  exclusive: (sorted) => [quantileOf(sorted, 0.25, 6), quantileOf(sorted, 0.75, 6)],
  halves: (sorted) => {
    if (sorted.length < 2) failFormula('quartiles by "halves" needs at least 2 values and got 1.');
    return halves(sorted, Math.floor(sorted.length / 2));
  },
  hinges: (sorted) => halves(sorted, Math.ceil(sorted.length / 2)),
};
const halves = (sorted: number[], size: number): [number, number] => [middleOf(sorted.slice(0, size)), middleOf(sorted.slice(-size))];

function quartiles(list: Value, method: Value = "inclusive"): number[] {
  const sorted = sortedOf(numberList(list, "quartiles"));
  if (typeof method !== "string" || !Object.hasOwn(quartileMethods, method))
    return failFormula(`quartiles knows no method ${JSON.stringify(method)}: write one of ${Object.keys(quartileMethods).join(", ")}.`);
  const [first, third] = quartileMethods[method]!(sorted);
  return [first, middleOf(sorted), third];
}

function histogramCounts(list: Value, edges: Value): number[] {
  const [values, limits] = [numberList(list, "histogramCounts", { least: 0 }), numberList(edges, "histogramCounts", { least: 2 })];
  if (limits.some((limit, at) => at > 0 && !(limit > limits[at - 1]!))) failFormula("histogramCounts needs edges in rising order.");
  const counts = new Array<number>(limits.length - 1).fill(0);
  for (const x of values) {
    let [low, high] = [0, limits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle]! <= x || nearly(limits[middle]!, x)) low = middle + 1;
      else high = middle;
    }
    const last = low === limits.length && nearly(limits.at(-1)!, x) ? 1 : 0;
    if (low > 0 && low - last < limits.length) counts[low - 1 - last]!++;
  }
  return counts;
}

/** Orders, quantiles, ranks and counts of a list. */
export const orders: Functions = {
  quantile: {
    ...entry(
      "list p method?",
      "The value below which the share p (0 to 1) of a list lies, by method 1 to 9 of Hyndman and Fan. The default is 7 (spreadsheets, NumPy, R); 6 is that of Minitab and SPSS.",
      ["quantile([1, 2, 3, 4], 0.25)", 1.75],
      "element",
      quantile,
    ),
    cost: byCount,
  },
  quartiles: {
    ...entry(
      "list method?",
      'First quartile, median, third quartile. Methods: "inclusive" (QUARTILE.INC, default), "exclusive" (QUARTILE.EXC), "halves" (medians of the halves without the middle value: schools, TI-83), "hinges" (with it: Tukey).',
      ['quartiles([1, 2, 3, 4, 5, 6, 7], "halves")', [2, 4, 6]],
      "keep",
      quartiles,
    ),
    cost: byCount,
  },
  ranks: {
    ...entry(
      "list ties?",
      'Ranks from 1 for the smallest. Equal values have their mean rank, or with "lowest" (1 2 2 4), "highest" (1 3 3 4), "dense" (1 2 2 3) or "inTurn" (1 2 3 4) another rank.',
      ["ranks([10, 30, 10])", [1.5, 3, 1.5]],
      "countList",
      (list: Value, ties: Value = "mean") => ranksOf(numberList(list, "ranks"), toText(ties, "ranks")),
    ),
    cost: byCount,
  },
  frequencies: {
    ...entry(
      "list",
      "How often each distinct value (number or text) occurs, in rising order of the values. The sum of f ^ 3 - f over it corrects rank tests for ties.",
      ["frequencies([3, 1, 3, 2, 3])", [1, 1, 3]],
      "countList",
      (list: Value) => groupsOf(toList(list, "frequencies"), "frequencies").map(({ size }) => size),
    ),
    cost: byCount,
  },
  histogramCounts: {
    ...entry(
      "list edges",
      "How many values lie between neighbouring edges; a value on an edge counts above it, on the last edge below it. Values outside are not counted.",
      ["histogramCounts([1, 2, 2, 5], [0, 2, 4, 5])", [1, 2, 1]],
      "countList",
      histogramCounts,
    ),
    cost: byCount,
  },
};
