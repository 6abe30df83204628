// Numbers as people write them: with separators, powers of ten, words, ordinals, Roman numerals.

import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, finiteNumber, quoted, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";
import { writeInBase, writtenRatio } from "./bases.ts";
import { lengthOf } from "./costs.ts";

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const spaces = "[ \\u00a0\\u2009\\u202f'’_]";

/** 1,234.5 · 1 234.5 · 1'234.5 · −5 · 1.5e3 · 1.5 × 10^3; with a decimal comma 1.234,5. Groups have three digits. */
function parseNumber(value: Value, mark: Value = "."): number {
  const text = toText(value, "parseNumber");
  if (mark !== "." && mark !== ",") failFormula('parseNumber needs "." or "," as the decimal mark.');
  if (text.length > 400) failText("A number may have 400 characters.");
  const [point, comma] = mark === "." ? ["\\.", ","] : [",", "\\."];
  const whole = `(?:\\d+|\\d{1,3}(?:${comma}\\d{3})+|\\d{1,3}(?:${spaces}\\d{3})+)`;
  const power = "(?:e([-+]?\\d{1,3})|\\s*[×x*·]\\s*10(?:\\^([-+]?\\d{1,3})|(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})))";
  const pattern = new RegExp(`^([-+]?)\\s?(${whole}(?:${point}\\d*)?|${point}\\d+)${power}?$`, "i");
  const match = pattern.exec(text.trim().replace(/[−–]/g, "-"));
  if (!match) failText(`${quoted(text)} is not a number${hint(text, mark)}.`);
  const [, sign, digits, e, caret, high] = match;
  const plain = digits!.replace(new RegExp(`${spaces}|${comma}`, "g"), "").replace(",", ".");
  const lowered = high?.replace("⁻", "-").replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (each) => String(raised.indexOf(each)));
  const x = Number(`${sign}${plain}e${e ?? caret ?? lowered ?? 0}`);
  return Number.isFinite(x) ? x : failText(`${quoted(text)} is too large a number.`);
}
const hint = (text: string, mark: string): string =>
  mark === "." && /\d,\d{1,2}$/.test(text) ? " (the decimal mark is a point, and commas set apart three digits)" : "";

/** Mantissa and exponent of ten, rounded half away from zero in decimal digits. */
function decimalOf(x: number, digits: number | undefined): [mantissa: string, exponent: number] {
  const meant = Number(x.toPrecision(15));
  const text = digits === undefined ? meant.toExponential() : rounded(meant, digits);
  const [mantissa, exponent] = text.split("e");
  return [mantissa!, Number(exponent)];
}
/** toExponential(d) rounds the binary value, so that 1.005 becomes 1.00: this rounds the decimal digits. */
function rounded(x: number, digits: number): string {
  const [mantissa, exponent] = Math.abs(x).toExponential().split("e") as [string, string];
  const scaled =
    BigInt(
      mantissa
        .replace(".", "")
        .padEnd(digits + 1, "0")
        .slice(0, digits + 1),
    ) + 5n;
  const all = String(scaled / 10n).padStart(digits, "0");
  const power = Number(exponent) + all.length - digits;
  const significant = all.slice(0, digits);
  return `${x < 0 ? "-" : ""}${significant[0]}${digits > 1 ? `.${significant.slice(1)}` : ""}e${power}`;
}
const toSignificant = (value: Value | undefined, name: string) => (value === undefined ? undefined : wholeNumber(value, name, [1, 15]));
const powerOfTen = (exponent: number): string =>
  `10${[...String(exponent)].map((each) => (each === "-" ? "⁻" : raised[Number(each)])).join("")}`;

function scientific(value: Value, digits?: Value): string {
  const x = finiteNumber(value, "scientific");
  const [mantissa, exponent] = decimalOf(x, toSignificant(digits, "scientific"));
  return `${mantissa} × ${powerOfTen(exponent)}`;
}
function exponential(value: Value, digits?: Value): string {
  const [mantissa, exponent] = decimalOf(finiteNumber(value, "eNotation"), toSignificant(digits, "eNotation"));
  return `${mantissa}e${exponent}`;
}
function engineering(value: Value, digits?: Value): string {
  const [mantissa, exponent] = decimalOf(finiteNumber(value, "engineering"), toSignificant(digits, "engineering"));
  const moved = ((exponent % 3) + 3) % 3;
  const [, sign = "", all = ""] = /^(-?)([\d.]+)$/.exec(mantissa)!;
  const plain = all.replace(".", "").padEnd(moved + 1, "0");
  const fraction = plain.slice(moved + 1);
  return `${sign}${plain.slice(0, moved + 1)}${fraction && `.${fraction}`} × ${powerOfTen(exponent - moved)}`;
}

