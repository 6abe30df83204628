// The curve of the main output over one number input. Its points are values that the calculator accepts and computes. A file may say what
// its chart draws; otherwise the input is chosen that changes the output most.
import type { InputSchema } from "formulary";
import { convert, type Environment, rangeOf, sameDimension, toWords, unitText } from "formulary/compiler";
import { takesNumber } from "../solve/index.ts";
import { type ChartContext, fewestPoints, mainOutput, stepBudget, stepLimit, stepsFor, valueFor, withUnit } from "./chart-context.ts";

export type Point = [x: number, y: number];
export interface Curve {
  /** The input on the x axis; none for a column of a table. */
  input?: string;
  /** Titles of the axes, with their units. */
  xTitle: string;
  yTitle: string;
  points: Point[];
  /** The point of the present calculation. */
  current?: Point;
}

const mostPoints = 20;

/** The number inputs that may be on the x axis. */
export function chartableInputs({ detail, inputs }: ChartContext): string[] {
  return Object.entries(detail.inputs.properties)
    .filter(([name, schema]) => takesNumber(schema) && numberOf(inputs[name] ?? schema.default) !== undefined)
    .map(([name]) => name);
}

/** The curve of the main output over the chosen input, or over the one that changes the output most. */
export function curveOf(context: ChartContext, chosenInput: string | undefined): Curve | undefined {
  const output = mainOutput(context);
  if (!output) return undefined;
  const steps = stepsFor(output, context);
  if (steps * fewestPoints > stepLimit) return undefined;
  const affordable = Math.max(fewestPoints, Math.floor(stepBudget / steps));
  const names = chartableInputs(context);
  const { chart } = context.detail;
  const chosen = [chosenInput, typeof chart === "object" ? chart.x : undefined].find((name) => name !== undefined && names.includes(name));
  const candidates = chosen !== undefined ? [chosen] : names.slice(0, Math.max(1, (affordable - fewestPoints) >> 1));
  const axis = bestAxis(candidates, output, context);
  if (!axis) return undefined;
  // comparing candidates took two points of each
  const remaining = Math.max(fewestPoints, affordable - (candidates.length === 1 ? 0 : 2 * candidates.length));
  const points = samplePoints(axis, Math.min(mostPoints, remaining), outputOver(axis, output, context));
  const ys = points.map(([, y]) => y).filter(Number.isFinite);
  if (ys.length < 3 || Math.max(...ys) === Math.min(...ys)) return undefined;
  const { label, unit, value } = context.outcome.results[output]!;
  const { title = toWords(axis.name), unit: declared } = context.detail.inputs.properties[axis.name]!;
  const printed = (text: string, of: InputSchema["unit"]) => printedUnit(text, unitText(of, context.inputs), context.environment);
  return {
    input: axis.name,
    xTitle: withUnit(title, printed(axis.unit, declared)),
    yTitle: withUnit(label, printed(unit, context.detail.outputs[output]!.unit)),
    points,
    current: [axis.current, value as number],
  };
}

/** An input on the x axis, and its range there. */
interface Axis {
  name: string;
  low: number;
  high: number;
  current: number;
  /** The unit that the number was typed in, where it is not the declared one. */
  typedUnit?: string;
  unit: string;
  whole: boolean;
}

