// Matrices as lists of rows and vectors as lists of numbers: checks of arguments and results, small helpers, costs.
import type { FunctionEntry, Value } from "formulary";
import { failFormula, numberList, numberLists, numberMatrix } from "formulary/functions";

export type Vector = number[];
export type Rows = Vector[];

/** A list of finite numbers. */
export const vector = (value: Value | undefined, name: string): Vector => numberList(value, name, { most: 10_000 }).map((x) => x + 0);

/** Two lists of finite numbers of one length. */
export const vectors = (a: Value, b: Value, name: string): [Vector, Vector] =>
  numberLists([a, b], name, { most: 10_000 }).map((list) => list.map((x) => x + 0)) as [Vector, Vector];

/** A square matrix. */
export function square(value: Value | undefined, name: string): Rows {
  const rows = numberMatrix(value, name);
  return rows.length === rows[0]!.length ? rows : failFormula(`${name} needs a square matrix and got ${sizeOf(rows)}.`);
}

/** "2 × 3". */
export const sizeOf = (rows: Rows): string => `${rows.length} × ${rows[0]!.length}`;

/** A result without -0; fails where a number is not finite. */
export function tidy(values: Vector, name: string): Vector {
  return values.map((x) => (Number.isFinite(x) ? x + 0 : failFormula(`The result of ${name} is too large.`)));
}
export const tidyRows = (rows: Rows, name: string): Rows => rows.map((row) => tidy(row, name));

export const transposed = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!));
export const identityOf = (n: number): Rows =>
  Array.from({ length: n }, (_, row) => Array.from({ length: n }, (_, column) => +(row === column)));

// Division by it rounds nothing, and no square overflows afterwards.
/** The power of two just below the largest element (1 for zeros). */
export function scaleOf(rows: Rows): number {
  const largest = rows.reduce((most, row) => row.reduce((size, x) => Math.max(size, Math.abs(x)), most), 0);
  return largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
}

/** The same function, which remembers its last matrix: several functions in a row work on one matrix. */
export function memoizeLast<Result>(compute: (rows: Rows) => Result): (rows: Rows) => Result {
  let latest: { rows: Rows; result: Result } | undefined;
  return (rows) => {
    if (!latest || !isSame(latest.rows, rows)) latest = { rows, result: compute(rows) };
    return latest.result;
  };
}
const isSame = (a: Rows, b: Rows): boolean =>
  a === b || (a.length === b.length && a[0]!.length === b[0]!.length && a.every((row, i) => row.every((x, j) => x === b[i]![j])));

/** A cost in steps from the larger side of the first argument, a matrix. */
export function bySize(steps: (n: number) => number): NonNullable<FunctionEntry["cost"]> {
  return ((value: Value) => {
    const rows = Array.isArray(value) ? value.length : 0;
    const columns = rows > 0 && Array.isArray((value as Value[])[0]) ? ((value as Value[])[0] as Value[]).length : 0;
    return steps(Math.min(Math.max(rows, columns), 500));
  }) as NonNullable<FunctionEntry["cost"]>; // as: a table's function takes any values
}
/** The cost of an elimination: up to 20 × 20 with whole numbers of any length, above in doubles. */
export const elimination = bySize((n) => 8 + n ** 3 * (n <= 20 ? 3 : 0.7));
