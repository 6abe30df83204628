// Exact tests of how well values agree with a distribution: Shapiro-Wilk, and Kolmogorov-Smirnov for one and for two samples.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberList, numberWithin } from "formulary/functions";
import { heavy, roundedWhole } from "./arguments.ts";
import { normalBelow, normalQuantile } from "./normal.ts";
import { binomialFactor } from "./stirling.ts";
import { deviationsOf, dot, isLevel, lengthOf } from "./sums.ts";

const polynomial = (coefficients: readonly number[], x: number) => coefficients.reduceRight((sum, c) => sum * x + c, 0);

// P. Royston, Applied Statistics 44 (1995) 547-551, algorithm AS R94: the constants of its approximations.
const royston = {
  last: [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056],
  beforeLast: [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633],
  shift: [-2.273, 0.459],
  small: { mean: [0.544, -0.39978, 0.025054, -6.714e-4], deviation: [1.3822, -0.77857, 0.062767, -0.0020322] },
  large: { mean: [-1.5861, -0.31082, -0.083751, 0.0038915], deviation: [-0.4803, -0.082676, 0.0030302] },
};

/** The weights of the values in rising order, and the largest one first: each value from below has the opposite weight. */
function shapiroWeights(n: number): number[] {
  if (n === 3) return [Math.SQRT1_2];
  const scores = Array.from({ length: Math.floor(n / 2) }, (_, at) => -normalQuantile((at + 1 - 0.375) / (n + 0.25)));
  const squares = 2 * dot(scores, scores);
  const x = 1 / Math.sqrt(n);
  const first = polynomial(royston.last, x) + scores[0]! / Math.sqrt(squares);
  const ends = n > 5 ? [first, polynomial(royston.beforeLast, x) + scores[1]! / Math.sqrt(squares)] : [first];
  const left = squares - 2 * dot(scores.slice(0, ends.length), scores.slice(0, ends.length));
  const factor = Math.sqrt(left / (1 - 2 * dot(ends, ends)));
  return [...ends, ...scores.slice(ends.length).map((score) => score / factor)];
}

function shapiroP(w: number, n: number): number {
  if (n === 3) return Math.max(0, (6 / Math.PI) * (Math.asin(Math.sqrt(w)) - Math.asin(Math.sqrt(0.75))));
  let y = Math.log1p(-w);
  if (n <= 11) {
    const limit = polynomial(royston.shift, n);
    if (y >= limit) return 0;
    y = -Math.log(limit - y);
  }
  const { mean, deviation } = n <= 11 ? royston.small : royston.large;
  const x = n <= 11 ? n : Math.log(n);
  return normalBelow((polynomial(mean, x) - y) / Math.exp(polynomial(deviation, x)));
}

function shapiroWilk(list: Value): Value {
  const values = numberList(list, "shapiroWilk", { least: 3, most: 5000 }).sort((a, b) => a - b);
  if (isLevel(values)) failFormula("shapiroWilk needs values that are not all the same.");
  const deviations = deviationsOf(values);
  const size = lengthOf(deviations);
  const units = deviations.map((d) => d / size);
  const [n, weights] = [values.length, shapiroWeights(values.length)];
  const slope = dot(
    weights,
    weights.map((_, at) => units[n - 1 - at]! - units[at]!),
  );
  const statistic = Math.min(1, slope * slope);
  return { statistic, p: Math.min(1, shapiroP(statistic, n)) };
}

const mostExact = 500;

// N. V. Smirnov 1944; Z. W. Birnbaum and F. H. Tingey, Annals of Mathematical Statistics 22 (1951).
/** The probability that a sample's distribution lies somewhere above the true one by a gap or more. */
function oneSided(gap: number, n: number): number {
  if (gap >= 1) return 0;
  let sum = 0;
  for (let j = Math.floor(n * (1 - gap)); j >= 0; j--) {
    const p = gap + j / n;
    if (p < 1) sum += (binomialFactor(j, n - j, p, 1 - p) * gap) / p;
    else if (j === n) sum += gap;
  }
  return Math.min(1, sum);
}

type Square = Float64Array<ArrayBuffer>;

function product(a: Square, b: Square, size: number): Square {
  const result = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let k = 0; k < size; k++) {
      const factor = a[row * size + k]!;
      if (factor !== 0) for (let column = 0; column < size; column++) result[row * size + column]! += factor * b[k * size + column]!;
    }
  return result;
}

