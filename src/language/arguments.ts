// Checks of the arguments of functions: one sentence for each mistake, the same in every plugin. `name` begins the
// sentence: the name of the function ("identity" needs …) or of the parameter ("The month" must be …).
import { failFormula } from "../errors.ts";
import type { Value } from "../types.ts";
import { isList, kindOf } from "./values.ts";

/** The first 40 characters of a text in quotes, for an error. */
export const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

function received(value: unknown): string {
  if (typeof value === "string") return `the text ${quoted(value)}`;
  if (typeof value !== "number") return kindOf(value);
  if (Number.isNaN(value)) return "NaN (0 / 0, …)";
  return Number.isFinite(value) ? String(value) : `${value < 0 ? "-" : ""}infinity`;
}
const isFunction = (name: string): boolean => /^[a-z]\w*$/.test(name);

/** Refuses an argument that is not what it has to be: "a number above 0". */
export function failArgument(name: string, required: string, value: unknown): never {
  return failFormula(`${name} ${isFunction(name) ? "needs" : "must be"} ${required}, not ${received(value)}.`);
}

/** A finite number. */
export function finiteNumber(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const finite = typeof value === "number" ? "finite " : "";
  if (!isFunction(name)) failArgument(name, `a ${finite}number`, value);
  return failFormula(`${name} needs ${finite}numbers and got ${finite ? received(value) : kindOf(value)}.`);
}
/** A finite number, with yes as 1 and no as 0. */
export const toFinite = (value: unknown, name: string): number => finiteNumber(typeof value === "boolean" ? +value : value, name);

const exact = Number.MAX_SAFE_INTEGER;
const bound = (word: string, x: number): string => (Math.abs(x) < exact ? ` ${word} ${x}` : "");
const inWords = (from: number, to: number): string => bound("from", from) + bound(bound("", from) ? "to" : "up to", to);

/** A number of a range. */
export function numberWithin(value: unknown, name: string, [from, to = Number.POSITIVE_INFINITY]: [from: number, to?: number]): number {
  const x = toFinite(value, name);
  return x >= from && x <= to ? x : failArgument(name, `a number${inWords(from, to)}`, x);
}
/** A number above 0. */
export function positive(value: unknown, name: string): number {
  const x = toFinite(value, name);
  return x > 0 ? x : failArgument(name, "a number above 0", x);
}
/** A number from 0 to 1. */
export const probability = (value: unknown, name = "A probability"): number => numberWithin(value, name, [0, 1]);

/** A whole number of a range, up to 2^53 where the range does not say. */
export function wholeNumber(value: unknown, name: string, [from, to = exact]: [from: number, to?: number] = [-exact]): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= from && value <= to) return value + 0;
  const inexact = to === exact && Number.isInteger(value) && !Number.isSafeInteger(value);
  return failArgument(name, `a whole number${inexact ? " up to 2^53" : inWords(from, to)}`, value);
}

type Size = { of?: string; least?: number; most?: number };
/** A list that is not empty, or has as many elements as `least` and `most` say; `of` is a word for them. */
export function listOf(value: unknown, name: string, { of = "values", least = 1, most = Number.POSITIVE_INFINITY }: Size = {}): Value[] {
  if (!isList(value)) return failFormula(`${name} needs a list of ${of} and got ${kindOf(value)}.`);
  const { length } = value;
  const atLeast = least === 1 ? "at least one value" : `at least ${least} values`;
  if (length < least) failFormula(`${name} needs ${atLeast} and got ${length || "none"}.`);
  return length <= most ? value : failFormula(`${name} takes up to ${most} ${of} and got ${length}.`);
}
/** A list of finite numbers, with yes as 1 and no as 0. */
export const numberList = (value: unknown, name: string, size?: Size): number[] =>
  listOf(value, name, { of: "numbers", ...size }).map((x) => toFinite(x, name));

/** Two lists of finite numbers, of one length. */
export function numberLists(lists: [unknown, unknown], name: string, size?: Size): [number[], number[]] {
  const [a, b] = [numberList(lists[0], name, size), numberList(lists[1], name, size)];
  if (a.length !== b.length) failFormula(`${name} needs two lists of one length and got ${a.length} and ${b.length} values.`);
  return [a, b];
}

/** A matrix of finite numbers: a list of rows of one length. There is no -0 in it. */
export function numberMatrix(value: unknown, name: string, { rows = 50, columns = 50 } = {}): number[][] {
  if (!isList(value) || value.length === 0 || !value.every(isList))
    return failFormula(`${name} needs a matrix: a list of rows, each a list of numbers.`);
  const width = value[0]!.length;
  if (width === 0 || value.some((row) => row.length !== width)) failFormula(`${name} needs a matrix whose rows are of one length.`);
  if (value.length > rows || width > columns)
    failFormula(`${name} takes matrices up to ${rows} × ${columns}; this one is ${value.length} × ${width}.`);
  return value.map((row) => row.map((x) => toFinite(x, name) + 0));
}

/** The arguments of a function that takes values one by one, or one list of them. */
export const argumentList = (values: Value[]): Value[] => (values.length === 1 && isList(values[0]) ? values[0] : values);
