// Special functions against values that mpmath computed with 40 digits. Each row holds the arguments and the value.
import { readFileSync } from "node:fs";
import type { Value } from "formulary";
import { expect, it } from "vitest";
import { evaluate, functions } from "../language/evaluate.ts";

const table = JSON.parse(readFileSync(new URL("functions-special.json", import.meta.url), "utf8")) as Record<
  string,
  [...Value[], string][]
>;
/** What is allowed where the value itself is no measure: near its zeros, the size of its waves. */
const waves: Record<string, (order: number, x: number) => number> = {
  besselJ: (order, x) => (x > order ? Math.sqrt(2 / (Math.PI * x)) : 0),
  besselY: (order, x) => (x > order ? Math.sqrt(2 / (Math.PI * x)) : 0),
  cosineIntegral: (x) => 1 / x,
  expIntegralEi: () => 1,
};

it.each([
  ["besselJ", 4e-13],
  ["besselY", 4e-13],
  ["besselI", 2e-13],
  ["besselK", 2e-13],
  ["besselZero", 1e-14],
  ["ellipticK", 4e-15],
  ["ellipticE", 4e-15],
  ["ellipticPi", 4e-15],
  ["incompleteEllipticF", 1e-14],
  ["incompleteEllipticE", 1e-14],
  ["incompleteEllipticPi", 1e-14],
  ["expIntegralE1", 4e-15],
  ["expIntegralEi", 4e-15],
  ["sineIntegral", 4e-15],
  ["cosineIntegral", 4e-15],
  ["fresnelC", 4e-15],
  ["fresnelS", 4e-15],
  ["zeta", 1e-14],
  ["polygamma", 1e-14],
])("%s is right to %d of its value at every row of the table", (name, tolerance) => {
  const call = functions[name]!.call as (...values: Value[]) => number;
  const wrong = table[name]!.flatMap((row) => {
    const values = row.slice(0, -1);
    const expected = Number(row.at(-1));
    const value = call(...values);
    const allowed = tolerance * Math.max(Math.abs(expected), waves[name]?.(values[0] as number, values[1] as number) ?? 0) + 1e-300;
    return Math.abs(value - expected) <= allowed ? [] : [{ values, value, expected, off: Math.abs(value / expected - 1) }];
  });
  expect(wrong).toEqual([]);
});

it("lambertW is right as far as its argument says, which is little near -1 / e", () => {
  const call = functions.lambertW!.call as (...values: number[]) => number;
  const wrong = (table.lambertW as unknown as [number, number, string][]).flatMap(([x, branch, text]) => {
    const [value, expected] = [call(x, branch), Number(text)];
    const tolerance = 4e-16 * (1 + 1 / Math.abs(1 + expected));
    return Math.abs(value - expected) <= 4 * tolerance * Math.abs(expected) ? [] : [{ x, branch, value, expected }];
  });
  expect(wrong).toEqual([]);
});

it.each<[string, Value]>([
  ["besselJ(0, 0)", 1],
  ["besselJ(3, 0)", 0],
  ["besselI(0, [0, 0])", [1, 1]],
  ["round(besselJ([0, 1], 2), 10)", [0.2238907791, 0.5767248078]],
  ["expIntegralE1(1000)", 0],
  ["fresnelS(-1e17)", -0.5],
  ["zeta(-2)", 0],
  ["lambertW(0)", 0],
  ["ellipticE(1)", 1],
])("%s", (source, expected) => {
  expect(evaluate(source)).toEqual(expected);
});

it.each([
  ["besselJ(-1, 1)", "The order of besselJ must be a number from 0 to 200, not -1."],
  ["besselJ(0, -1)", "x of besselJ must be a number from 0 to 1000000, not -1."],
  ["besselY(0, 0)", "x of besselY must be a number above 0, not 0."],
  ["besselK(200, 0.001)", "besselK is too large for a number, or has no value, for 200, 0.001."],
  ["besselI(0, 1000)", "besselI is too large for a number"],
  ["besselJ(0, 0 / 0)", "besselJ needs finite numbers and got NaN"],
  ['besselJ(0, "1")', "besselJ needs numbers and got a text."],
  ["besselZero(0, 0)", "The number of the zero of besselZero must be a whole number from 1 to 100, not 0."],
  ['besselZero(0, 1, "K")', 'besselZero needs "J", "Y" or "J\'" as its third argument, not the text "K".'],
  ["ellipticK(1)", "The parameter m = k² of an elliptic integral must be below 1, not 1."],
  ["ellipticE(2)", "The parameter m = k² of an elliptic integral must be below 1 or 1, not 2."],
  ["ellipticPi(1, 0)", "The characteristic n of an elliptic integral must be below 1, not 1."],
  ["incompleteEllipticF(2, 1)", "must be below 1, not 1."],
  ["expIntegralE1(0)", "expIntegralE1 needs a number above 0, not 0."],
  ["expIntegralEi(0)", "expIntegralEi is infinite at 0."],
  ["expIntegralEi(1000)", "expIntegralEi is too large for a number"],
  ["cosineIntegral(-1)", "cosineIntegral needs a number above 0, not -1."],
  ["lambertW(-1)", "lambertW needs a number from -1 / e (-0.36788), not -1."],
  ["lambertW(1, -1)", "lambertW of the branch -1 needs a number below 0, not 1."],
  ["lambertW(1, 2)", "lambertW has the branches 0 and -1, not 2."],
  ["zeta(1)", "zeta is infinite at 1."],
  ["zeta(0.5, 2)", "zeta(s, a) needs an s above 1, not 0.5."],
  ["zeta(-1000)", "zeta needs a number from -170"],
  ["polygamma(0, 1)", "The order of polygamma must be a whole number from 1 to 100, not 0."],
  ["polygamma(1, -1)", "x of polygamma must be a number above 0, not -1."],
  ["sum(besselJ(0, range(1, 9999)))", "more than 100,000 steps"],
])("%s is refused", (source, message) => {
  expect(() => evaluate(source)).toThrow(message);
});
