import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { functions } from "../language/evaluate.ts";

type Call = (...values: unknown[]) => never;
const call = (name: string, ...values: unknown[]) => (functions[name]!.call as Call)(...values);

// random cases; answers of scipy 1.17 (HiGHS), networkx and complete enumeration
const cases = JSON.parse(readFileSync("test/plugins/functions-optimization.json", "utf8")) as Record<string, never>[];
const of = (kind: string) => cases.filter((each) => (each.kind as string) === kind);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const dot = (a: number[], b: number[]) => sum(a.map((x, at) => x * b[at]!));
type Edge = [from: string, to: string, number: number];
const lists = (edges: Edge[]) => [0, 1, 2].map((at) => edges.map((edge) => edge[at]));

describe("linear programs agree with HiGHS", () => {
  it.each(of("lp"))("$c $A $r $b", ({ c, A, r, b, status, value }: Record<string, never>) => {
    const answer = call("linearProgram", c, A, r, b) as Record<string, never>;
    expect(answer.status).toBe(status);
    if (status !== "optimal") return;
    expect(answer.value).toBeCloseTo(value, 9);
    // the point is allowed, its value is that of the program, and the dual values have the same (strong duality)
    const solution = answer.solution as number[];
    expect(Math.min(...solution)).toBeGreaterThanOrEqual(0);
    expect(dot(c, solution)).toBeCloseTo(value, 9);
    for (const [at, row] of (A as number[][]).entries()) {
      const slack = (b as number[])[at]! - dot(row, solution);
      expect(r[at] === "=" ? -Math.abs(slack) : r[at] === "<=" ? slack : -slack).toBeGreaterThan(-1e-9);
    }
    expect(dot(b, answer.duals)).toBeCloseTo(value, 9);
    for (const [at, cost] of (answer.reducedCosts as number[]).entries()) {
      const priced = dot(
        (A as number[][]).map((row) => row[at]!),
        answer.duals,
      );
      expect(cost).toBeCloseTo(priced - c[at]!, 9);
      expect(cost).toBeGreaterThan(-1e-9);
    }
  });
  gives([
    // Wyndor Glass, Hillier and Lieberman, section 3.1
    ['linearProgram([3, 5], [[1, 0], [0, 2], [3, 2]], ["<=", "<=", "<="], [4, 12, 18]).solution', [2, 6]],
    ['linearProgram([3, 5], [[1, 0], [0, 2], [3, 2]], ["<=", "<=", "<="], [4, 12, 18]).duals', [0, 1.5, 1]],
    ['linearProgram([0.1, 0.2], [[0.1, 0.1]], ["<="], [0.3]).value', 0.6],
    // Beale's program, which goes in circles by the largest gain alone
    [
      'linearProgram([0.75, -150, 0.02, -6], [[0.25, -60, -0.04, 9], [0.5, -90, -0.02, 3], [0, 0, 1, 0]], ["<=", "<=", "<="], [0, 0, 1]).value',
      0.05,
    ],
    ['linearProgram([1, 1], [[1, 1], [2, 2]], ["=", "="], [1, 2]).value', 1],
  ]);
  refuses([
    ['linearProgram([1], [[1, 2]], ["<="], [3])', "a coefficient for each of 1 variables"],
    ['linearProgram([1], [[1]], ["<"], [3])', 'the relations "<=", ">=" and "="'],
  ]);
});

describe("assignments agree with scipy", () => {
  it.each(of("as"))("$C", ({ C, total }: Record<string, never>) => {
    const answer = call("assignment", C) as Record<string, never>;
    const columns = answer.columns as number[];
    expect(answer.total).toBe(total);
    expect(new Set(columns).size).toBe(columns.length);
    for (const [i, row] of (C as number[][]).entries())
      for (const [j, cost] of row.entries()) {
        const rest = cost - (answer.rowPotentials as number[])[i]! - (answer.columnPotentials as number[])[j]!;
        expect(rest).toBeGreaterThanOrEqual(0);
        if (columns[i] === j) expect(rest).toBe(0);
      }
  });
  refuses([["assignment([[1], [2]])", "at least as many columns as rows"]]);
});

