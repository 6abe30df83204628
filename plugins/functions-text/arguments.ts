// Arguments of the functions of texts: lists element by element, and whole numbers of any length.
import type { Value } from "formulary";
import { elementwise, failFormula, failText, quoted, toText } from "formulary/functions";

/** A function that is also applied to each element of lists; single values are repeated, lengths must agree. */
export const perElement =
  (name: string, one: (...values: Value[]) => Value) =>
  (...values: Value[]): Value =>
    elementwise(one, values, name);

/** The digits of a whole number, with a minus sign; a text of digits may have up to 2,000 of them. */
export function wholeDigits(value: unknown, name: string): string {
  if (typeof value === "number")
    return Number.isSafeInteger(value)
      ? String(value)
      : failFormula(`${name} needs a whole number up to 2^53, or a longer one as a text of digits, not ${value}.`);
  const text = toText(value, name)
    .trim()
    .replace(/^[−–]/, "-")
    .replace(/^\+/, "")
    .replace(/[\s_,]/g, "");
  return /^-?\d{1,2000}$/.test(text) ? text : failText(`${name} needs a whole number as a text of digits, not ${quoted(text)}.`);
}
