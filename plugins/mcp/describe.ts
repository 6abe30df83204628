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
  const told = { ...named(brief), inputs, outputs: briefOutputs(outputs), ...texts };
  // as many examples as there is room for
  for (const count of [2, 1]) {
    const withExamples = { ...told, examples: examples.slice(0, count) };
    if (JSON.stringify(withExamples).length <= briefLength) return withExamples;
  }
  return { ...told, examples: [] };
}

/** Outputs without what only a writer of answers needs. */
function briefOutputs(outputs: Json | undefined): object {
  const needed = ["label", "description", "unit", "type", "when", "columns"];
  return Object.fromEntries(
    Object.entries((outputs ?? {}) as Record<string, Json>).map(([name, output]) => {
      const entries = Object.entries(output).filter(([key]) => needed.includes(key));
      const { columns, ...rest } = Object.fromEntries(entries) as { columns?: Record<string, Json> };
      return [name, columns ? { ...rest, columns: Object.fromEntries(Object.entries(columns).map(headOf)) } : rest];
    }),
  );
}
const headOf = ([name, { label, unit }]: [string, Json]) => [name, unit ? `${String(label)} (${String(unit)})` : label];
