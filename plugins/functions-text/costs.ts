// How long texts are and may become, for limits and costs.
import type { Value } from "formulary";

/** The most characters of a text in a calculation. */
export const longest = 10_000;

/** An upper limit of the characters of a result whose elements are texts of `size`. */
export const lengthMade = (size: Value, ...others: Value[]): number => {
  const count = Math.max(1, ...[size, ...others].map((value) => (Array.isArray(value) ? value.length : 1)));
  const sizes = [size].flat().map((each) => Math.min(longest, Math.abs(Number(each)) || 0));
  return count * sizes.reduce((most, each) => Math.max(most, each), 0);
};

/** The number of characters of all texts of an argument. */
export const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : Array.isArray(value) ? value.reduce<number>((sum, each) => sum + lengthOf(each), 0) : 1;
