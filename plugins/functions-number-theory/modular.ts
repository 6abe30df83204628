// Arithmetic with remainders: exact products below a modulus up to 2^53, powers, inverses, systems of congruences.
import type { Functions, Value } from "formulary";
import { argumentList, entry, failFormula, listOf, wholeNumber } from "formulary/functions";
import { lengthOf, readingOf } from "./costs.ts";
import { digitsOf, exactNumber, integerOf } from "./integers.ts";
import { productError } from "./product-error.ts";

// Below 2^50 the quotient is off by one at most and every difference is exact; above, BigInt is slower and always
// exact.
const fast = 2 ** 50;
/** a · b mod m, exact for 0 ≤ a, b < m ≤ 2^53. */
export function multiplyModulo(a: number, b: number, m: number): number {
  if (m > fast) return Number((BigInt(a) * BigInt(b)) % BigInt(m));
  const product = a * b;
  if (product < Number.MAX_SAFE_INTEGER) return product % m;
  const quotient = Math.floor(product / m);
  const multiple = quotient * m;
  const remainder = product - multiple + (productError(product, a, b) - productError(multiple, quotient, m));
  return remainder < 0 ? remainder + m : remainder >= m ? remainder - m : remainder;
}

/** The remainder from 0 to m - 1. */
export function residue(a: number, m: number): number {
  const remainder = a % m;
  return remainder < 0 ? remainder + m : remainder + 0;
}

/** base ^ exponent mod m, exact for a base and modulus up to 2^53. */
export function powerModulo(base: number, exponent: number, m: number): number {
  let result = 1 % m;
  for (let square = residue(base, m), left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiplyModulo(result, square, m);
    square = multiplyModulo(square, square, m);
  }
  return result;
}

/** [g, x, y] with a·x + b·y = g, the greatest common divisor. D. E. Knuth, TAOCP 2, algorithm 4.5.2X. */
export function extendedGcd(a: number, b: number): [divisor: number, x: number, y: number] {
  let [r, nextR] = [Math.abs(a), Math.abs(b)];
  let [x, nextX, y, nextY] = [1, 0, 0, 1];
  while (nextR !== 0) {
    // a rounded quotient would be one too large for the largest numbers
    const quotient = (r - (r % nextR)) / nextR;
    [r, nextR] = [nextR, r - quotient * nextR];
    [x, nextX] = [nextX, x - quotient * nextX];
    [y, nextY] = [nextY, y - quotient * nextY];
  }
  return [r, x * (a < 0 ? -1 : 1) + 0, y * (b < 0 ? -1 : 1) + 0];
}

/** x from 0 to m - 1 with a · x = 1 modulo m. */
export function inverseModulo(a: number, m: number): number {
  const [divisor, x] = extendedGcd(residue(a, m), m);
  if (divisor !== 1) failFormula(`${a} has no inverse modulo ${m}: both are divisible by ${divisor}.`);
  return residue(x, m);
}

const modulus = (value: Value, name: string) => wholeNumber(value, name, [1]);

function modPower(base: Value, exponent: Value, m: Value): number {
  const [b, e, n] = [wholeNumber(base, "modPower"), wholeNumber(exponent, "modPower"), modulus(m, "modPower")];
  return e >= 0 ? powerModulo(b, e, n) : powerModulo(inverseModulo(b, n), -e, n);
}

function chineseRemainder(remainders: Value, moduli: Value): [x: number, period: number] {
  const a = listOf(remainders, "chineseRemainder", { of: "remainders" });
  const m = listOf(moduli, "chineseRemainder", { of: "moduli" });
  if (a.length !== m.length) failFormula(`chineseRemainder needs one modulus for each remainder and got ${a.length} and ${m.length}.`);
  let [x, period] = [0n, 1n];
  for (const [at, value] of a.entries()) {
    const [remainder, next] = [BigInt(wholeNumber(value, "chineseRemainder")), BigInt(modulus(m[at]!, "chineseRemainder"))];
    const [divisor, inverse] = extendedGcd(exactNumber(period % next, "chineseRemainder"), Number(next));
    const gap = (((remainder - x) % next) + next) % next;
    if (gap % BigInt(divisor) !== 0n) failFormula(`No number leaves these remainders: the one modulo ${next} contradicts those before it.`);
    const steps = ((gap / BigInt(divisor)) * BigInt(inverse)) % (next / BigInt(divisor));
    x += period * steps;
    period *= next / BigInt(divisor);
    x = ((x % period) + period) % period;
    if (period > BigInt(Number.MAX_SAFE_INTEGER)) failFormula("The moduli together exceed 2^53: take fewer or smaller ones.");
  }
  return [Number(x), Number(period)];
}

