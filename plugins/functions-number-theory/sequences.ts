// Sequences of combinatorics with every digit, as texts.
import type { Functions, Value } from "formulary";
import { entry, wholeNumber } from "formulary/functions";
import { sizeOf } from "./costs.ts";
import { binomial, productOfRange } from "./exact-arithmetic.ts";
import { digitsOf } from "./integers.ts";

// tables compute one number after the other
let latest: { n: number; pair: [bigint, bigint] } = { n: 0, pair: [0n, 1n] };
/** F(n) and F(n + 1). */
function fibonacciPair(n: number): [bigint, bigint] {
  const [a, b] = latest.pair;
  if (n !== latest.n) latest = { n, pair: n === latest.n + 1 ? [b, a + b] : doubled(n) };
  return latest.pair;
}
/** F(n) and F(n + 1) by doubling. D. E. Knuth, TAOCP 1, section 1.2.8. */
function doubled(n: number): [bigint, bigint] {
  if (n === 0) return [0n, 1n];
  const [a, b] = doubled(Math.floor(n / 2));
  const [even, odd] = [a * (2n * b - a), a * a + b * b];
  return n % 2 === 0 ? [even, odd] : [odd, even + odd];
}
const lucas = (n: number) => {
  const [a, b] = fibonacciPair(n);
  return 2n * b - a;
};

/** Bell's triangle: each row begins with the last number of the one before. */
function bell(n: number): bigint {
  let row = [1n];
  for (let turn = 1; turn < n; turn++) {
    const next = [row.at(-1)!];
    for (const above of row) next.push(next.at(-1)! + above);
    row = next;
  }
  return row.at(-1)!;
}

/** Euler's recurrence over pentagonal numbers. */
function partitions(n: number): bigint {
  const counts = [1n];
  for (let m = 1; m <= n; m++) {
    let sum = 0n;
    for (let k = 1; (k * (3 * k - 1)) / 2 <= m; k++) {
      const both = counts[m - (k * (3 * k - 1)) / 2]! + (counts[m - (k * (3 * k + 1)) / 2] ?? 0n);
      sum += k % 2 === 1 ? both : -both;
    }
    counts.push(sum);
  }
  return counts[n]!;
}

/** Unsigned: the coefficients of x (x + 1) … (x + n - 1). */
function stirlingFirst(n: number, k: number): bigint {
  let row = [1n];
  for (let m = 0; m < n; m++) row = [...row.map((c, at) => c * BigInt(m) + (row[at - 1] ?? 0n)), row.at(-1)!];
  return row[k] ?? 0n;
}

/** By inclusion and exclusion over the surjections. */
function stirlingSecond(n: number, k: number): bigint {
  if (k > n) return 0n;
  let [sum, chosen] = [0n, 1n];
  for (let j = 0; j <= k; j++) {
    const term = chosen * BigInt(k - j) ** BigInt(n);
    sum += j % 2 === 0 ? term : -term;
    chosen = (chosen * BigInt(k - j)) / BigInt(j + 1);
  }
  return sum / productOfRange(1n, BigInt(k));
}

function derangements(n: number): bigint {
  let count = 1n;
  for (let m = 1; m <= n; m++) count = count * BigInt(m) + (m % 2 === 0 ? 1n : -1n);
  return count;
}

/** Numbers of the Eulerian triangle: permutations of n things with k descents. */
function eulerian(n: number, k: number): bigint {
  let row = [1n];
  for (let m = 2; m <= n; m++)
    row = Array.from({ length: m }, (_, at) => BigInt(at + 1) * (row[at] ?? 0n) + BigInt(m - at) * (row[at - 1] ?? 0n));
  return row[k] ?? 0n;
}

interface Sequence {
  summary: string;
  example: [string, Value];
  /** The largest n. */
  most: number;
  cost: (n: number) => number;
}
const ofOne = (name: string, { most, summary, example, cost }: Sequence, compute: (n: number) => bigint) => ({
  ...entry("n", `${summary}, with every digit; n up to ${most}.`, example, "text", (n: Value) =>
    digitsOf(compute(wholeNumber(n, name, [0, most])), name),
  ),
  cost: ((n: Value) => cost(sizeOf(n, most))) as () => number,
});
const ofTwo = (name: string, { most, summary, example }: Omit<Sequence, "cost">, compute: (n: number, k: number) => bigint) => ({
  ...entry("n k", `${summary}, with every digit; n up to ${most}.`, example, "text", (n: Value, k: Value) =>
    digitsOf(compute(wholeNumber(n, name, [0, most]), wholeNumber(k, name, [0, most])), name),
  ),
  cost: ((n: Value) => sizeOf(n, most) ** 2) as () => number,
});

/** Counting sequences; n counts from 0. */
export const sequences: Functions = {
  exactFibonacci: ofOne(
    "exactFibonacci",
    {
      most: 47_000,
      summary: "The Fibonacci number F(n), from F(0) = 0 and F(1) = 1",
      example: ["exactFibonacci(100)", "354224848179261915075"],
      cost: (n) => 5 + n / 30,
    },
    (n) => fibonacciPair(n)[0],
  ),
  exactLucas: ofOne(
    "exactLucas",
    {
      most: 47_000,
      summary: "The Lucas number L(n), from L(0) = 2 and L(1) = 1",
      example: ["exactLucas(10)", "123"],
      cost: (n) => 5 + n / 30,
    },
    lucas,
  ),
  exactCatalan: ofOne(
    "exactCatalan",
    { most: 3000, summary: "The Catalan number C(n): 1, 1, 2, 5, 14, …", example: ["exactCatalan(10)", "16796"], cost: (n) => 5 + n },
    (n) => binomial(2 * n, n) / BigInt(n + 1),
  ),
  exactBell: ofOne(
    "exactBell",
    {
      most: 400,
      summary: "The Bell number: how many ways there are to divide n things into groups",
      example: ["exactBell(10)", "115975"],
      cost: (n) => 5 + n ** 2 / 10,
    },
    bell,
  ),
  exactPartitions: ofOne(
    "exactPartitions",
    {
      most: 3000,
      summary: "How many ways there are to write n as a sum of positive whole numbers, in any order",
      example: ["exactPartitions(100)", "190569292"],
      cost: (n) => 5 + n ** 1.5 / 10,
    },
    partitions,
  ),
  exactDerangements: ofOne(
    "exactDerangements",
    {
      most: 3000,
      summary: "How many permutations of n things leave none in its place",
      example: ["exactDerangements(10)", "1334961"],
      cost: (n) => 5 + n * 2,
    },
    derangements,
  ),
  exactStirlingFirst: ofTwo(
    "exactStirlingFirst",
    {
      most: 300,
      summary: "How many permutations of n things have k cycles (Stirling numbers of the first kind, without sign)",
      example: ["exactStirlingFirst(5, 2)", "50"],
    },
    stirlingFirst,
  ),
  exactStirlingSecond: ofTwo(
    "exactStirlingSecond",
    {
      most: 500,
      summary: "How many ways there are to divide n things into k groups (Stirling numbers of the second kind)",
      example: ["exactStirlingSecond(5, 2)", "15"],
    },
    stirlingSecond,
  ),
  exactEulerian: ofTwo(
    "exactEulerian",
    { most: 300, summary: "How many permutations of n things have k descents (Eulerian numbers)", example: ["exactEulerian(4, 1)", "11"] },
    eulerian,
  ),
};
