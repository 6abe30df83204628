// Least squares: exact for decimals and simple fractions, otherwise by the QR decomposition of ml-matrix.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix } from "formulary/functions";
import { Matrix, QrDecomposition } from "ml-matrix";
import { lengthOf } from "./dot-products.ts";
import { type Rows, tidy, transposed, type Vector, vector } from "./matrices.ts";
import { exactLeastSquares } from "./rational.ts";

const mostRows = 500;
function leastSquares(argument: Value, right: Value): Vector {
  const [rows, side] = [numberMatrix(argument, "leastSquares", { rows: mostRows }), vector(right, "leastSquares")];
  if (rows.length !== side.length) failFormula(`leastSquares needs a right side for each of ${rows.length} rows and got ${side.length}.`);
  const failDependent = () =>
    failFormula(
      "leastSquares: the columns of this matrix depend on each other (or there are fewer rows than columns), so that there is no single best fit.",
    );
  const work = rows.length * rows[0]!.length ** 2;
  const exact = rows.length < rows[0]!.length ? "singular" : work <= mostExact ? exactLeastSquares(rows, side) : "inexact";
  if (exact !== "inexact") return exact === "singular" ? failDependent() : tidy(exact, "leastSquares");
  return tidy(fitted(rows, side) ?? failDependent(), "leastSquares");
}

const mostExact = 50_000;
const fitting = ((value: Value) => {
  const rows = Array.isArray(value) ? Math.min(value.length, mostRows) : 0;
  const columns = rows > 0 && Array.isArray((value as Value[])[0]) ? ((value as Value[])[0] as Value[]).length : 0;
  const work = rows * Math.min(columns, 50) ** 2;
  return work <= mostExact ? 5 + 5 * rows * columns + work / 3 : work / 40;
}) as () => number;

/** By reflections, on columns of length 1; undefined where one of them lies in the space of those before it. */
function fitted(rows: Rows, side: Vector): Vector | undefined {
  const lengths = transposed(rows).map(lengthOf);
  if (lengths.includes(0)) return undefined;
  const qr = new QrDecomposition(new Matrix(rows.map((row) => row.map((x, at) => x / lengths[at]!))));
  const least = Math.min(...qr.upperTriangularMatrix.diagonal().map(Math.abs));
  if (least <= 4 * lengths.length * Number.EPSILON) return undefined;
  return qr
    .solve(Matrix.columnVector(side))
    .to1DArray()
    .map((x, at) => x / lengths[at]!);
}

/** The function of least squares. */
export const leastSquaresFunctions: Functions = {
  leastSquares: {
    ...entry(
      "matrix right",
      "x that makes the sum of squares of matrix · x - right least; up to 500 rows and 50 columns that do not depend on each other.",
      ["leastSquares([[1, 0], [1, 1], [1, 2]], [1, 3, 5])", [1, 2]],
      "solution",
      leastSquares,
    ),
    cost: fitting,
  },
};
