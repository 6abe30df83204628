// Exact arithmetic with fractions, mixed numbers and repeating decimals.

import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, kindOf, quoted, wholeNumber } from "formulary/functions";
import Fraction from "fraction.js";
import { lengthOf } from "./costs.ts";
import { exactNumber, integerOf } from "./integers.ts";
import { periodOf, withoutTens } from "./multiplicative-order.ts";
import { type Ratio, ratioOf, reduced } from "./ratio.ts";

/** The fraction of an argument: [numerator, denominator], a number, or a text that fraction.js reads. */
export function fractionOf(value: Value, name: string): Fraction {
  if (typeof value === "number") return ofRatio(ratioOf(value));
  if (typeof value === "string") return readFraction(value);
  if (!Array.isArray(value) || value.length !== 2)
    failFormula(`${name} needs a fraction [numerator, denominator] and got ${kindOf(value)}.`);
  return ofRatio(reduced(integerOf(value[0], name), integerOf(value[1], name)));
}
/** A ratio of whole numbers as a fraction. */
export const ofRatio = ([n, d]: Ratio) => new Fraction(n, d);

const readable = /^[-+]?(\d+ +\d+\/\d+|\d+\/\d+|\d*\.?\d*(\(\d+\))?)$/;
function readFraction(text: string): Fraction {
  const written = text
    .trim()
    .replace(/^[−–]/, "-")
    .replace(/\s*\/\s*/, "/");
  if (written.length > 2000 || !/\d/.test(written) || !readable.test(written))
    failText(`${quoted(text)} is not a fraction: write 3/4, 2 1/4, 0.75 or 0.1(6).`);
  if (/\/0+$/.test(written)) failText(`${quoted(text)} has the denominator 0.`);
  return new Fraction(written);
}

/** [numerator, denominator] as numbers, when both are exact. */
export function pair({ s, n, d }: Fraction, name: string): [numerator: number, denominator: number] {
  return [exactNumber(s * n, `The numerator of ${name}`), exactNumber(d, `The denominator of ${name}`)];
}

const isPair = (value: Value) => Array.isArray(value) && value.length === 2 && !value.some(Array.isArray);
/** The arguments of a function of fractions: one by one or as one list. */
const listOfFractions = (values: Value[]): Value[] =>
  values.length === 1 && Array.isArray(values[0]) && !isPair(values[0]) ? values[0] : values;

const folded =
  (name: string, step: (a: Fraction, b: Fraction) => Fraction, start?: Fraction) =>
  (...items: Value[]): [number, number] => {
    const all = listOfFractions(items);
    if (all.length > 1000) failFormula(`${name} takes up to 1,000 fractions and got ${all.length}.`);
    const values = all.map((value) => fractionOf(value, name));
    return pair(start ? values.reduce((a, b) => bounded(step(a, b), name), start) : values.reduce(step), name);
  };
const longest = 10n ** 120n;
// such a result is far outside the range of numbers, and each further step would cost more time
const bounded = (fraction: Fraction, name: string): Fraction =>
  fraction.d < longest && fraction.n < longest ? fraction : failFormula(`${name} reaches fractions of more than 120 digits.`);

function quotient(a: Value, b: Value): [number, number] {
  const [x, y] = [fractionOf(a, "fractionQuotient"), fractionOf(b, "fractionQuotient")];
  return y.n === 0n ? failFormula("fractionQuotient cannot divide by 0.") : pair(x.div(y), "fractionQuotient");
}

function power(base: Value, exponent: Value): [number, number] {
  const [x, e] = [fractionOf(base, "fractionPower"), wholeNumber(exponent, "fractionPower", [-1100, 1100])];
  if (x.n === 0n && e < 0) failFormula("fractionPower: 0 has no negative power.");
  const [n, d] = e < 0 ? [x.d * x.s, x.n] : [x.n * x.s, x.d];
  return pair(ofRatio(reduced(n ** BigInt(Math.abs(e)), d ** BigInt(Math.abs(e)))), "fractionPower");
}

/** Whole part, numerator and denominator; the first of them that is not 0 has the sign. */
function mixedNumber(value: Value): [whole: number, numerator: number, denominator: number] {
  const { s, n, d } = fractionOf(value, "mixedNumber");
  const [whole, rest] = [exactNumber(n / d, "mixedNumber"), exactNumber(n % d, "mixedNumber")];
  const sign = Number(s);
  return [whole === 0 ? 0 : sign * whole, whole === 0 ? sign * rest + 0 : rest, exactNumber(d, "mixedNumber")];
}

const longestPeriod = 5000;
function period(value: Value): number {
  const { d } = fractionOf(value, "decimalPeriod");
  return periodOf(exactNumber(withoutTens(d), "decimalPeriod"));
}

