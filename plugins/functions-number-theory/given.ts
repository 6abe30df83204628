// What callers give: whole numbers, digit texts, lists of them; and whole answers within 2^53.
import type { FunctionEntry, Value } from "formulary";
import { failFormula, failText } from "formulary/functions";

/** What a value is, in words. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return "a text";
  return typeof value === "boolean" ? "yes or no" : "a table";
}

/** A whole number within 2^53, at least `least`. */
export function whole(value: unknown, asker: string, least = Number.NEGATIVE_INFINITY): number {
  if (typeof value !== "number" || !Number.isInteger(value)) failFormula(`${asker} needs a whole number and got ${inWords(value)}.`);
  if (!Number.isSafeInteger(value)) failFormula(`${asker} needs whole numbers up to 2^53; ${value} is larger and no longer exact.`);
  return value >= least ? value + 0 : failFormula(`${asker} needs a whole number from ${least} and got ${value}.`);
}

/** A whole number from `least` to `most`. */
export function wholeWithin(value: unknown, asker: string, [least, most]: [least: number, most: number]): number {
  const n = whole(value, asker, least);
  return n <= most ? n : failFormula(`${asker} takes whole numbers up to ${most}; ${n} is too large.`);
}

const mostDigits = 10_000;
/** A whole number of any length: a number within 2^53, or a text of digits. */
export function big(value: unknown, asker: string): bigint {
  if (typeof value !== "string") return BigInt(whole(value, asker));
  const digits = value.replace(/[\s_]/g, "").replace(/^[−–]/, "-");
  if (digits.length > mostDigits) failText(`${asker} takes up to ${mostDigits} digits; this text has ${digits.length}.`);
  if (!/^[-+]?\d+$/.test(digits)) failText(`"${value.slice(0, 40)}" is not a whole number: write digits only.`);
  return BigInt(digits.replace(/^\+/, ""));
}

/** A whole number as digits, when there are not too many of them. */
export function digitsOf(n: bigint, asker: string): string {
  const text = String(n);
  return text.length <= mostDigits ? text : failFormula(`${asker} gives ${text.length} digits; the most is ${mostDigits}.`);
}

/** The number of a whole result, when it is exact. */
export function exactNumber(n: bigint, asker: string): number {
  const x = Number(n);
  return Number.isSafeInteger(x) ? x : failFormula(`${asker} gives ${String(n).length} digits, more than a number holds exactly (2^53).`);
}

/** The values that were given one by one or as one list. */
export const spread = (values: Value[]): Value[] => (values.length === 1 && Array.isArray(values[0]) ? values[0] : values);

/** How many decimal digits a whole argument has, for estimates of cost. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "number" && Number.isFinite(value) ? Math.log10(Math.abs(value) + 1) + 1 : 1;
}

/** The size of an argument that is a number, at most `most`, for estimates of cost. */
export const sizeOf = (value: unknown, most: number): number => (typeof value === "number" ? Math.min(Math.abs(value) || 0, most) : 0);

/** A function of whole numbers, with what one call costs, that also takes a list in its first place. */
export function perElement(entry: FunctionEntry, costOf: (n: number) => number): FunctionEntry {
  const one = entry.call as (...values: Value[]) => Value;
  const size = (value: Value) => (typeof value === "number" && Number.isFinite(value) ? costOf(Math.abs(value)) : 1);
  return {
    ...entry,
    cost: (first: Value) => (Array.isArray(first) ? first.reduce<number>((sum, value) => sum + size(value), 0) : size(first)),
    call: (first: Value, ...more: Value[]) => (Array.isArray(first) ? first.map((value) => one(value, ...more)) : one(first, ...more)),
  } as FunctionEntry; // as: the table's call takes any values, and checks them itself
}
