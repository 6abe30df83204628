// Exact elimination: matrices of decimals and simple fractions as whole numbers of any length.
import { absolute, binaryRatio, commonDivisor, meantRatio, type Ratio, ratioToNumber } from "../functions-number-theory/index.ts";
import type { Rows, Vector } from "./matrices.ts";

/** Whole numbers row by row, and what each row was multiplied by. */
export interface Whole {
  rows: bigint[][];
  scales: bigint[];
}

const mostSide = 20;
// of a row's common denominator and largest entry: beyond, doubles are as good and much faster
const mostDigits = 60;
const longest = 10n ** BigInt(mostDigits);

/** The matrix as whole numbers, each row in its own scale; undefined where it is too large or not exact. */
export function wholeRows(rows: Rows, { columns = mostSide + 1 } = {}): Whole | undefined {
  if (rows.length > mostSide || rows[0]!.length > columns) return undefined;
  const whole: Whole = { rows: [], scales: [] };
  for (const row of rows) {
    const ratios: Ratio[] = [];
    for (const x of row) {
      const ratio = meantRatio(x);
      if (!ratio) return undefined;
      ratios.push(ratio);
    }
    const cleared = clear(ratios);
    if (!cleared) return undefined;
    whole.rows.push(cleared.row);
    whole.scales.push(cleared.scale);
  }
  return whole;
}

/** The same in one scale for all rows; other numbers with all their bits. */
export function wholeMatrix(rows: Rows): { rows: bigint[][]; scale: bigint } | undefined {
  const width = rows[0]!.length;
  const cleared = clear(rows.flat().map((x) => meantRatio(x) ?? binaryRatio(x)));
  return cleared && { rows: rows.map((_, at) => cleared.row.slice(at * width, (at + 1) * width)), scale: cleared.scale };
}

function clear(ratios: Ratio[]): { row: bigint[]; scale: bigint } | undefined {
  let scale = 1n;
  for (const [, d] of ratios) {
    scale *= d / commonDivisor(scale, d);
    if (scale > longest) return undefined;
  }
  const row = ratios.map(([n, d]) => (n * scale) / d);
  return row.some((n) => absolute(n) > longest) ? undefined : { row, scale };
}

/** A matrix in reduced row echelon form: every pivot is `pivot`, and divided by it the rows are the usual ones. */
export interface Echelon {
  rows: bigint[][];
  /** Columns of the pivots. */
  columns: number[];
  pivot: bigint;
  sign: 1n | -1n;
}

// E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination" (1968).
/** Elimination without fractions. */
export function echelon(matrix: bigint[][], width = matrix[0]!.length): Echelon {
  const rows = matrix.map((row) => [...row]);
  const columns: number[] = [];
  let [pivot, sign]: [bigint, 1n | -1n] = [1n, 1n];
  for (let column = 0; column < width && columns.length < rows.length; column++) {
    const top = columns.length;
    const pivotRow = rows.findIndex((row, at) => at >= top && row[column] !== 0n);
    if (pivotRow < 0) continue;
    if (pivotRow !== top) {
      [rows[top], rows[pivotRow]] = [rows[pivotRow]!, rows[top]!];
      sign = sign === 1n ? -1n : 1n;
    }
    const [head, next, before] = [rows[top]!, rows[top]![column]!, pivot];
    for (const [at, row] of rows.entries()) {
      if (at === top) continue;
      const factor = row[column]!;
      // below the pivot everything to the left of it is 0 already
      rows[at] = row.map((x, k) =>
        (at > top && k < column) || (x === 0n && head[k] === 0n) ? x : (next * x - factor * head[k]!) / before,
      );
    }
    pivot = next;
    columns.push(column);
  }
  return { rows, columns, pivot, sign };
}

/** An echelon form with what each row of the matrix was multiplied by. */
export interface Reduced extends Echelon {
  scales: bigint[];
}

/** The echelon form of a matrix of decimals and simple fractions. */
export function reducedExactly(matrix: Rows): Reduced | undefined {
  const whole = wholeRows(matrix);
  return whole && { ...echelon(whole.rows), scales: whole.scales };
}

const productOf = (numbers: bigint[]): bigint => numbers.reduce((all, n) => all * n, 1n);

