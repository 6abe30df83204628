// Numbers in other bases, exactly: whole numbers of any length as texts of digits, two's complement, and IEEE 754.
import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, finiteNumber, quoted, toText, wholeNumber } from "formulary/functions";
import { perElement, wholeDigits } from "./arguments.ts";
import { lengthOf } from "./costs.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const mostDigits = 2000;
const toBaseNumber = (value: unknown, name: string): number => wholeNumber(value, name, [2, 36]);

/** A number as a ratio of whole numbers, which is exact in every base. */
interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

const prefixes: Record<number, string> = { 2: "b", 8: "o", 16: "x" };

/** Reads "FF", "-1010.01", "0xff", "1111_0000"; undefined where a character is no digit of the base. */
function readInBase(text: string, base: number): Ratio | undefined {
  const plain = text.trim().replace(/^[−–]/, "-").replace(/[\s_]/g, "").toUpperCase();
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/.exec(plain)!;
  const prefix = Object.hasOwn(prefixes, base) ? `0${prefixes[base]!.toUpperCase()}` : undefined;
  const bare = prefix !== undefined && rest.startsWith(prefix) ? rest.slice(2) : rest;
  const [whole = "", fraction = "", ...more] = bare.split(".");
  const all = whole + fraction;
  if (more.length > 0 || all === "" || all.length > mostDigits) return undefined;
  let numerator = 0n;
  for (const each of all) {
    const digit = digits.indexOf(each);
    if (digit < 0 || digit >= base) return undefined;
    numerator = numerator * BigInt(base) + BigInt(digit);
  }
  return { numerator: sign === "-" ? -numerator : numerator, denominator: BigInt(base) ** BigInt(fraction.length) };
}
const refuse = (text: string, base: number): never =>
  failText(`${quoted(text)} is not a number in base ${base} (at most ${mostDigits} digits).`);

/** Writes a ratio in a base with up to so many digits after the point, half away from zero, without trailing zeros. */
export function writeInBase({ numerator, denominator }: Ratio, base: number, places: number): string {
  const size = numerator < 0n ? -numerator : numerator;
  const scale = BigInt(base) ** BigInt(places);
  const scaled = (2n * size * scale + denominator) / (2n * denominator);
  const text = scaled
    .toString(base)
    .toUpperCase()
    .padStart(places + 1, "0");
  const fraction = text.slice(text.length - places).replace(/0+$/, "");
  const sign = numerator < 0n && scaled > 0n ? "-" : "";
  return `${sign}${text.slice(0, text.length - places)}${places > 0 && fraction ? `.${fraction}` : ""}`;
}

/** The number as people write it: 0.1 is a tenth, not the nearest double. */
export function writtenRatio(x: number): Ratio {
  const [mantissa, exponent = "0"] = String(x).split("e");
  const { numerator, denominator } = readInBase(mantissa!, 10)!;
  const power = 10n ** BigInt(Math.abs(Number(exponent)));
  return Number(exponent) < 0 ? { numerator, denominator: denominator * power } : { numerator: numerator * power, denominator };
}

const defaultPlaces = 20;
const toPlaces = (value: Value | undefined, name: string): number =>
  value === undefined ? defaultPlaces : wholeNumber(value, name, [0, 1000]);

function toBase(value: Value, base: Value, places?: Value): string {
  const x = finiteNumber(value, "toBase");
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER) failFormula(`${x} is not exact as a number: give it to convertBase as a text of digits.`);
  return writeInBase(writtenRatio(x), toBaseNumber(base, "toBase"), toPlaces(places, "toBase"));
}

