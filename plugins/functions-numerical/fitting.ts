// Least squares for formulas that are not linear in their parameters, by the method of Levenberg and Marquardt.
import type { Formula, FunctionEntry, Value } from "formulary";
import { CalcError, failFormula, isList, kindOf, listOf, toFinite, toNumber } from "formulary/functions";
import { inverse, Matrix, QrDecomposition } from "ml-matrix";

type Vector = number[];
/** The residuals at some parameters; undefined where there are none. */
type Residuals = (parameters: Vector) => Vector | undefined;

const mostParameters = 10;
const mostResiduals = 500;
const mostTurns = 100;
/** In sizes of the parameters. */
const longestStep = 5;
const short = (x: number) => Number(x.toPrecision(4));
const square = (v: Vector): number => v.reduce((sum, x) => sum + x * x, 0);

function residualsOf(f: Formula, more: Value[]): Residuals {
  return (parameters) => {
    const values = definedAt(() => f(parameters, ...more));
    if (values === undefined) return undefined;
    if (!isList(values)) failFormula(`nonlinearFit needs a formula that gives the list of residuals, not ${kindOf(values)}.`);
    const numbers = values.map((value) => toNumber(value, "A formula solved numerically"));
    return numbers.every(Number.isFinite) ? numbers : undefined;
  };
}

function definedAt(run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof CalcError && error.code === "formula") return undefined;
    throw error;
  }
}

interface Point {
  parameters: Vector;
  residuals: Vector;
}

/** How the residuals change with each parameter: from one side, or from both, which is more exact. */
function slopes(residuals: Residuals, { parameters, residuals: here }: Point, { sizes, both }: { sizes: Vector; both: boolean }): Matrix {
  const columns = parameters.map((at, k) => {
    const step = (both ? Number.EPSILON ** (1 / 3) : Number.EPSILON ** 0.5) * sizes[k]!;
    const moved = (by: number) => residuals(parameters.map((each, i) => (i === k ? at + by : each)));
    const ahead = moved(step);
    const behind = both || !ahead ? moved(-step) : here;
    if (ahead && behind) return ahead.map((value, i) => (value - behind[i]!) / (behind === here ? step : 2 * step));
    const side = ahead ?? behind;
    if (!side)
      return failFormula(`nonlinearFit finds no slope at ${parameters.map(short).join(", ")}: the formula must be defined around it.`);
    return side.map((value, i) => (value - here[i]!) / (ahead ? step : -step));
  });
  return new Matrix(columns).transpose();
}

/** The step that makes the residuals least, with the parameters held back by weights. */
function stepFor(matrix: Matrix, right: Vector, weights: Vector): Vector {
  const rows = [...matrix.to2DArray(), ...weights.map((weight, k) => weights.map((_, i) => (i === k ? weight : 0)))];
  const column = Matrix.columnVector([...right.map((x) => -x), ...weights.map(() => 0)]);
  const decomposition = new QrDecomposition(new Matrix(rows));
  return decomposition.isFullRank() ? decomposition.solve(column).to1DArray() : matrix.to2DArray()[0]!.map(() => Number.NaN);
}

const columnLengths = (matrix: Matrix): Vector =>
  matrix
    .transpose()
    .to2DArray()
    .map((column) => Math.sqrt(square(column)));

interface Search {
  residuals: Residuals;
  /** Each parameter as large as it was at most. */
  sizes: Vector;
  /** How much each parameter matters, at most so far. */
  scale: Vector;
  damping: number;
}

// J. J. Moré, "The Levenberg-Marquardt algorithm: implementation and theory", Lecture Notes in Mathematics 630 (1978).
/** The next point; undefined where no step makes the residuals smaller. */
function advance(search: Search, from: Point): { point: Point; gain: number; length: number } | undefined {
  const matrix = slopes(search.residuals, from, { sizes: search.sizes, both: false });
  search.scale = columnLengths(matrix).map((length, k) => Math.max(length, search.scale[k]!, Number.MIN_VALUE));
  const before = square(from.residuals);
  for (; search.damping < 1e20; search.damping *= 4) {
    const weights = search.scale.map((x) => Math.sqrt(search.damping) * x);
    const step = stepFor(matrix, from.residuals, weights);
    const parameters = from.parameters.map((x, k) => x + step[k]!);
    const length = Math.max(...step.map((x, k) => Math.abs(x) / search.sizes[k]!));
    const expected = before - square(from.residuals.map((x, i) => x + step.reduce((sum, each, k) => sum + each * matrix.get(i, k), 0)));
    // a long step may end where the formula is flat
    const residuals = length <= longestStep && parameters.every(Number.isFinite) ? search.residuals(parameters) : undefined;
    const gain = residuals ? before - square(residuals) : Number.NEGATIVE_INFINITY;
    if (residuals && gain > 1e-4 * expected && gain > 0) {
      if (gain > 0.75 * expected) search.damping = Math.max(search.damping / 5, 1e-18);
      return { point: { parameters, residuals }, gain: gain / before, length };
    }
    if (!(length > 1e-13)) break;
  }
  return undefined;
}

