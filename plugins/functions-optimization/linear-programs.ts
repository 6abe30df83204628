// Linear programs by the simplex method, exact: whole numbers of any length in place of fractions.
import type { Functions, Value } from "formulary";
import { entry, failFormula, listOf, numberList, numberMatrix } from "formulary/functions";
import { binaryRatio, meantRatio, type Ratio } from "../functions-number-theory/index.ts";
import { createTableau, type Tableau } from "./tableau.ts";

const mostRows = 20;
const mostColumns = 20;
const relations = ["<=", ">=", "="] as const;
type Relation = (typeof relations)[number];

interface Program {
  objective: Ratio[];
  rows: Ratio[][];
  signs: Relation[];
  right: Ratio[];
}

const exact = (x: number): Ratio => meantRatio(x) ?? binaryRatio(x);

function read(objective: Value, matrix: Value, signs: Value, right: Value): Program {
  const goal = numberList(objective, "linearProgram", { least: 1, most: mostColumns });
  const rows = numberMatrix(matrix, "linearProgram", { rows: mostRows, columns: mostColumns });
  const bounds = numberList(right, "linearProgram", { most: mostRows });
  const said = listOf(signs, "linearProgram", { most: mostRows }).map((each) => relations.find((known) => known === each));
  if (rows[0]!.length !== goal.length)
    failFormula(`linearProgram needs a coefficient for each of ${goal.length} variables in every row and got ${rows[0]!.length}.`);
  if (bounds.length !== rows.length || said.length !== rows.length)
    failFormula(`linearProgram needs a relation and a right side for each of ${rows.length} rows.`);
  const known = said.map((each) => each ?? failFormula('linearProgram takes the relations "<=", ">=" and "=".'));
  return { objective: goal.map(exact), rows: rows.map((row) => row.map(exact)), signs: known, right: bounds.map(exact) };
}

/** What a program ends with; the lists are empty where there is no best point. */
interface Answer {
  status: "optimal" | "infeasible" | "unbounded";
  value: number;
  solution: number[];
  duals: number[];
  reducedCosts: number[];
  unique: boolean;
  degenerate: boolean;
  pivots: { entering: number; leaving: number; value: number }[];
}

function maximum(program: Program): Answer {
  const tableau = createTableau(program);
  const pivots: Answer["pivots"] = [];
  const none = { value: 0, solution: [], duals: [], reducedCosts: [], unique: false, degenerate: false };
  if (!runPhase(tableau, "first", pivots)) return failFormula("linearProgram: the first phase has no end.");
  if (!tableau.isFeasible()) return { status: "infeasible", ...none, pivots };
  tableau.dropArtificial();
  if (!runPhase(tableau, "second", pivots)) return { status: "unbounded", ...none, pivots };
  return { status: "optimal", ...tableau.answer(), pivots };
}

/** Exchanges variables until none improves; false where one may grow without an end. */
function runPhase(tableau: Tableau, phase: "first" | "second", pivots: Answer["pivots"]): boolean {
  for (let turn = 0; ; turn++) {
    const entering = tableau.entering(phase, { first: turn >= 50 });
    if (entering === undefined) return true;
    const row = tableau.leaving(entering);
    if (row === undefined) return false;
    const leaving = tableau.basis[row]!;
    tableau.pivot(row, entering);
    pivots.push({ entering, leaving, value: tableau.value(phase) });
  }
}

/** A cost in steps by the size of the matrix: some 2 (m + n) exchanges of m (m + n) whole numbers. */
const cost = ((_: Value, matrix: Value) => {
  const rows = Array.isArray(matrix) ? Math.min(matrix.length, mostRows) : 0;
  const columns = rows > 0 && Array.isArray((matrix as Value[])[0]) ? Math.min(((matrix as Value[])[0] as Value[]).length, mostColumns) : 0;
  return 20 + 0.6 * rows * (rows + columns) ** 2;
}) as NonNullable<Functions[string]["cost"]>; // as: a table's function takes any values

/** The function of linear programs. */
export const linearProgramFunctions: Functions = {
  linearProgram: {
    ...entry(
      "objective matrix relations right",
      'The largest objective · x with matrix · x "<=", ">=" or "=" right and x from 0, as a row: status ("optimal", "infeasible" or "unbounded"), value, solution, duals (what one more of each right side adds), reducedCosts (what one of each variable takes), unique, degenerate, and pivots (entering and leaving variable, counted from 0 with the slack variables after the others, and value). Exact for decimals; up to 20 × 20.',
      ['linearProgram([3, 5], [[1, 0], [0, 2], [3, 2]], ["<=", "<=", "<="], [4, 12, 18]).value', 36],
      "countTable",
      (...values: [Value, Value, Value, Value]) => maximum(read(...values)) as unknown as Value,
    ),
    cost,
  },
};
