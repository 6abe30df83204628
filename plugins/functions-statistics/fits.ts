// Lines, polynomials and planes through points, by least squares.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, kindOf, numberList, numberLists, toFinite } from "formulary/functions";
import { roundedWhole } from "./arguments.ts";
import { inverseTriangle, leastSquares, type Reduced } from "./least-squares.ts";
import { deviationsOf, dot, isLevel, largestOf, meanOf } from "./sums.ts";

function linearFit(xs: Value, ys: Value): number[] {
  const [x, y] = numberLists([xs, ys], "linearFit", { least: 2 });
  if (isLevel(x)) failFormula("linearFit needs two different x values or more.");
  const deviations = deviationsOf(x);
  const slope = dot(deviations, deviationsOf(y)) / dot(deviations, deviations);
  return [meanOf(y) - slope * meanOf(x), slope];
}

const highestDegree = 20;

function polynomialFit(xs: Value, ys: Value, degree: Value): number[] {
  const highest = roundedWhole(toFinite(degree, "polynomialFit"), "The degree of polynomialFit", [0, highestDegree]);
  const [x, y] = numberLists([xs, ys], "polynomialFit", { least: highest + 1 });
  // Powers of x itself are nearly dependent, powers of x shifted to -1 … 1 are not; a power of 2 as the unit rounds
  // nothing.
  const middle = (Math.min(...x) + Math.max(...x)) / 2;
  const half = 2 ** Math.ceil(Math.log2(Math.max(...x.map((each) => Math.abs(each - middle))) || 1));
  const t = x.map((each) => (each - middle) / half);
  const columns = Array.from({ length: highest + 1 }, (_, power) => t.map((each) => each ** power));
  let coefficients = new Array<number>(highest + 1).fill(0);
  // The second and third round fit the rounding errors of the first; residuals are computed in twice the precision.
  for (let round = 0; round < 3; round++) {
    const residuals = x.map((each, at) => residual(y[at]!, coefficients, each));
    const fit =
      leastSquares(columns, residuals) ??
      failFormula(`polynomialFit of degree ${highest} needs ${highest + 1} different x values or more.`);
    coefficients = moved(fit.coefficients, middle, half).map((more, power) => more + coefficients[power]!);
  }
  return coefficients;
}

/** Coefficients in t = (x - middle) / half as coefficients in x, by repeated Horner schemes. */
function moved(coefficients: readonly number[], middle: number, half: number): number[] {
  const result = coefficients.map((c, power) => c / half ** power);
  for (let start = 0; start < result.length; start++)
    for (let at = result.length - 2; at >= start; at--) result[at]! -= middle * result[at + 1]!;
  return result;
}

// Graillat, Langlois and Louvet 2005: the compensated Horner scheme.
/** y less a polynomial's value, as in twice the precision. */
function residual(y: number, coefficients: readonly number[], x: number): number {
  let value = 0;
  let error = 0;
  for (let power = coefficients.length - 1; power >= 0; power--) {
    const product = value * x;
    const c = coefficients[power]!;
    const sum = product + c;
    const back = sum - product;
    error = error * x + (productError(value, x, product) + (product - (sum - back) + (c - back)));
    value = sum;
  }
  return y - value - error;
}