describe("transportation plans agree with HiGHS", () => {
  it.each(of("tr"))("$C from $S to $D", ({ C, S, D, cost }: Record<string, never>) => {
    for (const rule of ["north-west", "least cost", "vogel", "best"]) {
      const answer = call("transportPlan", C, S, D, rule) as Record<string, never>;
      const plan = answer.plan as number[][];
      if (rule === "best") expect(answer.cost).toBeCloseTo(cost, 9);
      else expect(answer.cost).toBeGreaterThanOrEqual(cost - 1e-9);
      expect(Math.min(...plan.flat())).toBeGreaterThanOrEqual(0);
      for (const [row, line] of plan.entries()) expect(sum(line)).toBeLessThanOrEqual((S as number[])[row]!);
      for (const [column, amount] of (D as number[]).entries()) expect(sum(plan.map((line) => line[column]!))).toBeLessThanOrEqual(amount);
      expect(sum(plan.flat())).toBe(Math.min(sum(S), sum(D)));
    }
  });
  gives([
    // the north-west corner, and what the rule of the cheapest cell makes of it
    [
      'transportPlan([[4, 6], [5, 3]], [10, 20], [15, 15], "north-west").plan',
      [
        [10, 0],
        [5, 15],
      ],
    ],
    ['transportPlan([[2, 1], [9, 3]], [10, 10], [10, 10], "least cost").cost', 100],
    ['transportPlan([[2, 1], [9, 3]], [10, 10], [10, 10], "vogel").cost', 50],
  ]);
  refuses([
    ["transportPlan([[1]], [1], [1, 2])", "1 supplies and 1 demands"],
    ["transportPlan([[1]], [-1], [1])", "from 0"],
    ['transportPlan([[1]], [1], [1], "modi")', "takes the rules"],
  ]);
});

describe("graphs agree with networkx", () => {
  it.each(of("sp"))("shortest paths of $E from $s", ({ E, s, d }: Record<string, never>) => {
    const answer = call("shortestPaths", ...lists(E), s) as Record<string, never>;
    const nodes = answer.nodes as string[];
    if (d === null) expect((answer.cycle as string[]).length).toBeGreaterThan(0);
    else expect(Object.fromEntries(nodes.map((node, at) => [node, answer.distances[at]]))).toEqual(d);
    // a cycle is a round of edges whose sum is below 0
    const cycle = answer.cycle as string[];
    const shortest = (a: string, b: string) => Math.min(...(E as Edge[]).filter(([x, y]) => x === a && y === b).map(([, , w]) => w));
    if (d === null) expect(sum(cycle.map((node, at) => shortest(node, cycle[(at + 1) % cycle.length]!)))).toBeLessThan(0);
  });
  it.each(of("mst"))("spanning tree of $E", ({ E, w }: Record<string, never>) => {
    const chosen = call("spanningTree", ...lists(E)) as number[];
    expect(sum(chosen.map((at) => (E as Edge[])[at]![2]))).toBe(w);
  });
  it.each(of("mf"))("flow of $E from $s to $t", ({ E, s, t, v }: Record<string, never>) => {
    const answer = call("maximumFlow", ...lists(E), s, t) as Record<string, never>;
    expect(answer.value).toBeCloseTo(v, 9);
    const side = new Set(answer.sourceSide as string[]);
    // the cut has the capacity of the flow, and nothing is lost on the way
    expect(sum((E as Edge[]).filter(([a, b]) => side.has(a) && !side.has(b)).map(([, , capacity]) => capacity))).toBeCloseTo(v, 9);
    const flows = answer.flows as number[];
    for (const node of new Set([...(E as Edge[]).map(([a]) => a), ...(E as Edge[]).map(([, b]) => b)])) {
      const net = sum((E as Edge[]).map(([a, b], at) => (b === node ? flows[at]! : 0) - (a === node ? flows[at]! : 0)));
      expect(net).toBeCloseTo(node === s ? -v : node === t ? v : 0, 9);
    }
  });
  gives([
    ['shortestPaths(["A", "B", "C"], ["B", "C", "B"], [1, -3, 2], "A").cycle', ["B", "C"]],
    ["shortestPaths([1, 2], [2, 3], [0.1, 0.2], 1).previous", ["", 1, 2]],
    ['spanningTree(["A", "C"], ["B", "D"], [2, 1])', [1, 0]],
    ['spanningTree(["A", "A", "B", "B", "C"], ["B", "C", "C", "D", "D"], [4, 3, 1, 2, 5], "A")', [1, 2, 3]],
    ['spanningTree(["A", "A", "B", "B", "C"], ["B", "C", "C", "D", "D"], [4, 3, 1, 2, 5])', [2, 3, 1]],
    ['maximumFlow(["A", "B"], ["B", "A"], [3, 2], "A", "B").value', 3],
  ]);
  refuses([
    ['shortestPaths(["A"], ["B"], [1], "C")', 'no edge has the node "C"'],
    ['maximumFlow(["A"], ["B"], [1], "A", "A")', "a source and a sink that differ"],
    ['spanningTree(["A"], ["B", "C"], [1])', "as many starts and ends as numbers"],
  ]);
});

