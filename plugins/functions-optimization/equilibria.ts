// Nash equilibria of games of two players, by trying all pairs of supports of one size (Osborne 2004).
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix } from "formulary/functions";

const mostChoices = 6;
type Rows = number[][];

const transposed = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!));
/** All lists of so many of the first numbers. */
const subsets = (of: number, size: number): number[][] =>
  Array.from({ length: 1 << of }, (_, bits) => Array.from({ length: of }, (_, at) => at).filter((at) => bits & (1 << at))).filter(
    (list) => list.length === size,
  );
const dot = (a: number[], b: number[]): number => a.reduce((sum, x, at) => sum + x * b[at]!, 0);

/** The mix over `mixed` that makes all of `equal` (rows of payoffs) worth the same; undefined where there is not exactly one. */
function mixThatEquals(payoffs: Rows, equal: number[], mixed: number[]): { mix: number[]; value: number } | undefined {
  // the shares of the mix, the value that all have, and the right side
  const system = [...equal.map((row) => [...mixed.map((column) => payoffs[row]![column]!), -1, 0]), [...mixed.map(() => 1), 0, 1]];
  const solved = eliminated(system);
  if (!solved) return undefined;
  const mix = payoffs[0]!.map((_, column) => (mixed.includes(column) ? solved[mixed.indexOf(column)]! : 0));
  return { mix, value: solved.at(-1)! };
}

/** The solution of a system by Gauss and Jordan, largest pivots first; undefined where there is not exactly one. */
function eliminated(rows: Rows): number[] | undefined {
  const size = rows.length;
  const least = 1e-12 * Math.max(1, ...rows.flat().map(Math.abs));
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]![at]!) > Math.abs(rows[best]![at]!)) best = row;
    [rows[at], rows[best]] = [rows[best]!, rows[at]!];
    const pivot = rows[at]!;
    if (Math.abs(pivot[at]!) <= least) return undefined;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at]! / pivot[at]!;
      for (let column = at; column <= size; column++) row[column]! -= factor * pivot[column]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}

function equilibria(first: Value, second: Value): Value {
  const size = { rows: mostChoices, columns: mostChoices };
  const [a, b] = [numberMatrix(first, "nashEquilibria", size), numberMatrix(second, "nashEquilibria", size)];
  if (a.length !== b.length || a[0]!.length !== b[0]!.length) failFormula("nashEquilibria needs two payoff matrices of one size.");
  const back = transposed(b);
  const largest = Math.max(...[...a, ...b].flat().map(Math.abs), 1e-300);
  const isMore = (x: number, y: number) => x - y > 1e-9 * largest;
  const found: { row: number[]; column: number[]; payoffs: number[] }[] = [];
  let isDegenerate = false;
  for (let k = 1; k <= Math.min(a.length, back.length); k++)
    for (const rows of subsets(a.length, k))
      for (const columns of subsets(back.length, k)) {
        const column = mixThatEquals(a, rows, columns);
        const row = mixThatEquals(back, columns, rows);
        if (!column || !row) continue;
        // every choice of a support is really made
        if (rows.some((at) => row.mix[at]! <= 1e-12) || columns.some((at) => column.mix[at]! <= 1e-12)) continue;
        const better = (payoffs: Rows, mix: number[], value: number) =>
          payoffs.map((line) => dot(line, mix)).some((each) => isMore(each, value));
        if (better(a, column.mix, column.value) || better(back, row.mix, row.value)) continue;
        const ties = (payoffs: Rows, mix: number[], value: number) => payoffs.filter((line) => !isMore(value, dot(line, mix))).length;
        isDegenerate ||= ties(a, column.mix, column.value) > k || ties(back, row.mix, row.value) > k;
        found.push({ row: row.mix, column: column.mix, payoffs: [column.value, row.value] });
      }
  return { equilibria: found, degenerate: found.length % 2 === 0 || isDegenerate };
}

const side = (matrix: Value) =>
  Array.isArray(matrix) ? Math.min(Math.max(matrix.length, Array.isArray(matrix[0]) ? matrix[0].length : 0), mostChoices) : 0;

/** The function of equilibria. */
export const equilibriumFunctions: Functions = {
  nashEquilibria: {
    ...entry(
      "first second",
      "The Nash equilibria of a game of two players with these payoff matrices (up to 6 × 6), as a row: equilibria (rows with the shares of each choice, row and column, and payoffs of both), those in pure choices first, and degenerate: whether ties may leave further ones, such as whole ranges, unnamed.",
      ["nashEquilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]]).degenerate", false],
      "countTable",
      equilibria,
    ),
    // as: a table's function takes any values
    cost: ((matrix: Value) => 20 + 4 ** side(matrix) * 12) as NonNullable<Functions[string]["cost"]>,
  },
};
