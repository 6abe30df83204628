// The tableau of the simplex method in whole numbers over one denominator (Edmonds 1967): an exchange divides without remainder.
import { commonDivisor, type Ratio, ratioToNumber } from "../functions-number-theory/index.ts";

interface Rows {
  objective: Ratio[];
  rows: Ratio[][];
  signs: ("<=" | ">=" | "=")[];
  right: Ratio[];
}

export interface Tableau {
  /** The variable of each row: the given ones first, then slack and surplus, then artificial variables. */
  basis: number[];
  /** The variable to take in: that with the largest gain, or the first one that gains, which never goes in circles (Bland 1977). */
  entering: (phase: "first" | "second", rule: { first: boolean }) => number | undefined;
  /** The row whose variable becomes 0 first; undefined where none does. */
  leaving: (column: number) => number | undefined;
  pivot: (row: number, column: number) => void;
  value: (phase: "first" | "second") => number;
  /** Whether all artificial variables are 0. */
  isFeasible: () => boolean;
  /** Takes artificial variables out of the basis, and rows that repeat others out of the tableau. */
  dropArtificial: () => void;
  answer: () => { value: number; solution: number[]; duals: number[]; reducedCosts: number[]; unique: boolean; degenerate: boolean };
}

/** Whole numbers in the ratio of these, and what they were multiplied by. */
function whole(ratios: Ratio[]): { numbers: bigint[]; scale: bigint } {
  const scale = ratios.reduce((all, [, d]) => (all / commonDivisor(all, d)) * d, 1n);
  return { numbers: ratios.map(([n, d]) => (n * scale) / d), scale };
}

/** Makes the tableau of a program; each row and the objective are in a scale of their own. */
export function createTableau({ objective, rows, signs, right }: Rows): Tableau {
  const count = objective.length;
  const scaled = rows.map((row, at) => whole([...row, right[at]!]));
  // right sides from 0: the other rows change their sign
  const turned = scaled.map(({ numbers }) => numbers.at(-1)! < 0n);
  const signOf = (at: number) => (turned[at] ? ({ "<=": ">=", ">=": "<=", "=": "=" } as const)[signs[at]!] : signs[at]!);
  const slackRows = rows.map((_, at) => at).filter((at) => signs[at] !== "=");
  const artificialRows = rows.map((_, at) => at).filter((at) => signOf(at) !== "<=");
  const firstArtificial = count + slackRows.length;
  const width = firstArtificial + artificialRows.length;
  const cells = scaled.map(({ numbers }, at) => {
    const row: bigint[] = Array.from({ length: width + 1 }, () => 0n);
    for (const [column, x] of numbers.slice(0, -1).entries()) row[column] = turned[at] ? -x : x;
    row[width] = turned[at] ? -numbers.at(-1)! : numbers.at(-1)!;
    if (signs[at] !== "=") row[count + slackRows.indexOf(at)] = signOf(at) === "<=" ? 1n : -1n;
    if (signOf(at) !== "<=") row[firstArtificial + artificialRows.indexOf(at)] = 1n;
    return row;
  });
  const goal = whole(objective);
  // what the objective gains: the second phase's row, then the first phase's (minus the sum of artificial variables)
  const gains: bigint[] = Array.from({ length: width + 1 }, (_, column) => goal.numbers[column] ?? 0n);
  const infeasibility: bigint[] = Array.from({ length: width + 1 }, (_, column) =>
    column >= firstArtificial && column < width ? 0n : artificialRows.reduce((sum, at) => sum + cells[at]![column]!, 0n),
  );
  const basis = rows.map((_, at) => (signOf(at) === "<=" ? count + slackRows.indexOf(at) : firstArtificial + artificialRows.indexOf(at)));
  let denominator = 1n;
  let columns = width;

  const rowOf = (phase: "first" | "second") => (phase === "first" ? infeasibility : gains);
  function pivot(row: number, column: number): void {
    const pivotRow = cells[row]!;
    const by = pivotRow[column]!;
    for (const each of [...cells, gains, infeasibility]) {
      if (each === pivotRow) continue;
      const factor = each[column]!;
      for (let at = 0; at <= width; at++) each[at] = (each[at]! * by - factor * pivotRow[at]!) / denominator;
    }
    denominator = by;
    if (denominator < 0n) {
      denominator = -denominator;
      for (const each of [...cells, gains, infeasibility]) for (let at = 0; at <= width; at++) each[at] = -each[at]!;
    }
    basis[row] = column;
  }
  const entering: Tableau["entering"] = (phase, { first }) => {
    const row = rowOf(phase);
    let best: number | undefined;
    for (let column = 0; column < columns; column++)
      if (row[column]! > 0n && (best === undefined || (!first && row[column]! > row[best]!))) best = column;
    return best;
  };
  const leaving = (column: number): number | undefined => {
    let best: number | undefined;
    for (const [at, row] of cells.entries()) {
      if (row[column]! <= 0n) continue;
      const least = best === undefined ? undefined : cells[best]!;
      const difference = least === undefined ? -1n : row[width]! * least[column]! - least[width]! * row[column]!;
      if (difference < 0n || (difference === 0n && basis[at]! < basis[best!]!)) best = at;
    }
    return best;
  };
  const dropArtificial = () => {
    for (let at = cells.length - 1; at >= 0; at--) {
      if (basis[at]! < firstArtificial) continue;
      const column = cells[at]!.findIndex((x, position) => position < firstArtificial && x !== 0n);
      if (column >= 0) pivot(at, column);
      else {
        // the row says what others say
        cells.splice(at, 1);
        basis.splice(at, 1);
      }
    }
    columns = firstArtificial;
  };
  const at = (variable: number): bigint => {
    const row = basis.indexOf(variable);
    return row < 0 ? 0n : cells[row]![width]!;
  };
  const answer = () => {
    const free = Array.from({ length: columns }, (_, column) => column).filter((column) => !basis.includes(column));
    const dualOf = (row: number) => {
      const isSlack = signs[row] !== "=";
      const column = isSlack ? count + slackRows.indexOf(row) : firstArtificial + artificialRows.indexOf(row);
      // a surplus variable has the opposite sign, a turned row once more
      const sign = (isSlack && signOf(row) === ">=" ? -1n : 1n) * (turned[row] ? -1n : 1n);
      return ratioToNumber(-sign * gains[column]! * scaled[row]!.scale, denominator * goal.scale);
    };
    return {
      value: ratioToNumber(-gains[width]!, denominator * goal.scale),
      solution: Array.from({ length: count }, (_, variable) => ratioToNumber(at(variable), denominator)),
      duals: rows.map((_, row) => dualOf(row)),
      reducedCosts: Array.from({ length: count }, (_, column) => ratioToNumber(-gains[column]!, denominator * goal.scale)),
      unique: free.every((column) => gains[column]! < 0n),
      degenerate: cells.some((row) => row[width] === 0n),
    };
  };
  const value = (phase: "first" | "second"): number =>
    ratioToNumber(-rowOf(phase)[width]!, phase === "first" ? denominator : denominator * goal.scale);
  return { basis, entering, leaving, pivot, value, isFeasible: () => infeasibility[width] === 0n, dropArtificial, answer };
}
