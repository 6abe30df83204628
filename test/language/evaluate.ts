import { composePlugins, type Value } from "formulary";
import { compile, parse } from "formulary/compiler";
import { functionPlugins } from "../../scripts/plugins.ts";

/** What the built-in plugins bring for calculator files: every function, and converters. */
export const language = composePlugins(functionPlugins());
export const { functions } = language;

/** A formula, ready to run over inputs of some names, with all functions. */
export const compileOver = (source: string, names: string[]): ReturnType<typeof compile> =>
  compile(parse(source), {
    functions,
    names: () => names,
    meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
  });

/** The value of a formula over some inputs, with all functions. */
export function evaluate(source: string, values: Record<string, Value> = {}): Value {
  const run = compileOver(source, Object.keys(values));
  return run({ slots: Object.values(values), steps: 0, sent: {}, units: {}, values, compute: () => 0 }, []);
}
