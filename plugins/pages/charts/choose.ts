// Which charts a page shows: those that the author chose, or a curve over an input, a column of a table, and the methods beside each other.
import type { PlotDefinition } from "formulary";
import type { Detail } from "../detail.ts";
import type { Chart } from "./chart.ts";
import { automaticColumns, chosenColumns } from "./columns.ts";
import type { ChartContext } from "./context.ts";
import { curveOf } from "./curve.ts";
import { methodsOf } from "./methods.ts";
import { bandsOf, bellOf } from "./special.ts";

/** The charts of a calculation; `chosenInput` is the one that the visitor put on the x axis. */
export function chartsOf(context: ChartContext, chosenInput: string | undefined): Chart[] {
  const { chart } = context.detail;
  if (chart === "none") return [];
  const asked = chosenInput === undefined ? undefined : curveOf(context, chosenInput);
  if (chart?.kind === "bell") return present([bellOf(chart, context), asked]);
  if (chart?.kind === "bands") return present([bandsOf(chart, context), asked]);
  if (chart && !isOverInput(chart, context.detail)) return present([chosenColumns(context, chart) ?? curveOf(context, undefined), asked]);
  // an author who chose a curve left the columns of tables out
  return present([curveOf(context, chosenInput), chart ? undefined : automaticColumns(context), methodsOf(context)]);
}

/** Whether a chart has outputs over an input; an input and a column may have one name. */
const isOverInput = ({ x, y }: PlotDefinition, { inputs, outputs }: Detail): boolean =>
  Object.hasOwn(inputs.properties, x) && [y].flat().every((name) => Object.hasOwn(outputs, name));

const present = (charts: (Chart | undefined)[]): Chart[] => charts.filter((each) => each !== undefined);
