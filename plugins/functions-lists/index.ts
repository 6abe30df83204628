// Lists: making, slicing, sorting, searching and sums, by own code. Positions count from 0.
import type { Formula, Functions, Value } from "formulary";
import { bounds } from "formulary/compiler";
import {
  definePlugin,
  elementwise,
  entry,
  equal,
  failFormula,
  isRow,
  kindOf,
  lookUp,
  sumOf,
  toBoolean,
  toList,
  toNumber,
  toNumbers,
  wholeNumber,
} from "formulary/functions";
import { decadeFunctions } from "./decades.ts";
import { grouping } from "./grouping.ts";
import { sorting } from "./sorting.ts";
import { windows } from "./windows.ts";

function range(from: number, to: number, step = 1): number[] {
  for (const x of [from, to, step]) if (!Number.isFinite(toNumber(x, "range"))) failFormula("range needs finite numbers.");
  if (step === 0) failFormula("range needs a step that is not 0.");
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > bounds.list) failFormula(`range makes ${count} elements; the most is ${bounds.list}.`);
  const list = new Array<number>(Math.max(0, count));
  for (let at = 0; at < count; at++) list[at] = from + at * step;
  return list;
}

function fill(value: Value, count: number): Value[] {
  if (!Number.isInteger(count) || count < 0 || count > bounds.list) failFormula(`fill makes 0 to ${bounds.list} elements, not ${count}.`);
  return new Array<Value>(count).fill(value);
}

function atEnd(name: string, at: number) {
  return (list: Value) => toList(list, name).at(at) ?? failFormula(`${name} of an empty list does not exist.`);
}
function slice(name: string, cut: (list: Value[], n: number) => Value[]) {
  return (list: Value, n: number) => {
    wholeNumber(n, name, [0, Number.POSITIVE_INFINITY]);
    return cut(toList(list, name), n);
  };
}

const positionOf = (list: Value, value: Value) =>
  toList(list, "indexOf").findIndex((element) => typeof element === typeof value && equal(element, value));

function contains(where: Value, value: Value): boolean {
  if (typeof where === "string") return where.includes(String(value));
  return isRow(where) ? Object.hasOwn(where, String(value)) : positionOf(where, value) >= 0;
}
function unique(list: Value): Value[] {
  const distinct = new Set<Value>();
  for (const value of toList(list, "unique")) distinct.add(typeof value === "object" ? failFormula("unique needs single values.") : value);
  return [...distinct];
}
function running(list: Value): number[] {
  let sum = 0;
  return toNumbers(list, "cumulative").map((x) => (sum += x));
}
function table(value: Value, name: string): { [key: string]: Value } {
  return isRow(value) ? value : failFormula(`${name} needs a table and got ${kindOf(value)}.`);
}
function mean(list: Value): number {
  const numbers = toNumbers(list, "mean");
  return numbers.length ? sumOf(numbers) / numbers.length : failFormula("mean of an empty list does not exist.");
}

/** The list that `sum`, `product` and `countIf` work on: a list, or the results of a formula for each element. */
function results(name: string, first: Value | Formula, more: Value[]): Value[] {
  if (typeof first !== "function") return toList(first, name);
  const [list, ...rest] = more;
  return toList(list, name).map((value) => first(value, ...rest));
}
const maybe = { at: [0], maybe: true };