function ordinal(value: Value): string {
  const n = wholeNumber(value, "ordinal", [0]);
  const suffix = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${suffix}`;
}

const small = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen`.split(/\s+/);
const tens = "  twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
// short scale: each name is a thousand times the one before it
const thousands =
  ` thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion undecillion
duodecillion tredecillion quattuordecillion quindecillion sexdecillion septendecillion octodecillion novemdecillion vigintillion`.split(
    /\s+/,
  );

/** A number, or a text of digits with or without decimals, in English words. */
function numberWords(value: Value, british: Value = false): string {
  const text =
    typeof value === "number"
      ? plainDigits(value)
      : toText(value, "numberWords")
          .trim()
          .replace(/[−–]/g, "-")
          .replace(/[,_\s]/g, "");
  const [, sign, whole = "", decimals = ""] =
    /^([-+]?)(\d{1,400})(?:\.(\d{1,400}))?$/.exec(text) ?? failText(`${quoted(text)} is not a number in digits.`);
  const digits = whole.replace(/^0+(?=\d)/, "");
  if (digits.length > 3 * thousands.length) failText(`Words go up to ${3 * thousands.length} digits.`);
  const parts = [wholeWords(digits, british === true)];
  if (decimals) parts.push("point", ...[...decimals].map((digit) => small[Number(digit)]!));
  const isZero = /^0*$/.test(digits + decimals);
  return `${sign === "-" && !isZero ? "minus " : ""}${parts.join(" ")}`;
}
function plainDigits(value: Value): string {
  const x = finiteNumber(value, "numberWords");
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER) failFormula(`numberWords takes a number above 2^53 only as a text of digits, not ${x}.`);
  return writeInBase(writtenRatio(x), 10, 340);
}
function wholeWords(digits: string, british: boolean): string {
  if (digits === "0") return "zero";
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g)!;
  const words = groups.flatMap((group, at) => {
    const n = Number(group);
    const name = thousands[groups.length - 1 - at]!;
    if (n === 0) return [];
    const and = british && at === groups.length - 1 && n < 100 && groups.length > 1 ? "and " : "";
    return [`${and}${hundreds(n, british)}${name && ` ${name}`}`];
  });
  return words.join(" ");
}
function hundreds(n: number, british: boolean): string {
  const [hundred, rest] = [Math.floor(n / 100), n % 100];
  const below = rest < 20 ? small[rest]! : `${tens[Math.floor(rest / 10)]}${rest % 10 ? `-${small[rest % 10]}` : ""}`;
  if (hundred === 0) return below;
  return `${small[hundred]} hundred${rest ? `${british ? " and" : ""} ${below}` : ""}`;
}

const roman: [string, number][] = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];
function toRoman(value: Value): string {
  let left = wholeNumber(value, "toRoman", [1, 3999]);
  let text = "";
  for (const [letters, worth] of roman) for (; left >= worth; left -= worth) text += letters;
  return text;
}
/** The standard form, with subtraction where it is allowed: IIII and IC are not Roman numerals. */
const strict = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const isRoman = (text: string): boolean => text !== "" && strict.test(text);
const romanText = (value: Value, name: string): string => toText(value, name).trim().toUpperCase();
function fromRoman(value: Value): number {
  let left = romanText(value, "fromRoman");
  if (!isRoman(left)) failText(`${quoted(String(value))} is not a Roman numeral from I to MMMCMXCIX.`);
  let sum = 0;
  for (const [letters, worth] of roman) for (; left.startsWith(letters); left = left.slice(letters.length)) sum += worth;
  return sum;
}

/** Functions that read and write numbers. */
export const numerals: Functions = {
  parseNumber: entry(
    "text decimalMark?",
    'The number of a text with separators or a power of ten: 1,234.5, 1 234.5, −2, 1.5e3, 2 × 10^3; with "," as decimal mark 1.234,5.',
    ['parseNumber("1,234.5")', 1234.5],
    "plain",
    perElement("parseNumber", parseNumber),
  ),
  scientific: entry(
    "x digits?",
    "A number as mantissa and power of ten, with a number of significant digits, by default as many as it has (up to 15).",
    ["scientific(12345, 3)", "1.23 × 10⁴"],
    "numberText",
    perElement("scientific", scientific),
  ),
  engineering: entry(
    "x digits?",
    "Like scientific, with an exponent that is a multiple of three.",
    ["engineering(12345, 3)", "12.3 × 10³"],
    "numberText",
    perElement("engineering", engineering),
  ),
  eNotation: entry(
    "x digits?",
    "Like scientific, in E notation.",
    ["eNotation(0.00123)", "1.23e-3"],
    "numberText",
    perElement("eNotation", exponential),
  ),
  ordinal: entry(
    "n",
    "A whole number from 0 as an English ordinal.",
    ["ordinal(22)", "22nd"],
    "numberText",
    perElement("ordinal", ordinal),
  ),
  numberWords: {
    ...entry(
      "x british?",
      'A number, or a text of digits up to 66, in English words (short scale); british: true writes "one hundred and one".',
      ["numberWords(1234.5)", "one thousand two hundred thirty-four point five"],
      "numberText",
      perElement("numberWords", numberWords),
    ),
    cost: (...values: Value[]) => 40 * values.flat(2).length + lengthOf(values) / 50,
  },
  toRoman: entry(
    "n",
    "A whole number from 1 to 3999 as a Roman numeral.",
    ["toRoman(1994)", "MCMXCIV"],
    "numberText",
    perElement("toRoman", toRoman),
  ),
  fromRoman: entry(
    "text",
    "The number of a Roman numeral in standard form (IV, not IIII).",
    ['fromRoman("MCMXCIV")', 1994],
    "plain",
    perElement("fromRoman", fromRoman),
  ),
  isRoman: entry(
    "text",
    "Whether a text is a Roman numeral in standard form.",
    ['isRoman("IIII")', false],
    "condition",
    perElement("isRoman", (value) => isRoman(romanText(value, "isRoman"))),
  ),
};
