// Exact elimination: matrices whose entries a person can have meant (decimals, simple fractions) as whole numbers of any length.
import { binaryRatio, commonDivisor, meantRatio, type Ratio, ratioToNumber } from "../functions-number-theory/index.ts";
import type { Rows, Vector } from "./given.ts";

/** Whole numbers row by row, and what each row was multiplied by. */
export interface Whole {
  rows: bigint[][];
  scales: bigint[];
}

const mostSide = 20;
const mostDigits = 60; // of a row's common denominator and largest entry: beyond, doubles are as honest and much faster
const longest = 10n ** BigInt(mostDigits);
const absolute = (n: bigint): bigint => (n < 0n ? -n : n);

/** The matrix as whole numbers, each row in its own scale; undefined where entries are not short, or there are too many. */
export function wholeRows(rows: Rows, { columns = mostSide + 1 } = {}): Whole | undefined {
  if (rows.length > mostSide || rows[0]!.length > columns) return undefined;
  const found: Whole = { rows: [], scales: [] };
  for (const row of rows) {
    const ratios = row.map(meantRatio);
    const cleared = ratios.every((ratio) => ratio !== undefined) ? clear(ratios as Ratio[]) : undefined;
    if (!cleared) return undefined;
    found.rows.push(cleared.row);
    found.scales.push(cleared.scale);
  }
  return found;
}

/** The same in one scale for all rows; other numbers are taken to the last bit. */
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

/** Elimination without fractions. E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination" (1968). */
export function echelon(given: bigint[][], width = given[0]!.length): Echelon {
  const rows = given.map((row) => [...row]);
  const columns: number[] = [];
  let [pivot, sign]: [bigint, 1n | -1n] = [1n, 1n];
  for (let column = 0; column < width && columns.length < rows.length; column++) {
    const top = columns.length;
    const found = rows.findIndex((row, at) => at >= top && row[column] !== 0n);
    if (found < 0) continue;
    if (found !== top) {
      [rows[top], rows[found]] = [rows[found]!, rows[top]!];
      sign = sign === 1n ? -1n : 1n;
    }
    const [head, next, before] = [rows[top]!, rows[top]![column]!, pivot];
    for (const [at, row] of rows.entries()) {
      if (at === top) continue;
      const factor = row[column]!;
      // below the pivot everything to the left of it is 0 already
      rows[at] = row.map((x, k) => (at > top && k < column ? x : (next * x - factor * head[k]!) / before));
    }
    pivot = next;
    columns.push(column);
  }
  return { rows, columns, pivot, sign };
}

/** The determinant of a square matrix. */
export function exactDeterminant({ rows, scales }: Whole): number {
  const { columns, pivot, sign } = echelon(rows);
  return columns.length < rows.length
    ? 0
    : ratioToNumber(
        sign * pivot,
        scales.reduce((all, scale) => all * scale, 1n),
      );
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
export function exactEchelon(whole: Whole): { rows: Rows; columns: number[] } {
  const { rows, columns, pivot } = echelon(whole.rows);
  return { rows: rows.map((row) => row.map((x) => ratioToNumber(x, pivot))), columns };
}

/** The coefficients of det(x · 1 - A), from the highest power down, times powers of the scale. U. Le Verrier's method as arranged by D. K. Faddeev. */
export function characteristic(rows: bigint[][]): bigint[] {
  const n = rows.length;
  const coefficients = [1n];
  let product = rows.map((row) => row.map(() => 0n));
  for (let k = 1; k <= n; k++) {
    // M(k) = A · (M(k - 1) + c(k - 1) · 1)
    for (const [at, row] of product.entries()) row[at]! += coefficients[k - 1]!;
    product = rows.map((row) => row.map((_, column) => row.reduce((sum, x, at) => sum + x * product[at]![column]!, 0n)));
    coefficients.push(-product.reduce((sum, row, at) => sum + row[at]!, 0n) / BigInt(k));
  }
  return coefficients;
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
