// Eigenvalues and eigenvectors. Up to 10 × 10 by the exact characteristic polynomial, so that multiple eigenvalues stay whole.

import { failFormula } from "formulary/functions";
import { LuDecomposition, Matrix } from "ml-matrix";
import { type Complex, compareRoots, rootsOf, squareFree } from "../functions-complex/index.ts";
import { meantRatio, ratioToNumber } from "../functions-number-theory/index.ts";
import { dotOf, lengthOf, normalized } from "./accurate.ts";
import { echelonOf, nullSpaceOf } from "./elimination.ts";
import { francis } from "./francis.ts";
import { lately, type Rows, tidy, transposed, type Vector } from "./given.ts";
import { singular, symmetricEigen } from "./jacobi.ts";
import { characteristic, multiplied, wholeMatrix } from "./rational.ts";

/** Up to this size eigenvalues come from the exact characteristic polynomial. */
export const exactSide = 10;
const isSymmetric = (rows: Rows): boolean => rows.every((row, i) => row.every((x, j) => x === rows[j]![i]));
const sizeOf = (rows: Rows): number => Math.max(...rows.flat().map(Math.abs));

/** All eigenvalues, each as often as it occurs: falling real part, of a pair the positive imaginary part first. */
export const eigenvaluesOf = lately((rows): Complex[] => [...(exactly(rows) ?? numerically(rows))].sort((a, b) => compareRoots(a, b, -1)));

/** Of matrices whose entries can be meant exactly: what is computed with numbers from elsewhere has lost its exactness before. */
function exactly(rows: Rows): Complex[] | undefined {
  const whole = rows.length <= exactSide && isMeant(rows) ? wholeWithPolynomial(rows) : undefined;
  if (!whole) return undefined;
  // the whole matrix is the scale times the given one: dividing the variable by it rounds nothing
  const { polynomial, scale } = whole;
  const coefficients = polynomial.map((c, power) => c * scale ** BigInt(rows.length - power));
  const found = rootsOf(coefficients).flatMap(({ at, times }) => Array.from({ length: times }, (): Complex => at));
  return isSymmetric(rows) ? found.map(([re]) => [re, 0]) : found;
}
const wholeWithPolynomial = lately((rows) => {
  const whole = wholeMatrix(rows);
  return whole && { ...whole, polynomial: characteristic(whole.rows) };
});
const isMeant = (rows: Rows): boolean => rows.every((row) => row.every((x) => meantRatio(x) !== undefined));

/** The singular values, falling: exact up to rounding for small matrices, a 0 included. */
export function singularValuesOf(given: Rows): Vector {
  const rows = given.length > given[0]!.length ? transposed(given) : given;
  const whole = rows.length <= exactSide && isMeant(rows) ? wholeMatrix(rows) : undefined;
  if (!whole) {
    const { values } = singular(rows);
    return values.map((value) => (value <= 2 ** -100 * values[0]! ? 0 : value));
  }
  const { rows: scaled, scale } = whole;
  const squares = multiplied(
    scaled,
    scaled[0]!.map((_, column) => scaled.map((row) => row[column]!)),
  );
  const coefficients = characteristic(squares).map((c, power) => c * scale ** BigInt(2 * (rows.length - power)));
  return rootsOf(coefficients)
    .flatMap(({ at, times }) => new Array<number>(times).fill(Math.sqrt(Math.max(0, at[0]))))
    .reverse();
}

function numerically(rows: Rows): Complex[] {
  const nothing = rows.length * Number.EPSILON * sizeOf(rows);
  const found = isSymmetric(rows) ? symmetricEigen(rows).values.map((value): Complex => [value, 0]) : francis(rows);
  const clean = (x: number) => (Math.abs(x) <= nothing ? 0 : x);
  return found.map(([re, im]) => [clean(re), clean(im)]);
}

/** The eigenvalues once each, with how often they occur. */
function levels(values: Complex[], scale: number): { value: number; at: number; times: number }[] {
  const found: { value: number; at: number; times: number }[] = [];
  for (const [at, [value, im]] of values.entries()) {
    if (im !== 0) continue;
    const last = found.at(-1);
    if (last && Math.abs(last.value - value) <= 1e-10 * scale) last.times++;
    else found.push({ value, at, times: 1 });
  }
  return found;
}

/** One row for each eigenvalue, of length 1, its first element that is not 0 above 0; orthogonal among equal eigenvalues. */
export function eigenvectorsOf(rows: Rows): Rows {
  const values = eigenvaluesOf(rows);
  if (values.some(([, im]) => im !== 0))
    failFormula("eigenvectors: some eigenvalues of this matrix are complex, and so are their vectors.");
  const jacobi = isSymmetric(rows) ? symmetricEigen(rows).vectors : undefined;
  return levels(values, sizeOf(rows)).flatMap(({ value, at, times }) => {
    const space = spaceOf(rows, { value, times, near: jacobi?.slice(at, at + times) });
    if (space.length === times) return space;
    return failFormula(
      `eigenvectors: this matrix cannot be diagonalized; to the eigenvalue ${Number(value.toPrecision(6))}, which occurs ${times} times, belong only ${space.length} (eigenspace gives them).`,
    );
  });
}

