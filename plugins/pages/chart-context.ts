// What every chart of a page needs: the present calculation, and the value of its main output for other inputs.
import { CalcError, type Calculator, type Outcome, type Value } from "formulary";
import type { Environment } from "formulary/compiler";
import type { Detail } from "./detail.ts";

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
}

/** The most steps of formulas that one chart takes. A limit in time would make pages differ between machines. */
export const stepBudget = 8000;
/** Above this, even a curve of the fewest points would delay other visitors. */
export const stepLimit = 24_000;
/** A curve of fewer points would be misleading. */
export const fewestPoints = 5;
/** What validating the inputs of one point costs, in steps. */
const validationSteps = 20;

/** The output that the author chose for the chart; otherwise the first that is a number. */
export function mainOutput({ outcome, detail }: ChartContext): string | undefined {
  const chosen = typeof detail.chart === "object" ? [detail.chart.y].flat() : [];
  return [...chosen, ...Object.keys(outcome.results)].find(
    (name) => typeof outcome.results[name]?.value === "number" && (detail.outputs[name]?.type ?? "number") === "number",
  );
}

/** How many steps of formulas one value of an output takes. */
export function stepsFor(output: string, { calculator, inputs, today, units }: ChartContext): number {
  const accepted = calculator.validate(inputs, today, units);
  const spent = { steps: validationSteps + accepted.steps };
  if (spent.steps * fewestPoints <= stepLimit) calculator.values(accepted, { only: output, spent });
  return spent.steps;
}

/** An output's value for other inputs; NaN where the calculator refuses them. */
export function valueFor(inputs: Record<string, unknown>, output: string, { calculator, units, today }: ChartContext): number {
  try {
    const value: Value | undefined = calculator.values(calculator.validate(inputs, today, units), { only: output })[output];
    return typeof value === "number" ? value : Number.NaN;
  } catch (error) {
    if (error instanceof CalcError) return Number.NaN;
    throw error;
  }
}

/** A title with its unit, as an axis shows it. */
export const withUnit = (title: string, unit: string): string => (unit && unit !== "1" ? `${title} (${unit})` : title);
