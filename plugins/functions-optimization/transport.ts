// The transportation problem: a first plan by a rule of thumb, then exchanges around closed ways (MODI) until none saves anything.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberList, numberMatrix } from "formulary/functions";

const mostSide = 12;
const rules = ["north-west", "least cost", "vogel", "best"] as const;
type Rule = (typeof rules)[number];

interface Problem {
  costs: number[][];
  supplies: number[];
  demands: number[];
}
/** Cells of a plan that form a tree over rows and columns; some may be 0. */
type Plan = Map<string, { row: number; column: number; amount: number }>;
const keyOf = (row: number, column: number) => `${row} ${column}`;

function transportPlan(costs: Value, supplies: Value, demands: Value, rule: Value = "best"): Value {
  const size = { most: mostSide };
  const given = {
    costs: numberMatrix(costs, "transportPlan", { rows: mostSide, columns: mostSide }),
    supplies: numberList(supplies, "transportPlan", size),
    demands: numberList(demands, "transportPlan", size),
  };
  const chosen =
    rules.find((each) => each === rule) ?? failFormula(`transportPlan takes the rules ${rules.map((each) => `"${each}"`).join(", ")}.`);
  const [rows, columns] = [given.costs.length, given.costs[0]!.length];
  if (given.supplies.length !== rows || given.demands.length !== columns)
    failFormula(`transportPlan needs ${rows} supplies and ${columns} demands for costs of ${rows} × ${columns}.`);
  if ([...given.supplies, ...given.demands].some((amount) => amount < 0)) failFormula("transportPlan needs supplies and demands from 0.");
  const problem = balanced(given);
  const plan = firstPlan(problem, chosen === "best" ? "vogel" : chosen);
  const potentials = chosen === "best" ? improve(problem, plan) : potentialsOf(problem, plan);
  const amount = (row: number, column: number) => plan.get(keyOf(row, column))?.amount ?? 0;
  const cells = given.costs.map((line, row) => line.map((_, column) => amount(row, column)));
  return {
    plan: cells,
    cost: given.costs.reduce((sum, line, row) => line.reduce((part, cost, column) => part + cost * cells[row]![column]!, sum), 0),
    rowPotentials: potentials.rows.slice(0, rows),
    columnPotentials: potentials.columns.slice(0, columns),
  };
}

/** With a row or column of cost 0 for what is left over. */
function balanced({ costs, supplies, demands }: Problem): Problem {
  const [offered, wanted] = [supplies.reduce((a, b) => a + b, 0), demands.reduce((a, b) => a + b, 0)];
  const difference = offered - wanted;
  if (Math.abs(difference) <= 1e-12 * offered) return { costs, supplies, demands };
  if (difference < 0) return { costs: [...costs, demands.map(() => 0)], supplies: [...supplies, -difference], demands };
  return { costs: costs.map((line) => [...line, 0]), supplies, demands: [...demands, difference] };
}

/** Fills cells one after the other; each closes its row or its column, so that they form a tree. */
function firstPlan({ costs, supplies, demands }: Problem, rule: Rule): Plan {
  const [left, open] = [[...supplies], [...demands]];
  const rows = new Set(supplies.keys());
  const columns = new Set(demands.keys());
  const plan: Plan = new Map();
  while (rows.size > 0 && columns.size > 0) {
    const { row, column } = nextCell(costs, rows, columns, rule);
    const amount = Math.min(left[row]!, open[column]!);
    plan.set(keyOf(row, column), { row, column, amount });
    const closesRow = columns.size === 1 ? rows.size > 1 || left[row]! <= open[column]! : left[row]! <= open[column]! && rows.size > 1;
    left[row]! -= amount;
    open[column]! -= amount;
    if (rows.size === 1 && columns.size === 1) break;
    if (closesRow) rows.delete(row);
    else columns.delete(column);
  }
  return plan;
}

function nextCell(costs: number[][], rows: Set<number>, columns: Set<number>, rule: Rule): { row: number; column: number } {
  const cells = [...rows].flatMap((row) => [...columns].map((column) => ({ row, column, cost: costs[row]![column]! })));
  const cheapest = (among: typeof cells) => among.reduce((a, b) => (b.cost < a.cost ? b : a));
  if (rule === "north-west") return cells[0]!;
  if (rule === "least cost") return cheapest(cells);
  // Vogel: where the second-best choice costs most more than the best
  const lines = [
    ...[...rows].map((row) => cells.filter((cell) => cell.row === row)),
    ...[...columns].map((column) => cells.filter((cell) => cell.column === column)),
  ];
  const penalty = (line: typeof cells): number => {
    const [best = 0, second = best] = line.map(({ cost }) => cost).sort((a, b) => a - b);
    return second - best;
  };
  return cheapest(lines.reduce((a, b) => (penalty(b) > penalty(a) ? b : a)));
}