describe("tours agree with all orders", () => {
  const lengthOf = (distances: number[][], tour: number[], isOpen = false) =>
    sum(tour.map((place, at) => (at + 1 < tour.length ? distances[place]![tour[at + 1]!]! : isOpen ? 0 : distances[place]![tour[0]!]!)));
  it.each(of("tsp"))("$D", ({ D, best, open }: Record<string, never>) => {
    expect(lengthOf(D, call("shortestTour", D))).toBe(best);
    expect(lengthOf(D, call("shortestTour", D, true), true)).toBe(open);
    const near = call("nearestNeighbourTour", D) as number[];
    expect(lengthOf(D, near)).toBeGreaterThanOrEqual(best);
    const both = (D as number[][]).map((row, i) => row.map((x, j) => x + (D as number[][])[j]![i]!));
    const better = lengthOf(both, call("twoOptTour", both, near));
    expect(better).toBeLessThanOrEqual(lengthOf(both, near));
    expect(better).toBeGreaterThanOrEqual(lengthOf(both, call("shortestTour", both)));
  });
  refuses([
    ["twoOptTour([[0, 1], [2, 0]], [0, 1])", "the same in both directions"],
    ["twoOptTour([[0, 1], [1, 0]], [0, 0])", "visits every place once"],
    ["shortestTour([[0, 1]])", "a square matrix"],
  ]);
});

describe("knapsacks and bins agree with all choices", () => {
  it.each(of("kp"))("$v $w $cap $cp", ({ v, w, cap, cp, b01, bb }: Record<string, never>) => {
    for (const [chosen, best, most] of [
      [call("knapsack", v, w, cap) as number[], b01, (v as number[]).map(() => 1)],
      [call("knapsack", v, w, cap, cp) as number[], bb, cp as number[]],
    ] as const) {
      expect(dot(chosen, v)).toBe(best);
      expect(dot(chosen, w)).toBeLessThanOrEqual(cap);
      expect(chosen.every((count, at) => count <= most[at]!)).toBe(true);
    }
  });
  it.each(of("bp"))("$s in bins of $cap", ({ s, cap, k }: Record<string, never>) => {
    for (const method of ["next fit", "first fit", "best fit", "first fit decreasing", "best fit decreasing", "exact"]) {
      const bins = call("packBins", s, cap, method) as number[];
      const loads = new Map<number, number>();
      for (const [at, bin] of bins.entries()) loads.set(bin, (loads.get(bin) ?? 0) + s[at]!);
      expect(Math.max(...loads.values())).toBeLessThanOrEqual(cap);
      expect(loads.size).toBe(Math.max(...bins) + 1);
      if (method === "exact") expect(loads.size).toBe(k);
      else expect(loads.size).toBeGreaterThanOrEqual(k);
    }
  });
  gives([
    ["knapsack([10, 7], [3, 2], 7, [100, 100])", [1, 2]],
    ["packBins([0.1, 0.2, 0.7], 1)", [0, 0, 0]],
    ['packBins([6, 6, 3, 3], 9, "next fit")', [0, 1, 1, 2]],
    ['packBins([5, 3, 6, 2], 8, "best fit")', [0, 0, 1, 1]],
  ]);
  refuses([
    ["knapsack([1], [0.0000001], 1)", "six decimal places"],
    ["knapsack([1], [0.0001], 10)", "up to 20000"],
    ["packBins([5], 4)", "fit into a bin"],
    ['packBins([5], 5, "worst fit")', "packBins takes the methods"],
  ]);
});

describe("Nash equilibria", () => {
  const times = (rows: number[][], mix: number[]) => rows.map((row) => dot(row, mix));
  const flipped = (rows: number[][]) => rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  it.each(of("ne"))("nobody gains by a change in $A and $B", ({ A, B }: Record<string, never>) => {
    const { equilibria } = call("nashEquilibria", A, B) as { equilibria: { row: number[]; column: number[]; payoffs: number[] }[] };
    // Nash 1951: there is one
    expect(equilibria.length).toBeGreaterThan(0);
    for (const { row, column, payoffs } of equilibria) {
      expect(sum(row)).toBeCloseTo(1, 12);
      expect(sum(column)).toBeCloseTo(1, 12);
      expect(Math.max(...times(A, column))).toBeCloseTo(payoffs[0]!, 9);
      expect(Math.max(...times(flipped(B), row))).toBeCloseTo(payoffs[1]!, 9);
      expect(dot(row, times(A, column))).toBeCloseTo(payoffs[0]!, 9);
      expect(dot(column, times(flipped(B), row))).toBeCloseTo(payoffs[1]!, 9);
    }
  });
  gives([
    // the battle of the sexes, Osborne, example 16.2 with the payoffs 2 and 1
    [
      "nashEquilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]]).equilibria.row",
      [
        [1, 0],
        [0, 1],
        [2 / 3, 1 / 3],
      ],
    ],
    ["nashEquilibria([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]).equilibria.column", [[0.5, 0.5]]],
    ["nashEquilibria([[1, 1]], [[2, 2]]).degenerate", true],
  ]);
  refuses([["nashEquilibria([[1]], [[1, 2]])", "two payoff matrices of one size"]]);
});
