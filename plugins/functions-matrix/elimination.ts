// Elimination: exact for decimals and simple fractions, otherwise in doubles (ml-matrix) with a tolerance.

import { failFormula } from "formulary/functions";
import { LuDecomposition, Matrix } from "ml-matrix";
import { dotOf } from "./dot-products.ts";
import { singular } from "./jacobi.ts";
import { identityOf, memoizeLast, type Rows, scaleOf, transposed, type Vector } from "./matrices.ts";
import { echelonNumbers, exactDeterminant, exactSolution, reducedExactly } from "./rational.ts";

const exactly = memoizeLast(reducedExactly);

/** The number of independent rows. */
export function rankOf(rows: Rows): number {
  return exactly(rows)?.columns.length ?? numericalRank(rows);
}
/** The number of singular values above the rounding errors of the largest. */
function numericalRank(rows: Rows): number {
  const { values } = singular(rows);
  const nothing = Math.max(rows.length, rows[0]!.length) * 4 * Number.EPSILON * values[0]!;
  return values.filter((value) => value > nothing).length;
}
/** Whether a square matrix has no inverse. */
export function isSingular(rows: Rows): boolean {
  const exact = exactly(rows);
  if (exact) return exact.columns.length < rows.length;
  const even = balanced(transposed(balanced(rows)));
  return !isFarFromSingular(even) && numericalRank(even) < rows.length;
}
// A rough inverse takes a fraction of the time of singular values, and decides as safely where these are a hundred
// times above rounding errors.
function isFarFromSingular(rows: Rows): boolean {
  const matrix = new Matrix(rows);
  const lu = new LuDecomposition(matrix);
  if (lu.isSingular()) return false;
  const condition = lu.solve(Matrix.eye(rows.length)).norm() * matrix.norm();
  return condition * rows.length * 4 * Number.EPSILON < 0.01;
}
// rows of similar sizes: rows in different units do not make a matrix singular
const balanced = (rows: Rows): Rows =>
  rows.map((row) => {
    const size = Math.max(...row.map(Math.abs));
    return row.map((x) => (size === 0 ? 0 : x / size));
  });

/** The determinant of a square matrix. */
export function determinantOf(rows: Rows): number {
  const exact = exactly(rows);
  if (exact) return exactDeterminant(exact);
  return isSingular(rows) ? 0 : new LuDecomposition(new Matrix(rows)).determinant;
}

/** x with matrix · x = right, for one right side or several (as columns). */
export function solutionOf(rows: Rows, right: Rows, name: string): Rows {
  const exact = exactSolution(rows, right);
  const solution = exact === "inexact" ? refined(rows, right) : exact;
  if (solution !== "singular") return solution;
  return failFormula(
    `${name}: this matrix is singular (its rows depend on each other), so that there is no single answer; isSingular(matrix) asks.`,
  );
}

// Iterative refinement, with residuals in twice the precision, corrects the rounding errors of the elimination.
function refined(matrix: Rows, right: Rows): Rows | "singular" {
  if (isSingular(matrix)) return "singular";
  const scales = matrix.map((row) => scaleOf([row]));
  const rows = matrix.map((row, at) => row.map((x) => x / scales[at]!));
  const lu = new LuDecomposition(new Matrix(rows));
  if (lu.isSingular()) return "singular";
  const solve = (side: Vector) => lu.solve(Matrix.columnVector(side)).to1DArray();
  const columns = transposed(right).map((column) => {
    const side = column.map((x, at) => x / scales[at]!);
    let x = solve(side);
    for (let turn = 0; turn < 2; turn++) {
      const step = solve(rows.map((row, at) => -dotOf([...row, -1], [...x, side[at]!])));
      x = x.map((value, at) => value + step[at]!);
    }
    return x;
  });
  return transposed(columns);
}

/** The inverse of a square matrix; fails for a singular one. */
export const inverseMatrix = (rows: Rows, name: string): Rows => solutionOf(rows, identityOf(rows.length), name);

/** The reduced row echelon form and the columns of its pivots. */
export function echelonOf(rows: Rows): { rows: Rows; columns: number[] } {
  const exact = exactly(rows);
  return exact ? echelonNumbers(exact) : numericalEchelon(rows);
}
function numericalEchelon(matrix: Rows): { rows: Rows; columns: number[] } {
  // one tolerance must fit all rows
  const rows = balanced(matrix);
  const columns: number[] = [];
  for (let column = 0; column < rows[0]!.length && columns.length < rows.length; column++) {
    const top = columns.length;
    let best = top;
    for (let at = top; at < rows.length; at++) if (Math.abs(rows[at]![column]!) > Math.abs(rows[best]![column]!)) best = at;
    if (Math.abs(rows[best]![column]!) <= 1e-12) {
      for (let at = top; at < rows.length; at++) rows[at]![column] = 0;
      continue;
    }
    [rows[top], rows[best]] = [rows[best]!, rows[top]!];
    const pivot = rows[top]![column]!;
    const head = (rows[top] = rows[top]!.map((x) => x / pivot));
    for (const [at, row] of rows.entries())
      if (at !== top && row[column] !== 0) rows[at] = row.map((x, k) => (k === column ? 0 : x - row[column]! * head[k]!));
    columns.push(column);
  }
  return { rows: rows.map((row, at) => (at < columns.length ? row : row.map(() => 0))), columns };
}

/** A basis of the null space: for each column without a pivot the vector with 1 there. */
export function nullSpaceOf(rows: Rows): Rows {
  const { rows: reduced, columns } = echelonOf(rows);
  const free = rows[0]!.map((_, column) => column).filter((column) => !columns.includes(column));
  return free.map((column) =>
    rows[0]!.map((_, at) => (at === column ? 1 : columns.includes(at) ? -reduced[columns.indexOf(at)]![column]! + 0 : 0)),
  );
}
