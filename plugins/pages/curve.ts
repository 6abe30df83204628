// What a chart shows, without any authoring: the main output over the number that moves it most, the methods of a choice side
// by side, a column of a table. Only points that the calculator itself accepts and computes.
import { CalcError, type Calculator, type InputSchema, type Outcome, type Value } from "formulary";
import { convert, type Shared } from "formulary/compiler";
import { choicesOf, type Detail, inWords, isNumber } from "./detail.ts";
import { unitOf } from "./reading.ts";

export interface Curve {
  /** The input on the axis; none for a table's column. */
  over?: string;
  /** Titles of the axes, with their units. */
  across: string;
  up: string;
  points: [x: number, y: number][];
  /** Where the calculation stands. */
  now?: [x: number, y: number];
}
export interface Bars {
  title: string;
  unit: string;
  bars: { label: string; value: number; chosen: boolean }[];
}
/** One calculation, as charts ask about its neighbours. */
export interface Around {
  calculator: Calculator;
  detail: Detail;
  inputs: Record<string, unknown>;
  outcome: Outcome;
  /** Units that outputs are shown in, by output. */
  units: Record<string, string>;
  today: string;
  shared: Shared;
}

/** How many points a curve has at best, and below how many it would mislead. */
const [most, fewest] = [20, 5];
/** What a chart should cost and, with the fewest points, may cost, in steps of formulas; counted rather than timed, so that a page looks the same on every machine. */
const [budget, limit] = [8000, 24_000];
/** What checking the inputs of one point costs besides. */
const perPoint = 20;

/** The number inputs that a chart may run over. */
export function movable({ detail, inputs }: Around): string[] {
  return Object.entries(detail.inputs.properties)
    .filter(([name, schema]) => isNumber(schema) && numberOf(inputs[name] ?? schema.default) !== undefined)
    .map(([name]) => name);
}

/** The main output's curve over an input: the wished one, or the one that moves it most. */
export function curveOf(around: Around, wished: string | undefined): Curve | undefined {
  const output = mainNumber(around);
  if (!output) return undefined;
  const cost = costOf(output, around);
  // a calculator that needs as much for a few points would hold up everybody for its curve
  if (cost * fewest > limit) return undefined;
  const affordable = Math.max(fewest, Math.floor(budget / cost));
  const names = movable(around);
  const candidates = wished !== undefined && names.includes(wished) ? [wished] : names.slice(0, Math.max(1, (affordable - fewest) >> 1));
  const lines = candidates.flatMap((name) => {
    const range = rangeOf(name, around);
    return range ? [{ name, range, score: candidates.length === 1 ? 1 : scoreOf(name, range, output, around) }] : [];
  });
  const best = lines.sort((a, b) => b.score - a.score)[0];
  if (!best || best.score <= 0) return undefined;
  const left = Math.max(fewest, affordable - (candidates.length === 1 ? 0 : 2 * candidates.length));
  const points = sample(best, Math.min(most, left), output, around);
  const ys = points.map(([, y]) => y).filter(Number.isFinite);
  if (ys.length < 3 || Math.max(...ys) === Math.min(...ys)) return undefined;
  const { label, unit } = around.outcome.results[output]!;
  const value = around.outcome.results[output]!.value as number;
  return {
    over: best.name,
    across: inputTitle(best.name, best.range.unit, around),
    up: titled(label, shownUnit(unit, around.shared)),
    points,
    now: [best.range.now, value],
  };
}

function costOf(output: string, { calculator, inputs, today, units }: Around): number {
  const accepted = calculator.accept(inputs, today, units);
  const spent = { steps: perPoint + accepted.steps };
  if (spent.steps * fewest <= limit) calculator.values(accepted, { only: output, spent });
  return spent.steps;
}

/** The first output that is a number. */
function mainNumber({ outcome, detail }: Around): string | undefined {
  return Object.keys(outcome.results).find(
    (name) => typeof outcome.results[name]!.value === "number" && (detail.outputs[name]?.type ?? "number") === "number",
  );
}

interface Range {
  low: number;
  high: number;
  now: number;
  /** The unit that the number was typed in, where it is not the declared one. */
  sent?: string;
  unit: string;
  whole: boolean;
}

/** From nothing, or half the number where nothing makes no sense, to twice the number, within its bounds; in the unit that it was typed in. */
function rangeOf(name: string, { detail, inputs, shared }: Around): Range | undefined {
  const schema = detail.inputs.properties[name]!;
  const given = inputs[name] ?? schema.default;
  const now = numberOf(given);
  if (now === undefined || !Number.isFinite(now)) return undefined;
  const declared = unitOf(schema, inputs);
  const sent = typeof given === "object" && given !== null ? (given as { unit: string }).unit : undefined;
  const [least, most] = boundsIn(schema, declared, sent, shared);
  const [near, far] = now === 0 ? [0, most > 0 ? Math.min(10, most) : -10] : [least > 0 || most < 0 ? now / 2 : 0, 2 * now];
  const [low, high] = [Math.max(least, Math.min(near, far)), Math.min(most, Math.max(near, far))];
  const whole = schema.type === "integer";
  return high > low ? { low, high, now, whole, unit: sent ?? declared, ...(sent !== undefined && { sent }) } : undefined;
}

