// What callers give: matrices as lists of rows, vectors as lists of numbers.
import type { FunctionEntry, Value } from "formulary";
import { failFormula } from "formulary/functions";

export type Vector = number[];
export type Rows = Vector[];

const most = 50;
const mostElements = 10_000;

function number(value: Value, asker: string): number {
  if (typeof value === "boolean") return +value;
  if (typeof value !== "number") failFormula(`${asker} needs numbers and got ${Array.isArray(value) ? "a list" : "a text"} among them.`);
  return Number.isFinite(value) ? value + 0 : failFormula(`${asker} needs finite numbers.`);
}

/** A list of finite numbers. */
export function vector(value: Value | undefined, asker: string): Vector {
  if (!Array.isArray(value)) failFormula(`${asker} needs a list of numbers.`);
  if (value.length === 0 || value.length > mostElements)
    failFormula(`${asker} needs 1 to ${mostElements} numbers and got ${value.length}.`);
  return value.map((x) => number(x, asker));
}

/** A matrix of finite numbers, up to 50 × 50 unless it may have more rows. */
export function matrix(value: Value | undefined, asker: string, { rows: mostRows = most } = {}): Rows {
  if (!Array.isArray(value) || value.length === 0 || !value.every(Array.isArray))
    failFormula(`${asker} needs a matrix: a list of rows, each a list of numbers.`);
  const width = (value[0] as Value[]).length;
  if (width === 0 || value.some((row) => (row as Value[]).length !== width))
    failFormula(`${asker} needs a matrix whose rows are of one length.`);
  if (value.length > mostRows || width > most)
    failFormula(`${asker} takes matrices up to ${mostRows} × ${most}; this one is ${value.length} × ${width}.`);
  return value.map((row) => (row as Value[]).map((x) => number(x, asker)));
}

/** A square matrix. */
export function square(value: Value | undefined, asker: string): Rows {
  const rows = matrix(value, asker);
  return rows.length === rows[0]!.length ? rows : failFormula(`${asker} needs a square matrix and got ${sizeOf(rows)}.`);
}

/** "2 × 3". */
export const sizeOf = (rows: Rows): string => `${rows.length} × ${rows[0]!.length}`;

/** Two lists of one length. */
export function vectors(a: Value, b: Value, asker: string): [Vector, Vector] {
  const [x, y] = [vector(a, asker), vector(b, asker)];
  return x.length === y.length
    ? [x, y]
    : failFormula(`${asker} needs two lists of one length and got ${x.length} and ${y.length} numbers.`);
}

/** A whole number from … to …. */
export function wholeWithin(value: Value, asker: string, [from, to]: [from: number, to: number]): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= from && value <= to) return value + 0;
  return failFormula(`${asker} needs a whole number from ${from} to ${to}, not ${typeof value === "number" ? value : "a text or list"}.`);
}

/** No -0, and nothing that is not a number. */
export function tidy(values: Vector, asker: string): Vector {
  return values.map((x) => (Number.isFinite(x) ? x + 0 : failFormula(`The result of ${asker} is too large.`)));
}
export const tidyRows = (rows: Rows, asker: string): Rows => rows.map((row) => tidy(row, asker));

export const transposed = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!));
export const identityOf = (n: number): Rows =>
  Array.from({ length: n }, (_, row) => Array.from({ length: n }, (_, column) => +(row === column)));

/** The power of two just below the largest element (1 for zeros): dividing by it rounds nothing, and no square overflows. */
export function scaleOf(rows: Rows): number {
  const largest = rows.reduce((most, row) => row.reduce((size, x) => Math.max(size, Math.abs(x)), most), 0);
  return largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
}

/** What a function says of a matrix, computed once where several functions ask it of the same one. */
export function lately<Result>(compute: (rows: Rows) => Result): (rows: Rows) => Result {
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
/** The cost of an elimination: up to 20 × 20 with whole numbers of any length, above in the machine's. */
export const elimination = bySize((n) => 2 + n ** 3 / (n <= 20 ? 1 : 2));
