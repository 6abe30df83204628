// Several unknowns at once: Newton's method, damped so that it also comes from far away.
import type { Formula, FunctionEntry, Value } from "formulary";
import { CalcError, failFormula, isList, kindOf, listOf, toFinite, toNumber } from "formulary/functions";
import { LuDecomposition, Matrix } from "ml-matrix";

type Vector = number[];
/** The values of all formulas at a point; throws where they have none. */
type System = (x: Vector) => Vector;

const mostUnknowns = 20;
const mostTurns = 60;
const short = (x: number) => Number(x.toPrecision(4));

/** The values of a formula, as many as there are unknowns. */
function systemOf(f: Formula, more: Value[], count: number): System {
  return (x) => {
    const values = f(x, ...more);
    if (!isList(values)) failFormula(`rootsOf needs a formula that gives a list, one value for each unknown, not ${kindOf(values)}.`);
    if (values.length !== count)
      failFormula(`rootsOf needs as many values of the formula as unknowns: it gives ${values.length} for ${count}.`);
    const numbers = values.map((value) => toNumber(value, "A formula solved numerically"));
    return numbers.every(Number.isFinite)
      ? numbers
      : failFormula(
          `rootsOf meets no number at ${x.map(short).join(", ")}: the formula must be defined around the start and the solution.`,
        );
  };
}

/** The same, with undefined for "not defined here". */
function tried(system: System, x: Vector): Vector | undefined {
  try {
    return system(x);
  } catch (error) {
    if (error instanceof CalcError && error.code === "formula") return undefined;
    throw error;
  }
}

/** How each value changes with each unknown: differences over a hundred-millionth of the unknown's size. */
function jacobian(system: System, x: Vector, { values, sizes }: { values: Vector; sizes: Vector }): Matrix {
  const columns = x.map((at, k) => {
    for (const direction of [1, -1]) {
      const next = at + direction * Math.sqrt(Number.EPSILON) * sizes[k]!;
      const moved = tried(
        system,
        x.map((each, i) => (i === k ? next : each)),
      );
      if (moved) return moved.map((value, i) => (value - values[i]!) / (next - at));
    }
    return failFormula(
      `rootsOf finds no slope at ${x.map(short).join(", ")}: the formula must be defined around the start and the solution.`,
    );
  });
  return new Matrix(columns).transpose();
}

/** Solves for steps with rows and columns brought to one size, as formulas may be in different units. */
function solver(matrix: Matrix, sizes: Vector): (right: Vector) => Vector {
  const scaled = matrix.to2DArray().map((row) => row.map((value, k) => value * sizes[k]!));
  const largest = scaled.map((row) => Math.max(...row.map(Math.abs)));
  const lu = largest.includes(0) ? undefined : new LuDecomposition(new Matrix(scaled.map((row, i) => row.map((x) => x / largest[i]!))));
  const pivots = lu?.upperTriangularMatrix.diagonal().map(Math.abs) ?? [0];
  if (!lu || !(Math.min(...pivots) > 1e-13 * Math.max(...pivots)))
    failFormula("rootsOf comes to a point where the equations depend on each other: start elsewhere, or send equations that do not.");
  return (right) => lu.solve(Matrix.columnVector(right.map((x, i) => x / largest[i]!))).to1DArray();
}

const lengthOf = (step: Vector): number => Math.sqrt(step.reduce((sum, x) => sum + x * x, 0) / step.length);

interface Point {
  x: Vector;
  values: Vector;
}

// P. Deuflhard, "Newton Methods for Nonlinear Problems" (2004), section 3.3: a step is good if the next one, with the
// same slopes, would be shorter. That does not depend on the units of the equations.
/** The next point, and the length of the full step in units of the sizes; undefined where no part of it is good. */
function advance(system: System, from: Point, sizes: Vector): { point: Point; length: number } | undefined {
  const solve = solver(jacobian(system, from.x, { values: from.values, sizes }), sizes);
  const step = solve(from.values);
  const length = lengthOf(step);
  for (let part = 1; part > 1e-4; part /= 2) {
    const x = from.x.map((at, k) => at - part * step[k]! * sizes[k]!);
    const values = x.every(Number.isFinite) ? tried(system, x) : undefined;
    if (values && (length < 1e-9 || lengthOf(solve(values)) <= (1 - part / 4) * length))
      return { point: { x, values }, length: part * length };
  }
  return undefined;
}

function roots(system: System, start: Vector): Vector {
  const startSizes = start.map((x) => Math.abs(x) || 1);
  let sizes = startSizes;
  let point: Point = { x: start, values: system(start) };
  for (let turn = 0; turn < mostTurns; turn++) {
    if (point.values.every((value) => value === 0)) return point.x;
    const next = advance(system, point, sizes);
    if (!next) break;
    const before = point.x;
    point = next.point;
    sizes = sizes.map((size, k) => Math.max(Math.abs(point.x[k]!), size / 10));
    // an unknown that goes to 0 step by step, where the formula is flat, has no size of its own
    const still = turn === mostTurns - 1 && point.x.every((x, k) => Math.abs(x - before[k]!) < 1e-9 * startSizes[k]!);
    if (next.length < 1e-9 || still) return point.x;
  }
  return failFormula(
    `rootsOf does not converge: near ${point.x.map(short).join(", ")} the formulas are still ${point.values.map(short).join(", ")}. Start nearer to the solution; there may be none.`,
  );
}

function rootsOf(f: Formula, start: Value, ...more: Value[]): number[] {
  const from = listOf(start, "rootsOf", { of: "start values", most: mostUnknowns }).map((x) => toFinite(x, "rootsOf"));
  return roots(systemOf(f, more, from.length), from);
}

/** The root of a system of formulas; the steps of the formula itself count on their own. */
export const systems: Record<string, FunctionEntry> = {
  rootsOf: {
    params: ["f", "start", "...more"],
    summary:
      "Where all values of f are 0 (damped Newton's method): f takes the list of unknowns and gives a list of as many values, such as residuals(v): [v[0] + v[1] - 3, v[0] * v[1] - 2] with the start values [0, 4].",
    example: ["rootsOf(ln, [2, 0.5])", [1, 1]],
    dimension: "roots",
    formulas: { at: [0] },
    // differences and elimination for each of up to 60 turns; the formula counts its own steps
    cost: ((_: Value, start: Value) => (isList(start) ? 30 + Math.min(start.length, mostUnknowns) ** 3 : 0)) as FunctionEntry["cost"],
    call: rootsOf as unknown as FunctionEntry["call"],
  },
};
