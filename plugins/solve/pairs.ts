// Which inputs may be found from which outputs.
import type { Calculator, InputSchema, Values } from "formulary";
import { attempt, exampleCases } from "formulary/compiler";
import { takesNumber } from "./solve.ts";

/** Steps for looking at all examples: what is not seen within them is not listed. */
const mostSteps = 100_000;
const day = "2026-01-15";

/** The pairs [input, output] of numbers where the output changes with the input in an example: those of the file first. */
export function solvablePairs(calculator: Calculator): string[][] {
  const definition = calculator.completed();
  const { inputs: { properties = {} } = {}, outputs = {}, solvable } = definition;
  const numbers = Object.keys(outputs).filter((name) => (outputs[name]!.type ?? "number") === "number");
  const unknowns = Object.entries(properties).filter(([, schema]) => takesNumber(schema));
  const found = new Set<string>();
  const spent = { steps: 0 };
  const valuesAt = (inputs: Record<string, unknown>) =>
    attempt(() => {
      const accepted = calculator.validate(inputs, day, undefined, spent);
      return { inputs: accepted.values, outputs: calculator.values(accepted, { spent }) };
    });
  for (const { example } of exampleCases(definition)) {
    const at = example.refused === undefined && example.solve === undefined ? valuesAt(example.inputs) : undefined;
    if (!at) continue;
    for (const [name, schema] of unknowns)
      for (const moved of neighbours(example.inputs[name] ?? at.inputs[name], schema)) {
        if (spent.steps > mostSteps) break;
        const next = valuesAt({ ...example.inputs, [name]: moved });
        for (const output of next ? numbers : []) if (differs(at.outputs, next!.outputs, output)) found.add(`${name} ${output}`);
      }
  }
  const chosen = (solvable || []).map((pair) => pair.join(" "));
  const all = unknowns.flatMap(([name]) => numbers.map((output) => `${name} ${output}`));
  return [...new Set([...chosen, ...all.filter((pair) => found.has(pair))])].map((pair) => pair.split(" "));
}

/** A hundredth more and less, or one; nothing where the input has no number here. */
function neighbours(value: unknown, schema: InputSchema): unknown[] {
  const { type } = schema;
  if (isQuantity(value)) return neighbours(value.value, schema).map((moved) => ({ ...value, value: moved }));
  if (typeof value !== "number") return [];
  const step = type === "integer" ? 1 : Math.abs(value) / 100 || 1;
  return [value + step, value - step];
}

const isQuantity = (value: unknown): value is { value: unknown } =>
  value !== null && typeof value === "object" && Object.hasOwn(value, "value");
const differs = (before: Values, after: Values, name: string): boolean =>
  typeof before[name] === "number" && typeof after[name] === "number" && before[name] !== after[name];