/** The rounding error of a product (Veltkamp and Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const split = (x: number): [number, number] => {
    const big = 134217729 * x;
    const high = big - (big - x);
    return [high, x - high];
  };
  const [[a1, a2], [b1, b2]] = [split(a), split(b)];
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

interface Plane extends Reduced {
  means: number[];
  scales: number[];
  meanY: number;
  n: number;
}

/** Slopes about the means, with each predictor in units of its largest deviation. */
function plane(predictors: Value, ys: Value, { name, spare }: { name: string; spare: number }): Plane {
  if (!Array.isArray(predictors) || predictors.length === 0 || !predictors.every(Array.isArray))
    return failFormula(
      `${name} needs a list of lists, one for each predictor, and got ${kindOf(predictors)}${Array.isArray(predictors) ? " of something else" : ""}.`,
    );
  if (predictors.length > mostPredictors) failFormula(`${name} takes ${mostPredictors} predictors at most, and got ${predictors.length}.`);
  const y = numberList(ys, name, { least: predictors.length + 1 + spare });
  const columns = predictors.map((predictor) => numberLists([predictor, y], name, { least: 2 })[0]);
  const deviations = columns.map(deviationsOf);
  const scales = deviations.map((column) => largestOf(column));
  const fit = scales.includes(0)
    ? undefined
    : leastSquares(
        deviations.map((column, at) => column.map((d) => d / scales[at]!)),
        deviationsOf(y),
      );
  if (!fit) return failFormula(`${name} cannot tell its predictors apart: one is constant, or a combination of the others.`);
  return { ...fit, means: columns.map(meanOf), scales, meanY: meanOf(y), n: y.length };
}
const mostPredictors = 50;

function multipleFit(predictors: Value, ys: Value): number[] {
  const { coefficients, means, scales, meanY } = plane(predictors, ys, { name: "multipleFit", spare: 0 });
  const slopes = coefficients.map((b, at) => b / scales[at]!);
  return [meanY - dot(slopes, means), ...slopes];
}

function multipleFitErrors(predictors: Value, ys: Value): number[] {
  const { triangle, rest, means, scales, n } = plane(predictors, ys, { name: "multipleFitErrors", spare: 1 });
  const variance = rest / (n - scales.length - 1);
  const inverse = inverseTriangle(triangle);
  const slopes = inverse.map((row, at) => Math.sqrt(variance * dot(row, row)) / scales[at]!);
  const center = triangle.map((_, column) =>
    dot(
      inverse.map((row) => row[column]!),
      means.map((mean, at) => mean / scales[at]!),
    ),
  );
  return [Math.sqrt(variance * (1 / n + dot(center, center))), ...slopes];
}

const countOf = (value: Value) => (Array.isArray(value) ? value.length : 0);
const polynomialCost = ((xs: Value, _: Value, degree: Value) =>
  countOf(xs) * (Math.min(highestDegree, Number(degree) || 0) + 2) ** 2 * 1.5) as FunctionEntry["cost"];
const planeCost = ((predictors: Value, ys: Value) => (countOf(ys) * (countOf(predictors) + 2) ** 2) / 20) as FunctionEntry["cost"];

/** Fits by least squares. */
export const fits: Functions = {
  linearFit: entry(
    "xs ys",
    "The line that fits points best by least squares in y: [intercept, slope].",
    ["linearFit([0, 1, 2], [1, 3, 5])", [1, 2]],
    "fit",
    linearFit,
  ),
  polynomialFit: {
    ...entry(
      "xs ys degree",
      `The polynomial of a degree (0 to ${highestDegree}) that fits points best by least squares in y: its coefficients from the constant upwards.`,
      ["polynomialFit([0, 1, 2, 3], [1, 0, 1, 4], 2)", [1, -2, 1]],
      "fit",
      polynomialFit,
    ),
    cost: polynomialCost,
  },
  multipleFit: {
    ...entry(
      "predictors ys",
      `The coefficients of ys on several lists of predictors (at most ${mostPredictors}) by least squares: [intercept, slope of the first, slope of the second, …].`,
      ["multipleFit([[0, 1, 2, 3], [1, 0, 0, 1]], [3, 3, 5, 9])", [1, 2, 2]],
      "multipleFit",
      multipleFit,
    ),
    cost: planeCost,
  },
  multipleFitErrors: {
    ...entry(
      "predictors ys",
      "The standard errors of the coefficients of multipleFit, in its order; n less the number of coefficients degrees of freedom.",
      ["multipleFitErrors([[-1, -1, 1, 1]], [0, 2, 4, 2])", [Math.SQRT1_2, Math.SQRT1_2]],
      "multipleFit",
      multipleFitErrors,
    ),
    cost: planeCost,
  },
};