const functions: Functions = {
  sum: {
    ...entry(
      "list ...more",
      "The sum of a list, or with sum(f, list, …) of f of its elements; 0 for an empty list.",
      ["sum([1, 2, 3])", 6],
      "sum",
      (first: Value, ...more: Value[]) => sumOf(results("sum", first, more).map((x) => toNumber(x, "sum"))),
    ),
    formulas: maybe,
  },
  product: {
    ...entry(
      "list ...more",
      "The product of a list, or with product(f, list, …) of f of its elements; 1 for an empty list.",
      ["product([2, 3])", 6],
      "product",
      (first: Value, ...more: Value[]) => results("product", first, more).reduce<number>((all, x) => all * toNumber(x, "product"), 1),
    ),
    formulas: maybe,
  },
  count: entry("list", "The number of elements of a list.", ["count([4, 5])", 2], "count", (list: Value) => toList(list, "count").length),
  countIf: {
    ...entry(
      "list ...more",
      "The number of true elements, or with countIf(f, list, …) of those for which f is true.",
      ["countIf([1, 5, 7] > 4)", 2],
      "count",
      (first: Value, ...more: Value[]) => results("countIf", first, more).filter((x) => toBoolean(x, "countIf")).length,
    ),
    formulas: maybe,
  },
  mean: entry("list", "The arithmetic mean.", ["mean([1, 2, 6])", 3], "element", mean),
  range: entry(
    "from to step?",
    "The numbers from one number to another in steps (default 1), both included; an empty list where there are none.",
    ["range(1, 4)", [1, 2, 3, 4]],
    "plainList",
    range,
  ),
  indices: entry("list", "The positions of the elements of a list: 0, 1, 2, ….", ["indices([7, 8])", [0, 1]], "countList", (list: Value) =>
    toList(list, "indices").map((_, at) => at),
  ),
  fill: entry("value count", "A list that repeats one value.", ["fill(7, 3)", [7, 7, 7]], "listOf", fill),
  first: entry("list", "The first element.", ["first([7, 8])", 7], "element", atEnd("first", 0)),
  last: entry("list", "The last element.", ["last([7, 8])", 8], "element", atEnd("last", -1)),
  take: entry(
    "list n",
    "The first n elements.",
    ["take([1, 2, 3], 2)", [1, 2]],
    "keep",
    slice("take", (list, n) => list.slice(0, n)),
  ),
  drop: entry(
    "list n",
    "The elements without the first n.",
    ["drop([1, 2, 3], 2)", [3]],
    "keep",
    slice("drop", (list, n) => list.slice(n)),
  ),
  append: entry(
    "...lists",
    "Lists and single values one after the other.",
    ["append([1], 2, [3])", [1, 2, 3]],
    "append",
    (...parts: Value[]) => parts.flat() as Value[],
  ),
  flatten: entry(
    "list",
    "A list of lists as one list.",
    ["flatten([[1], [2, 3]])", [1, 2, 3]],
    "element",
    (list: Value) => toList(list, "flatten").flat() as Value[],
  ),
  reverse: entry("list", "The elements in reverse order.", ["reverse([1, 2])", [2, 1]], "keep", (list: Value) =>
    [...toList(list, "reverse")].reverse(),
  ),
  unique: entry("list", "Each value once, in the order of the first occurrence.", ["unique([1, 2, 1])", [1, 2]], "keep", unique),
  column: {
    ...entry(
      "rows column",
      "One column of rows, by position or name.",
      ["column([[1, 2], [3, 4]], 1)", [2, 4]],
      "column",
      (rows: Value, at: Value) => toList(rows, "column").map((row) => lookUp(row, at)),
    ),
    cost: (rows: Value, at: Value) => (Array.isArray(rows) && Array.isArray(at) ? 2 * rows.length * at.length : 0),
  },
  indexOf: entry("list value", "The position of a value in a list, -1 where it is absent.", ["indexOf([5, 6], 6)", 1], "count", positionOf),
  contains: entry(
    "where value",
    "Whether a list, a text or the keys of a table contain a value.",
    ["contains([5, 6], 6)", true],
    "condition",
    contains,
  ),
  any: entry("list", "Whether at least one element is true.", ["any([false, true])", true], "condition", (list: Value) =>
    toList(list, "any").some((x) => toBoolean(x, "any")),
  ),
  all: entry("list", "Whether all elements are true.", ["all([false, true])", false], "condition", (list: Value) =>
    toList(list, "all").every((x) => toBoolean(x, "all")),
  ),
  where: entry(
    "conditions yes no",
    "For each condition of a list yes where it is true, otherwise no.",
    ["where([true, false], 1, 0)", [1, 0]],
    "where",
    (conditions: Value, yes: Value, no: Value) =>
      elementwise((c, a, b) => (toBoolean(c, "where") ? a! : b!), [conditions, yes, no], "where"),
  ),
  cumulative: entry("list", "The running sums.", ["cumulative([1, 2, 3])", [1, 3, 6]], "keep", running),
  differences: entry("list", "Each element minus the one before it.", ["differences([1, 3, 6])", [2, 3]], "keep", (list: Value) =>
    toNumbers(list, "differences")
      .slice(1)
      .map((x, at) => x - toNumber((list as Value[])[at], "differences")),
  ),
  keys: entry("table", "The keys of a table.", null, "texts", (value: Value) => Object.keys(table(value, "keys"))),
  values: entry("table", "The values of a table.", null, "values", (value: Value) => Object.values(table(value, "values"))),
};

/** Functions of lists. */
export default () =>
  definePlugin({ name: "functions-lists", functions: { ...functions, ...sorting, ...grouping, ...windows, ...decadeFunctions } });
