// Bits and digits of whole numbers up to 2^53, without the limit of 32 bits that the operators of JavaScript have.
import type { Functions, Value } from "formulary";
import { entry, failFormula, listOf, wholeNumber } from "formulary/functions";
import { perElement, readingOf } from "./costs.ts";
import { exactNumber, integerOf } from "./integers.ts";

const half = 2 ** 32;
/** A bitwise operation on the upper and the lower 32 bits. */
const bitwise =
  (name: string, operate: (a: number, b: number) => number) =>
  (a: Value, b: Value): number => {
    const [x, y] = [wholeNumber(a, name, [0]), wholeNumber(b, name, [0])];
    return (operate(Math.floor(x / half), Math.floor(y / half)) >>> 0) * half + (operate(x % half, y % half) >>> 0);
  };
// `>>> 0` first: the operators work on 32 bits with a sign, and the highest bit of the lower part may be set
const and = (a: number, b: number) => (a >>> 0) & (b >>> 0);
const or = (a: number, b: number) => (a >>> 0) | (b >>> 0);
const xor = (a: number, b: number) => (a >>> 0) ^ (b >>> 0);

const widthOf = (value: Value, name: string) => wholeNumber(value, name, [1, 53]);
/** A whole number that fits into a number of bits. */
function withinBits(value: Value, width: number, name: string): number {
  const x = wholeNumber(value, name, [0]);
  return x < 2 ** width ? x : failFormula(`${name}: ${x} does not fit into ${width} bits.`);
}

function shiftLeft(a: Value, n: Value, width?: Value): number {
  const [x, places] = [wholeNumber(a, "shiftLeft", [0]), wholeNumber(n, "shiftLeft", [0, 53])];
  const shifted = BigInt(x) << BigInt(places);
  return exactNumber(width === undefined ? shifted : BigInt.asUintN(widthOf(width, "shiftLeft"), shifted), "shiftLeft");
}
const shiftRight = (a: Value, n: Value) => Math.floor(wholeNumber(a, "shiftRight", [0]) / 2 ** wholeNumber(n, "shiftRight", [0, 1000]));

function rotate(name: string, turns: 1 | -1) {
  return (a: Value, n: Value, width: Value): number => {
    const bits = widthOf(width, name);
    const places = (((wholeNumber(n, name) * turns) % bits) + bits) % bits;
    const x = BigInt(withinBits(a, bits, name));
    return Number(BigInt.asUintN(bits, x << BigInt(places)) | (x >> BigInt(bits - places)));
  };
}

function reverseBits(a: Value, width: Value): number {
  const bits = widthOf(width, "reverseBits");
  const text = withinBits(a, bits, "reverseBits").toString(2).padStart(bits, "0");
  return Number.parseInt([...text].reverse().join(""), 2);
}

const binary = (n: Value, name: string) => wholeNumber(n, name, [0]).toString(2);
const grayXor = bitwise("grayCode", xor);
function fromGrayCode(value: Value): number {
  let x = wholeNumber(value, "fromGrayCode", [0]);
  for (let places = 1; places < 64; places *= 2) x = grayXor(x, Math.floor(x / 2 ** places));
  return x;
}

const baseOf = (base: Value, name: string) => wholeNumber(base, name, [2, 1_000_000]);
function digits(n: Value, base: Value): number[] {
  const [x, b] = [integerOf(n, "digits"), baseOf(base, "digits")];
  const size = x < 0n ? -x : x;
  if (b <= 36) return [...size.toString(b)].map((digit) => Number.parseInt(digit, b));
  const result: number[] = [];
  for (let rest = size; rest > 0n || result.length === 0; rest /= BigInt(b)) result.push(Number(rest % BigInt(b)));
  return result.reverse();
}

function fromDigits(list: Value, base: Value): number {
  const b = baseOf(base, "fromDigits");
  return listOf(list, "fromDigits", { of: "digits", least: 0 }).reduce<number>((n, digit) => {
    const next = n * b + wholeNumber(digit, "fromDigits", [0, b - 1]);
    return Number.isSafeInteger(next) ? next : failFormula("fromDigits gives a number above 2^53.");
  }, 0);
}

