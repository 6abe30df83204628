// Decompositions of matrices, computed with the library ml-matrix; the signs of the factors are normalized.

import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix } from "formulary/functions";
import { CholeskyDecomposition, LuDecomposition, Matrix, QrDecomposition } from "ml-matrix";
import { orthonormal } from "./eigen.ts";
import { singular } from "./jacobi.ts";
import { bySize, type Rows, sizeOf, square, tidyRows, transposed } from "./matrices.ts";

/** [L, U, P] with P · A = L · U, rows exchanged for the largest pivot. */
function lu(argument: Value): Rows[] {
  const rows = square(argument, "luDecomposition");
  const factors = new LuDecomposition(new Matrix(rows));
  const order = factors.pivotPermutationVector;
  const exchanged = order.map((from) => rows.map((_, column) => +(column === from)));
  return [factors.lowerTriangularMatrix.to2DArray(), factors.upperTriangularMatrix.to2DArray(), exchanged].map((part) =>
    tidyRows(part, "luDecomposition"),
  );
}

/** [Q, R] with A = Q · R, the diagonal of R from 0. */
function qr(argument: Value): Rows[] {
  const rows = numberMatrix(argument, "qrDecomposition");
  if (rows.length < rows[0]!.length) failFormula(`qrDecomposition needs at least as many rows as columns and got ${sizeOf(rows)}.`);
  const factors = new QrDecomposition(new Matrix(rows));
  const [q, r] = [factors.orthogonalMatrix.to2DArray(), factors.upperTriangularMatrix.to2DArray()];
  const signs = r.map((row, at) => (row[at]! < 0 ? -1 : 1));
  return [q.map((row) => row.map((x, column) => x * signs[column]!)), r.map((row, at) => row.map((x) => x * signs[at]!))].map((part) =>
    tidyRows(part, "qrDecomposition"),
  );
}

function isSymmetric(rows: Rows): boolean {
  const scale = Math.max(...rows.flat().map(Math.abs));
  return rows.every((row, i) => row.every((x, j) => Math.abs(x - rows[j]![i]!) <= 1e-12 * scale));
}
function choleskyOf(rows: Rows): CholeskyDecomposition {
  const mean = rows.map((row, i) => row.map((x, j) => (x + rows[j]![i]!) / 2));
  return new CholeskyDecomposition(new Matrix(mean));
}
function cholesky(argument: Value): Rows {
  const rows = square(argument, "cholesky");
  if (!isSymmetric(rows)) failFormula("cholesky needs a symmetric matrix.");
  const factor = choleskyOf(rows);
  return factor.isPositiveDefinite()
    ? tidyRows(factor.lowerTriangularMatrix.to2DArray(), "cholesky")
    : failFormula("cholesky needs a positive definite matrix; isPositiveDefinite(matrix) asks.");
}

/** [U, S, V] with A = U · diag(S) · Vᵀ; U and V by columns. */
function svd(argument: Value): Value[] {
  const { left, values, right } = singular(numberMatrix(argument, "singularValueDecomposition"));
  if (values.at(-1)! <= values[0]! * 1e-15)
    failFormula("singularValueDecomposition needs a matrix of full rank: where a singular value is 0, its vectors are not determined.");
  const signs = right.map((v) => ((v.find((x) => Math.abs(x) > 1e-12) ?? 1) < 0 ? -1 : 1));
  const signed = (vectors: Rows) => transposed(vectors.map((v, at) => v.map((x) => x * signs[at]! + 0)));
  return [signed(left), values, signed(right)];
}

/** Factors of matrices. */
export const decompositions: Functions = {
  luDecomposition: {
    ...entry(
      "matrix",
      "The factors [L, U, P] with P · matrix = L · U: L with ones on its diagonal, P the exchange of rows (partial pivoting).",
      [
        "luDecomposition([[1, 2], [2, 2]])",
        [
          [
            [1, 0],
            [0.5, 1],
          ],
          [
            [2, 2],
            [0, 1],
          ],
          [
            [0, 1],
            [1, 0],
          ],
        ],
      ],
      "unknown",
      lu,
    ),
    cost: bySize((n) => 80 + n ** 3),
  },
  qrDecomposition: {
    ...entry(
      "matrix",
      "The factors [Q, R] with matrix = Q · R: the columns of Q orthonormal, R upper triangular with a diagonal from 0; as many rows as columns or more.",
      [
        "qrDecomposition([[0, 2], [3, 0]])",
        [
          [
            [0, 1],
            [1, 0],
          ],
          [
            [3, 0],
            [0, 2],
          ],
        ],
      ],
      "unknown",
      qr,
    ),
    cost: bySize((n) => 20 + n ** 3 / 1.5),
  },
  singularValueDecomposition: {
    ...entry(
      "matrix",
      "The factors [U, S, V] with matrix = U · diag(S) · Vᵀ for a matrix of full rank: S the singular values from the largest, the columns of U and V orthonormal, the first element of each column of V above 0.",
      [
        "singularValueDecomposition([[0, 2], [3, 0]])",
        [
          [
            [0, 1],
            [1, 0],
          ],
          [3, 2],
          [
            [1, 0],
            [0, 1],
          ],
        ],
      ],
      "unknown",
      svd,
    ),
    cost: bySize((n) => 80 + n ** 3),
  },
  cholesky: {
    ...entry(
      "matrix",
      "The lower triangular L with L · Lᵀ = matrix, which must be symmetric and positive definite.",
      [
        "cholesky([[4, 2], [2, 5]])",
        [
          [2, 0],
          [1, 2],
        ],
      ],
      "half",
      cholesky,
    ),
    cost: bySize((n) => 80 + n ** 3),
  },
  isPositiveDefinite: {
    ...entry(
      "matrix",
      "Whether a matrix is symmetric and all its eigenvalues are above 0.",
      ["isPositiveDefinite([[2, 1], [1, 2]])", true],
      "condition",
      (m: Value) => {
        const rows = square(m, "isPositiveDefinite");
        return isSymmetric(rows) && choleskyOf(rows).isPositiveDefinite();
      },
    ),
    cost: bySize((n) => 80 + n ** 3),
  },
  gramSchmidt: {
    ...entry(
      "vectors",
      "Orthonormal vectors that span the same as these rows, in their order; rows that depend on earlier ones are left out.",
      [
        "gramSchmidt([[3, 0], [1, 2]])",
        [
          [1, 0],
          [0, 1],
        ],
      ],
      "pureMatrix",
      (m: Value) => tidyRows(orthonormal(numberMatrix(m, "gramSchmidt")), "gramSchmidt"),
    ),
    cost: bySize((n) => 80 + n ** 3),
  },
};