/** Numbers of rows and columns whose sum is the cost of each cell of the plan. */
function potentialsOf({ costs, supplies, demands }: Problem, plan: Plan): { rows: number[]; columns: number[] } {
  const rows = new Array<number>(supplies.length).fill(Number.NaN);
  const columns = new Array<number>(demands.length).fill(Number.NaN);
  rows[0] = 0;
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const { row, column } of plan.values()) {
      const cost = costs[row]![column]!;
      if (Number.isNaN(rows[row]) && !Number.isNaN(columns[column])) rows[row] = cost - columns[column]!;
      else if (!Number.isNaN(rows[row]) && Number.isNaN(columns[column])) columns[column] = cost - rows[row]!;
      else continue;
      isOpen = true;
    }
  }
  return { rows, columns };
}

const mostTurns = 2000;

/** Takes in the cell that saves most as long as one does; gives the potentials, which prove that none does. */
function improve(problem: Problem, plan: Plan): { rows: number[]; columns: number[] } {
  const { costs } = problem;
  const least = -1e-9 * Math.max(1e-300, ...costs.flat().map(Math.abs));
  for (let turn = 0; turn < mostTurns; turn++) {
    const potentials = potentialsOf(problem, plan);
    let best: { row: number; column: number; saving: number } | undefined;
    for (const [row, line] of costs.entries())
      for (const [column, cost] of line.entries()) {
        const saving = cost - potentials.rows[row]! - potentials.columns[column]!;
        // after many turns the first one, which never goes in circles
        if (saving < least && (best === undefined || (turn < 200 && saving < best.saving))) best = { row, column, saving };
      }
    if (best === undefined) return potentials;
    exchange(plan, best);
  }
  return failFormula("transportPlan found no end of its exchanges.");
}

/** Moves as much as possible around the closed way that a new cell makes with the tree. */
function exchange(plan: Plan, { row, column }: { row: number; column: number }): void {
  const way = wayThrough(plan, row, column);
  // cells at even places of the way give, the others and the new one get
  const givers = way.filter((_, at) => at % 2 === 0);
  const leaving = givers.reduce((a, b) => (b.amount < a.amount ? b : a));
  const amount = leaving.amount;
  for (const [at, cell] of way.entries()) cell.amount += at % 2 === 0 ? -amount : amount;
  plan.delete(keyOf(leaving.row, leaving.column));
  plan.set(keyOf(row, column), { row, column, amount });
}

type Cell = Plan extends Map<string, infer Each> ? Each : never;
/** The cells of the tree from a row to a column. */
function wayThrough(plan: Plan, row: number, column: number): Cell[] {
  const cells = [...plan.values()];
  const search = (isRow: boolean, node: number, used: Cell[]): Cell[] | undefined => {
    if (!isRow && node === column) return used;
    for (const cell of cells) {
      if (used.includes(cell) || (isRow ? cell.row : cell.column) !== node) continue;
      const found = search(!isRow, isRow ? cell.column : cell.row, [...used, cell]);
      if (found) return found;
    }
    return undefined;
  };
  return search(true, row, []) ?? failFormula("transportPlan lost the tree of its plan.");
}

/** The function of transportation problems. */
export const transportFunctions: Functions = {
  transportPlan: {
    ...entry(
      "costs supplies demands rule?",
      'How much each source (row) sends to each destination (column), as a row: plan (a matrix), cost, rowPotentials and columnPotentials. The rule is "north-west", "least cost" or "vogel" for a first plan, or "best" (default). What is left over, or not met, costs nothing.',
      ["transportPlan([[4, 6], [5, 3]], [10, 20], [15, 15]).cost", 110],
      "countTable",
      transportPlan,
    ),
    // as: a table's function takes any values
    cost: ((costs: Value) => 20 + (Array.isArray(costs) ? Math.min(costs.length, mostSide) : 0) * 150) as NonNullable<
      Functions[string]["cost"]
    >,
  },
};