function fromBase(value: Value, base: Value): number {
  const [text, radix] = [toText(value, "fromBase"), toBaseNumber(base, "fromBase")];
  const { numerator, denominator } = readInBase(text, radix) ?? refuse(text, radix);
  const limit = BigInt(Number.MAX_SAFE_INTEGER) * denominator;
  if (numerator > limit || numerator < -limit) failFormula(`${quoted(text)} is above 2^53: convertBase gives all of its digits as a text.`);
  return nearest({ numerator, denominator });
}
/** The double nearest to a ratio below 2^53: enough bits for rounding, with a last 1 for the whole remainder. */
function nearest({ numerator, denominator }: Ratio): number {
  const size = numerator < 0n ? -numerator : numerator;
  if (size === 0n) return 0;
  const shift = BigInt(Math.max(0, 66 - (size.toString(2).length - denominator.toString(2).length)));
  const [quotient, rest] = [(size << shift) / denominator, (size << shift) % denominator];
  const sticky = rest > 0n ? quotient | 1n : quotient;
  // in two steps, because 2^-1100 alone is 0
  const half = Number(shift) / 2;
  return (numerator < 0n ? -1 : 1) * Number(sticky) * 2 ** -Math.floor(half) * 2 ** -Math.ceil(half);
}

function convertBase(value: Value, from: Value, to: Value, places?: Value): string {
  const text = typeof value === "number" ? wholeDigits(value, "convertBase") : toText(value, "convertBase");
  const base = toBaseNumber(from, "convertBase");
  return writeInBase(readInBase(text, base) ?? refuse(text, base), toBaseNumber(to, "convertBase"), toPlaces(places, "convertBase"));
}

const mostBits = 256;
function twosComplement(value: Value, bits: Value): string {
  const width = wholeNumber(bits, "twosComplement", [1, mostBits]);
  const x = BigInt(wholeDigits(value, "twosComplement"));
  const half = 1n << BigInt(width - 1);
  if (x >= half || x < -half) failFormula(`${x} does not fit into ${width} bits: they hold ${-half} to ${half - 1n}.`);
  return BigInt.asUintN(width, x).toString(2).padStart(width, "0");
}
function signedBits(value: Value, name: string): bigint {
  const text = toText(value, name).replace(/[\s_]/g, "");
  if (!/^[01]+$/.test(text) || text.length > mostBits) failText(`${quoted(text)} is not a row of 1 to ${mostBits} bits.`);
  return BigInt.asIntN(text.length, BigInt(`0b${text}`));
}
function fromTwosComplement(value: Value): number {
  const x = Number(signedBits(value, "fromTwosComplement"));
  return Number.isSafeInteger(x)
    ? x
    : failFormula("These bits are a number above 2^53: exactFromTwosComplement gives its digits as a text.");
}

const bitsOf = (value: Value, name: string): 32 | 64 =>
  value === 32 || value === 64 ? value : failFormula(`${name} needs 32 or 64 bits.`);
