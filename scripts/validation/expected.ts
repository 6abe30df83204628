// Whether a value is the one that an example expects: within half a unit of its last digit as written.
import type { Result, Value } from "formulary";
import { convert, type Document, type Environment } from "formulary/compiler";
import type { RuleFinding } from "./rule.ts";

/** A finding about an example. */
export interface ExampleFinding extends RuleFinding {
  /** The values agree, but the expected one has too few digits to prove anything. */
  loose?: true;
  /** The two numbers that differ. */
  numbers?: { value: number; expected: number };
}

/** A value of an example, and how to tell whether it is right. */
export interface Target {
  at: (string | number)[];
  name: string;
  document: Document;
  environment: Environment;
  unit: string;
  /** The columns of a table, for the units of its cells. */
  columns?: Result["columns"];
  /** A value that agrees only to worse than this share proves little. */
  looseness: number;
}

/** What differs between an expected value and the one that came. */
export function compare(expected: unknown, value: Value, target: Target): ExampleFinding[] {
  const wrong = (message: string) => [{ path: target.at, message: `${target.name} ${message}` }];
  if (typeof expected === "number") return compareNumber(expected, value, target);
  if (typeof expected === "string" || typeof expected === "boolean")
    return expected === value ? [] : wrong(`is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}.`);
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length)
      return wrong(`has ${Array.isArray(value) ? value.length : "no"} elements, expected ${expected.length}.`);
    return expected.flatMap((each, at) => compare(each, value[at]!, within(target, at)));
  }
  const fields = expected as Record<string, unknown>;
  if (typeof fields.value === "number" && typeof fields.unit === "string" && typeof value === "number")
    return compareQuantity({ expected: fields.value, unit: fields.unit }, value, target);
  if (Array.isArray(value)) return Object.entries(fields).flatMap((column) => compareColumn(column, value, target));
  return Object.entries(fields).flatMap(([key, each]) =>
    value !== null && typeof value === "object" && Object.hasOwn(value, key)
      ? compare(each, (value as Record<string, Value>)[key]!, within(target, key))
      : wrong(`has no "${key}".`),
  );
}
const within = (target: Target, key: string | number): Target => ({ ...target, at: [...target.at, key], name: `${target.name}, ${key}` });

/** `rows: 12`, `{ column: [values] }` or `{ column: { 13: value, last: value } }`; rows count from 1. */
function compareColumn([column, cells]: [string, unknown], rows: Value[], target: Target): ExampleFinding[] {
  const inside = { ...within(target, column), unit: target.columns?.[column]?.unit ?? "" };
  if (column === "rows" && typeof cells === "number")
    return rows.length === cells ? [] : [{ path: inside.at, message: `${target.name} has ${rows.length} rows, expected ${cells}.` }];
  const values = rows.map((row) => (row as Record<string, Value>)[column]);
  if (values.length > 0 && values.every((value) => value === undefined))
    return [{ path: inside.at, message: `${target.name} has no column "${column}".` }];
  if (Array.isArray(cells) && cells.length === values.length)
    return cells.flatMap((expected, at) => compareCell(expected, values[at], within(inside, at)));
  if (Array.isArray(cells)) return [{ path: inside.at, message: `${inside.name} has ${values.length} rows, expected ${cells.length}.` }];
  return Object.entries(cells as Record<string, unknown>).flatMap(([row, expected]) => {
    const at = row === "last" ? values.length - 1 : Number(row) - 1;
    return at >= 0 && at < values.length
      ? compareCell(expected, values[at], within(inside, row))
      : [{ path: inside.at, message: `${target.name} has no row ${row}.` }];
  });
}

/** An empty cell is expected as null. */
function compareCell(expected: unknown, value: Value | undefined, target: Target): ExampleFinding[] {
  if (value !== undefined && expected !== null) return compare(expected, value, target);
  return value === undefined && expected === null
    ? []
    : [
        {
          path: target.at,
          message: `${target.name} is ${JSON.stringify(value) ?? "empty"}, expected ${JSON.stringify(expected) ?? "nothing"}.`,
        },
      ];
}

/** The same for a number: with `loose` where they agree, but too few digits are written to prove anything. */
export function compareNumber(expected: number, value: Value, target: Target): ExampleFinding[] {
  if (typeof value !== "number")
    return [{ path: target.at, message: `${target.name} is ${JSON.stringify(value)}, expected the number ${expected}.` }];
  const written = target.document.written(target.at) ?? String(expected);
  const difference = Math.abs(value - expected);
  if (difference > toleranceOf(written) + 1e-12 * Math.abs(expected))
    return [{ path: target.at, message: `${target.name} is ${value}, expected ${expected}.`, numbers: { value, expected } }];
  if (expected === 0 || difference <= target.looseness * Math.abs(expected)) return [];
  const share = Number(((100 * difference) / Math.abs(expected)).toPrecision(2));
  return [
    { path: target.at, loose: true, message: `${target.name} is expected as ${written}, which is ${share} % off: write more digits.` },
  ];
}

interface Quantity {
  expected: number;
  unit: string;
}
function compareQuantity({ expected, unit }: Quantity, value: number, target: Target): ExampleFinding[] {
  const declared = target.unit.startsWith("$") ? target.unit.replace("$", "currency") : target.unit;
  const converted = convert(value, target.environment.units.parse(declared), target.environment.units.parse(unit));
  const tolerance = toleranceOf(target.document.written([...target.at, "value"]) ?? String(expected));
  return Math.abs(converted - expected) <= tolerance + 1e-12 * Math.abs(expected)
    ? []
    : [
        {
          path: target.at,
          message: `${target.name} is ${converted} ${unit}, expected ${expected} ${unit}.`,
          numbers: { value: converted, expected },
        },
      ];
}

/** Half a unit of the last digit as written: 1628.89 → 0.005, 1.2e3 → 50, a bare 0 → 0. */
export function toleranceOf(written: string): number {
  const [, digits = "", fraction = "", exponent = "0"] = /^[-+]?(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(written.trim()) ?? [];
  if (/^0*$/.test(digits) && fraction === "" && exponent === "0") return 0;
  return 0.5 * 10 ** (Number(exponent) - fraction.length);
}
