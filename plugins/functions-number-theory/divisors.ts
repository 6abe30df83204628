// Functions of primes, factors and divisors.
import type { Functions, Value } from "formulary";
import { entry, failFormula, wholeNumber } from "formulary/functions";
import { perElement, sizeOf } from "./costs.ts";
import { exactNumber } from "./integers.ts";
import { extendedGcd, inverseModulo, powerModulo, residue } from "./modular.ts";
import { carmichael, orderModulo } from "./multiplicative-order.ts";
import { factorize, isPrime, primeBeside, primeCount, primePowers, sieve } from "./primes.ts";

const natural = (value: Value, name: string) => wholeNumber(value, name, [1]);

function divisors(n: Value): number[] {
  let all = [1];
  for (const [p, exponent] of primePowers(natural(n, "divisors")))
    all = all.flatMap((divisor) => Array.from({ length: exponent + 1 }, (_, power) => divisor * p ** power));
  return all.sort((a, b) => a - b);
}

/** The sum of all divisors to a power, as a product over the prime powers. */
function divisorSum(n: number, power: number): bigint {
  let sum = 1n;
  for (const [p, exponent] of primePowers(n)) {
    const step = BigInt(p) ** BigInt(power);
    let [all, term] = [1n, 1n];
    for (let turn = 0; turn < exponent; turn++) all += term *= step;
    sum *= all;
  }
  return sum;
}
const aliquot = (n: number): bigint => divisorSum(n, 1) - BigInt(n);

const totient = (n: number): number => primePowers(n).reduce((result, [p]) => (result / p) * (p - 1), n);

function mobius(n: number): number {
  const powers = primePowers(n);
  return powers.some(([, exponent]) => exponent > 1) ? 0 : powers.length % 2 === 0 ? 1 : -1;
}

function multiplicativeOrder(a: Value, m: Value): number {
  const [n, base] = [natural(m, "multiplicativeOrder"), wholeNumber(a, "multiplicativeOrder")];
  inverseModulo(base, n);
  return orderModulo(base, n);
}

function primitiveRoot(value: Value): number {
  const n = natural(value, "primitiveRoot");
  const odd = n % 2 === 0 ? n / 2 : n;
  if (n > 4 && (odd % 2 === 0 || primePowers(odd).length !== 1)) failFormula(`${n} has no primitive root.`);
  if (n <= 2) return n - 1;
  const order = totient(n);
  const factors = primePowers(order).map(([p]) => p);
  // the smallest one below 2^53 is far below this bound
  for (let g = 2; g < 10_000; g++) if (extendedGcd(g, n)[0] === 1 && factors.every((p) => powerModulo(g, order / p, n) !== 1)) return g;
  return failFormula(`No primitive root of ${n} lies below 10,000.`);
}

// H. Cohen, "A Course in Computational Algebraic Number Theory" (1993), section 1.4.2.
/** The Jacobi symbol by quadratic reciprocity. */
function jacobiSymbol(value: Value, below: Value): number {
  let n = natural(below, "jacobiSymbol");
  if (n % 2 === 0) failFormula(`jacobiSymbol needs an odd number below and got ${n}.`);
  let [a, sign] = [residue(wholeNumber(value, "jacobiSymbol"), n), 1];
  while (a !== 0) {
    for (; a % 2 === 0; a /= 2) if (n % 8 === 3 || n % 8 === 5) sign = -sign;
    if (a % 4 === 3 && n % 4 === 3) sign = -sign;
    [a, n] = [n % a, a];
  }
  return n === 1 ? sign : 0;
}

function nthPrime(value: Value): number {
  const n = wholeNumber(value, "nthPrime", [1, 100_000]);
  // J. B. Rosser, L. Schoenfeld (1962): p(n) < n (ln n + ln ln n) from n = 6
  return sieve(Math.max(13, Math.ceil(n * (Math.log(n) + Math.log(Math.log(n + 2)) + 0.1))))[n - 1]!;
}

// all three are bounded, so that a number above 2^53 fails with its own message and not for its cost
const proving = (n: number) => (n < 2 ** 50 ? 15 + Math.log2(n + 1) : 600);
const searching = (n: number) => proving(n) * (2 + Math.log2(n + 1) / 6);
const factoring = (n: number) => proving(n) + 20 + Math.min(n, 2 ** 53) ** 0.25 * (n < 2 ** 50 ? 1.5 : 4);
const of = (params: string, summary: string, example: [string, Value], call: (...values: never[]) => Value, costOf = factoring) =>
  perElement(entry(params, summary, example, "plain", call), costOf);
const list = (summary: string, example: [string, Value], call: (n: Value) => Value) => ({
  ...entry("n", summary, example, "plainList", call),
  cost: ((n: Value) => factoring(sizeOf(n, Number.MAX_SAFE_INTEGER))) as () => number,
});

