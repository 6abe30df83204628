// Charts of one kind each: a normal distribution with an area, and the bands of a scale.
import type { BandsDefinition, BellDefinition } from "formulary";
import { tableSource, unitText, unwrapTable } from "formulary/compiler";
import { type Bands, type Plot, printedUnit, withUnit } from "./chart.ts";
import type { ChartContext } from "./context.ts";

/** The value of a number output, or of an input without a unit. */
function numberNamed(name: string | undefined, { outcome, inputs, detail }: ChartContext): number | undefined {
  if (name === undefined) return undefined;
  const value = outcome.results[name]?.value ?? inputs[name] ?? detail.inputs.properties[name]?.default;
  return typeof value === "number" ? value : undefined;
}

/** How many standard deviations a bell reaches from its mean, and how many points it has. */
const [reach, points] = [4, 120];

/** A normal distribution with the area between two bounds. */
export function bellOf(chart: BellDefinition, context: ChartContext): Plot | undefined {
  const [mean, deviation] = [numberNamed(chart.mean, context), numberNamed(chart.deviation, context)];
  if (mean === undefined || deviation === undefined || !(deviation > 0)) return undefined;
  const [least, most] = [mean - reach * deviation, mean + reach * deviation];
  const [from = least, to = most] = [numberNamed(chart.from, context), numberNamed(chart.to, context)];
  const even = Array.from({ length: points + 1 }, (_, at) => least + ((most - least) * at) / points);
  const xs = [...new Set([...even, ...[from, to].filter((x) => x > least && x < most)])].sort((a, b) => a - b);
  const { title = "", unit = "" } = titleOf(chart.mean, context);
  const density = (x: number) => Math.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI));
  return {
    ...{ kind: "area", title: "Normal distribution", xs, series: [{ title: "Density", values: xs.map(density) }], filled: [from, to] },
    x: { title: withUnit(title === "Mean" ? "Value" : title, unit), scale: "linear" },
    y: { title: "Density", scale: "linear" },
  };
}

function titleOf(name: string, { detail, outcome }: ChartContext): { title?: string; unit?: string } {
  const result = outcome.results[name];
  return result ? { title: result.label, unit: result.unit } : { title: detail.inputs.properties[name]?.title ?? name };
}

/** Where an output lies among the thresholds of a table. */
export function bandsOf(
  { of, table }: BandsDefinition,
  { calculator, detail, inputs, outcome, units, environment }: ChartContext,
): Bands | undefined {
  const { label, value, unit = "" } = outcome.results[of] ?? {};
  // the thresholds are in the unit of the output as it is declared
  if (label === undefined || typeof value !== "number" || units[of] !== undefined) return undefined;
  // as: the checker has seen that the table is one of thresholds
  const rows = unwrapTable(tableSource(calculator.definition, table, environment)).values as [number, string][];
  const thresholds = rows.map(([threshold]) => threshold);
  const last = thresholds.at(-1)!;
  const end = Math.max(last + (last - thresholds[0]!) / Math.max(1, thresholds.length - 1), value);
  return {
    ...{
      kind: "bands",
      title: withUnit(label, printedUnit(unit, unitText(detail.outputs[of]!.unit, inputs), environment)),
      edges: [Math.min(thresholds[0]!, value), ...thresholds.slice(1), end],
      at: value,
    },
    names: rows.map(([, name]) => name),
  };
}
