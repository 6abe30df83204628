// What is built on linear systems: least squares, cofactors, the long run of Markov chains.

import type { Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { Matrix, QrDecomposition } from "ml-matrix";
import { lengthOf } from "./accurate.ts";
import { determinantOf, nullSpaceOf } from "./elimination.ts";
import {
  bySize,
  elimination,
  matrix,
  type Rows,
  sizeOf,
  square,
  tidy,
  tidyRows,
  transposed,
  type Vector,
  vector,
  wholeWithin,
} from "./given.ts";
import { exactAdjugate, exactLeastSquares } from "./rational.ts";

const mostRows = 500;
function leastSquares(given: Value, right: Value): Vector {
  const [rows, side] = [matrix(given, "leastSquares", { rows: mostRows }), vector(right, "leastSquares")];
  if (rows.length !== side.length) failFormula(`leastSquares needs a right side for each of ${rows.length} rows and got ${side.length}.`);
  const dependent = () =>
    failFormula(
      "leastSquares: the columns of this matrix depend on each other (or there are fewer rows than columns), so that there is no single best fit.",
    );
  const work = rows.length * rows[0]!.length ** 2;
  const exact = rows.length < rows[0]!.length ? "singular" : work <= mostExact ? exactLeastSquares(rows, side) : "inexact";
  if (exact !== "inexact") return exact === "singular" ? dependent() : tidy(exact, "leastSquares");
  return tidy(fitted(rows, side) ?? dependent(), "leastSquares");
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

/** The shares of time in each state: what a row of probabilities must be so that one more step leaves it as it is. */
function stationary(given: Value): Vector {
  const rows = square(given, "stationaryDistribution");
  for (const [at, row] of rows.entries())
    if (row.some((x) => x < 0) || Math.abs(row.reduce((a, b) => a + b, 0) - 1) > 1e-9)
      failFormula(`stationaryDistribution needs rows of probabilities that add up to 1; row ${at + 1} does not.`);
  const moved = transposed(rows).map((row, at) => row.map((x, column) => (column === at ? x - 1 : x)));
  // what rounding has left of the sums would make the matrix regular: the last equation is the sum instead
  const kept = nullSpaceOf(moved.slice(0, -1).length > 0 ? moved.slice(0, -1) : [[0]]);
  if (kept.length !== 1)
    failFormula("stationaryDistribution: these states fall into several closed groups, each with a distribution of its own.");
  const total = kept[0]!.reduce((a, b) => a + b, 0);
  return tidy(
    kept[0]!.map((x) => x / total),
    "stationaryDistribution",
  );
}

function minor(rows: Rows, row: number, column: number): Rows {
  return rows.filter((_, at) => at !== row).map((each) => each.filter((_, at) => at !== column));
}
function cofactors(given: Value, asker: string): Rows {
  const rows = square(given, asker);
  if (rows.length > 10) failFormula(`${asker} takes matrices up to 10 × 10.`);
  if (rows.length === 1) return [[1]];
  const adjugate = exactAdjugate(rows);
  if (adjugate) return tidyRows(transposed(adjugate), asker);
  return tidyRows(
    rows.map((row, i) => row.map((_, j) => determinantOf(minor(rows, i, j)) * ((i + j) % 2 === 0 ? 1 : -1))),
    asker,
  );
}
/** Functions that lead back to linear systems. */
export const related: Functions = {
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
  cofactorMatrix: {
    ...entry(
      "matrix",
      "The cofactors of a square matrix up to 10 × 10.",
      [
        "cofactorMatrix([[1, 2], [3, 4]])",
        [
          [4, -3],
          [-2, 1],
        ],
      ],
      "pureMatrix",
      (m: Value) => cofactors(m, "cofactorMatrix"),
    ),
    cost: bySize((n) => 2 + Math.min(n, 10) ** 5 / 2),
  },
  adjugate: {
    ...entry(
      "matrix",
      "The adjugate (classical adjoint) of a square matrix up to 10 × 10: its cofactors, transposed.",
      [
        "adjugate([[1, 2], [3, 4]])",
        [
          [4, -2],
          [-3, 1],
        ],
      ],
      "pureMatrix",
      (m: Value) => transposed(cofactors(m, "adjugate")),
    ),
    cost: bySize((n) => 2 + Math.min(n, 10) ** 5 / 2),
  },
  minorMatrix: entry(
    "matrix row column",
    "The matrix without one row and one column, counted from 0.",
    ["minorMatrix([[1, 2], [3, 4]], 0, 0)", [[4]]],
    "keep",
    (m: Value, row: Value, column: Value) => {
      const rows = matrix(m, "minorMatrix");
      if (rows.length < 2 || rows[0]!.length < 2) failFormula(`minorMatrix needs two rows and columns or more and got ${sizeOf(rows)}.`);
      return minor(
        rows,
        wholeWithin(row, "minorMatrix", [0, rows.length - 1]),
        wholeWithin(column, "minorMatrix", [0, rows[0]!.length - 1]),
      );
    },
  ),
  stationaryDistribution: {
    ...entry(
      "transition",
      "The long-run shares of the states of a Markov chain, whose row i holds the probabilities of going from state i to each; they add up to 1.",
      ["stationaryDistribution([[0.5, 0.5], [0.25, 0.75]])", [1 / 3, 2 / 3]],
      "countList",
      stationary,
    ),
    cost: elimination,
  },
};
