// What every chart of a page needs: the present calculation, and the value of its main output for other inputs.
import { CalcError, type Calculator, type Outcome, type PlotDefinition, requestSteps, type Value, type Work } from "formulary";
import type { Environment } from "formulary/compiler";
import type { Detail } from "../detail.ts";

/** The calculation of a page, whose charts calculate with other inputs too. */
export interface ChartContext {
  calculator: Calculator;
  detail: Detail;
  inputs: Record<string, unknown>;
  outcome: Outcome;
  /** Units chosen for results, by output. */
  units: Record<string, string>;
  today: string;
  environment: Environment;
  /** What the request took so far: its charts add to it. */
  work: Work;
}

/** The most steps of formulas that one chart takes. A limit in time would make pages differ between machines. */
export const stepBudget = 8000;
/** Above this, even a curve of the fewest points would delay other visitors. */
export const stepLimit = 24_000;
/** A curve of fewer points would be misleading. */
export const fewestPoints = 5;
/** What a point takes beside reading the inputs and the formulas, in steps. */
const pointSteps = 20;

/** What the author chose to draw over an input or a column. */
export const plotOf = ({ chart }: Detail): PlotDefinition | undefined =>
  chart === undefined || chart === "none" || chart.kind === "bell" || chart.kind === "bands" ? undefined : chart;

/** The outputs that the author chose for the curve, as far as they have one unit; otherwise the first that is a number. */
export function mainOutputs({ outcome: { results }, detail }: ChartContext): string[] {
  const { outputs } = detail;
  const chart = plotOf(detail);
  const isNumber = (name: string) => typeof results[name]?.value === "number" && (outputs[name]?.type ?? "number") === "number";
  const chosen = chart ? [chart.y].flat().filter(isNumber) : [];
  if (chosen.length > 0) return chosen.filter((name) => results[name]!.unit === results[chosen[0]!]!.unit);
  return Object.keys(results).filter(isNumber).slice(0, 1);
}

/** How many steps one value of an output takes; without end where the request has too few left for a chart. */
export function stepsFor(output: string, { calculator, inputs, today, units, work }: ChartContext): number {
  if (work.steps + stepLimit > requestSteps) return Number.POSITIVE_INFINITY;
  const accepted = calculator.validate(inputs, today, units);
  const spent = { steps: pointSteps + accepted.steps };
  if (spent.steps * fewestPoints <= stepLimit) calculator.values(accepted, { only: output, spent });
  work.steps += spent.steps;
  return spent.steps;
}

/** The values of outputs for other inputs; NaN where the calculator refuses them. */
export function valuesFor(inputs: Record<string, unknown>, outputs: string[], { calculator, units, today, work }: ChartContext): number[] {
  try {
    const accepted = calculator.validate(inputs, today, units, work);
    return outputs.map((output) => {
      const value: Value | undefined = calculator.values(accepted, { only: output, spent: work })[output];
      return typeof value === "number" ? value : Number.NaN;
    });
  } catch (error) {
    if (error instanceof CalcError) return outputs.map(() => Number.NaN);
    throw error;
  }
}
/** The same of one output. */
export const valueFor = (inputs: Record<string, unknown>, output: string, context: ChartContext): number =>
  valuesFor(inputs, [output], context)[0]!;
