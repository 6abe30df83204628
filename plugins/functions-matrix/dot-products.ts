// Products of vectors and matrices with the accuracy of twice the precision.
import type { Rows, Vector } from "./matrices.ts";

const splitter = 2 ** 27 + 1;
// T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26 (2005).
/** Σ a·b rounded once, nearly. */
export function dotOf(a: Vector, b: Vector): number {
  let [sum, error] = [0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]!, b[at]!];
    const product = x * y;
    const xHigh = splitter * x - (splitter * x - x);
    const yHigh = splitter * y - (splitter * y - y);
    const [xLow, yLow] = [x - xHigh, y - yHigh];
    const next = sum + product;
    const part = next - sum;
    error += xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow) + (sum - (next - part) + (product - part));
    sum = next;
  }
  // past 1e300 the splitting overflows: then there is no correction
  return Number.isFinite(error) ? sum + error : sum;
}

/** Rows of a times columns of b. */
export function times(a: Rows, b: Rows): Rows {
  const columns = b[0]!.map((_, column) => b.map((row) => row[column]!));
  return a.map((row) => columns.map((column) => dotOf(row, column)));
}

/** The length of a vector, without overflow on the way. */
export function lengthOf(v: Vector): number {
  const largest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (largest === 0) return 0;
  if (largest > 1e-140 && largest < 1e140) return Math.sqrt(dotOf(v, v));
  // a power of two, so that nothing is rounded
  const scale = 2 ** Math.floor(Math.log2(largest));
  const scaled = v.map((x) => x / scale);
  return scale * Math.sqrt(dotOf(scaled, scaled));
}

/** Of length 1. */
export function normalized(v: Vector): Vector {
  const length = lengthOf(v);
  return length === 0 ? v : v.map((x) => x / length);
}
