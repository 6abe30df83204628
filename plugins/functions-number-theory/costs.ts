// The steps that calls cost, estimated from their arguments before these are checked.
import type { FunctionEntry, Value } from "formulary";

/** The number of decimal digits of a whole argument. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "number" && Number.isFinite(value) ? Math.log10(Math.abs(value) + 1) + 1 : 1;
}

/** What reading the digits of whole arguments costs, and writing as many. */
export const readingOf = (...values: unknown[]): number => values.reduce<number>((sum, value) => sum + lengthOf(value) / 8, 0);

/** The size of an argument that is a number, at most `most`. */
export const sizeOf = (value: unknown, most: number): number => (typeof value === "number" ? Math.min(Math.abs(value) || 0, most) : 0);

/** A function of whole numbers, with the cost of one call, that also takes a list as its first argument. */
export function perElement(entry: FunctionEntry, costOf: (n: number) => number): FunctionEntry {
  const one = entry.call as (...values: Value[]) => Value;
  const size = (value: Value) =>
    typeof value === "number" && Number.isFinite(value) ? costOf(Math.abs(value)) : typeof value === "string" ? value.length / 4 : 1;
  return {
    ...entry,
    cost: (first: Value) => (Array.isArray(first) ? first.reduce<number>((sum, value) => sum + size(value), 0) : size(first)),
    call: (first: Value, ...more: Value[]) => (Array.isArray(first) ? first.map((value) => one(value, ...more)) : one(first, ...more)),
  } as FunctionEntry; // as: the table's call takes any values, and checks them itself
}
