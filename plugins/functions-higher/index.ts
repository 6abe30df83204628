// Higher-order functions: a formula applied to each element of a list, accumulated along it, or repeated. Own code.
import type { Formula, FunctionEntry, Functions, Value } from "formulary";
import { bounds } from "formulary/compiler";
import { definePlugin, entry, toBoolean, toList, wholeNumber } from "formulary/functions";

/** A function whose first argument is the name of a formula. */
const overFormula = (...line: Parameters<typeof entry>): FunctionEntry => ({ ...entry(...line), formulas: { at: [0] } });

const times = (n: number, name: string): number => wholeNumber(n, name, [0, bounds.steps]);

function scan(f: Formula, list: Value, start: Value, ...more: Value[]): Value[] {
  let accumulated = start;
  return toList(list, "scan").map((value) => (accumulated = f(accumulated, value, ...more)));
}

function scanWhile(f: Formula, goOn: Formula, list: Value, start: Value, ...more: Value[]): Value[] {
  const results: Value[] = [];
  let accumulated = start;
  for (const value of toList(list, "scanWhile")) {
    if (!toBoolean(goOn(accumulated, value, ...more), "scanWhile")) break;
    results.push((accumulated = f(accumulated, value, ...more)));
  }
  return results;
}

function iterate(f: Formula, start: Value, n: number, ...more: Value[]): Value {
  let accumulated = start;
  for (let left = times(n, "iterate"); left > 0; left--) accumulated = f(accumulated, ...more);
  return accumulated;
}

function iterateWhile(f: Formula, goOn: Formula, start: Value, n: number, ...more: Value[]): Value {
  let accumulated = start;
  for (let left = times(n, "iterateWhile"); left > 0 && toBoolean(goOn(accumulated, ...more), "iterateWhile"); left--)
    accumulated = f(accumulated, ...more);
  return accumulated;
}

const functions: Functions = {
  map: overFormula(
    "f list ...more",
    "A list of f of each element.",
    ["map(sqrt, [4, 9])", [2, 3]],
    "map",
    (f: Formula, list: Value, ...more: Value[]) => toList(list, "map").map((value) => f(value, ...more)),
  ),
  filter: overFormula(
    "f list ...more",
    "The elements for which f is true.",
    ["filter(isInteger, [1, 1.5, 2])", [1, 2]],
    "filter",
    (f: Formula, list: Value, ...more: Value[]) => toList(list, "filter").filter((value) => toBoolean(f(value, ...more), "filter")),
  ),
  fold: overFormula(
    "f list start ...more",
    "One value from a list, by f(accumulated, element) for one element after the other.",
    ["fold(hypot, [2, 2], 1)", 3],
    "fold",
    (f: Formula, list: Value, start: Value, ...more: Value[]) =>
      toList(list, "fold").reduce((accumulated, value) => f(accumulated, value, ...more), start),
  ),
  scan: overFormula(
    "f list start ...more",
    "The list of all values that fold accumulates.",
    ["scan(max, [1, 3, 2], 0)", [1, 3, 3]],
    "scan",
    scan,
  ),
  scanWhile: {
    ...overFormula(
      "f goOn list start ...more",
      "Like scan, up to the first element for which goOn(accumulated, element) is false.",
      null,
      "scanWhile",
      scanWhile,
    ),
    formulas: { at: [0, 1] },
  },
  iterate: overFormula(
    "f start times ...more",
    "f applied to a start value a number of times: f(f(…)).",
    ["iterate(sqrt, 256, 3)", 2],
    "iterate",
    iterate,
  ),
  iterateWhile: {
    ...overFormula(
      "f goOn start most ...more",
      "Like iterate while goOn(value) is true, at most a number of times.",
      null,
      "iterateWhile",
      iterateWhile,
    ),
    formulas: { at: [0, 1] },
  },
};

/** Functions whose first argument is the name of a formula, which receives the further arguments. */
export default () => definePlugin({ name: "functions-higher", functions });
