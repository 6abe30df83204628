// The assignment problem: one column for each row at the least cost, by shortest augmenting paths with potentials
// (Kuhn 1955; Jonker and Volgenant 1987).
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix } from "formulary/functions";

const mostSide = 50;

function assignment(costs: Value): Value {
  const rows = numberMatrix(costs, "assignment", { rows: mostSide, columns: mostSide });
  const [n, m] = [rows.length, rows[0]!.length];
  if (n > m) failFormula(`assignment needs at least as many columns as rows, and got ${n} × ${m}: transpose the matrix.`);
  // rows and columns count from 1: column 0 stands for the row that looks for a place
  const rowPotentials = new Array<number>(n + 1).fill(0);
  const columnPotentials = new Array<number>(m + 1).fill(0);
  const rowOf = new Array<number>(m + 1).fill(0);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array<number>(m + 1).fill(Number.POSITIVE_INFINITY);
    const before = new Array<number>(m + 1).fill(0);
    const used = new Array<boolean>(m + 1).fill(false);
    while (rowOf[column] !== 0) {
      used[column] = true;
      const at = rowOf[column]!;
      let [step, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= m; j++) {
        if (used[j]) continue;
        const slack = rows[at - 1]![j - 1]! - rowPotentials[at]! - columnPotentials[j]!;
        if (slack < least[j]!) [least[j], before[j]] = [slack, column];
        if (least[j]! < step) [step, next] = [least[j]!, j];
      }
      for (let j = 0; j <= m; j++)
        if (used[j]) {
          rowPotentials[rowOf[j]!]! += step;
          columnPotentials[j]! -= step;
        } else least[j]! -= step;
      column = next;
    }
    while (column !== 0) {
      const from = before[column]!;
      rowOf[column] = rowOf[from]!;
      column = from;
    }
  }
  const columns = Array.from({ length: n }, (_, at) => rowOf.indexOf(at + 1, 1) - 1);
  return {
    columns,
    total: columns.reduce((sum, column, at) => sum + rows[at]![column]!, 0),
    rowPotentials: rowPotentials.slice(1),
    columnPotentials: columnPotentials.slice(1),
  };
}

const side = (value: Value) => (Array.isArray(value) ? Math.min(value.length, mostSide) : 0);

/** The function of assignments. */
export const assignmentFunctions: Functions = {
  assignment: {
    ...entry(
      "costs",
      "The cheapest choice of a different column for each row of a matrix with at least as many columns as rows, as a row: columns (from 0), total, and rowPotentials and columnPotentials, whose sum is at most each cost and equals those chosen. Change the signs for the dearest.",
      ["assignment([[4, 1, 3], [2, 0, 5], [3, 2, 2]]).total", 5],
      "countTable",
      assignment,
    ),
    cost: ((costs: Value) => 10 + side(costs) ** 3 * 0.1) as NonNullable<Functions[string]["cost"]>, // as: a table's function takes any values
  },
};