function exactModPower(base: Value, exponent: Value, m: Value): string {
  const [b, e, n] = [base, exponent, m].map((value) => integerOf(value, "exactModPower")) as [bigint, bigint, bigint];
  if (n < 1n) failFormula("exactModPower needs a modulus from 1.");
  if (e < 0n) failFormula("exactModPower needs an exponent from 0.");
  let [result, square] = [1n % n, ((b % n) + n) % n];
  for (let left = e; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % n;
    square = (square * square) % n;
  }
  return String(result);
}

function exactModInverse(a: Value, m: Value): string {
  const [value, n] = [integerOf(a, "exactModInverse"), integerOf(m, "exactModInverse")];
  if (n < 1n) failFormula("exactModInverse needs a modulus from 1.");
  let [r, nextR, x, nextX] = [((value % n) + n) % n, n, 1n, 0n];
  while (nextR !== 0n) {
    const quotient = r / nextR;
    [r, nextR, x, nextX] = [nextR, r - quotient * nextR, nextX, x - quotient * nextX];
  }
  if (r !== 1n)
    failFormula(`There is no inverse: the number and the modulus are both divisible by ${digitsOf(r, "exactModInverse").slice(0, 40)}.`);
  return String(((x % n) + n) % n);
}

const gcdOf = (values: Value[]) => argumentList(values).reduce<number>((a, b) => extendedGcd(a, wholeNumber(b, "gcd"))[0], 0);
const lcmOf = (values: Value[]) => {
  const n = argumentList(values).reduce<bigint>((a, value) => {
    const b = BigInt(Math.abs(wholeNumber(value, "lcm")));
    return a === 0n || b === 0n ? 0n : (a / BigInt(extendedGcd(Number(a), Number(b))[0])) * b;
  }, 1n);
  return exactNumber(n, "lcm");
};

/** Greatest common divisors and arithmetic modulo a number. */
export const modular: Functions = {
  gcd: entry(
    "...n",
    "The greatest common divisor of whole numbers or of one list, from 0.",
    ["gcd(12, 18)", 6],
    "extreme",
    (...n: Value[]) => gcdOf(n),
  ),
  lcm: entry(
    "...n",
    "The least common multiple of whole numbers or of one list, up to 2^53 (exactLcm beyond).",
    ["lcm(4, 6)", 12],
    "extreme",
    (...n: Value[]) => lcmOf(n),
  ),
  extendedGcd: entry(
    "a b",
    "A list [g, x, y] with a·x + b·y = g, the greatest common divisor (Bézout).",
    ["extendedGcd(240, 46)", [2, -9, 47]],
    "plainList",
    (a: Value, b: Value) => extendedGcd(wholeNumber(a, "extendedGcd"), wholeNumber(b, "extendedGcd")),
  ),
  modProduct: entry(
    "a b modulus",
    "The remainder of a·b from 0, exact for whole numbers up to 2^53.",
    ["modProduct(7, 8, 10)", 6],
    "plain",
    (a: Value, b: Value, m: Value) => {
      const n = modulus(m, "modProduct");
      return multiplyModulo(residue(wholeNumber(a, "modProduct"), n), residue(wholeNumber(b, "modProduct"), n), n);
    },
  ),
  modPower: {
    ...entry(
      "base exponent modulus",
      "The remainder of base ^ exponent from 0, exact up to 2^53; a negative exponent is a power of the inverse.",
      ["modPower(3, 200, 13)", 9],
      "plain",
      modPower,
    ),
    cost: () => 40,
  },
  modInverse: entry(
    "a modulus",
    "x from 0 to modulus - 1 with a·x = 1 modulo it.",
    ["modInverse(3, 7)", 5],
    "plain",
    (a: Value, m: Value) => inverseModulo(wholeNumber(a, "modInverse"), modulus(m, "modInverse")),
  ),
  chineseRemainder: entry(
    "remainders moduli",
    "A list [x, period]: the smallest x from 0 with these remainders, and the distance to the next one; moduli need not be coprime.",
    ["chineseRemainder([2, 3, 2], [3, 5, 7])", [23, 105]],
    "plainList",
    chineseRemainder,
  ),
  exactModPower: {
    ...entry(
      "base exponent modulus",
      "The remainder of base ^ exponent on digit texts of any length, as digits (RSA, Diffie-Hellman).",
      ['exactModPower("2", "1000", "1000000007")', "688423210"],
      "text",
      exactModPower,
    ),
    cost: ((base: Value, exponent: Value, m: Value) =>
      readingOf(base) + 4 * lengthOf(exponent) * (1 + (lengthOf(m) / 30) ** 2)) as () => number,
  },
  exactModInverse: {
    ...entry(
      "a modulus",
      "x from 0 with a·x = 1 modulo a digit text of any length, as digits.",
      ['exactModInverse("3", "10000000000000000000007")', "3333333333333333333336"],
      "text",
      exactModInverse,
    ),
    cost: ((a: Value, m: Value) => readingOf(a) + 10 + lengthOf(m) ** 2 / 15) as () => number,
  },
};
