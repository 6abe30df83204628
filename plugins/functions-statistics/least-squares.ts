// Least squares by Householder reflections, which do not square the condition number.

/** The result of fitting columns to a right side. */
export interface Reduced {
  coefficients: number[];
  /** The upper triangle R, row by row. */
  triangle: number[][];
  /** Sum of squared residuals. */
  rest: number;
}

// Golub, Numerische Mathematik 7 (1965).
/** The best fit of columns to the right side; undefined where the columns do not determine it. */
export function leastSquares(inputs: readonly (readonly number[])[], right: readonly number[]): Reduced | undefined {
  const columns = inputs.map((column) => Float64Array.from(column));
  const y = Float64Array.from(right);
  const n = y.length;
  if (columns.length > n) return undefined;
  const sizes = columns.map((column) => lengthFrom(column, 0));
  const triangle: number[][] = [];
  for (const [at, column] of columns.entries()) {
    const size = lengthFrom(column, at);
    if (!(size > 1e-13 * sizes[at]!)) return undefined;
    const diagonal = column[at]! > 0 ? -size : size;
    column[at]! -= diagonal;
    const scale = -1 / (diagonal * column[at]!);
    for (const other of columns.slice(at + 1)) reflect(other, column, at, scale);
    reflect(y, column, at, scale);
    triangle.push([...columns.slice(0, at).map(() => 0), diagonal, ...columns.slice(at + 1).map((other) => other[at]!)]);
  }
  return { coefficients: backwards(triangle, [...y.subarray(0, columns.length)]), triangle, rest: lengthFrom(y, columns.length) ** 2 };
}

function lengthFrom(column: Float64Array, from: number): number {
  let sum = 0;
  for (let row = from; row < column.length; row++) sum += column[row]! ** 2;
  return Math.sqrt(sum);
}

function reflect(target: Float64Array, mirror: Float64Array, from: number, scale: number): void {
  let sum = 0;
  for (let row = from; row < target.length; row++) sum += mirror[row]! * target[row]!;
  sum *= scale;
  for (let row = from; row < target.length; row++) target[row]! -= sum * mirror[row]!;
}

/** The x with R x = y. */
function backwards(triangle: readonly (readonly number[])[], right: readonly number[]): number[] {
  const x = [...right];
  for (let row = x.length - 1; row >= 0; row--) {
    for (let at = row + 1; at < x.length; at++) x[row]! -= triangle[row]![at]! * x[at]!;
    x[row]! /= triangle[row]![row]!;
  }
  return x;
}

/** The rows of R⁻¹. */
export function inverseTriangle(triangle: readonly (readonly number[])[]): number[][] {
  const columns = triangle.map((_, at) =>
    backwards(
      triangle,
      triangle.map((_, row) => (row === at ? 1 : 0)),
    ),
  );
  return triangle.map((_, row) => columns.map((column) => column[row]!));
}
