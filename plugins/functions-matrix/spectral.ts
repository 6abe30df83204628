// Functions of eigenvalues, singular values and norms.
import type { Functions, Value } from "formulary";
import { entry, failFormula, finiteNumber, numberMatrix } from "formulary/functions";
import { lengthOf } from "./dot-products.ts";
import {
  characteristicPolynomialOf,
  eigenspaceOf,
  eigenvaluesOf,
  eigenvectorsOf,
  exactSide,
  isDiagonalizable,
  singularValuesOf,
} from "./eigen.ts";
import { bySize, type Rows, square, tidy, tidyRows, transposed } from "./matrices.ts";

function eigenspace(argument: Value, value: Value): Rows {
  const eigenvalue = finiteNumber(value, "The eigenvalue");
  return tidyRows(eigenspaceOf(square(argument, "eigenspace"), eigenvalue), "eigenspace");
}

function condition(argument: Value): number {
  const values = singularValuesOf(numberMatrix(argument, "conditionNumber"));
  const [largest, least] = [values[0]!, values.at(-1)!];
  if (least <= largest * Number.EPSILON) failFormula("The condition number of a singular matrix is infinite.");
  return largest / least;
}

const norms: Record<string, (rows: Rows) => number> = {
  frobenius: (rows) => lengthOf(rows.flat()),
  spectral: (rows) => singularValuesOf(rows)[0]!,
  one: (rows) => Math.max(...transposed(rows).map((column) => column.reduce((sum, x) => sum + Math.abs(x), 0))),
  infinity: (rows) => Math.max(...rows.map((row) => row.reduce((sum, x) => sum + Math.abs(x), 0))),
};
function matrixNorm(argument: Value, kind: Value): number {
  const norm =
    typeof kind === "string" && Object.hasOwn(norms, kind)
      ? norms[kind]!
      : failFormula(`matrixNorm knows "${Object.keys(norms).join('", "')}".`);
  return tidy([norm(numberMatrix(argument, "matrixNorm"))], "matrixNorm")[0]!;
}

const singularWork = bySize((n) => (n <= exactSide ? 200 + 20 * n ** 3 : 1600 + n ** 3 * 1.4));

/** Eigenvalues, singular values, and condition numbers and norms from them. */
export const spectral: Functions = {
  eigenvalues: {
    ...entry(
      "matrix",
      "The eigenvalues of a square matrix as rows [re, im] with multiplicity: the largest real part first, among equal ones the largest imaginary part.",
      [
        "eigenvalues([[2, 0], [0, 3]])",
        [
          [3, 0],
          [2, 0],
        ],
      ],
      "keep",
      (m: Value) => tidyRows(eigenvaluesOf(square(m, "eigenvalues")), "eigenvalues"),
    ),
    cost: bySize((n) => (n <= exactSide ? 200 + 16 * n ** 3 : 1600 + n ** 3 / 1.5)),
  },
  eigenvectors: {
    ...entry(
      "matrix",
      "An eigenvector for each of the eigenvalues, in their order, one per row: of length 1, its first element other than 0 positive; for real eigenvalues only.",
      [
        "eigenvectors([[0, 0], [0, 5]])",
        [
          [0, 1],
          [1, 0],
        ],
      ],
      "pureMatrix",
      (m: Value) => tidyRows(eigenvectorsOf(square(m, "eigenvectors")), "eigenvectors"),
    ),
    cost: bySize((n) => (n <= exactSide ? 200 + 20 * n ** 3 : 1600 + n ** 4 / 17)),
  },
  eigenspace: {
    ...entry(
      "matrix value",
      "An orthonormal basis of the eigenvectors of one real eigenvalue, one per row; fewer than its multiplicity where the matrix cannot be diagonalized.",
      ["eigenspace([[2, 1], [0, 2]], 2)", [[1, 0]]],
      "pureMatrix",
      eigenspace,
    ),
    cost: bySize((n) => (n <= exactSide ? 200 + 20 * n ** 3 : 1600 + n ** 4 / 17)),
  },
  isDiagonalizable: {
    ...entry(
      "matrix",
      "Whether a matrix (symmetric, or up to 10 × 10) has as many independent eigenvectors as rows, including complex ones.",
      ["isDiagonalizable([[2, 1], [0, 2]])", false],
      "condition",
      (m: Value) => isDiagonalizable(square(m, "isDiagonalizable")),
    ),
    cost: bySize((n) => 80 + 40 * Math.min(n, exactSide) ** 3),
  },
  characteristicPolynomial: {
    ...entry(
      "matrix",
      "The coefficients of det(x·1 - matrix) from the highest power down, the first 1; up to 12 × 12.",
      ["characteristicPolynomial([[1, 2], [3, 4]])", [1, -5, -2]],
      "plainList",
      (m: Value) => characteristicPolynomialOf(square(m, "characteristicPolynomial")),
    ),
    cost: bySize((n) => 40 + 16 * Math.min(n, 12) ** 3),
  },
  singularValues: {
    ...entry("matrix", "The singular values, the largest first.", ["singularValues([[3, 0], [0, 4]])", [4, 3]], "element", (m: Value) =>
      tidy(singularValuesOf(numberMatrix(m, "singularValues")), "singularValues"),
    ),
    cost: singularWork,
  },
  conditionNumber: {
    ...entry(
      "matrix",
      "The largest singular value divided by the smallest: the factor by which relative errors can grow in solve.",
      ["conditionNumber([[2, 0], [0, 4]])", 2],
      "count",
      condition,
    ),
    cost: singularWork,
  },
  matrixNorm: {
    ...entry(
      "matrix kind?",
      'A norm of a matrix: "frobenius" (default), "spectral", "one" (largest column sum) or "infinity" (largest row sum).',
      ["matrixNorm([[3, 0], [0, 4]])", 5],
      "innermost",
      (m: Value, kind: Value = "frobenius") => matrixNorm(m, kind),
    ),
    cost: singularWork,
  },
};
