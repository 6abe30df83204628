// The special functions against values that mpmath computed in 60 digits, or more where a difference of nearly equal numbers costs them;
// 30 of them are written. Each row holds the arguments and the value: small and large ones, near 1 and near poles, tails, whole and half numbers.
import { readFileSync } from "node:fs";
import { composePlugins, type Value } from "formulary";
import { expect, it } from "vitest";
import functionsStatistics from "../../plugins/functions-statistics/index.ts";

const table = JSON.parse(readFileSync(new URL("functions-statistics-special.json", import.meta.url), "utf8")) as Record<
  string,
  [...numbers: number[], value: string][]
>;
const { functions } = composePlugins([functionsStatistics()]);

// What is allowed for functions of one argument is a few units of the last digit. The others have logarithms of some hundreds in them.
it.each([
  ["gamma", 1.5e-15],
  ["lnGamma", 1.5e-15],
  ["digamma", 1e-15],
  ["erf", 5e-16],
  ["erfc", 5e-16],
  ["erfInverse", 5e-16],
  ["erfcInverse", 5e-16],
  ["regularizedGammaP", 1e-13],
  ["regularizedGammaQ", 1e-13],
  ["betaCdf", 2e-15],
  ["betaSf", 2e-15],
])("%s is right to %d of its value at every row of the table", (name, tolerance) => {
  const call = functions[name]!.call as (...values: Value[]) => number;
  const rows = table[name]!;
  expect(rows.length).toBeGreaterThan(30);
  const wrong = rows.flatMap((row) => {
    const numbers = row.slice(0, -1) as number[];
    const expected = Number(row.at(-1));
    const value = call(...numbers);
    return Math.abs(value - expected) <= tolerance * Math.abs(expected) ? [] : [{ numbers, value, expected }];
  });
  expect(wrong).toEqual([]);
});

it.each([
  ["betaCdf", [1e-16, 0.1, 1e300], 1],
  ["regularizedGammaQ", [0.3, 1e300], 0],
  ["regularizedGammaP", [1, 5e-324], 5e-324],
  ["regularizedGammaQ", [50, 5e8], 0],
  ["gamma", [171.7], Number.POSITIVE_INFINITY],
  ["gamma", [-200.5], 0],
  ["erfc", [30], 0],
  ["erfcInverse", [0], Number.POSITIVE_INFINITY],
  ["erfcInverse", [2], Number.NEGATIVE_INFINITY],
])("%s at the ends of what numbers can say: %j", (name, numbers, expected) => {
  expect((functions[name]!.call as (...values: Value[]) => number)(...numbers)).toBe(expected);
});
