// Continued fractions, nearest fractions and sums of unit fractions.
import type { Functions, Value } from "formulary";
import { failFormula, listOf, wholeNumber } from "formulary/functions";
import { cost, fractionOf, fractions, ofRatio, pair } from "./fractions.ts";
import { exactNumber } from "./integers.ts";
import { binaryRatio, convergentsOf, decimalOf, nearestRatio, quotients, reduced } from "./ratio.ts";

function nearest(x: Value, largest: Value): [number, number] {
  const most = wholeNumber(largest, "fraction", [1, Number.MAX_SAFE_INTEGER]);
  const { s, n, d } = fractionOf(x, "fraction");
  return pair(ofRatio(nearestRatio([s * n, d], BigInt(most))), "fraction");
}

// Of an irrational number these are the terms that both ends of its last place have in common.
/** The terms that the value determines. */
function continuedFraction(value: Value, terms: Value): number[] {
  const most = wholeNumber(terms, "continuedFraction", [1, 1000]);
  const { s, n, d } = fractionOf(value, "continuedFraction");
  const irrational = typeof value === "number" && d > 100_000n && decimalOf(value).digits > 12;
  const certain = irrational ? commonTerms(...binaryRatio(value)) : [...quotients(s * n, d)];
  return certain.slice(0, most).map((term) => exactNumber(term, "continuedFraction"));
}
function commonTerms(n: bigint, d: bigint): bigint[] {
  const scale = 2_000_000_000_000_000n;
  const [low, high] = [[...quotients(n * (scale - 1n), d * scale)], [...quotients(n * (scale + 1n), d * scale)]];
  const differs = low.findIndex((term, at) => term !== high[at]);
  return low.slice(0, differs < 0 ? low.length : Math.max(1, differs));
}

function convergents(terms: Value): [number, number][] {
  const whole = listOf(terms, "convergents", { of: "terms, as continuedFraction gives it," }).map((term, at) =>
    wholeNumber(term, "convergents", [at === 0 ? -Number.MAX_SAFE_INTEGER : 1, Number.MAX_SAFE_INTEGER]),
  );
  return [...convergentsOf(whole.map(BigInt))].map(([p, q]) => [exactNumber(p, "convergents"), exactNumber(q, "convergents")]);
}

/** The whole part of √n and one period of the terms after it. */
function rootTerms(value: Value): number[] {
  const n = wholeNumber(value, "rootContinuedFraction", [0, 10_000_000]);
  const whole = Math.floor(Math.sqrt(n));
  const terms = [whole];
  for (let [m, d, term] = [0, 1, whole]; whole * whole !== n && term !== 2 * whole; terms.push(term)) {
    m = d * term - m;
    d = (n - m * m) / d;
    term = Math.floor((whole + m) / d);
  }
  return terms;
}

/** Fibonacci's greedy sum of different unit fractions. */
function egyptian(value: Value): string[] {
  const { s, n, d } = fractionOf(value, "egyptianFraction");
  if (s < 0n || n > d) failFormula("egyptianFraction needs a fraction from 0 to 1.");
  const parts: string[] = [];
  for (let [top, bottom] = [n, d]; top > 0n; ) {
    const part = (bottom + top - 1n) / top;
    parts.push(String(part));
    [top, bottom] = reduced(top * part - bottom, bottom * part);
    if (parts.at(-1)!.length > 1000) failFormula("The denominators of this sum grow beyond 1,000 digits.");
  }
  return parts;
}

/** Continued fractions, nearest fractions and unit fractions. */
export const continuedFractions: Functions = {
  fraction: fractions(
    "x largest?",
    "The nearest fraction [numerator, denominator] with a denominator up to largest (default 10,000).",
    ["fraction(0.75)", [3, 4]],
    (x: Value, largest: Value = 10_000) => nearest(x, largest),
  ),
  continuedFraction: fractions(
    "value terms?",
    "The terms [a0, a1, …] of a continued fraction, by default at most 1,000; of an irrational number only those that its digits determine.",
    ["continuedFraction([415, 93])", [4, 2, 6, 7]],
    (value: Value, terms: Value = 1000) => continuedFraction(value, terms),
  ),
  convergents: fractions(
    "terms",
    "The successive convergents [numerator, denominator] of the terms of a continued fraction.",
    [
      "convergents([1, 2, 2])",
      [
        [1, 1],
        [3, 2],
        [7, 5],
      ],
    ],
    convergents,
  ),
  rootContinuedFraction: {
    ...fractions(
      "n",
      "The continued fraction of the square root of a whole number up to ten million: its whole part, then one period.",
      ["rootContinuedFraction(7)", [2, 1, 1, 1, 4]],
      rootTerms,
    ),
    ...cost(500),
  },
  egyptianFraction: fractions(
    "fraction",
    "The denominators of different unit fractions that add up to a fraction from 0 to 1 (greedy method), as digits.",
    ["egyptianFraction([4, 13])", ["4", "18", "468"]],
    egyptian,
    "texts",
  ),
};
