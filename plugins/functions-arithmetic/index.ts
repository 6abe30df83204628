// Arithmetic: roots, logarithms, remainders, rounding and extremes, by own code where JavaScript rounds binary digits.
import type { Functions, Value } from "formulary";
import {
  argumentList,
  definePlugin,
  elementwise,
  failFormula,
  isList,
  nearly,
  scalar,
  toNumber,
  wholeNumber,
  withCosts,
} from "formulary/functions";

/** Rounds half away from zero on the decimal digits people see: 1.005 to two digits is 1.01. */
function round(x: number, digits = 0): number {
  return rounded(x, digits, (size) => Math.floor(size + 0.5));
}

// People mean 15 digits; the 16th and 17th are binary errors that must not decide a half. The fast path is for numbers
// that are not near a half.
function rounded(x: number, digits: number, toWhole: (size: number) => number): number {
  if (isRound(x, digits)) return x + 0;
  const near = moved(Math.abs(x), digits);
  if (near < 1e12 && Math.abs((near % 1) - 0.5) > 1e-14 * (near + 1)) return Math.sign(x) * moved(Math.floor(near + 0.5), -digits) + 0;
  const size = shift(Number(Math.abs(x).toPrecision(15)), digits);
  return Math.sign(x) * shift(toWhole(size), -digits) + 0;
}
function isRound(x: number, digits: number): boolean {
  // the smallest double has 324 decimal places, and 15 digits after them
  wholeNumber(digits, "The number of digits", [-340, 340]);
  return !Number.isFinite(x) || (digits >= 0 && Number.isInteger(x));
}
/** x times a power of ten in one operation; NaN where the power is not exact. */
const moved = (x: number, digits: number): number =>
  Math.abs(digits) > 22 ? Number.NaN : digits >= 0 ? x * 10 ** digits : x / 10 ** -digits;
const shift = (x: number, digits: number): number => {
  const [mantissa, exponent = "0"] = String(x).split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
};
const steady = (x: number): number => (Number.isFinite(x) ? Number(x.toPrecision(15)) : x);

/** Down or up to a whole number. A whole number with a binary error stays itself: 100 / (10.3 - 10.2) is 1000. */
const toWholeNumber =
  (toWhole: (x: number) => number) =>
  (x: number): number => {
    const whole = Math.round(x);
    // for a large number even a millionth is more than an error, unless it has no more digits
    const isNoise = nearly(x, whole) && (Math.abs(x - whole) < 1e-6 || steady(x) === whole);
    return (isNoise ? whole : toWhole(x)) + 0;
  };
const [down, up] = [toWholeNumber(Math.floor), toWholeNumber(Math.ceil)];
const toPlaces =
  (toWhole: (x: number) => number) =>
  (x: number, digits = 0): number => {
    if (digits === 0) return toWhole(x);
    if (isRound(x, digits)) return x + 0;
    const near = moved(x, digits);
    if (Math.abs(near) < 1e12 && Math.abs(near - Math.round(near)) > 1e-9 * (Math.abs(near) + 1)) return moved(toWhole(near), -digits) + 0;
    return shift(toWhole(shift(steady(x), digits)), -digits) + 0;
  };

/** Remainder with the sign of the divisor, and 0 where it is only a binary error. */
function modulo(x: number, divisor: number): number {
  const remainder = x % divisor;
  const positive = remainder !== 0 && remainder < 0 !== divisor < 0 ? remainder + divisor : remainder;
  const noise = 1e-12 * Math.abs(divisor);
  return Math.abs(positive) <= noise || Math.abs(positive - divisor) <= noise ? 0 : positive;
}

function extreme(name: string, better: (a: number, b: number) => boolean) {
  const ofTwo = (a: Value, b: Value): Value => {
    const x = toNumber(a, name);
    const y = toNumber(b, name);
    return better(y, x) || Number.isNaN(y) ? y : x;
  };
  const ofAll = (values: Value[]): Value => values.reduce(ofTwo, values[0]!);
  return (...list: Value[]): Value => {
    const [first, second] = list;
    if (list.length === 2 && typeof first === "number" && typeof second === "number") return ofTwo(first, second);
    const values = argumentList(list);
    if (values.length === 0) failFormula(`${name} of an empty list does not exist.`);
    if (values.every((value) => typeof value === "string")) return [...(values as string[])].sort().at(name === "min" ? 0 : -1)!;
    return values.some(isList) ? elementwise(values.length === 2 ? ofTwo : (...each) => ofAll(each), values, name) : ofAll(values);
  };
}

