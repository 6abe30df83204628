// The bars of a chart that compares the methods of a calculator, where its formulas depend on a choice.
import { type ChartContext, mainOutput, stepBudget, stepsFor, valueFor } from "./chart-context.ts";
import { labelledChoices } from "./detail.ts";

export interface Bars {
  title: string;
  unit: string;
  bars: { label: string; value: number; chosen: boolean }[];
}

const mostBars = 12;

/** The main output for every choice of a method; undefined where the values do not differ. */
export function barsOf(context: ChartContext): Bars | undefined {
  const { detail, inputs, outcome } = context;
  const output = mainOutput(context);
  const by = Object.values(detail.formulas).flatMap((formula) => (typeof formula === "object" ? [String(formula.by)] : []))[0];
  const schema = by === undefined ? undefined : detail.inputs.properties[by];
  const choices = schema && labelledChoices(schema);
  if (!output || by === undefined || !choices || choices.length > mostBars) return undefined;
  if (choices.length * stepsFor(output, context) > stepBudget) return undefined;
  const chosen = String(inputs[by] ?? schema.default);
  const bars = choices
    .map(({ value, title }) => ({
      label: title,
      value: valueFor({ ...inputs, [by]: value }, output, context),
      chosen: String(value) === chosen,
    }))
    .filter(({ value }) => Number.isFinite(value));
  const { label, unit } = outcome.results[output]!;
  const differ = bars.some(({ value }) => value !== bars[0]!.value);
  return bars.length > 1 && differ ? { title: `${label} by ${(schema.title ?? by).toLowerCase()}`, unit, bars } : undefined;
}