// G. Marsaglia, W. W. Tsang and J. Wang, Journal of Statistical Software 8(18), 2003.
/** The probability that the greatest gap is less than one. */
function gapBelow(gap: number, n: number): number {
  const k = Math.floor(n * gap) + 1;
  const size = 2 * k - 1;
  const h = k - n * gap;
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (row - column + 1 >= 0) matrix[row * size + column] = 1;
  for (let at = 0; at < size; at++) {
    matrix[at * size]! -= h ** (at + 1);
    matrix[(size - 1) * size + at]! -= h ** (size - at);
  }
  matrix[(size - 1) * size]! += 2 * h - 1 > 0 ? (2 * h - 1) ** size : 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) for (let g = 2; g <= row - column + 1; g++) matrix[row * size + column]! /= g;
  let [power, exponent] = [identity(size), 0];
  let [square, squareExponent] = [matrix, 0];
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2) [power, exponent] = scaled(product(power, square, size), exponent + squareExponent);
    if (rest > 1) [square, squareExponent] = scaled(product(square, square, size), 2 * squareExponent);
  }
  let result = power[(k - 1) * size + k - 1]!;
  for (let at = 1; at <= n; at++) {
    result *= at / n;
    if (result < 1e-140) [result, exponent] = [result * 1e140, exponent - 140];
  }
  return result * 10 ** exponent;
}

const identity = (size: number): Square => Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
function scaled(square: Square, exponent: number): [Square, number] {
  const largest = square.reduce((most, x) => Math.max(most, x), 0);
  return largest > 1e140 ? [square.map((x) => x * 1e-140), exponent + 140] : [square, exponent];
}

/** The probability of a gap of so much or more between a sample's distribution and the true one. */
function oneSampleP(gap: number, size: number): number {
  const d = numberWithin(gap, "The greatest gap", [0, 1]);
  const n = roundedWhole(size, "The size of a sample", [1, mostExact]);
  if (d >= 1 || n * d <= 0.5) return d >= 1 ? 0 : 1;
  // both sides at once are impossible from 1/2 on, and beyond that point rarer than one in ten digits
  return d >= 0.5 || n * d * d >= 4 ? 2 * oneSided(d, n) : Math.max(0, 1 - gapBelow(d, n));
}

// Each order of both samples is a path through a grid; those that keep closer to the diagonal than the gap are counted (Hodges 1958).
/** The probability of a gap of so much or more between two samples of one distribution without ties. */
function twoSampleP(gap: number, size1: number, size2: number): number {
  const d = numberWithin(gap, "The greatest gap", [0, 1]);
  const [m, n] = [size1, size2].map((size) => roundedWhole(size, "The size of a sample", [1, mostExact])) as [number, number];
  // the gap in steps of 1 / (m n); what it lacks by rounding does not make it one step less
  const limit = Math.ceil(d * m * n - 1e-7 * Math.max(1, d * m * n));
  if (limit <= 0) return 1;
  // the share of all paths that have left by here, column by column: a path through (i, j) comes from the left or from below
  let left = new Float64Array(n + 1);
  for (let i = 0; i <= m; i++) {
    const next = new Float64Array(n + 1);
    for (let j = 0; j <= n; j++) {
      if (Math.abs(i * n - j * m) >= limit) next[j] = 1;
      else if (i + j > 0) next[j] = ((i > 0 ? i * left[j]! : 0) + (j > 0 ? j * next[j - 1]! : 0)) / (i + j);
    }
    left = next;
  }
  return left[n]!;
}

/** Shapiro-Wilk and Kolmogorov-Smirnov. */
export const goodnessOfFit: Functions = {
  shapiroWilk: {
    ...entry(
      "list",
      "The test of Shapiro and Wilk for values from a normal distribution, as a row: statistic (W) and p, by Royston's approximation of 1995 for 3 to 5000 values.",
      ["shapiroWilk([1, 2, 4]).statistic", 27 / 28],
      "plain",
      shapiroWilk,
    ),
    cost: ((list: Value) => (Array.isArray(list) ? 10 + list.length * 2 : 0)) as never,
  },
  kolmogorovSmirnovP: heavy(
    "gap size",
    `The probability of a gap of so much or more between the distribution of a sample of 1 to ${mostExact} values and the true, continuous one: the two-sided p-value, exact.`,
    ["kolmogorovSmirnovP(0.5, 2)", 0.5],
    {
      cost: (gap, size) => {
        const n = Math.min(Math.max(size!, 1), mostExact);
        const k = n * gap! * gap! >= 4 || gap! >= 0.5 ? 0 : n * gap! + 1;
        return 100 + n + 5 * k ** 2 + (k ** 3 * Math.log2(n + 1)) / 10;
      },
      call: (gap, size) => oneSampleP(gap!, size!),
    },
  ),
  twoSampleKolmogorovSmirnovP: heavy(
    "gap size1 size2",
    `The probability of a gap of so much or more between the distributions of two samples of 1 to ${mostExact} values each without ties, drawn from one distribution: the two-sided p-value, exact.`,
    ["twoSampleKolmogorovSmirnovP(1, 2, 2)", 1 / 3],
    {
      cost: (_, m, n) => 100 + (Math.min(Math.max(m!, 1), mostExact) * Math.min(Math.max(n!, 1), mostExact)) / 20,
      call: (gap, m, n) => twoSampleP(gap!, m!, n!),
    },
  ),
};