function floatBits(value: Value, size: Value = 64): string {
  const bits = bitsOf(size, "floatBits");
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) view.setFloat32(0, finiteNumber(value, "floatBits"));
  else view.setFloat64(0, finiteNumber(value, "floatBits"));
  return (bits === 32 ? BigInt(view.getUint32(0)) : view.getBigUint64(0)).toString(2).padStart(bits, "0");
}
function fromFloatBits(value: Value): number {
  const text = toText(value, "fromFloatBits").replace(/[\s_]/g, "");
  if (!/^[01]+$/.test(text) || (text.length !== 32 && text.length !== 64)) failText(`${quoted(text)} is not a row of 32 or 64 bits.`);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0b${text.padEnd(64, "0")}`));
  const x = text.length === 32 ? view.getFloat32(0) : view.getFloat64(0);
  return Number.isNaN(x) ? failText("These bits stand for no number (NaN).") : x;
}
// A double is a whole number divided by a power of two.
/** Every digit of the binary fraction that is stored for a number. */
function exactDecimal(value: Value, size: Value = 64): string {
  const x = finiteNumber(value, "exactDecimal");
  const stored = bitsOf(size, "exactDecimal") === 32 ? Math.fround(x) : x;
  if (!Number.isFinite(stored)) failFormula(`${x} is too large for 32 bits.`);
  const bits = BigInt(`0b${floatBits(Math.abs(stored))}`);
  const [exponent, fraction] = [Number(bits >> 52n), bits & ((1n << 52n) - 1n)];
  const [mantissa, power] = exponent === 0 ? [fraction, -1074] : [fraction | (1n << 52n), exponent - 1075];
  const numerator = power > 0 ? mantissa << BigInt(power) : mantissa;
  return writeInBase(
    { numerator: stored < 0 ? -numerator : numerator, denominator: power < 0 ? 1n << BigInt(-power) : 1n },
    10,
    power < 0 ? -power : 0,
  );
}

/** Conversions take some microseconds, long ones more: digits² counts. */
const longText = {
  cost: (value: Value) =>
    60 * (Array.isArray(value) ? value.length : 1) + lengthOf(value) + Math.min(lengthOf(value), mostDigits) ** 2 / 2000,
};

/** Functions of number bases and of how computers store numbers. */
export const bases: Functions = {
  toBase: entry(
    "x base places?",
    "A number written in a base from 2 to 36 with capital letters, rounded to a number of places after the point (default 20), without trailing zeros.",
    ["toBase(255.5, 16)", "FF.8"],
    "numberText",
    perElement("toBase", toBase),
  ),
  fromBase: {
    ...entry(
      "text base",
      "The number that a text has in a base from 2 to 36, up to 2^53; a point and the prefixes 0x, 0b and 0o are allowed.",
      ['fromBase("ff.8", 16)', 255.5],
      "plain",
      perElement("fromBase", fromBase),
    ),
    ...longText,
  },
  convertBase: {
    ...entry(
      "text from to places?",
      "A number of any length as a text, from one base to another (2 to 36), exact for whole numbers; places after the point: default 20.",
      ['convertBase("FFFFFFFFFFFFFFFF", 16, 10)', "18446744073709551615"],
      "text",
      perElement("convertBase", convertBase),
    ),
    ...longText,
  },
  isBase: {
    ...entry(
      "text base",
      "Whether a text is a number in a base from 2 to 36.",
      ['isBase("12", 2)', false],
      "condition",
      perElement("isBase", (text, base) => readInBase(toText(text, "isBase"), toBaseNumber(base, "isBase")) !== undefined),
    ),
    ...longText,
  },
  twosComplement: entry(
    "x bits",
    "A whole number (or a text of digits) in two's complement, as a text of 1 to 256 bits.",
    ["twosComplement(-2, 8)", "11111110"],
    "numberText",
    perElement("twosComplement", twosComplement),
  ),
  fromTwosComplement: entry(
    "bits",
    "The signed number of a text of bits in two's complement, up to 2^53.",
    ['fromTwosComplement("11111110")', -2],
    "plain",
    perElement("fromTwosComplement", fromTwosComplement),
  ),
  exactFromTwosComplement: entry(
    "bits",
    "The signed number of up to 256 bits in two's complement, as a text of digits.",
    ['exactFromTwosComplement("11111110")', "-2"],
    "text",
    perElement("exactFromTwosComplement", (value) => String(signedBits(value, "exactFromTwosComplement"))),
  ),
  floatBits: entry(
    "x size?",
    "The bits of a number in IEEE 754, sign first: 64 (double), or 32 (single, rounded).",
    ["floatBits(-2, 32)", "11000000000000000000000000000000"],
    "numberText",
    perElement("floatBits", floatBits),
  ),
  fromFloatBits: entry(
    "bits",
    "The number of 32 or 64 bits in IEEE 754.",
    ['fromFloatBits("11000000000000000000000000000000")', -2],
    "plain",
    perElement("fromFloatBits", fromFloatBits),
  ),
  exactDecimal: {
    ...entry(
      "x size?",
      "All decimal digits of the binary number that a computer stores: a double, or a single with size 32.",
      ["exactDecimal(0.1, 32)", "0.100000001490116119384765625"],
      "numberText",
      perElement("exactDecimal", exactDecimal),
    ),
    cost: (value: Value) => 700 * (Array.isArray(value) ? value.length : 1),
  },
};