/** The determinant of a square matrix. */
export function exactDeterminant({ rows, columns, pivot, sign, scales }: Reduced): number {
  return columns.length < rows.length ? 0 : ratioToNumber(sign * pivot, productOf(scales));
}

/** The adjugate of a regular matrix of decimals and simple fractions: its inverse times its determinant. */
export function exactAdjugate(matrix: Rows): Rows | undefined {
  const whole = wholeRows(matrix);
  if (!whole) return undefined;
  const n = matrix.length;
  const joined = whole.rows.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1n : 0n))]);
  const { rows, columns, sign } = echelon(joined, n);
  if (columns.length < n) return undefined;
  const scale = sign * productOf(whole.scales);
  return rows.map((row) => row.slice(n).map((x, column) => ratioToNumber(x * whole.scales[column]!, scale)));
}

/** x with matrix · x = right, column by column of the right side. */
export function exactSolution(matrix: Rows, right: Rows): Rows | "singular" | "inexact" {
  const n = matrix.length;
  const whole = wholeRows(
    matrix.map((row, at) => [...row, ...right[at]!]),
    { columns: 2 * mostSide },
  );
  if (!whole) return "inexact";
  const { rows, columns, pivot } = echelon(whole.rows, n);
  return columns.length < n ? "singular" : rows.map((row) => row.slice(n).map((x) => ratioToNumber(x, pivot)));
}

/** The reduced row echelon form as numbers, with the columns of its pivots. */
export function echelonNumbers({ rows, columns, pivot }: Echelon): { rows: Rows; columns: number[] } {
  return { rows: rows.map((row) => row.map((x) => ratioToNumber(x, pivot))), columns };
}

/** A matrix times another. */
export function multiplied(a: bigint[][], b: bigint[][]): bigint[][] {
  const columns = b[0]!.map((_, column) => b.map((row) => row[column]!));
  return a.map((row) => columns.map((column) => dot(row, column)));
}
function dot(a: bigint[], b: bigint[]): bigint {
  let sum = 0n;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

// Newton's identities from the traces of A's powers.
/** The coefficients of det(x · 1 - A), from the highest power down, times powers of the scale. */
export function characteristic(rows: bigint[][]): bigint[] {
  const traces = tracesOfPowers(rows);
  const coefficients = [1n];
  for (let k = 1; k <= rows.length; k++) coefficients.push(-dot(traces.slice(0, k), coefficients.slice().reverse()) / BigInt(k));
  return coefficients;
}

// F. P. Preparata, D. V. Sarwate, "An improved parallel processor bound in fast matrix inversion" (1978).
/** The traces of A, A², … Aⁿ with some 2·√n products of matrices. */
function tracesOfPowers(rows: bigint[][]): bigint[] {
  const n = rows.length;
  const powers = [rows];
  while (powers.length ** 2 < n) powers.push(multiplied(powers.at(-1)!, rows));
  const turned = powers.map((power) => power[0]!.flatMap((_, column) => power.map((row) => row[column]!)));
  const traces: bigint[] = [];
  let big: bigint[][] | undefined;
  for (let k = 0; k < n; k++) {
    const at = k % powers.length;
    if (k > 0 && at === 0) big = big ? multiplied(big, powers.at(-1)!) : powers.at(-1)!;
    // the trace of a product needs no product
    traces.push(big ? dot(big.flat(), turned[at]!) : powers[at]!.reduce((sum, row, i) => sum + row[i]!, 0n));
  }
  return traces;
}

/** Least squares by the normal equations, which are exact here. */
export function exactLeastSquares(matrix: Rows, right: Vector): Vector | "singular" | "inexact" {
  const [n, joined] = [matrix[0]!.length, matrix.map((row, at) => [...row, right[at]!])];
  // in one scale for all rows: a row in another scale would weigh more
  const whole = n <= mostSide && joined.flat().every((x) => meantRatio(x) !== undefined) ? wholeMatrix(joined)?.rows : undefined;
  if (!whole) return "inexact";
  const normal = Array.from({ length: n }, (_, row) =>
    Array.from({ length: n + 1 }, (_, column) => whole.reduce((sum, each) => sum + each[row]! * each[column]!, 0n)),
  );
  const { rows, columns, pivot } = echelon(normal, n);
  return columns.length < n ? "singular" : rows.map((row) => ratioToNumber(row[n]!, pivot));
}
