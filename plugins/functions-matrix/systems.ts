// Determinants, inverses, ranks and systems of linear equations.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix } from "formulary/functions";
import { determinantOf, echelonOf, inverseMatrix, isSingular, nullSpaceOf, rankOf, solutionOf } from "./elimination.ts";
import { elimination, square, tidy, tidyRows, vector } from "./matrices.ts";

const exactMeans = "exact for decimals and simple fractions up to 20 × 20";

function solve(argument: Value, right: Value): Value {
  const rows = square(argument, "solve");
  const several = Array.isArray(right) && Array.isArray(right[0]);
  const sides = several ? numberMatrix(right, "solve") : vector(right, "solve").map((x) => [x]);
  if (sides.length !== rows.length) failFormula(`solve needs a right side for each of ${rows.length} rows and got ${sides.length}.`);
  const x = tidyRows(solutionOf(rows, sides, "solve"), "solve");
  return several ? x : x.map((row) => row[0]!);
}

const single = (x: number, name: string): number => tidy([x], name)[0]!;

/** Determinants, inverses and systems of linear equations. */
export const systems: Functions = {
  determinant: {
    ...entry(
      "matrix",
      `The determinant of a square matrix, ${exactMeans}.`,
      ["determinant([[1, 2], [3, 4]])", -2],
      "plainNumber",
      (m: Value) => single(determinantOf(square(m, "determinant")), "determinant"),
    ),
    cost: elimination,
  },
  inverse: {
    ...entry(
      "matrix",
      `The inverse of a regular matrix, ${exactMeans}; check isSingular(matrix) first.`,
      [
        "inverse([[4, 7], [2, 6]])",
        [
          [0.6, -0.7],
          [-0.2, 0.4],
        ],
      ],
      "reciprocal",
      (m: Value) => tidyRows(inverseMatrix(square(m, "inverse"), "inverse"), "inverse"),
    ),
    cost: elimination,
  },
  solve: {
    ...entry(
      "matrix right",
      `x with matrix · x = right, for a regular matrix and a list, or a matrix of several right sides; ${exactMeans}.`,
      ["solve([[2, 1], [1, 3]], [3, 5])", [0.8, 1.4]],
      "solution",
      solve,
    ),
    cost: elimination,
  },
  isSingular: {
    ...entry(
      "matrix",
      "Whether a square matrix has no inverse: exact for decimals and simple fractions, otherwise by its singular values.",
      ["isSingular([[1, 2], [2, 4]])", true],
      "condition",
      (m: Value) => isSingular(square(m, "isSingular")),
    ),
    cost: elimination,
  },
  rank: {
    ...entry(
      "matrix",
      "The number of independent rows: exact for decimals and simple fractions, otherwise by singular values.",
      ["rank([[1, 2], [2, 4]])", 1],
      "count",
      (m: Value) => rankOf(numberMatrix(m, "rank")),
    ),
    cost: elimination,
  },
  rowEchelon: {
    ...entry(
      "matrix",
      `The reduced row echelon form (rref), ${exactMeans}.`,
      [
        "rowEchelon([[1, 2], [3, 4]])",
        [
          [1, 0],
          [0, 1],
        ],
      ],
      "pureMatrix",
      (m: Value) => tidyRows(echelonOf(numberMatrix(m, "rowEchelon")).rows, "rowEchelon"),
    ),
    cost: elimination,
  },
  pivotColumns: {
    ...entry(
      "matrix",
      "The positions, from 0, of the columns with a pivot in the row echelon form; these columns are a basis.",
      ["pivotColumns([[1, 2, 3], [2, 4, 7]])", [0, 2]],
      "countList",
      (m: Value) => echelonOf(numberMatrix(m, "pivotColumns")).columns,
    ),
    cost: elimination,
  },
  nullSpace: {
    ...entry(
      "matrix",
      "A basis of the solutions of matrix · x = 0, one vector per row; an empty list where only 0 solves it.",
      ["nullSpace([[1, 2], [2, 4]])", [[-2, 1]]],
      "pureMatrix",
      (m: Value) => tidyRows(nullSpaceOf(numberMatrix(m, "nullSpace")), "nullSpace"),
    ),
    cost: elimination,
  },
};
