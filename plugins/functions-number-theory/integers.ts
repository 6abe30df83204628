// Whole numbers of any length: arguments as numbers or digit texts, results as digit texts or exact numbers.
import { failFormula, failText, quoted, wholeNumber } from "formulary/functions";

const mostDigits = 10_000;
/** A whole number of any length: a number within 2^53, or a text of digits. */
export function integerOf(value: unknown, name: string): bigint {
  if (typeof value !== "string") return BigInt(wholeNumber(value, name));
  const digits = value.replace(/[\s_]/g, "").replace(/^[−–]/, "-");
  if (digits.length > mostDigits) failText(`${name} takes up to ${mostDigits} digits; this text has ${digits.length}.`);
  if (!/^[-+]?\d+$/.test(digits)) failText(`${quoted(value)} is not a whole number: write digits only.`);
  return BigInt(digits.replace(/^\+/, ""));
}

/** The digits of a whole result; at most 10,000. */
export function digitsOf(n: bigint, name: string): string {
  const text = String(n);
  return text.length <= mostDigits ? text : failFormula(`${name} gives ${text.length} digits; the most is ${mostDigits}.`);
}

/** A whole result as a number; fails where a number does not hold it exactly. */
export function exactNumber(n: bigint, name: string): number {
  const x = Number(n);
  return Number.isSafeInteger(x) ? x : failFormula(`${name} gives ${String(n).length} digits, more than a number holds exactly (2^53).`);
}

/** A whole number without its sign. */
export const absolute = (n: bigint): bigint => (n < 0n ? -n : n);

/** The greatest common divisor, from 0. */
export function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
