// Fractions as people write them: 2 1/4, 3/8, ½.
import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, finiteNumber, quoted, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";

const glyphs: Record<string, string> = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅕": "1/5",
  "⅖": "2/5",
  "⅗": "3/5",
  "⅘": "4/5",
  "⅙": "1/6",
  "⅚": "5/6",
  "⅐": "1/7",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
  "⅑": "1/9",
  "⅒": "1/10",
};
const allGlyphs = new RegExp(`[${Object.keys(glyphs).join("")}]`, "g");

/** The number of a fraction, rounded only once; undefined where a text is not a fraction. */
function readFraction(text: string): number | undefined {
  if (text.length > 60) return undefined;
  const plain = text
    .replace(allGlyphs, (each) => ` ${glyphs[each]}`)
    .replace(/[⁄∕]/g, "/")
    .replace(/[−–]/g, "-")
    .trim();
  const match = /^([-+]?)\s*(?:(?:(\d{1,15})(?:\s+|-))?(\d{1,15})\s*\/\s*(\d{1,15})|(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15}))$/.exec(plain);
  if (!match) return undefined;
  const [, sign, whole = "0", numerator, denominator, decimal] = match;
  const size = decimal === undefined ? quotient(whole, numerator!, denominator!) : Number(decimal);
  return Number.isFinite(size) ? (sign === "-" ? -size : size) + 0 : undefined;
}
function quotient(whole: string, numerator: string, denominator: string): number {
  const all = BigInt(whole) * BigInt(denominator) + BigInt(numerator);
  // a whole number above 2^53 would be rounded before the division
  return all <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(all) / Number(denominator)
    : Number(whole) + Number(numerator) / Number(denominator);
}
const parseFraction = (value: Value): number => {
  const text = toText(value, "parseFraction");
  return readFraction(text) ?? failText(`${quoted(text)} is not a fraction such as 2 1/4, 3/8 or 0.75.`);
};

// Of two equally near fractions the result is the one with the smaller denominator.
/** The fraction nearest to the decimals of x with a denominator up to `largest`. */
function nearest(x: number, largest: number): [numerator: bigint, denominator: bigint] {
  const [mantissa, exponent = "0"] = String(Number(Math.abs(x).toPrecision(15))).split("e");
  const [whole = "", decimals = ""] = mantissa!.split(".");
  const power = Number(exponent) - decimals.length;
  const ratio: [bigint, bigint] =
    power < 0 ? [BigInt(whole + decimals), 10n ** BigInt(-power)] : [BigInt(whole + decimals) * 10n ** BigInt(power), 1n];
  return convergent(ratio, BigInt(largest));
}
// Continued fraction, and at its end the last semiconvergent that fits: Khinchin, Continued Fractions, section 6.
function convergent([numerator, denominator]: [bigint, bigint], largest: bigint): [bigint, bigint] {
  let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n];
  let [n, d] = [numerator, denominator];
  while (d !== 0n) {
    const term = n / d;
    if (q0 + term * q1 > largest) break;
    [p0, q0, p1, q1] = [p1, q1, p0 + term * p1, q0 + term * q1];
    [n, d] = [d, n - term * d];
  }
  if (d === 0n) return [p1, q1];
  const times = (largest - q0) / q1;
  const [p, q] = [p0 + times * p1, q0 + times * q1];
  const off = (a: bigint, b: bigint): bigint =>
    a * denominator > numerator * b ? a * denominator - numerator * b : numerator * b - a * denominator;
  // |p/q - x| < |p1/q1 - x|, both multiplied by the other denominator
  return off(p, q) * q1 < off(p1, q1) * q ? [p, q] : [p1, q1];
}

const mostDenominator = 1e9;
function partsOf(value: Value, largest: Value, name: string): [numerator: number, denominator: number] {
  const x = finiteNumber(value, name);
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER) failFormula(`${x} is too large for a fraction.`);
  const [numerator, denominator] = nearest(x, wholeNumber(largest, name, [1, mostDenominator]));
  if (numerator > BigInt(Number.MAX_SAFE_INTEGER)) failFormula(`The numerator of ${x} is above 2^53: allow a smaller denominator.`);
  return [(x < 0 ? -Number(numerator) : Number(numerator)) + 0, Number(denominator)];
}
function fractionText(value: Value, largest: Value): string {
  const [numerator, denominator] = partsOf(value, largest, "fractionText");
  return denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
}
function mixedFraction(value: Value, largest: Value): string {
  const [numerator, denominator] = partsOf(value, largest, "mixedFraction");
  const whole = Math.floor(Math.abs(numerator) / denominator);
  const rest = Math.abs(numerator) % denominator;
  const sign = numerator < 0 ? "-" : "";
  if (rest === 0) return `${sign}${whole}`;
  return `${sign}${whole > 0 ? `${whole} ` : ""}${rest}/${denominator}`;
}

/** Functions of fractions. */
export const fractions: Functions = {
  parseFraction: entry(
    "text",
    "The number of a fraction: 2 1/4, 2-1/4, 3/8, 1½, or a decimal number.",
    ['parseFraction("2 1/4")', 2.25],
    "plain",
    perElement("parseFraction", parseFraction),
  ),
  isFraction: entry(
    "text",
    "Whether parseFraction can read a text.",
    ['isFraction("3/0")', false],
    "condition",
    perElement("isFraction", (text) => readFraction(toText(text, "isFraction")) !== undefined),
  ),
  mixedFraction: entry(
    "x largest",
    "A number as a whole number and a reduced fraction, the nearest with a denominator up to largest; for sixteenths use roundTo(x, 1 / 16) first.",
    ["mixedFraction(2.25, 16)", "2 1/4"],
    "numberText",
    perElement("mixedFraction", mixedFraction),
  ),
  fractionText: entry(
    "x largest",
    "A number as a reduced fraction, also an improper one: the nearest with a denominator up to largest.",
    ["fractionText(2.25, 16)", "9/4"],
    "numberText",
    perElement("fractionText", fractionText),
  ),
  fractionParts: entry(
    "x largest",
    "Numerator and denominator of the reduced fraction nearest to a number, with a denominator up to largest (at most 1e9).",
    ["fractionParts(0.333333, 100)", [1, 3]],
    "plainList",
    (x: Value, largest: Value) => partsOf(x, largest, "fractionParts"),
  ),
};
