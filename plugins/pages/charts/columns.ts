// Charts of a table among the results: its columns over another one.
import type { PlotDefinition, Result, Value } from "formulary";
import { type Environment, unitText } from "formulary/compiler";
import type { Detail } from "../detail.ts";
import { type Axis, type Chart, inSentence, listed, printedUnit, type Series, withUnit } from "./chart.ts";
import type { ChartContext } from "./context.ts";
import { durationsOf, durationUnit } from "./durations.ts";

type Row = Record<string, Value>;
interface Table {
  rows: Row[];
  columns: NonNullable<Result["columns"]>;
  definition: Detail["outputs"][string];
}
const fewestRows = 4;
/** More bars would be too many to read, or too thin to see. */
const [mostBars, mostColumns] = [30, 60];

/** The chart that the author chose: columns of a table. */
export function chosenColumns(context: ChartContext, chart: PlotDefinition): Chart | undefined {
  const names = [chart.y].flat();
  const tables = tablesOf(context).filter(
    ({ columns }) => Object.hasOwn(columns, chart.x) && names.some((name) => Object.hasOwn(columns, name)),
  );
  const table = tables.find(({ columns }) => names.every((name) => Object.hasOwn(columns, name))) ?? tables[0];
  if (!table || table.rows.length < 2) return undefined;
  return draw(table, { ...chart, y: names.filter((name) => Object.hasOwn(table.columns, name)) }, context.environment);
}

/** A line of the first table that has one: its last column of money, or else its last column of numbers, over one that rises evenly. */
export function automaticColumns(context: ChartContext): Chart | undefined {
  for (const table of tablesOf(context)) {
    const { rows, columns } = table;
    if (rows.length < fewestRows) continue;
    const numeric = Object.keys(columns).filter((key) => rows.every((row) => typeof row[key] === "number"));
    const money = numeric.filter((key) => columns[key]!.unit.includes(context.environment.currency));
    const rises = (key: string) => rows.every((row, at) => at === 0 || placeOf(row[key]) > placeOf(rows[at - 1]![key]));
    // thresholds of brackets rise as well, but a line over them says nothing
    const isEven = (key: string) => {
      const places = rows.map((row) => placeOf(row[key]));
      const gaps = places.slice(1).map((place, at) => place - places[at]!);
      return typeof rows[0]![key] === "string" || Math.max(...gaps) <= 1.01 * Math.min(...gaps);
    };
    const x = Object.keys(columns).find(rises);
    const y = (money.length > 0 ? money : numeric).filter((key) => key !== x).at(-1);
    if (x !== undefined && y !== undefined && isEven(x)) return draw(table, { kind: "line", x, y: [y] }, context.environment);
  }
  return undefined;
}

const tablesOf = ({ outcome: { results }, detail: { outputs }, inputs, environment }: ChartContext): Table[] =>
  Object.entries(results).flatMap(([name, { value, columns = {} }]) => {
    const definition = outputs[name];
    if (definition?.type !== "table") return [];
    const printed = Object.entries(columns).map(([key, column]) => {
      const declared = unitText(definition.columns?.[key]?.unit, inputs);
      return [key, { ...column, unit: printedUnit(column.unit, declared, environment) }];
    });
    // as: what an output of type table answers
    return [{ rows: value as unknown as Row[], columns: Object.fromEntries(printed) as Table["columns"], definition }];
  });

function draw(
  { rows, columns, definition }: Table,
  { kind, x, y, axes = {}, fit }: PlotDefinition & { y: string[] },
  environment: Environment,
): Chart | undefined {
  const series = y.map((name): Series => ({ title: columns[name]!.label, values: rows.map((row) => numberOf(row[name])) }));
  if (!series.some(({ values }) => values.some(Number.isFinite))) return undefined;
  const what = listed(series.map(({ title }) => title));
  const unitOf = (name: string) => {
    const as = definition.columns?.[name]?.as;
    return as === undefined ? columns[name]!.unit : durationUnit(as, columns[name]!.unit);
  };
  const durationsOn = (name: string) => durationsOf(definition.columns?.[name] ?? {}, columns[name]!.unit, environment);
  const unit = unitOf(y[0]!);
  const { label } = columns[x]!;
  const xs = rows.map((row) => placeOf(row[x]));
  if (xs.some(Number.isNaN)) {
    if (rows.length > mostBars) return undefined;
    return {
      kind: "bars",
      title: withUnit(`${what} by ${inSentence(label)}`, unit),
      labels: rows.map((row) => String(row[x] ?? "")),
      series,
    };
  }
  const isDate = rows.every((row) => typeof row[x] === "string");
  const grouping = definition.columns?.[x]?.grouping ?? true;
  const xAxis: Axis = {
    title: withUnit(label, unitOf(x)),
    scale: isDate ? "date" : (axes.x ?? "linear"),
    whole: xs.every(Number.isInteger),
    grouping,
    durations: durationsOn(x),
  };
  const yAxis: Axis = {
    title: series.length === 1 ? withUnit(what, unit) : unit,
    ...{ scale: axes.y ?? "linear", durations: durationsOn(y[0]!) },
  };
  const plot = kind === "bars" ? (rows.length > mostColumns ? "steps" : "columns") : kind;
  return { kind: plot, title: `${what} over ${inSentence(label)}`, x: xAxis, y: yAxis, xs, series, ...(fit && { fit: true }) };
}

const numberOf = (value: Value | undefined): number => (typeof value === "number" ? value : Number.NaN);
/** The place on an axis: a number, or the day of a date; NaN of a text. */
const placeOf = (value: Value | undefined): number =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : numberOf(value);
