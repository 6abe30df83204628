// The curve of a table among the results: one of its columns over another.
import type { Value } from "formulary";
import { type ChartContext, withUnit } from "./chart-context.ts";
import type { Curve } from "./curve.ts";

const fewestRows = 4;

/** The curve of the first table that has one: its last column of money, or else its last column of numbers. */
export function tableCurve({ outcome, detail, environment }: ChartContext): Curve | undefined {
  for (const [name, { value, columns = {} }] of Object.entries(outcome.results)) {
    // as: what an output of type table answers
    const rows = value as Record<string, Value>[];
    if (detail.outputs[name]?.type !== "table" || rows.length < fewestRows) continue;
    const numeric = Object.keys(columns).filter((key) => rows.every((row) => typeof row[key] === "number"));
    const money = numeric.filter((key) => columns[key]!.unit.includes(environment.currency));
    const rises = (key: string) => rows.every((row, at) => at === 0 || (row[key] as number) > (rows[at - 1]![key] as number));
    const x = numeric.find(rises);
    const y = (money.length > 0 ? money : numeric).filter((key) => key !== x).at(-1);
    if (y === undefined) continue;
    const title = (key: string) => withUnit(columns[key]!.label, columns[key]!.unit);
    return {
      xTitle: x === undefined ? "Row" : title(x),
      yTitle: title(y),
      points: rows.map((row, at) => [x === undefined ? at + 1 : (row[x] as number), row[y] as number]),
    };
  }
  return undefined;
}
