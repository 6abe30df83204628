import { builtIn } from "../../scripts/built-in.ts";
import { compile, composePlugins, parse, type Value } from "../../src/index.ts";

/** Every function of the kernel and the built-in plugins. */
export const functions = composePlugins(builtIn()).functions;

/** The value of a formula over some inputs, with all functions. */
export function evaluate(source: string, values: Record<string, Value> = {}): Value {
  const names = Object.keys(values);
  const run = compile(parse(source), {
    functions,
    names: () => names,
    meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
  });
  return run({ slots: Object.values(values), steps: 0, sent: {}, units: {}, values, compute: () => 0 }, []);
}
