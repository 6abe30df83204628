// Functions of plain numbers, applied to each element of lists, with the steps of one call.
import type { FunctionEntry, Value } from "formulary";
import { failFormula, finiteNumber, scalar } from "formulary/functions";
import { meanTo } from "../functions-statistics/index.ts";

type Law = (...numbers: number[]) => number;

/** A function of finite numbers; its name is the first word of the example. */
export function special(
  params: string,
  summary: string,
  example: [string, Value],
  { cost, call }: { cost: number | Law; call: Law },
): FunctionEntry {
  const name = example[0].slice(0, example[0].indexOf("("));
  const run = (...numbers: number[]): number => {
    const result = call(...numbers.map((x) => finiteNumber(x, name)));
    if (Number.isFinite(result)) return result;
    return failFormula(`${name} is too large for a number, or has no value, for ${numbers.join(", ")}.`);
  };
  return { ...scalar(params, summary, example, "plain", run), cost: cost as FunctionEntry["cost"] & object };
}

/** The integral of a smooth function from 0 to an end, in equal panels. */
export function integral(f: (t: number) => number, end: number, panels: number): number {
  const width = end / panels;
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) sum += meanTo(width, (t) => f(panel * width + t));
  return sum * width;
}
