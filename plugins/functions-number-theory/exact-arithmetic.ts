// Whole numbers of any length as texts of digits.
import type { FunctionEntry, Functions, Value } from "formulary";
import { argumentList, entry, failFormula, wholeNumber } from "formulary/functions";
import { lengthOf, readingOf, sizeOf } from "./costs.ts";
import { absolute, commonDivisor, digitsOf, integerOf } from "./integers.ts";

/** The product of the whole numbers of a range, halves first so that factors have similar lengths. */
export function productOfRange(from: bigint, to: bigint): bigint {
  if (from > to) return 1n;
  if (to - from < 8n) {
    let product = from;
    for (let factor = from + 1n; factor <= to; factor++) product *= factor;
    return product;
  }
  const middle = (from + to) / 2n;
  return productOfRange(from, middle) * productOfRange(middle + 1n, to);
}

const factorialMost = 3248; // 3248! has 9,997 digits
const factorial = (n: Value) => productOfRange(1n, BigInt(wholeNumber(n, "exactFactorial", [0, factorialMost])));

/** n choose k; 0 where k lies outside 0 … n. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  const fewer = BigInt(Math.min(k, n - k));
  return productOfRange(BigInt(n) - fewer + 1n, BigInt(n)) / productOfRange(1n, fewer);
}

const mostThings = Number.MAX_SAFE_INTEGER;
const mostChosen = 3000;
function choose(n: Value, k: Value): string {
  const [total, chosen] = [wholeNumber(n, "exactChoose", [0, mostThings]), wholeNumber(k, "exactChoose", [0, mostThings])];
  const fewer = Math.min(chosen, total - chosen);
  if (fewer > mostChosen)
    failFormula(`exactChoose takes at most ${mostChosen} things (or all but as many) out of n; here it would be ${fewer}.`);
  return digitsOf(binomial(total, chosen), "exactChoose");
}

function permutations(n: Value, k: Value): string {
  const [total, chosen] = [wholeNumber(n, "exactPermutations", [0, mostThings]), wholeNumber(k, "exactPermutations", [0, mostThings])];
  if (chosen > total) return "0";
  if (chosen > factorialMost) failFormula(`exactPermutations takes at most ${factorialMost} things; here it would be ${chosen}.`);
  return digitsOf(productOfRange(BigInt(total - chosen) + 1n, BigInt(total)), "exactPermutations");
}

function power(base: Value, exponent: Value): string {
  const [b, e] = [integerOf(base, "exactPower"), wholeNumber(exponent, "exactPower", [0, Number.MAX_SAFE_INTEGER])];
  if (b === 0n || b === 1n || b === -1n) return String(b ** BigInt(e % 2 === 0 && e > 0 ? 2 : Math.min(e, 1)));
  const length = (String(absolute(b)).length - 1) * e;
  if (length > 10_000 || e > 40_000) failFormula(`exactPower gives more than 10,000 digits: take a smaller exponent than ${e}.`);
  return digitsOf(b ** BigInt(e), "exactPower");
}

/** The whole part of a k-th root, by Newton's method from above. */
function root(n: Value, degree: Value): string {
  const [x, k] = [integerOf(n, "exactRoot"), wholeNumber(degree, "exactRoot", [1, 10_000])];
  if (x < 0n && k % 2 === 0) failFormula("exactRoot of a negative number needs an odd degree.");
  if (x === 0n) return "0";
  if (x < 0n) return String(-BigInt(root(String(-x), k)));
  const exponent = BigInt(k);
  let guess = 1n << BigInt(Math.ceil((x.toString(2).length + 1) / k));
  for (;;) {
    const next = ((exponent - 1n) * guess + x / guess ** (exponent - 1n)) / exponent;
    if (next >= guess) return String(guess);
    guess = next;
  }
}

const quotientDown = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};
const operandsOf = (a: Value, b: Value, name: string): [dividend: bigint, divisor: bigint] => {
  const divisor = integerOf(b, name);
  return divisor === 0n ? failFormula(`${name} cannot divide by 0.`) : [integerOf(a, name), divisor];
};
const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

const lengths = ((...values: Value[]) => {
  const all = argumentList(values).map(lengthOf);
  const longest = Math.max(1, ...all);
  return (all.reduce((sum, length) => sum + length, 0) * (1 + longest / 200)) / 5;
}) as FunctionEntry["cost"] & object;
const exact = (params: string, summary: string, example: [string, Value], call: (...values: never[]) => Value, cost = lengths) => ({
  ...entry(params, summary, example, "text", call),
  cost,
});
const folded =
  (name: string, start: bigint, step: (a: bigint, b: bigint) => bigint) =>
  (...values: Value[]) =>
    digitsOf(
      argumentList(values).reduce<bigint>((all, value) => bounded(step(all, integerOf(value, name)), name), start),
      name,
    );
// ends a product of long numbers before its further growth costs time
const bounded = (n: bigint, name: string): bigint =>
  n.toString(16).length > 8400 ? failFormula(`${name} gives more than 10,000 digits.`) : n;
