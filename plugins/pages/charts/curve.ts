// The curve of the main output over one number input. Its points are values that the calculator accepts and computes. A file may say what
// its chart draws; otherwise the input is chosen that changes the output most.
import type { InputSchema } from "formulary";
import { convert, type Environment, rangeOf, sameDimension, toWords, unitText } from "formulary/compiler";
import { takesNumber } from "../../solve/index.ts";
import { type Axis, inSentence, listed, type Plot, printedUnit, withUnit } from "./chart.ts";
import { type ChartContext, fewestPoints, mainOutputs, plotOf, stepBudget, stepLimit, stepsFor, valuesFor } from "./context.ts";
import { durationIn, durationsOf, durationUnit } from "./durations.ts";

const mostPoints = 60;

/** The number inputs that may be on the x axis. */
export function chartableInputs({ detail, inputs, environment }: ChartContext): string[] {
  return Object.entries(detail.inputs.properties)
    .filter(([name, schema]) => takesNumber(schema) && numberOf(inputs[name] ?? schema.default, schema, environment) !== undefined)
    .map(([name]) => name);
}

/** The curve of the main outputs over the chosen input, or over the one that changes the first of them most. */
export function curveOf(context: ChartContext, chosenInput: string | undefined): Plot | undefined {
  const outputs = mainOutputs(context);
  if (outputs.length === 0) return undefined;
  const steps = outputs.reduce((sum, output) => sum + stepsFor(output, context), 0);
  if (steps * fewestPoints > stepLimit) return undefined;
  const affordable = Math.max(fewestPoints, Math.floor(stepBudget / steps));
  const names = chartableInputs(context);
  const chart = plotOf(context.detail);
  const chosen = [chosenInput, chart?.x].find((name) => name !== undefined && names.includes(name));
  const candidates = chosen !== undefined ? [chosen] : names.slice(0, Math.max(1, (affordable - fewestPoints) >> 1));
  const axis = bestAxis(candidates, outputs, context);
  if (!axis) return undefined;
  // comparing candidates took two points of each
  const remaining = Math.max(fewestPoints, affordable - (candidates.length === 1 ? 0 : 2 * candidates.length));
  const isLog = chart?.axes?.x === "log" && chart.x === axis.name && axis.current > 0;
  const valuesAt = outputsOver(axis, outputs, context);
  const points = pointsOn(axis, { count: Math.min(mostPoints, remaining), isLog, valuesAt });
  const ys = points.map(({ values: [y] }) => y!).filter(Number.isFinite);
  if (ys.length < 3 || Math.max(...ys) === Math.min(...ys)) return undefined;
  const results = outputs.map((output) => context.outcome.results[output]!);
  const what = listed(results.map(({ label }) => label));
  const { title = toWords(axis.name), unit: declared, as: asInput } = context.detail.inputs.properties[axis.name]!;
  const { as: asOutput } = context.detail.outputs[outputs[0]!]!;
  const printed = (text: string, of: InputSchema["unit"]) => printedUnit(text, unitText(of, context.inputs), context.environment);
  const unit = printed(results[0]!.unit, context.detail.outputs[outputs[0]!]!.unit);
  const xAxis: Axis = {
    title: withUnit(title, asInput === undefined ? printed(axis.unit, declared) : durationUnit(asInput, axis.unit)),
    ...{ scale: isLog ? "log" : "linear", whole: axis.whole, durations: durationsOf({ as: asInput }, axis.unit, context.environment) },
  };
  const yUnit = asOutput === undefined ? unit : durationUnit(asOutput, results[0]!.unit);
  return {
    ...{ kind: chart?.kind === "area" || chart?.kind === "steps" ? chart.kind : "line", title: `${what} over ${inSentence(title)}` },
    ...{ input: axis.name, x: xAxis, xs: points.map((point) => point.x) },
    y: {
      ...{ title: results.length === 1 ? withUnit(what, yUnit) : yUnit, scale: chart?.axes?.y ?? "linear" },
      durations: durationsOf({ as: asOutput }, results[0]!.unit, context.environment),
    },
    series: results.map(({ label }, at) => ({ title: label, values: points.map((point) => point.values[at]!) })),
    current: [axis.current, results[0]!.value as number],
  };
}

/** An input on the x axis, and its range there. */
interface InputAxis {
  name: string;
  low: number;
  high: number;
  current: number;
  /** The unit that the number was typed in, where it is not the declared one. */
  typedUnit?: string;
  unit: string;
  whole: boolean;
  /** The number is the one that the file proposes: hardly what the question is about. */
  isPreset: boolean;
}

/** An input at its default is on the axis only where the others change nearly nothing. */
const presetWeight = 0.05;