const functions: Functions = {
  abs: scalar("x", "The size of a number, without its sign.", ["abs(-3)", 3], "keep", Math.abs),
  sign: scalar("x", "The sign of a number: -1, 0 or 1.", ["sign(-3)", -1], "sign", Math.sign),
  sqrt: scalar("x", "The square root.", ["sqrt(9)", 3], "half", Math.sqrt),
  cbrt: scalar("x", "The cube root.", ["cbrt(-27)", -3], "third", Math.cbrt),
  exp: scalar("x", "e to the power x.", ["exp(0)", 1], "plain", Math.exp),
  expm1: scalar("x", "exp(x) - 1, exact for small x.", ["expm1(0)", 0], "plain", Math.expm1),
  ln: scalar("x", "The natural logarithm.", ["ln(1)", 0], "plain", Math.log),
  ln1p: scalar("x", "ln(1 + x), exact for small x.", ["ln1p(0)", 0], "plain", Math.log1p),
  log10: scalar("x", "The logarithm to base 10.", ["log10(1000)", 3], "plain", Math.log10),
  log2: scalar("x", "The logarithm to base 2.", ["log2(8)", 3], "plain", Math.log2),
  mod: scalar(
    "x divisor",
    "The remainder with the sign of the divisor; 0 within 1e-12 of a whole multiple.",
    ["mod(-7, 3)", 2],
    "same",
    modulo,
  ),
  div: scalar("x divisor", "The whole quotient, rounded down.", ["div(-7, 2)", -4], "ratio", (x, y) => down(x / y!)),
  round: scalar(
    "x digits?",
    "Rounds to a number of digits after the point, half away from zero.",
    ["round(-2.345, 2)", -2.35],
    "plain",
    round,
  ),
  roundEven: scalar("x digits?", "Rounds half to even (IEEE 754, banker's rounding).", ["roundEven(2.5)", 2], "plain", (x, digits = 0) =>
    rounded(x, digits, (size) => (size % 1 === 0.5 ? 2 * Math.round(size / 2) : Math.floor(size + 0.5))),
  ),
  roundSignificant: scalar(
    "x digits",
    "Rounds to a number of significant digits.",
    ["roundSignificant(12345, 2)", 12000],
    "plain",
    (x, digits) => (x === 0 ? 0 : round(x, digits! - 1 - Math.floor(Math.log10(Math.abs(x))))),
  ),
  roundTo: scalar(
    "x step",
    "Rounds to the nearest multiple of a step, half away from zero.",
    ["roundTo(7.3, 0.25)", 7.25],
    "same",
    (x, step) => steady(round(x / step!) * step!),
  ),
  floor: scalar("x digits?", "Rounds down.", ["floor(-1.2)", -2], "plain", toPlaces(down)),
  ceil: scalar("x digits?", "Rounds up.", ["ceil(1.2)", 2], "plain", toPlaces(up)),
  trunc: scalar("x", "The whole part of a number, without its fraction.", ["trunc(-1.7)", -1], "plain", (x) => (x < 0 ? up(x) : down(x))),
  floorTo: scalar("x step", "Rounds down to a multiple of a step.", ["floorTo(7.3, 0.5)", 7], "same", (x, step) =>
    steady(down(x / step!) * step!),
  ),
  ceilTo: scalar("x step", "Rounds up to a multiple of a step.", ["ceilTo(7.1, 0.5)", 7.5], "same", (x, step) =>
    steady(up(x / step!) * step!),
  ),
  clamp: scalar("x low high", "x limited to the range from low to high.", ["clamp(12, 0, 10)", 10], "same", (x, low, high) =>
    Math.min(Math.max(x, low!), high!),
  ),
  ramp: scalar("x", "x where it is above 0, otherwise 0 (Macaulay brackets).", ["ramp(-2)", 0], "keep", (x) => Math.max(x, 0)),
  isInteger: scalar("x", "Whether a number is whole.", ["isInteger(2.5)", false], "condition", (x) => Number.isInteger(x)),
  isZero: scalar(
    "x scale",
    "Whether x is negligible compared with a scale (below 1e-12 of it).",
    ["isZero(0.1 + 0.2 - 0.3, 1)", true],
    "sameCondition",
    (x, scale) => nearly(scale! + x, scale!),
  ),
  hypot: scalar("x ...more", "The square root of a sum of squares.", ["hypot(3, 4)", 5], "same", Math.hypot),
  min: {
    params: ["...x"],
    summary: "The smallest of numbers, or of one list; of lists, elementwise.",
    example: ["min(3, 1, 2)", 1],
    dimension: "extreme",
    call: extreme("min", (a, b) => a < b),
  },
  max: {
    params: ["...x"],
    summary: "The greatest of numbers, or of one list; of lists, elementwise.",
    example: ["max([3, 1, 2])", 3],
    dimension: "extreme",
    call: extreme("max", (a, b) => a > b),
  },
};

const rounding = { round: 6, roundEven: 8, roundSignificant: 9, roundTo: 10, floorTo: 4, ceilTo: 4, div: 3, mod: 1 };

/** Functions of numbers. */
export default () => definePlugin({ name: "functions-arithmetic", functions: withCosts(functions, rounding) });
