// Tests of formulas in one line each.
import { expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";

/** Tests that each formula has its value, exactly. */
export function gives(cases: [formula: string, value: unknown][]): void {
  it.each(cases)("%s", (formula, value) => {
    expect(evaluate(formula)).toEqual(value);
  });
}

/** Tests that each formula is refused with a message that contains some words. */
export function refuses(cases: [formula: string, words: string | RegExp][]): void {
  it.each(cases)("%s is refused", (formula, words) => {
    expect(() => evaluate(formula)).toThrow(words);
  });
}
