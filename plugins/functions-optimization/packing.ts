// Knapsacks and bins.
import type { Functions, Value } from "formulary";
import { entry, failFormula, listOf, numberList, numberLists, wholeNumber } from "formulary/functions";

const mostItems = 30;
const mostUnits = 20_000;

/** Weights and a capacity as whole numbers of the smallest decimal place that any of them has. */
function inUnits(weights: number[], capacity: number, called: string): { units: number[]; room: number } {
  for (let scale = 1; scale <= 1e6; scale *= 10) {
    if (![...weights, capacity].every((x) => Math.abs(Math.round(x * scale) - x * scale) < 1e-9 * Math.max(1, x * scale))) continue;
    const room = Math.round(capacity * scale);
    if (room > mostUnits) failFormula(`${called} takes a capacity of up to ${mostUnits} of the smallest decimal place; round the weights.`);
    return { units: weights.map((x) => Math.round(x * scale)), room };
  }
  return failFormula(`${called} takes weights with up to six decimal places.`);
}

/** How many of each item give the largest value: dynamic programming over the capacity, item by item. */
function knapsack(values: Value, weights: Value, capacity: Value, copies?: Value): number[] {
  const [worth, heavy] = numberLists([values, weights], "knapsack", { most: mostItems });
  const [room] = numberList([capacity], "knapsack") as [number];
  const most =
    copies === undefined
      ? worth.map(() => 1)
      : listOf(copies, "knapsack").map((each) => wholeNumber(each, "A number of copies", [0, 1000]));
  if (most.length !== worth.length) failFormula(`knapsack needs a number of copies for each of ${worth.length} items.`);
  if (heavy.some((weight) => weight <= 0) || room < 0) failFormula("knapsack needs weights above 0 and a capacity from 0.");
  const { units, room: all } = inUnits(heavy, room, "knapsack");
  // so many copies as one piece: 1, 2, 4, … and the rest make every number of them
  const pieces = most.flatMap((copiesOf, item) =>
    splitCount(Math.min(copiesOf, Math.floor(all / units[item]!))).map((count) => ({ item, count })),
  );
  const best = new Float64Array(all + 1);
  const taken = pieces.map(({ item, count }) => {
    const [unit, value] = [count * units[item]!, count * worth[item]!];
    const isTaken = new Uint8Array(all + 1);
    for (let load = all; load >= unit; load--)
      if (best[load - unit]! + value > best[load]!) [best[load], isTaken[load]] = [best[load - unit]! + value, 1];
    return isTaken;
  });
  const chosen = new Array<number>(units.length).fill(0);
  let load = all;
  for (const [at, { item, count }] of [...pieces.entries()].reverse()) {
    if (taken[at]![load] === 0) continue;
    chosen[item]! += count;
    load -= count * units[item]!;
  }
  return chosen;
}

function splitCount(count: number): number[] {
  const parts: number[] = [];
  for (let part = 1; count > 0; part *= 2) {
    parts.push(Math.min(part, count));
    count -= parts.at(-1)!;
  }
  return parts;
}

const methods = ["next fit", "first fit", "best fit", "first fit decreasing", "best fit decreasing", "exact"] as const;
type Method = (typeof methods)[number];
const mostExact = 15;

/** The bin (from 0) of each size. */
function packBins(sizes: Value, capacity: Value, method: Value = "first fit decreasing"): number[] {
  const items = numberList(sizes, "packBins", { least: 1, most: 200 });
  const [room] = numberList([capacity], "packBins") as [number];
  const chosen =
    methods.find((each) => each === method) ?? failFormula(`packBins takes the methods ${methods.map((each) => `"${each}"`).join(", ")}.`);
  const largest = Math.max(...items);
  if (items.some((size) => size <= 0) || largest > room) failFormula("packBins needs sizes above 0 that fit into a bin.");
  // a sum in another order still fits
  const limit = room * (1 + 1e-12);
  if (chosen === "exact" && items.length > mostExact) failFormula(`packBins is exact for up to ${mostExact} items.`);
  const order = [...items.keys()];
  if (/decreasing|exact/.test(chosen)) order.sort((a, b) => items[b]! - items[a]! || a - b);
  const quick = place(items, order, limit, chosen);
  return chosen === "exact" ? fewest(items, order, limit, quick) : quick;
}

function place(items: number[], order: number[], limit: number, method: Method): number[] {
  const loads: number[] = [];
  const bins = new Array<number>(items.length).fill(0);
  for (const item of order) {
    const size = items[item]!;
    const fits = loads.flatMap((load, bin) => (load + size <= limit && (method !== "next fit" || bin === loads.length - 1) ? [bin] : []));
    const fullest = () => fits.reduce((a, b) => (loads[b]! > loads[a]! ? b : a));
    const bin = fits.length === 0 ? loads.length : method.startsWith("best") ? fullest() : fits[0]!;
    loads[bin] = (loads[bin] ?? 0) + size;
    bins[item] = bin;
  }
  return bins;
}

/** The fewest bins, by trying every place for each item from the largest, where it can still be better than the best so far. */
function fewest(items: number[], order: number[], limit: number, quick: number[]): number[] {
  let best = quick;
  let count = Math.max(...quick) + 1;
  const bound = Math.ceil(items.reduce((a, b) => a + b, 0) / limit - 1e-9);
  const bins = new Array<number>(items.length).fill(0);
  let left = mostTries;
  const fill = (at: number, loads: number[]): void => {
    if (count === bound || loads.length >= count) return;
    if (left-- <= 0) failFormula("packBins: these sizes have too many arrangements for the exact method.");
    if (at === order.length) {
      best = [...bins];
      count = loads.length;
      return;
    }
    const item = order[at]!;
    const tried = new Set<number>();
    for (let bin = 0; bin <= loads.length; bin++) {
      const load = loads[bin] ?? 0;
      // bins with one load are the same choice
      if (load + items[item]! > limit || tried.has(load)) continue;
      tried.add(load);
      bins[item] = bin;
      fill(at + 1, bin === loads.length ? [...loads, items[item]!] : loads.with(bin, load + items[item]!));
    }
  };
  fill(0, []);
  return best;
}
const mostTries = 50_000;

const count = (list: Value) => (Array.isArray(list) ? list.length : 1);
/** The functions of knapsacks and bins. */
export const packingFunctions: Functions = {
  knapsack: {
    ...entry(
      "values weights capacity copies?",
      "How many of each item give the largest value within a capacity: one of each at most, or as many as copies says; exact, for weights whose capacity is at most 20,000 of their smallest decimal place, and up to 30 items.",
      ["knapsack([60, 100, 120], [10, 20, 30], 50)", [0, 1, 1]],
      "countList",
      knapsack,
    ),
    // as: a table's function takes any values
    cost: ((values: Value, _: Value, __: Value, copies?: Value) =>
      50 + Math.min(count(values), mostItems) * (copies === undefined ? 60 : 600)) as NonNullable<Functions[string]["cost"]>,
  },
  packBins: {
    ...entry(
      "sizes capacity method?",
      'The bin (from 0) of each size: by "next fit", "first fit", "best fit", "first fit decreasing" (default), "best fit decreasing", or "exact" (the fewest bins, up to 15 items).',
      ["packBins([4, 8, 1, 4, 2, 1], 10)", [1, 0, 1, 1, 0, 1]],
      "countList",
      packBins,
    ),
    cost: ((sizes: Value, _: Value, method?: Value) =>
      10 + Math.min(count(sizes), 200) ** 2 * 0.05 + (method === "exact" ? 40_000 : 0)) as NonNullable<Functions[string]["cost"]>,
  },
};
