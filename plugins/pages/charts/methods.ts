// The bars of a chart that compares the methods of a calculator, where its formulas depend on a choice.
import { labelledChoices } from "../detail.ts";
import { type Bars, withUnit } from "./chart.ts";
import { type ChartContext, mainOutputs, stepBudget, stepsFor, valueFor } from "./context.ts";

const mostBars = 12;

/** The main output for every choice of a method; undefined where the values do not differ. */
export function methodsOf(context: ChartContext): Bars | undefined {
  const { detail, inputs, outcome } = context;
  const [output] = mainOutputs(context);
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
      isChosen: String(value) === chosen,
    }))
    .filter(({ value }) => Number.isFinite(value));
  const { label, unit } = outcome.results[output]!;
  if (bars.length < 2 || bars.every(({ value }) => value === bars[0]!.value)) return undefined;
  return {
    kind: "bars",
    title: withUnit(`${label} by ${(schema.title ?? by).toLowerCase()}`, unit),
    labels: bars.map((bar) => bar.label),
    series: [{ title: label, values: bars.map(({ value }) => value) }],
    chosen: bars.findIndex(({ isChosen }) => isChosen),
  };
}