function repeatingDecimal(value: Value): string {
  const { s, n, d } = fractionOf(value, "repeatingDecimal");
  const repeats = exactNumber(withoutTens(d), "repeatingDecimal");
  const length = periodOf(repeats);
  if (length > longestPeriod)
    failFormula(`The decimals repeat only after ${length} digits; repeatingDecimal writes up to ${longestPeriod}.`);
  let before = 0;
  for (let rest = d / BigInt(repeats); 10n ** BigInt(before) % rest !== 0n; ) before++;
  const digits = String(((n % d) * 10n ** BigInt(before + length)) / d).padStart(before + length, "0");
  const tail = length > 0 ? `(${digits.slice(before)})` : "";
  return `${s < 0n ? "-" : ""}${n / d}${before + length > 0 ? "." : ""}${digits.slice(0, before)}${tail}`;
}

const digitsIn = (value: Value): number =>
  Array.isArray(value) ? value.reduce<number>((sum, each) => sum + digitsIn(each), 0) : lengthOf(value);
/** A function of fractions, with a cost by the length of its arguments. */
export const fractions = (params: string, summary: string, example: [string, Value], call: unknown, dimension = "plainList") => ({
  ...entry(params, summary, example, dimension, call),
  cost: ((...values: Value[]) => 5 * Math.max(1, values.flat().length) + digitsIn(values) ** 2 / 1000) as () => number,
});
/** A constant cost. */
export const cost = (steps: number) => ({ cost: () => steps });

/** Fractions: each is [numerator, denominator], a number (0.25, or 1 / 3), or a text ("3/4", "2 1/4", "0.1(6)"). */
export const fractionFunctions: Functions = {
  exactFraction: fractions(
    "value",
    'The exact value of a number or text as [numerator, denominator]: "0.1(6)" with repeating digits in parentheses, "2 1/4", 0.125; 1 / 3 counts as a third.',
    ['exactFraction("0.1(6)")', [1, 6]],
    (value: Value) => pair(fractionOf(value, "exactFraction"), "exactFraction"),
  ),
  fractionSum: fractions(
    "...fractions",
    "The sum of fractions, or of one list of them, as [numerator, denominator] in lowest terms.",
    ["fractionSum([1, 2], [1, 3])", [5, 6]],
    folded("fractionSum", (a, b) => a.add(b), new Fraction(0)),
  ),
  fractionDifference: fractions(
    "a b",
    "The difference of two fractions as [numerator, denominator] in lowest terms.",
    ["fractionDifference([1, 2], [1, 3])", [1, 6]],
    (a: Value, b: Value) => folded("fractionDifference", (x, y) => x.sub(y))(a, b),
  ),
  fractionProduct: fractions(
    "...fractions",
    "The product of fractions, or of one list of them, as [numerator, denominator] in lowest terms.",
    ["fractionProduct([2, 3], [3, 4])", [1, 2]],
    folded("fractionProduct", (a, b) => a.mul(b), new Fraction(1)),
  ),
  fractionQuotient: fractions(
    "a b",
    "The quotient of two fractions as [numerator, denominator] in lowest terms.",
    ["fractionQuotient([1, 2], [3, 4])", [2, 3]],
    quotient,
  ),
  fractionPower: fractions(
    "base exponent",
    "A fraction to a whole power, also a negative one, as [numerator, denominator].",
    ["fractionPower([2, 3], -2)", [9, 4]],
    power,
  ),
  fractionCompare: fractions(
    "a b",
    "-1, 0 or 1: whether a fraction is below, equal to or above another.",
    ["fractionCompare([1, 3], [333, 1000])", 1],
    (a: Value, b: Value) => fractionOf(a, "fractionCompare").compare(fractionOf(b, "fractionCompare")),
    "plainNumber",
  ),
  mixedNumber: fractions(
    "fraction",
    "The parts [whole, numerator, denominator] of a fraction in lowest terms; the whole part has the sign, or the numerator where the whole part is 0.",
    ["mixedNumber([-9, 4])", [-2, 1, 4]],
    mixedNumber,
  ),
  repeatingDecimal: {
    ...fractions(
      "fraction",
      "A fraction as decimals with the repeating digits in parentheses, as a text; up to 5,000 repeating digits.",
      ["repeatingDecimal([1, 6])", "0.1(6)"],
      repeatingDecimal,
      "text",
    ),
    ...cost(3000),
  },
  decimalPeriod: {
    ...fractions(
      "fraction",
      "How many digits repeat in the decimals of a fraction, 0 where they end.",
      ["decimalPeriod([1, 7])", 6],
      period,
      "plainNumber",
    ),
    ...cost(3000),
  },
};