const digitSum = (n: Value, base: Value) => digits(n, base).reduce((sum, digit) => sum + digit, 0);
const digitalRoot = (n: Value, base: Value): number => {
  const sum = digitSum(n, base);
  return sum === 0 ? 0 : 1 + ((sum - 1) % (baseOf(base, "digitalRoot") - 1));
};

const of = (params: string, summary: string, example: [string, Value], call: (...values: never[]) => Value) =>
  perElement(entry(params, summary, example, "plain", call), () => 4);

/** Bit operations on whole numbers from 0 to 2^53, and digits in any base. */
export const bits: Functions = {
  bitAnd: of(
    "a b",
    "The bits that both of two whole numbers have; whole numbers from 0 to 2^53.",
    ["bitAnd(12, 10)", 8],
    bitwise("bitAnd", and),
  ),
  bitOr: of("a b", "The bits that at least one of two whole numbers has.", ["bitOr(12, 10)", 14], bitwise("bitOr", or)),
  bitXor: of("a b", "The bits that exactly one of two whole numbers has.", ["bitXor(12, 10)", 6], bitwise("bitXor", xor)),
  bitNot: of(
    "a width",
    "All bits of a number inverted; width is its number of bits (up to 53).",
    ["bitNot(5, 8)", 250],
    (a: Value, width: Value) => {
      const all = widthOf(width, "bitNot");
      return 2 ** all - 1 - withinBits(a, all, "bitNot");
    },
  ),
  shiftLeft: of(
    "a places width?",
    "A whole number with its bits shifted up. With a width, bits beyond it are lost; without one, the result must stay below 2^53.",
    ["shiftLeft(200, 1, 8)", 144],
    shiftLeft,
  ),
  shiftRight: of("a places", "A whole number with its bits shifted down; the lowest bits are lost.", ["shiftRight(17, 2)", 4], shiftRight),
  rotateLeft: of(
    "a places width",
    "A number of width bits, shifted up; the bits that leave at the top come back at the bottom.",
    ["rotateLeft(129, 1, 8)", 3],
    rotate("rotateLeft", 1),
  ),
  rotateRight: of(
    "a places width",
    "A number of width bits, shifted down; the bits that leave at the bottom come back at the top.",
    ["rotateRight(129, 1, 8)", 192],
    rotate("rotateRight", -1),
  ),
  reverseBits: of(
    "a width",
    "The bits of a number in reverse order; width is its number of bits (up to 53).",
    ["reverseBits(29, 8)", 184],
    reverseBits,
  ),
  bitCount: of(
    "n",
    "How many bits of a whole number are 1.",
    ["bitCount(255)", 8],
    (n: Value) => binary(n, "bitCount").replaceAll("0", "").length,
  ),
  bitLength: of("n", "How many bits a whole number needs; 0 for 0.", ["bitLength(255)", 8], (n: Value) =>
    wholeNumber(n, "bitLength", [0]) === 0 ? 0 : binary(n, "bitLength").length,
  ),
  grayCode: of("n", "The reflected Gray code of a whole number.", ["grayCode(5)", 7], (n: Value) =>
    grayXor(wholeNumber(n, "grayCode", [0]), Math.floor(wholeNumber(n, "grayCode", [0]) / 2)),
  ),
  fromGrayCode: of("code", "The whole number of a reflected Gray code.", ["fromGrayCode(7)", 5], fromGrayCode),
  digits: {
    ...entry(
      "n base?",
      "The digits of a whole number or digit text in a base (default 10), the highest first, without sign.",
      ["digits(305)", [3, 0, 5]],
      "plainList",
      (n: Value, base: Value = 10) => digits(n, base),
    ),
    cost: readingOf,
  },
  fromDigits: entry(
    "digits base?",
    "The whole number of a list of digits, the highest first, in a base (default 10).",
    ["fromDigits([1, 0, 1], 2)", 5],
    "plainNumber",
    (list: Value, base: Value = 10) => fromDigits(list, base),
  ),
  digitSum: of(
    "n base?",
    "The sum of the digits of a whole number or digit text in a base (default 10).",
    ["digitSum(305)", 8],
    (n: Value, base: Value = 10) => digitSum(n, base),
  ),
  digitalRoot: of("n base?", "The digit sum, repeated until one digit is left.", ["digitalRoot(987)", 6], (n: Value, base: Value = 10) =>
    digitalRoot(n, base),
  ),
};
