// What the functions of texts are given: checked once, in one place, with a sentence that names who asked.
import type { Value } from "formulary";
import { failFormula, failText } from "formulary/functions";

/** The most characters of a text that a calculation holds. */
export const longest = 10_000;

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? "a list" : typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : "something else";

/** The text that an argument is, or an error that names who asked. */
export const toText = (value: unknown, asker: string): string =>
  typeof value === "string" ? value : failFormula(`${asker} needs a text and got ${kindOf(value)}.`);

/** The finite number that an argument is. */
export const toNumber = (value: unknown, asker: string): number =>
  typeof value === "number" && Number.isFinite(value) ? value : failFormula(`${asker} needs a number and got ${numberless(value)}.`);
const numberless = (value: unknown): string => (typeof value === "number" ? String(value) : kindOf(value));

/** The whole number that an argument is, within bounds. */
export const toWhole = (value: unknown, asker: string, [least, most]: [number, number] = [0, Number.MAX_SAFE_INTEGER]): number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most
    ? Number(value)
    : failFormula(`${asker} needs a whole number from ${least} to ${most}, not ${String(value).slice(0, 40)}.`);

/** The list that an argument is. */
export const toList = (value: unknown, asker: string): Value[] =>
  Array.isArray(value) ? value : failFormula(`${asker} needs a list and got ${kindOf(value)}.`);

/** A text as it is quoted in an error. */
export const shown = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** A text or a whole number as a text of digits, with its sign. */
export function toDigits(value: unknown, asker: string): string {
  if (typeof value === "number")
    return Number.isSafeInteger(value)
      ? String(value)
      : failFormula(`${asker} needs a whole number up to 2^53, or a longer one as a text of digits, not ${value}.`);
  const text = toText(value, asker)
    .trim()
    .replace(/^[−–]/, "-")
    .replace(/^\+/, "")
    .replace(/[\s_,]/g, "");
  return /^-?\d{1,2000}$/.test(text) ? text : failText(`${asker} needs a whole number as a text of digits, not ${shown(text)}.`);
}

/** Applied to each element of lists; single values are repeated, lengths must agree. */
export const perElement =
  (asker: string, one: (...values: Value[]) => Value) =>
  (...values: Value[]): Value => {
    const lists = values.filter((value) => Array.isArray(value)) as Value[][];
    if (lists.length === 0) return one(...values);
    const { length } = lists[0]!;
    if (lists.some((list) => list.length !== length)) failFormula(`${asker} meets lists of different lengths.`);
    const each = perElement(asker, one);
    return Array.from({ length }, (_, at) => each(...values.map((value) => (Array.isArray(value) ? value[at]! : value))));
  };

/** How many characters are made at most, where each element may become a text of `size`. */
export const lengthMade = (size: Value, ...others: Value[]): number => {
  const count = Math.max(1, ...[size, ...others].map((value) => (Array.isArray(value) ? value.length : 1)));
  const sizes = [size].flat().map((each) => Math.min(longest, Math.abs(Number(each)) || 0));
  return count * sizes.reduce((most, each) => Math.max(most, each), 0);
};

/** How many characters the texts of an argument have together. */
export const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : Array.isArray(value) ? value.reduce<number>((sum, each) => sum + lengthOf(each), 0) : 1;