function boundsIn(schema: InputSchema, declared: string, sent: string | undefined, shared: Shared): [number, number] {
  const [low, high] = [schema.minimum ?? schema.exclusiveMinimum ?? 0, schema.maximum ?? schema.exclusiveMaximum ?? 0];
  if (sent === undefined || sent === declared) return [low, high];
  try {
    const substance = schema.substance === undefined ? undefined : shared.substances[schema.substance];
    const ends = [low, high].map((end) => convert(end, shared.units.parse(declared), shared.units.parse(sent), substance));
    return [Math.min(...ends), Math.max(...ends)];
  } catch (error) {
    // 0 L/100km has no mpg: such a range is the number's own
    if (error instanceof CalcError) return [0, Number.MAX_VALUE];
    throw error;
  }
}

const numberOf = (value: unknown): number | undefined => {
  const number = value !== null && typeof value === "object" ? (value as { value?: unknown }).value : value;
  return typeof number === "number" ? number : undefined;
};

/** The output where one input is another number; not a number where the calculator refuses it. */
function valueAt(name: string, x: number, output: string, around: Around, sent?: string): number {
  return computed(around, { ...around.inputs, [name]: sent === undefined ? x : { value: x, unit: sent } }, output);
}

function computed({ calculator, units, today }: Around, inputs: Record<string, unknown>, output: string): number {
  try {
    const value: Value | undefined = calculator.values(calculator.accept(inputs, today, units), { only: output })[output];
    return typeof value === "number" ? value : Number.NaN;
  } catch (error) {
    if (error instanceof CalcError) return Number.NaN;
    throw error;
  }
}

/** How far an input moves the output over its range; a straight line through nothing tells less than any other curve. */
function scoreOf(name: string, range: Range, output: string, around: Around): number {
  const points = [0.4, 0.9]
    .map((share) => range.low + (range.high - range.low) * share)
    .map((x) => (range.whole ? Math.round(x) : x))
    .map((x) => [x, valueAt(name, x, output, around, range.sent)] as const)
    .filter(([, y]) => Number.isFinite(y));
  if (points.length < 2) return 0;
  const values = points.map(([, y]) => y);
  const size = Math.max(...values.map(Math.abs));
  const moved = size === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / size;
  const proportional = points.every(([x, y]) => x !== 0 && Math.abs(y / x - values[0]! / points[0]![0]) <= 1e-9 * Math.abs(y / x));
  return moved < 1e-9 ? 0 : proportional ? moved / 10 : moved;
}

function sample({ name, range }: { name: string; range: Range }, count: number, output: string, around: Around): [number, number][] {
  const { low, high, whole, now, sent } = range;
  const at = Array.from({ length: count + 1 }, (_, n) => low + ((high - low) * n) / count);
  const xs = new Set([...at.map((x) => (whole ? Math.round(x) : Number(x.toPrecision(12)))), now]);
  return [...xs].sort((a, b) => a - b).map((x) => [x, valueAt(name, x, output, around, sent)]);
}

const titled = (label: string, unit: string): string => (unit && unit !== "1" ? `${label} (${unit})` : label);
function inputTitle(name: string, unit: string, { detail, shared }: Around): string {
  return titled(detail.inputs.properties[name]!.title ?? inWords(name), shownUnit(unit, shared));
}

/** A unit's sign as it is printed: kg/m², and the reader's currency. */
function shownUnit(unit: string, { currency, units }: Shared): string {
  if (unit === "" || unit.includes(currency) || unit.includes("currency")) return unit.replace(/\bcurrency\b/g, currency);
  return units.parse(unit).symbol;
}

/** The main output by every method of a choice that formulas branch on. */
export function barsOf(around: Around): Bars | undefined {
  const { detail, inputs, outcome } = around;
  const output = mainNumber(around);
  const by = Object.values(detail.formulas).flatMap((formula) => (typeof formula === "object" ? [String(formula.by)] : []))[0];
  const schema = by === undefined ? undefined : detail.inputs.properties[by];
  const choices = schema && choicesOf(schema);
  if (!output || by === undefined || !choices || choices.length > 12) return undefined;
  if (choices.length * costOf(output, around) > budget) return undefined;
  const chosen = String(inputs[by] ?? schema.default);
  const bars = choices
    .map(({ value, title }) => ({
      label: title,
      value: computed(around, { ...inputs, [by]: value }, output),
      chosen: String(value) === chosen,
    }))
    .filter(({ value }) => Number.isFinite(value));
  const { label, unit } = outcome.results[output]!;
  const differ = bars.some(({ value }) => value !== bars[0]!.value);
  return bars.length > 1 && differ ? { title: `${label} by ${(schema.title ?? by).toLowerCase()}`, unit, bars } : undefined;
}

/** The column of a table that tells most: the last amount of money, else the last number. */
export function tableCurve({ outcome, detail, shared }: Around): Curve | undefined {
  for (const [name, { value, columns = {} }] of Object.entries(outcome.results)) {
    // as: what an output of type table answers
    const rows = value as Record<string, Value>[];
    if (detail.outputs[name]?.type !== "table" || rows.length < 4) continue;
    const numeric = Object.keys(columns).filter((key) => rows.every((row) => typeof row[key] === "number"));
    const money = numeric.filter((key) => columns[key]!.unit.includes(shared.currency));
    const rising = (key: string) => rows.every((row, at) => at === 0 || (row[key] as number) > (rows[at - 1]![key] as number));
    const across = numeric.find(rising);
    const up = (money.length > 0 ? money : numeric).filter((key) => key !== across).at(-1);
    if (up === undefined) continue;
    const title = (key: string) => titled(columns[key]!.label, columns[key]!.unit);
    return {
      across: across === undefined ? "Row" : title(across),
      up: title(up),
      points: rows.map((row, at) => [across === undefined ? at + 1 : (row[across] as number), row[up] as number]),
    };
  }
  return undefined;
}
