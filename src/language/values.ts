// Values of the language: kinds, elementwise application, comparison, look-up.
import { CalcError, failFormula } from "../errors.ts";
import type { State, Value } from "../types.ts";
import { bounds } from "./parse.ts";

/** `none`: no value, which makes an empty cell of a column that is not text. */
export const none = "";
export type Row = { [key: string]: Value };
export const isList = (value: unknown): value is Value[] => Array.isArray(value);
export const isRow = (value: unknown): value is Row => value !== null && typeof value === "object" && !Array.isArray(value);

function Bare() {}
Bare.prototype = Object.freeze(Object.create(null));
/** An empty object that inherits no name, laid out like any other: `Object.create(null)` makes a dictionary, slower to fill, to read and to write out. */
export const emptyRecord = <T>(): Record<string, T> => new (Bare as unknown as new () => Record<string, T>)();

/** What a value is, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (isList(value)) return "a list";
  if (typeof value === "function") return "a formula";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "yes or no";
  return typeof value === "number" ? "a number" : "a table";
}

/** A number, with yes as 1 and no as 0; anything else is an error that names the function. */
export function toNumber(value: unknown, asker: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return +value;
  return failFormula(`${asker} needs numbers and got ${kindOf(value)}.`);
}
export const toList = (value: unknown, asker: string): Value[] =>
  isList(value) ? value : failFormula(`${asker} needs a list and got ${kindOf(value)}.`);
export const toNumbers = (value: unknown, asker: string): number[] => toList(value, asker).map((item) => toNumber(item, asker));
export const toText = (value: unknown, asker: string): string =>
  typeof value === "string" ? value : failFormula(`${asker} needs a text and got ${kindOf(value)}.`);
export const toBoolean = (value: unknown, asker: string): boolean =>
  typeof value === "boolean"
    ? value
    : failFormula(`${asker} needs a condition (yes or no) and got ${kindOf(value)}.${isList(value) ? listHint(asker) : ""}`);

const listHint = (asker: string): string =>
  asker === "if"
    ? " For a list write where(conditions, yes, no), or map a formula with a parameter over it."
    : " Write all(conditions) or any(conditions) first; for each element where(first, second, false) is and, where(first, true, second) is or.";

/** Charges steps to a calculation; past the bound the calculation ends with a clear error. */
export function charge(state: State, steps: number): void {
  state.steps += steps;
  if (state.steps > bounds.steps)
    throw new CalcError("too_much_work", {
      message: `This calculation needs more than ${bounds.steps.toLocaleString("en")} steps; try smaller numbers.`,
    });
}

/** Charges for a new list: a step for every four elements. */
export function chargeList(state: State, list: Value[]): void {
  charge(state, 1 + (sizeOf(list) >> 2));
}

/** The elements of a list, those of nested lists included. */
export function sizeOf(list: Value[]): number {
  let size = list.length;
  for (let at = 0; at < list.length; at++) if (Array.isArray(list[at])) size += (list[at] as Value[]).length;
  return size;
}

/** Applies f to each element of the lists among the arguments; single values are repeated, lengths must agree. */
export function elementwise(f: (...values: Value[]) => Value, values: Value[], asker: string): Value {
  let length = -1;
  for (const value of values) {
    if (!isList(value)) continue;
    if (length >= 0 && value.length !== length) failFormula(`${asker} meets lists of ${length} and ${value.length} elements.`);
    length = value.length;
  }
  if (length < 0) return f(...values);
  const result = new Array<Value>(length);
  const [first, second] = values as [Value, Value];
  const [firsts, seconds] = [isList(first) ? first : undefined, isList(second) ? second : undefined];
  for (let at = 0; at < length; at++) {
    const a = firsts ? firsts[at]! : first;
    const b = seconds ? seconds[at]! : second;
    // most calls are of one or two lists of single values
    if (values.length <= 2 && typeof a !== "object" && typeof b !== "object") result[at] = values.length === 1 ? f(a) : f(a, b);
    else
      result[at] = elementwise(
        f,
        values.map((value) => (isList(value) ? value[at]! : value)),
        asker,
      );
  }
  return result;
}

/** Whether two numbers are equal within a relative 1e-12, so that rounding errors decide nothing. */
export const nearly = (a: number, b: number): boolean =>
  a === b || (Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) && Number.isFinite(a) && Number.isFinite(b));

/** Whether two values are equal; comparing different kinds is an error. */
export function equal(a: Value, b: Value): boolean {
  if (typeof a !== typeof b) failFormula(`== compares ${kindOf(a)} with ${kindOf(b)}.`);
  if (typeof a === "number" && typeof b === "number") return nearly(orderable(a, "=="), orderable(b, "=="));
  if (typeof a === "object") failFormula("== compares single values, not tables.");
  return a === b;
}

const datesAndClocks = /^(\d{4}-\d\d-\d\d|\d\d:\d\d(:\d\d)?)$/;
/** -1, 0 or 1: the order of two numbers, two dates or two clock times. */
export function order(a: Value, b: Value, asker: string): number {
  if (typeof a === "number" && typeof b === "number") return nearly(orderable(a, asker), orderable(b, asker)) ? 0 : a < b ? -1 : 1;
  if (typeof a === "string" && typeof b === "string" && datesAndClocks.test(a) && datesAndClocks.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  return failFormula(`${asker} compares numbers or dates and got ${kindOf(a)} and ${kindOf(b)}.`);
}
// A comparison with NaN would silently take the "otherwise" branch.
const orderable = (x: number, asker: string): number =>
  Number.isNaN(x) ? failFormula(`${asker} compares something that is not a number (0 / 0, the root of a negative number, …).`) : x;

/** table[index]: a list by position from 0, a table by key, a column of rows by name; a list of indices looks up each. */
export function lookUp(target: Value, index: Value): Value {
  if (isList(index)) return index.map((each) => lookUp(target, each));
  if (isList(target)) {
    if (typeof index === "string")
      return target.map((row) => (isRow(row) ? lookUp(row, index) : failFormula(`["${index}"] needs a table of rows.`)));
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= target.length)
      failFormula(`The index ${String(index)} is outside a list of ${target.length} (the first is 0).`);
    return target[index as number]!;
  }
  if (!isRow(target)) failFormula(`${kindOf(target)} cannot be indexed.`);
  const key = String(index);
  if (!Object.hasOwn(target, key))
    failFormula(`There is no entry "${key}" in the table (it has ${Object.keys(target).slice(0, 6).join(", ")}, …).`);
  return target[key]!;
}

/** Neumaier's sum: [1e100, 1, -1e100] is 1. */
export function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const x of numbers) {
    const next = sum + x;
    lost += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum;
    sum = next;
  }
  return Number.isFinite(lost) ? sum + lost : sum;
}

/** A single value as text: numbers with up to 15 digits, yes and no. */
export function plainText(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
  return isList(value) ? value.map(plainText).join(", ") : failFormula(`${kindOf(value)} cannot be written as text.`);
}