function bestAxis(candidates: string[], output: string, context: ChartContext): Axis | undefined {
  const axes = candidates.flatMap((name) => {
    const axis = axisFor(name, context);
    if (!axis) return [];
    return [{ axis, score: candidates.length === 1 ? 1 : scoreOf(axis, outputOver(axis, output, context)) }];
  });
  const best = axes.sort((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.axis : undefined;
}

/** From zero to twice the present number, or from half of it where zero is out of range, in the unit typed. */
function axisFor(name: string, { detail, inputs, environment }: ChartContext): Axis | undefined {
  const schema = detail.inputs.properties[name]!;
  const input = inputs[name] ?? schema.default;
  const current = numberOf(input);
  if (current === undefined || !Number.isFinite(current)) return undefined;
  const declared = unitText(schema.unit, inputs);
  const typedUnit = typeof input === "object" && input !== null ? (input as { unit: string }).unit : undefined;
  const unit = typedUnit ?? declared;
  const [least, most] = boundsIn(schema, { declared, unit }, environment);
  const [near, far] = current === 0 ? [0, most > 0 ? Math.min(10, most) : -10] : [least > 0 || most < 0 ? current / 2 : 0, 2 * current];
  const [low, high] = [Math.max(least, Math.min(near, far)), Math.min(most, Math.max(near, far))];
  const whole = schema.type === "integer";
  return high > low ? { name, low, high, current, whole, unit, ...(typedUnit !== undefined && { typedUnit }) } : undefined;
}

/** The range of an input in a unit that converts to its declared one. */
function boundsIn(schema: InputSchema, { declared, unit }: { declared: string; unit: string }, environment: Environment): [number, number] {
  const { low = 0, high = 0 } = rangeOf(schema);
  if (unit === declared) return [low, high];
  const [from, to] = [environment.units.parse(declared), environment.units.parse(unit, environment.units.parse(declared))];
  const isReciprocal = (from.inverse || to.inverse) && !sameDimension(from.dimension, to.dimension);
  // 0 L/100km has no mpg: the range has no upper end in that unit
  if (isReciprocal && (low === 0 || high === 0)) return [0, Number.MAX_VALUE];
  const substance = schema.substance === undefined ? undefined : environment.substances[schema.substance];
  const ends = [low, high].map((end) => convert(end, from, to, substance));
  return [Math.min(...ends), Math.max(...ends)];
}

const numberOf = (value: unknown): number | undefined => {
  const number = value !== null && typeof value === "object" ? (value as { value?: unknown }).value : value;
  return typeof number === "number" ? number : undefined;
};

/** The output as a function of the input on the x axis. */
function outputOver({ name, typedUnit }: Axis, output: string, context: ChartContext): (x: number) => number {
  return (x) => valueFor({ ...context.inputs, [name]: typedUnit === undefined ? x : { value: x, unit: typedUnit } }, output, context);
}

/** How much an input changes the output. A straight line through zero shows least, so it scores a tenth. */
function scoreOf({ low, high, whole }: Axis, valueAt: (x: number) => number): number {
  const points = [0.4, 0.9]
    .map((share) => low + (high - low) * share)
    .map((x) => (whole ? Math.round(x) : x))
    .map((x) => [x, valueAt(x)] as const)
    .filter(([, y]) => Number.isFinite(y));
  if (points.length < 2) return 0;
  const values = points.map(([, y]) => y);
  const size = Math.max(...values.map(Math.abs));
  const change = size === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / size;
  const isProportional = points.every(([x, y]) => x !== 0 && Math.abs(y / x - values[0]! / points[0]![0]) <= 1e-9 * Math.abs(y / x));
  return change < 1e-9 ? 0 : isProportional ? change / 10 : change;
}

function samplePoints({ low, high, whole, current }: Axis, count: number, valueAt: (x: number) => number): Point[] {
  const even = Array.from({ length: count + 1 }, (_, n) => low + ((high - low) * n) / count);
  const xs = new Set([...even.map((x) => (whole ? Math.round(x) : Number(x.toPrecision(12)))), current]);
  return [...xs].sort((a, b) => a - b).map((x) => [x, valueAt(x)]);
}

/** A unit as it is printed: "kg/m^2" as kg/m², and `currency` as the visitor's own. */
function printedUnit(unit: string, declared: string, { currency, units }: Environment): string {
  if (unit === "" || unit.includes(currency) || unit.includes("currency")) return unit.replace(/\bcurrency\b/g, currency);
  return units.parse(unit, units.parse(declared)).plural;
}