/** An orthonormal basis of the vectors that the matrix only stretches by one of its eigenvalues. */
export function eigenspaceOf(rows: Rows, wanted: number): Rows {
  const scale = sizeOf(rows);
  const level = levels(eigenvaluesOf(rows), scale).find(
    ({ value }) => Math.abs(value - wanted) <= 1e-9 * Math.max(scale, Math.abs(wanted)),
  );
  return level ? spaceOf(rows, level) : failFormula(`eigenspace: ${wanted} is no real eigenvalue of this matrix.`);
}

interface Level {
  value: number;
  times: number;
  /** Vectors known from elsewhere, good to rounding. */
  near?: Rows | undefined;
}
function spaceOf(rows: Rows, { value, times, near }: Level): Rows {
  const shifted = rows.map((row, at) => row.map((x, column) => (column === at ? x - value : x)));
  const short = meantRatio(value) !== undefined && isMeant(rows);
  const exact = short ? nullSpaceOf(shifted) : [];
  const basis = exact.length > 0 ? exact : (near ?? (times === 1 ? [inverseIteration(rows, value)] : nearlyNull(shifted, times)));
  // any rotation of several vectors would do as well: the one in echelon form is always the same
  return orthonormal(basis.length > 1 && exact.length === 0 ? echelonOf(basis).rows : basis).map(positive);
}

/** The vectors that a matrix all but takes to 0. */
function nearlyNull(shifted: Rows, times: number): Rows {
  const { values, right } = singular(shifted);
  return right.filter((_, at) => values[at]! <= 1e-9 * values[0]!).slice(-times);
}

// J. H. Wilkinson, "The Algebraic Eigenvalue Problem", section 5.53: the nearly singular system throws its solution into the eigenvector
function inverseIteration(rows: Rows, value: number): Vector {
  const beside = value + 4 * Number.EPSILON * sizeOf(rows);
  const lu = new LuDecomposition(new Matrix(rows.map((row, at) => row.map((x, column) => (column === at ? x - beside : x)))));
  if (lu.isSingular()) return nullSpaceOf(rows.map((row, at) => row.map((x, column) => (column === at ? x - beside : x))))[0] ?? rows[0]!;
  // a start that is at right angles to no eigenvector that people write down
  let v = normalized(rows.map((_, at) => 1 + ((at * 0.6180339887) % 1)));
  for (let turn = 0; turn < 4; turn++) v = normalized(lu.solve(Matrix.columnVector(v)).to1DArray());
  return v;
}

/** Vectors of length 1 at right angles that span the same; those that depend on earlier ones are left out. */
export function orthonormal(vectors: Rows): Rows {
  const kept: Rows = [];
  for (const vector of vectors) {
    let rest = normalized(vector);
    // twice is enough (W. Kahan, see B. N. Parlett, "The Symmetric Eigenvalue Problem", section 6.9)
    for (let turn = 0; turn < 2; turn++)
      for (const other of kept) {
        const share = dotOf(rest, other);
        rest = rest.map((x, at) => x - share * other[at]!);
      }
    if (lengthOf(rest) > 1e-10) kept.push(normalized(rest));
  }
  return kept;
}
const positive = (v: Vector): Vector => {
  const clean = v.map((x) => (Math.abs(x) < 1e-15 ? 0 : x));
  return (clean.find((x) => Math.abs(x) > 1e-12) ?? 1) < 0 ? clean.map((x) => -x) : clean;
};

/** A matrix can be diagonalized just where the product of its different factors takes it to 0. */
export function isDiagonalizable(rows: Rows): boolean {
  if (isSymmetric(rows)) return true;
  const whole = rows.length <= exactSide ? wholeWithPolynomial(rows) : undefined;
  if (!whole) return failFormula("isDiagonalizable takes symmetric matrices, and others up to 10 × 10.");
  const factors = squareFree(whole.polynomial);
  // with every root once the product is the characteristic polynomial (Cayley and Hamilton)
  if (factors.length === 1) return true;
  // Horner's rule on matrices, for the polynomial with each root once
  let value: bigint[][] | undefined;
  for (const factor of factors) {
    let part = whole.rows.map((row) => row.map(() => 0n));
    for (const c of factor) part = multiplied(part, whole.rows).map((row, i) => row.map((x, j) => (i === j ? x + c : x)));
    value = value ? multiplied(value, part) : part;
  }
  return (value ?? []).every((row) => row.every((x) => x === 0n));
}

/** The coefficients of det(x · 1 - A) from the highest power down. */
export function characteristicPolynomialOf(rows: Rows): Vector {
  const whole = rows.length <= 12 ? wholeWithPolynomial(rows) : undefined;
  if (!whole)
    return failFormula("characteristicPolynomial takes matrices up to 12 × 12, and no entries as different in size as 1e-40 and 1e40.");
  return tidy(
    whole.polynomial.map((c, power) => ratioToNumber(c, whole.scale ** BigInt(power))),
    "characteristicPolynomial",
  );
}