function bestAxis(candidates: string[], outputs: string[], context: ChartContext): InputAxis | undefined {
  const axes = candidates.flatMap((name) => {
    const axis = axisFor(name, context);
    if (!axis) return [];
    if (candidates.length === 1) return [{ axis, score: 1 }];
    const score = scoreOf(axis, (x) => outputsOver(axis, outputs.slice(0, 1), context)(x)[0]!);
    return [{ axis, score: axis.isPreset ? score * presetWeight : score }];
  });
  const best = axes.sort((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.axis : undefined;
}

/** From zero to twice the present number, or from half of it where zero is out of range, in the unit typed. */
function axisFor(name: string, { detail, inputs, environment }: ChartContext): InputAxis | undefined {
  const schema = detail.inputs.properties[name]!;
  const input = inputs[name] ?? schema.default;
  const current = numberOf(input, schema, environment);
  if (current === undefined || !Number.isFinite(current)) return undefined;
  const declared = unitText(schema.unit, inputs);
  const typedUnit = typeof input === "object" && input !== null ? (input as { unit: string }).unit : undefined;
  const unit = typedUnit ?? declared;
  const [least, most] = boundsIn(schema, { declared, unit }, environment);
  const [near, far] = current === 0 ? [0, most > 0 ? Math.min(10, most) : -10] : [least > 0 || most < 0 ? current / 2 : 0, 2 * current];
  const [low, high] = [Math.max(least, Math.min(near, far)), Math.min(most, Math.max(near, far))];
  const whole = schema.type === "integer";
  const isPreset = current === schema.default && unit === declared;
  return high > low ? { name, low, high, current, whole, unit, isPreset, ...(typedUnit !== undefined && { typedUnit }) } : undefined;
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

const numberOf = (value: unknown, schema: InputSchema, environment: Environment): number | undefined => {
  if (typeof value === "string") return durationIn(value, schema, environment);
  const number = value !== null && typeof value === "object" ? (value as { value?: unknown }).value : value;
  return typeof number === "number" ? number : undefined;
};

/** The outputs as a function of the input on the x axis. */
function outputsOver({ name, typedUnit }: InputAxis, outputs: string[], context: ChartContext): (x: number) => number[] {
  return (x) => valuesFor({ ...context.inputs, [name]: typedUnit === undefined ? x : { value: x, unit: typedUnit } }, outputs, context);
}

/** How much an input changes the output. A straight line through zero shows least, so it scores a tenth. */
function scoreOf({ low, high, whole }: InputAxis, valueAt: (x: number) => number): number {
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

interface Sampling {
  count: number;
  isLog: boolean;
  valuesAt: (x: number) => number[];
}

interface Point {
  x: number;
  values: number[];
}

/** Points at even places, at the present one, and on both sides of each jump. */
function pointsOn({ low, high, whole, current }: InputAxis, { count, isLog, valuesAt }: Sampling): Point[] {
  const [from, to] = isLog ? [Math.max(low, current / 100), high] : [low, high];
  const at = (share: number) => (isLog ? from * (to / from) ** share : from + (to - from) * share);
  const even = Array.from({ length: count + 1 }, (_, n) => at(n / count));
  const xs = [...new Set([...even.map((x) => (whole ? Math.round(x) : Number(x.toPrecision(12)))), current])].sort((a, b) => a - b);
  const pointAt = (x: number): Point => ({ x, values: valuesAt(x) });
  const points = xs.map(pointAt);
  return whole || count < mostPoints ? points : [...points, ...jumpsIn(points, pointAt)].sort((a, b) => a.x - b.x);
}

const mostJumps = 4;
const halvings = 10;
/** Both sides of each jump, for a line that rises in one step and not in a ramp. */
function jumpsIn(points: Point[], pointAt: (x: number) => Point): Point[] {
  const heightOf = ({ values: [value] }: Point) => value!;
  const finite = points.map(heightOf).filter(Number.isFinite);
  const large = 0.15 * (Math.max(...finite) - Math.min(...finite));
  const steep = points.slice(1).flatMap((right, at): [Point, Point][] => {
    const left = points[at]!;
    return Math.abs(heightOf(right) - heightOf(left)) > large ? [[left, right]] : [];
  });
  if (steep.length > mostJumps) return [];
  return steep.flatMap(([left, right]) => {
    let sides = [left, right] as const;
    for (let halving = 0; halving < halvings; halving++) {
      const middle = pointAt((sides[0].x + sides[1].x) / 2);
      const isLeft = Math.abs(heightOf(middle) - heightOf(left)) < Math.abs(heightOf(middle) - heightOf(right));
      sides = isLeft ? [middle, sides[1]] : [sides[0], middle];
    }
    return sides;
  });
}