/** The parameters with the least sum of squares near a start. */
function leastPoint(residuals: Residuals, start: Vector): { point: Point; turns: number; sizes: Vector; settled: boolean } {
  const first = residuals(start);
  if (!first) failFormula("nonlinearFit meets no number at the start: start elsewhere.");
  if (first.length < start.length)
    failFormula(`nonlinearFit needs at least as many values as parameters: there are ${first.length} for ${start.length}.`);
  if (first.length > mostResiduals) failFormula(`nonlinearFit takes at most ${mostResiduals} residuals.`);
  const search: Search = { residuals, sizes: start.map((x) => Math.abs(x) || 1), scale: start.map(() => 0), damping: 1e-3 };
  let point: Point = { parameters: start, residuals: first };
  for (let turn = 1; turn <= mostTurns; turn++) {
    const next = square(point.residuals) === 0 ? undefined : advance(search, point);
    if (!next) return { point: polished(search, point), turns: turn - 1, sizes: search.sizes, settled: true };
    point = next.point;
    search.sizes = search.sizes.map((size, k) => Math.max(Math.abs(point.parameters[k]!), size / 10));
    if (next.gain < 1e-15 || (next.gain < 1e-10 && next.length < 1e-9))
      return { point: polished(search, point), turns: turn, sizes: search.sizes, settled: true };
  }
  return { point, turns: mostTurns, sizes: search.sizes, settled: false };
}

/** The last digits: full steps with slopes from both sides, for as long as they become shorter. */
function polished({ residuals, sizes }: Search, from: Point): Point {
  let [point, last] = [from, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 6; turn++) {
    const step = stepFor(slopes(residuals, point, { sizes, both: true }), point.residuals, []);
    const length = Math.max(...step.map((x, k) => Math.abs(x) / sizes[k]!));
    const parameters = point.parameters.map((x, k) => x + step[k]!);
    const next = length < last / 2 && length < 1e-3 ? residuals(parameters) : undefined;
    if (!next || square(next) > square(point.residuals) * (1 + 1e-9)) break;
    [point, last] = [{ parameters, residuals: next }, length];
  }
  return point;
}

/** Whether a point is the least, and the parameters' covariance for residuals of variance 1 where they can be told apart. */
function examined(residuals: Residuals, point: Point, sizes: Vector): { isLeast: boolean; covariance?: number[][] } {
  const matrix = slopes(residuals, point, { sizes, both: true });
  const lengths = columnLengths(matrix);
  const unit = new Matrix(matrix.to2DArray().map((row) => row.map((x, k) => x / (lengths[k] || 1))));
  const corner = new QrDecomposition(unit).upperTriangularMatrix.diagonal().map(Math.abs);
  // at the least sum of squares no parameter changes it
  const pull = Math.max(
    ...lengths.map((length, k) => Math.abs(point.residuals.reduce((sum, x, i) => sum + x * matrix.get(i, k), 0)) / (length || 1)),
  );
  const isLeast = pull <= 1e-5 * Math.sqrt(square(point.residuals)) || pull <= 1e-9 * Math.max(...lengths.map((x, k) => x * sizes[k]!));
  if (lengths.includes(0) || !(Math.min(...corner) > 1e-9)) return { isLeast };
  const shape = inverse(unit.transpose().mmul(unit)).to2DArray();
  return { isLeast, covariance: shape.map((row, i) => row.map((x, k) => x / (lengths[i]! * lengths[k]!))) };
}

function nonlinearFit(f: Formula, start: Value, ...more: Value[]): Value {
  const from = listOf(start, "nonlinearFit", { of: "start values", most: mostParameters }).map((x) => toFinite(x, "nonlinearFit"));
  const residuals = residualsOf(f, more);
  const { point, turns, sizes, settled } = leastPoint(residuals, from);
  const { isLeast, covariance = from.map(() => from.map(() => 0)) } = settled ? examined(residuals, point, sizes) : { isLeast: false };
  const status = !isLeast ? "unsettled" : covariance[0]![0] === 0 ? "undetermined" : "settled";
  const rest = square(point.residuals);
  const freedom = point.residuals.length - from.length;
  const variance = freedom > 0 ? rest / freedom : 0;
  return {
    status,
    parameters: point.parameters,
    errors: covariance.map((row, k) => Math.sqrt(variance * row[k]!)),
    covariance: covariance.map((row) => row.map((x) => variance * x)),
    rest,
    steps: turns,
  };
}

/** The fit of parameters; the steps of the formula itself count on their own. */
export const fitting: Record<string, FunctionEntry> = {
  nonlinearFit: {
    params: ["f", "start", "...more"],
    summary:
      'The parameters that make a sum of squares least (Levenberg-Marquardt), as a row: status ("settled"; "undetermined" where others fit as well, "unsettled" where the search ends elsewhere), parameters, errors (standard errors), covariance (a matrix), rest (the sum of squares) and steps. f takes the list of parameters and gives the list of residuals, such as residuals(v): v[0] * exp(v[1] * xs) - ys with the start values [1, 0]. Up to 10 parameters and 500 residuals.',
    example: ["nonlinearFit(ln, [3]).parameters", [1]],
    dimension: "plain",
    formulas: { at: [0] },
    // decompositions for each of some 50 turns; the formula counts its own steps
    cost: ((_: Value, start: Value) =>
      isList(start) ? 500 + 100 * Math.min(start.length, mostParameters) ** 2 : 0) as FunctionEntry["cost"],
    call: nonlinearFit as unknown as FunctionEntry["call"],
  },
};
