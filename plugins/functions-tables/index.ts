// Look-up in tables of pairs, thresholds and brackets: interpolation, bands and tax brackets, by own code.
import type { FunctionEntry, Functions, Value } from "formulary";
import { definePlugin, elementwise, failFormula, isList, isRow, kindOf, nearly, sizeOf, toNumber } from "formulary/functions";

type Pair = [x: number, y: Value];

/** A table of pairs: [x, y] rows, a table { x: y }, or rows { from, rate } as a client sends them. */
function pairsOf(table: Value, name: string): Pair[] {
  if (isRow(table)) return Object.entries(table).map(([x, y]) => [Number(x), y]);
  if (!isList(table) || table.length === 0)
    failFormula(`${name} needs a table of pairs and got ${isList(table) ? "an empty list" : kindOf(table)}.`);
  return table.map((row) => {
    if (isRow(row)) return [toNumber(row.from, name), row.rate ?? row.label ?? failFormula(`${name} needs rows of from and rate.`)];
    return isList(row) && row.length === 2 ? [toNumber(row[0], name), row[1]!] : failFormula(`${name} needs pairs: [x, y].`);
  });
}

function rising(pairs: Pair[], name: string): Pair[] {
  for (let at = 1; at < pairs.length; at++)
    if (!(pairs[at]![0] > pairs[at - 1]![0]))
      failFormula(`${name} needs rows in rising order (row ${at + 1} is not above the one before).`);
  return pairs;
}

/** Finds a value in a table that was read once. */
type Find = (x: number) => Value;

function interpolate(table: Value, beyond: boolean): Find {
  const name = beyond ? "extrapolate" : "interpolate";
  const pairs = rising(pairsOf(table, name), name);
  const [first, last] = [pairs[0]![0], pairs.at(-1)![0]];
  if (pairs.length < 2) failFormula(`${name} needs two or more pairs.`);
  return (x) => {
    if (!beyond && !(x >= first && x <= last) && !nearly(x, first) && !nearly(x, last))
      failFormula(`${x} lies outside the table (${first} to ${last}).`);
    let at = 1;
    while (at < pairs.length - 1 && pairs[at]![0] < x) at++;
    const [x0, y0] = [pairs[at - 1]![0], toNumber(pairs[at - 1]![1], name)];
    const [x1, y1] = [pairs[at]![0], toNumber(pairs[at]![1], name)];
    return x === x1 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  };
}

/** A table of thresholds: [from, label] rows, or { label: from }. */
function band(table: Value): Find {
  const rows: Pair[] = isRow(table)
    ? Object.entries(table).map(([label, from]) => [toNumber(from, "band"), label])
    : pairsOf(table, "band");
  rising(rows, "band");
  return (x) => {
    const row = rows.findLast(([from]) => x >= from || nearly(x, from));
    return row ? row[1] : failFormula(`${x} lies below the first band (${rows[0]![0]}).`);
  };
}

function slices(rows: Pair[], amount: number): number[] {
  return rows.map(([from], at) => Math.max(0, Math.min(amount, rows[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) - from));
}
function brackets(table: Value): Find {
  const rows = rising(pairsOf(table, "brackets"), "brackets");
  return (amount) => slices(rows, amount).reduce((sum, slice, at) => sum + slice * toNumber(rows[at]![1], "brackets"), 0);
}
function bracketAt(table: Value): Find {
  const rows = rising(pairsOf(table, "bracketAt"), "bracketAt");
  return (amount) => {
    const row = rows.findLast(([from]) => amount >= from || nearly(amount, from));
    return row ? toNumber(row[1], "bracketAt") : 0;
  };
}

/** The second argument may be a list: each element is looked up. */
const lookup = (summary: string, example: [string, Value], dimension: string, open: (table: Value) => Find): FunctionEntry => ({
  params: ["table", "x"],
  summary,
  example,
  dimension,
  cost: ((table: Value, x: Value) => {
    const rows = isList(table) ? table.length : 8;
    return rows / 2 + (isList(x) ? sizeOf(x) * (1 + rows / 6) : 0);
  }) as FunctionEntry["cost"],
  call: ((table: Value, x: Value) => {
    const find = open(table);
    return elementwise((each) => find(toNumber(each, "A table")), [x], "A table");
  }) as FunctionEntry["call"],
});

const functions: Functions = {
  interpolate: lookup(
    "Linear interpolation between the [x, y] pairs of a table; an error outside the table.",
    ["interpolate([[0, 0], [10, 5]], 4)", 2],
    "interpolate",
    (table) => interpolate(table, false),
  ),
  extrapolate: lookup(
    "Like interpolate; outside the table the first and last segments continue.",
    ["extrapolate([[0, 0], [10, 5]], 20)", 10],
    "interpolate",
    (table) => interpolate(table, true),
  ),
  band: lookup(
    "The label of the last [from, label] row whose from is at most x; an error below the first.",
    ['band([[0, "low"], [10, "high"]], 10)', "high"],
    "band",
    band,
  ),
  brackets: lookup(
    "The sum of slice × rate over [from, rate] rows; rates are fractions.",
    ["brackets([[0, 0.1], [1000, 0.2]], 1500)", 200],
    "brackets",
    brackets,
  ),
  bracketAt: lookup(
    "The rate of the bracket that an amount lies in.",
    ["bracketAt([[0, 0.1], [1000, 0.2]], 1500)", 0.2],
    "bracketAt",
    bracketAt,
  ),
  bracketSlices: {
    params: ["table", "amount"],
    summary: "The part of an amount in each bracket.",
    example: ["bracketSlices([[0, 0.1], [1000, 0.2]], 1500)", [1000, 500]],
    dimension: "slices",
    call: ((table: Value, amount: Value) =>
      slices(rising(pairsOf(table, "bracketSlices"), "bracketSlices"), toNumber(amount, "bracketSlices"))) as FunctionEntry["call"],
  },
};

/** Functions of tables. */
export default () => definePlugin({ name: "functions-tables", functions });