/** Primes, factors and divisors of whole numbers up to 2^53. */
export const divisorFunctions: Functions = {
  isPrime: {
    ...of(
      "n",
      "Whether a whole number up to 2^53 is prime (proven, not probable); of a list, for each.",
      ["isPrime(97)", true],
      (n: Value) => isPrime(wholeNumber(n, "isPrime")),
      proving,
    ),
    dimension: "sameCondition",
  },
  nextPrime: of(
    "n",
    "The smallest prime above n.",
    ["nextPrime(7)", 11],
    (n: Value) => primeBeside(wholeNumber(n, "nextPrime"), 1),
    searching,
  ),
  previousPrime: of(
    "n",
    "The greatest prime below n.",
    ["previousPrime(7)", 5],
    (n: Value) => primeBeside(wholeNumber(n, "previousPrime"), -1),
    searching,
  ),
  factorize: list("The prime factors with repetition, in rising order; an empty list for 1.", ["factorize(12)", [2, 2, 3]], (n) =>
    factorize(natural(n, "factorize")),
  ),
  primePowers: list(
    "The prime factors as rows [prime, exponent], in rising order.",
    [
      "primePowers(12)",
      [
        [2, 2],
        [3, 1],
      ],
    ],
    (n) => primePowers(natural(n, "primePowers")),
  ),
  divisors: list("All divisors in rising order.", ["divisors(12)", [1, 2, 3, 4, 6, 12]], divisors),
  divisorCount: of("n", "How many divisors a whole number has.", ["divisorCount(12)", 6], (n: Value) =>
    primePowers(natural(n, "divisorCount")).reduce((count, [, exponent]) => count * (exponent + 1), 1),
  ),
  divisorSum: of(
    "n power?",
    "The sum of all divisors, including the number itself, each to a power (default 1); up to 2^53.",
    ["divisorSum(12)", 28],
    (n: Value, power: Value = 1) =>
      exactNumber(divisorSum(natural(n, "divisorSum"), wholeNumber(power, "divisorSum", [0, 50])), "divisorSum"),
  ),
  totient: of("n", "Euler's totient: how many numbers up to n are coprime to it.", ["totient(12)", 4], (n: Value) =>
    totient(natural(n, "totient")),
  ),
  carmichael: of(
    "n",
    "Carmichael's function: the smallest exponent to which every number coprime to n has the remainder 1.",
    ["carmichael(8)", 2],
    (n: Value) => carmichael(natural(n, "carmichael")),
  ),
  mobius: of(
    "n",
    "The Möbius function: 0 where a square divides n, else 1 for an even and -1 for an odd number of prime factors.",
    ["mobius(30)", -1],
    (n: Value) => mobius(natural(n, "mobius")),
  ),
  isPerfect: {
    ...of("n", "Whether a number is the sum of its divisors below itself.", ["isPerfect(28)", true], (n: Value) => {
      const x = natural(n, "isPerfect");
      return x > 1 && aliquot(x) === BigInt(x);
    }),
    dimension: "sameCondition",
  },
  isAmicable: {
    ...of(
      "a b",
      "Whether two different numbers are each the sum of the other's divisors below itself.",
      ["isAmicable(220, 284)", true],
      (a: Value, b: Value) => {
        const [x, y] = [natural(a, "isAmicable"), natural(b, "isAmicable")];
        return x !== y && aliquot(x) === BigInt(y) && aliquot(y) === BigInt(x);
      },
    ),
    dimension: "sameCondition",
  },
  multiplicativeOrder: of(
    "a modulus",
    "The smallest exponent from 1 for which a ^ exponent has the remainder 1.",
    ["multiplicativeOrder(2, 7)", 3],
    multiplicativeOrder,
    () => 15_000,
  ),
  primitiveRoot: of(
    "n",
    "The smallest number whose powers have every remainder that is coprime to n.",
    ["primitiveRoot(7)", 3],
    primitiveRoot,
    () => 15_000,
  ),
  jacobiSymbol: of(
    "a n",
    "The Jacobi symbol -1, 0 or 1 for an odd n; for a prime n the Legendre symbol, which is 1 where a is a square modulo n.",
    ["jacobiSymbol(2, 7)", 1],
    jacobiSymbol,
    () => 5,
  ),
  primesUpTo: {
    ...entry(
      "n",
      "All primes up to n, at most 10,000 of them (n up to 104,729).",
      ["primesUpTo(10)", [2, 3, 5, 7]],
      "plainList",
      (n: Value) => sieve(Math.max(0, wholeNumber(n, "primesUpTo", [Number.NEGATIVE_INFINITY, 104_729]))),
    ),
    cost: ((n: Value) => sizeOf(n, 104_729) / 8) as () => number,
  },
  primeCount: of(
    "n",
    "How many primes there are up to n, for n up to 1e9.",
    ["primeCount(100)", 25],
    (n: Value) => primeCount(wholeNumber(n, "primeCount", [Number.NEGATIVE_INFINITY, 1e9])),
    (n) => 5 + Math.min(n, 1e9) ** 0.75 / 60,
  ),
  nthPrime: of(
    "n",
    "The n-th prime, 2 being the first, for n up to 100,000.",
    ["nthPrime(10)", 29],
    nthPrime,
    (n) => 5 + Math.min(n, 100_000) / 10,
  ),
};
