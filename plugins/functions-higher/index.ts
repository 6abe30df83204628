// Formulas as values: applied to each element of a list, carried along it, or repeated.
import type { Formula, FunctionEntry, Functions, Value } from "formulary";
import { bounds } from "formulary/compiler";
import { definePlugin, entry, failFormula, toBoolean, toList } from "formulary/functions";

/** A function whose first argument is the name of a formula. */
const overFormula = (...line: Parameters<typeof entry>): FunctionEntry => ({ ...entry(...line), formulas: { at: [0] } });

function times(n: number, name: string): number {
  return Number.isInteger(n) && n >= 0 && n <= bounds.steps
    ? n
    : failFormula(`${name} needs a whole number of times from 0 to ${bounds.steps}, not ${n}.`);
}

function scan(f: Formula, list: Value, start: Value, ...more: Value[]): Value[] {
  let carried = start;
  return toList(list, "scan").map((value) => (carried = f(carried, value, ...more)));
}

function scanWhile(f: Formula, goOn: Formula, list: Value, start: Value, ...more: Value[]): Value[] {
  const results: Value[] = [];
  let carried = start;
  for (const value of toList(list, "scanWhile")) {
    if (!toBoolean(goOn(carried, value, ...more), "scanWhile")) break;
    results.push((carried = f(carried, value, ...more)));
  }
  return results;
}

function iterate(f: Formula, start: Value, n: number, ...more: Value[]): Value {
  let carried = start;
  for (let left = times(n, "iterate"); left > 0; left--) carried = f(carried, ...more);
  return carried;
}

function iterateWhile(f: Formula, goOn: Formula, start: Value, n: number, ...more: Value[]): Value {
  let carried = start;
  for (let left = times(n, "iterateWhile"); left > 0 && toBoolean(goOn(carried, ...more), "iterateWhile"); left--)
    carried = f(carried, ...more);
  return carried;
}

const functions: Functions = {
  map: overFormula(
    "f list ...more",
    "f of each element.",
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
    "One value from a list: f(carried, element) again and again.",
    ["fold(hypot, [2, 2], 1)", 3],
    "fold",
    (f: Formula, list: Value, start: Value, ...more: Value[]) =>
      toList(list, "fold").reduce((carried, value) => f(carried, value, ...more), start),
  ),
  scan: overFormula(
    "f list start ...more",
    "Every value that fold would carry, as long as the list.",
    ["scan(max, [1, 3, 2], 0)", [1, 3, 3]],
    "scan",
    scan,
  ),
  scanWhile: {
    ...overFormula(
      "f goOn list start ...more",
      "scan, ended before the first element for which goOn(carried, element) is false.",
      null,
      "scanWhile",
      scanWhile,
    ),
    formulas: { at: [0, 1] },
  },
  iterate: overFormula("f start times ...more", "f of f of … of a start, so many times.", ["iterate(sqrt, 256, 3)", 2], "iterate", iterate),
  iterateWhile: {
    ...overFormula(
      "f goOn start most ...more",
      "iterate while goOn(value) is true, at most so many times.",
      null,
      "iterateWhile",
      iterateWhile,
    ),
    formulas: { at: [0, 1] },
  },
};

/** Functions that take the name of a formula first and hand on further arguments to it. */
export default () => definePlugin({ name: "functions-higher", functions });
