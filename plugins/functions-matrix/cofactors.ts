// Cofactors, adjugates and minors.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix, wholeNumber } from "formulary/functions";
import { determinantOf } from "./elimination.ts";
import { bySize, type Rows, sizeOf, square, tidyRows, transposed } from "./matrices.ts";
import { exactAdjugate } from "./rational.ts";

function minor(rows: Rows, row: number, column: number): Rows {
  return rows.filter((_, at) => at !== row).map((each) => each.filter((_, at) => at !== column));
}
function cofactors(argument: Value, name: string): Rows {
  const rows = square(argument, name);
  if (rows.length > 10) failFormula(`${name} takes matrices up to 10 × 10.`);
  if (rows.length === 1) return [[1]];
  const adjugate = exactAdjugate(rows);
  if (adjugate) return tidyRows(transposed(adjugate), name);
  return tidyRows(
    rows.map((row, i) => row.map((_, j) => determinantOf(minor(rows, i, j)) * ((i + j) % 2 === 0 ? 1 : -1))),
    name,
  );
}

/** Functions of cofactors. */
export const cofactorFunctions: Functions = {
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
      const rows = numberMatrix(m, "minorMatrix");
      if (rows.length < 2 || rows[0]!.length < 2) failFormula(`minorMatrix needs two rows and columns or more and got ${sizeOf(rows)}.`);
      return minor(
        rows,
        wholeNumber(row, "minorMatrix", [0, rows.length - 1]),
        wholeNumber(column, "minorMatrix", [0, rows[0]!.length - 1]),
      );
    },
  ),
};
