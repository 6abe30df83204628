// What an agent is told of a calculator: briefly, what it needs to call it; whole, also formulas and references.
import type { Calculator } from "formulary";
import { examplesToTry } from "formulary/compiler";
import type { Json } from "../openapi/index.ts";

/** About 2,500 tokens: JSON takes a token for every three to four characters. */
export const briefLength = 7500;
const brief = ["slug", "title", "description", "hasFormula", "show", "revision", "calculatorUrl"];
const whole = ["formulas", "constants", "tables", "checks", "references", "solvable", "valid"];

/** The description of one calculator; a brief one has at most `briefLength` characters as JSON. */
export function describe(calculator: Calculator, isWhole: boolean): object {
  const { inputs: published, outputs, usage, limits, page, ...detail } = calculator.detail() as Record<string, Json>;
  const { $schema: _, ...inputs } = published!;
  const named = (names: string[]) =>
    Object.fromEntries(names.filter((name) => detail[name] !== undefined).map((name) => [name, detail[name]]));
  const texts = { ...(usage && { usage }), ...(limits && { limits }), ...(page && { page }) };
  const examples = examplesToTry(calculator.definition);
  if (isWhole) return { ...named(brief), inputs, outputs, ...texts, ...named(whole), examples };
  // as much as there is room for
  const levels = [
    { needed: outputParts, count: 2 },
    { needed: outputParts, count: 1 },
    { needed: ["label", "unit"], count: 1 },
    { needed: ["label"], count: 1 },
  ];
  const told = levels.map(({ needed, count }) => ({
    ...{ ...named(brief), inputs, outputs: briefOutputs(outputs, needed), ...texts },
    examples: examples.slice(0, count),
  }));
  return told.find((each) => JSON.stringify(each).length <= briefLength) ?? { ...told.at(-1)!, examples: [] };
}

const outputParts = ["label", "description", "unit", "type", "when", "columns"];
/** Outputs without what only a writer of answers needs. */
function briefOutputs(outputs: Json | undefined, needed: string[]): object {
  return Object.fromEntries(
    Object.entries((outputs ?? {}) as Record<string, Json>).map(([name, output]) => {
      const entries = Object.entries(output).filter(([key]) => needed.includes(key));
      const { columns, ...rest } = Object.fromEntries(entries) as { columns?: Record<string, Json> };
      return [name, columns ? { ...rest, columns: Object.fromEntries(Object.entries(columns).map(headOf)) } : rest];
    }),
  );
}
const headOf = ([name, { label, unit }]: [string, Json]) => [name, unit ? `${String(label)} (${String(unit)})` : label];
