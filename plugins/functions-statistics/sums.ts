// Accurate sums for means, spreads and associations.
import { sumOf } from "formulary/functions";

/** The arithmetic mean. */
export function meanOf(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length;
}

/** Whether all values are the same. */
export function isLevel(numbers: readonly number[]): boolean {
  return numbers.every((x) => x === numbers[0]);
}

/** Differences from the mean; exactly 0 where all values are the same, and adding up to 0 as well as doubles can. */
export function deviationsOf(numbers: readonly number[]): number[] {
  if (isLevel(numbers)) return numbers.map(() => 0);
  const mean = meanOf(numbers);
  const rough = numbers.map((x) => x - mean);
  // The rounding of the mean itself: the second pass of Chan, Golub and LeVeque (The American Statistician 37, 1983).
  const rest = meanOf(rough);
  return rough.map((d) => d - rest);
}

/** The sum of products, pair by pair. */
export function dot(xs: readonly number[], ys: readonly number[]): number {
  return sumOf(xs.map((x, at) => x * ys[at]!));
}

/** The length of a vector, without overflow or underflow on the way. */
export function lengthOf(numbers: readonly number[]): number {
  const size = largestOf(numbers);
  if (size === 0 || !Number.isFinite(size)) return size;
  const scaled = numbers.map((x) => x / size);
  return size * Math.sqrt(dot(scaled, scaled));
}

/** The largest size among numbers. */
export function largestOf(numbers: readonly number[]): number {
  return numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}