const counting = ((_: Value, k: Value) => 20 + sizeOf(k, 3300) / 2) as () => number;

/** Exact arithmetic on whole numbers up to 2^53 or digit texts; results are texts of up to 10,000 digits. */
export const exactFunctions: Functions = {
  exactSum: {
    ...exact(
      "...n",
      "The sum of whole numbers of any length, or of one list of them, as digits.",
      ['exactSum("9007199254740993", 1)', "9007199254740994"],
      folded("exactSum", 0n, (a, b) => a + b),
    ),
    cost: (...n: Value[]) => n.flat().reduce<number>((sum, each) => sum + 2 + lengthOf(each) / 2, 0),
  },
  exactDifference: exact(
    "a b",
    "a - b on whole numbers of any length, as digits.",
    ['exactDifference("10000000000000000000", 1)', "9999999999999999999"],
    (a: Value, b: Value) => digitsOf(integerOf(a, "exactDifference") - integerOf(b, "exactDifference"), "exactDifference"),
  ),
  exactProduct: {
    ...exact(
      "...n",
      "The product of whole numbers of any length, or of one list of them, as digits.",
      ["exactProduct(9007199254740991, 3)", "27021597764222973"],
      folded("exactProduct", 1n, (a, b) => a * b),
    ),
    // the product grows with every factor
    cost: (...n: Value[]) => n.flat().length + readingOf(...n.flat()),
  },
  exactQuotient: exact(
    "a b",
    "The whole quotient a / b on whole numbers of any length, rounded down, as digits.",
    ['exactQuotient("-7", 2)', "-4"],
    (a: Value, b: Value) => String(quotientDown(...operandsOf(a, b, "exactQuotient"))),
  ),
  exactRemainder: exact(
    "a b",
    "The remainder of exactQuotient, with the sign of b, as digits.",
    ['exactRemainder("-7", 2)', "1"],
    (a: Value, b: Value) => {
      const [x, y] = operandsOf(a, b, "exactRemainder");
      return String(x - quotientDown(x, y) * y);
    },
  ),
  exactPower: exact(
    "base exponent",
    "base ^ exponent for a whole base of any length and an exponent from 0, as digits.",
    ["exactPower(2, 70)", "1180591620717411303424"],
    power,
    ((base: Value, exponent: Value) => (lengthOf(base) * sizeOf(exponent, 10_000)) / 20) as () => number,
  ),
  exactRoot: exact(
    "n degree",
    "The whole part of a root (degree 2: the square root) of a whole number of any length, as digits.",
    ['exactRoot("1000000000000000000000", 3)', "10000000"],
    root,
    ((n: Value) => 20 + lengthOf(n) ** 2 / 1000) as () => number,
  ),
  exactGcd: exact(
    "...n",
    "The greatest common divisor of whole numbers of any length, or of one list, as digits.",
    ['exactGcd("123456789012345678901234567890", 9876543210)', "90"],
    folded("exactGcd", 0n, commonDivisor),
    ((...n: Value[]) => argumentList(n).reduce<number>((sum, value) => sum + 1 + lengthOf(value) ** 2 / 3000, 0)) as () => number,
  ),
  exactLcm: exact(
    "...n",
    "The least common multiple of whole numbers of any length, or of one list, as digits.",
    ["exactLcm([4, 6])", "12"],
    folded("exactLcm", 1n, (a, b) => (a === 0n || b === 0n ? 0n : absolute(a / commonDivisor(a, b)) * absolute(b))),
    ((...n: Value[]) => argumentList(n).reduce<number>((sum, value) => sum + lengthOf(value), 0) ** 2 / 3000) as () => number,
  ),
  exactCompare: {
    ...entry(
      "a b",
      "-1, 0 or 1: whether a whole number of any length is below, equal to or above another.",
      ['exactCompare("9007199254740993", "9007199254740992")', 1],
      "count",
      (a: Value, b: Value) => compare(integerOf(a, "exactCompare"), integerOf(b, "exactCompare")),
    ),
    cost: (a: Value, b: Value) => readingOf(a, b),
  },
  exactFactorial: exact(
    "n",
    "n! with every digit, for n up to 3,248.",
    ["exactFactorial(25)", "15511210043330985984000000"],
    (n: Value) => digitsOf(factorial(n), "exactFactorial"),
    ((n: Value) => 10 + sizeOf(n, 3300) / 2) as () => number,
  ),
  exactChoose: exact(
    "n k",
    "The number of ways to choose k of n things (up to 2^53), with every digit; k or n - k up to 3,000.",
    ["exactChoose(100, 50)", "100891344545564193334812497256"],
    choose,
    counting,
  ),
  exactPermutations: exact(
    "n k",
    "The number of ordered choices of k of n things, with every digit; k up to 3,248.",
    ["exactPermutations(20, 3)", "6840"],
    permutations,
    counting,
  ),
};
