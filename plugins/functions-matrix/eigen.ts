// Eigenvalues and eigenvectors. Up to 10 × 10 by the exact characteristic polynomial, so that multiple eigenvalues are
// exact.

import { failFormula } from "formulary/functions";
import { LuDecomposition, Matrix } from "ml-matrix";
import { type Complex, compareRoots, rootsOf, squareFree } from "../functions-complex/index.ts";
import { meantRatio, ratioToNumber } from "../functions-number-theory/index.ts";
import { dotOf, lengthOf, normalized } from "./dot-products.ts";
import { echelonOf, nullSpaceOf } from "./elimination.ts";
import { singular, symmetricEigen } from "./jacobi.ts";
import { memoizeLast, type Rows, tidy, transposed, type Vector } from "./matrices.ts";
import { qrEigenvalues } from "./qr-algorithm.ts";
import { characteristic, multiplied, wholeMatrix } from "./rational.ts";

/** Up to this size eigenvalues come from the exact characteristic polynomial. */
export const exactSide = 10;
const isSymmetric = (rows: Rows): boolean => rows.every((row, i) => row.every((x, j) => x === rows[j]![i]));
const sizeOf = (rows: Rows): number => Math.max(...rows.flat().map(Math.abs));

/** All eigenvalues, each as often as it occurs: falling real part, of a pair the positive imaginary part first. */
export const eigenvaluesOf = memoizeLast((rows): Complex[] =>
  [...(exactly(rows) ?? numerically(rows))].sort((a, b) => compareRoots(a, b, -1)),
);

/** Only for decimals and simple fractions: other entries are results of computations, and not exact anyway. */
function exactly(rows: Rows): Complex[] | undefined {
  const whole = rows.length <= exactSide && isExact(rows) ? wholeWithPolynomial(rows) : undefined;
  if (!whole) return undefined;
  // the whole matrix is the scale times the original: dividing the variable by it rounds nothing
  const { polynomial, scale } = whole;
  const coefficients = polynomial.map((c, power) => c * scale ** BigInt(rows.length - power));
  const roots = rootsOf(coefficients).flatMap(({ at, times }) => Array.from({ length: times }, (): Complex => at));
  return isSymmetric(rows) ? roots.map(([re]) => [re, 0]) : roots;
}
const wholeWithPolynomial = memoizeLast((rows) => {
  const whole = wholeMatrix(rows);
  return whole && { ...whole, polynomial: characteristic(whole.rows) };
});
const isExact = (rows: Rows): boolean => rows.every((row) => row.every((x) => meantRatio(x) !== undefined));

/** The singular values, falling: exact up to rounding for small matrices, a 0 included. */
export function singularValuesOf(matrix: Rows): Vector {
  const rows = matrix.length > matrix[0]!.length ? transposed(matrix) : matrix;
  const whole = rows.length <= exactSide && isExact(rows) ? wholeMatrix(rows) : undefined;
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
  const eigenvalues = isSymmetric(rows) ? symmetricEigen(rows).values.map((value): Complex => [value, 0]) : qrEigenvalues(rows);
  const clean = (x: number) => (Math.abs(x) <= nothing ? 0 : x);
  return eigenvalues.map(([re, im]) => [clean(re), clean(im)]);
}

/** The eigenvalues once each, with how often they occur. */
function levels(values: Complex[], scale: number): { value: number; at: number; times: number }[] {
  const distinct: { value: number; at: number; times: number }[] = [];
  for (const [at, [value, im]] of values.entries()) {
    if (im !== 0) continue;
    const last = distinct.at(-1);
    if (last && Math.abs(last.value - value) <= 1e-10 * scale) last.times++;
    else distinct.push({ value, at, times: 1 });
  }
  return distinct;
}

// The first element other than 0 of each is positive.
/** Eigenvectors of length 1, one row for each eigenvalue, orthogonal among equal eigenvalues. */
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
export function eigenspaceOf(rows: Rows, eigenvalue: number): Rows {
  const scale = sizeOf(rows);
  const level = levels(eigenvaluesOf(rows), scale).find(
    ({ value }) => Math.abs(value - eigenvalue) <= 1e-9 * Math.max(scale, Math.abs(eigenvalue)),
  );
  return level ? spaceOf(rows, level) : failFormula(`eigenspace: ${eigenvalue} is no real eigenvalue of this matrix.`);
}

interface Level {
  value: number;
  times: number;
  /** Vectors from another method, exact up to rounding. */
  near?: Rows | undefined;
}
function spaceOf(rows: Rows, { value, times, near }: Level): Rows {
  const shifted = rows.map((row, at) => row.map((x, column) => (column === at ? x - value : x)));
  const short = meantRatio(value) !== undefined && isExact(rows);
  const exact = short ? nullSpaceOf(shifted) : [];
  const basis = exact.length > 0 ? exact : (near ?? (times === 1 ? [inverseIteration(rows, value)] : nearlyNull(shifted, times)));
  // every rotation of several vectors is a basis too: the echelon form is always the same one
  return orthonormal(basis.length > 1 && exact.length === 0 ? echelonOf(basis).rows : basis).map(withPositiveStart);
}

/** The vectors whose product with a matrix is nearly 0. */
function nearlyNull(shifted: Rows, times: number): Rows {
  const { values, right } = singular(shifted);
  return right.filter((_, at) => values[at]! <= 1e-9 * values[0]!).slice(-times);
}

// J. H. Wilkinson, "The Algebraic Eigenvalue Problem", section 5.53: the solution of the nearly singular system is
// nearly the eigenvector
function inverseIteration(rows: Rows, value: number): Vector {
  const beside = value + 4 * Number.EPSILON * sizeOf(rows);
  const lu = new LuDecomposition(new Matrix(rows.map((row, at) => row.map((x, column) => (column === at ? x - beside : x)))));
  if (lu.isSingular()) return nullSpaceOf(rows.map((row, at) => row.map((x, column) => (column === at ? x - beside : x))))[0] ?? rows[0]!;
  // a start that is orthogonal to no eigenvector of whole numbers
  let v = normalized(rows.map((_, at) => 1 + ((at * 0.6180339887) % 1)));
  for (let turn = 0; turn < 4; turn++) v = normalized(lu.solve(Matrix.columnVector(v)).to1DArray());
  return v;
}

/** Orthonormal vectors that span the same space; those that depend on earlier ones are left out. */
export function orthonormal(vectors: Rows): Rows {
  const basis: Rows = [];
  for (const vector of vectors) {
    let rest = normalized(vector);
    // twice is enough (W. Kahan, see B. N. Parlett, "The Symmetric Eigenvalue Problem", section 6.9)
    for (let turn = 0; turn < 2; turn++)
      for (const other of basis) {
        const share = dotOf(rest, other);
        rest = rest.map((x, at) => x - share * other[at]!);
      }
    if (lengthOf(rest) > 1e-10) basis.push(normalized(rest));
  }
  return basis;
}
const withPositiveStart = (v: Vector): Vector => {
  const clean = v.map((x) => (Math.abs(x) < 1e-15 ? 0 : x));
  return (clean.find((x) => Math.abs(x) > 1e-12) ?? 1) < 0 ? clean.map((x) => -x) : clean;
};

/** Whether a matrix can be diagonalized: where the product of the distinct factors of its polynomial is 0 for it. */
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
