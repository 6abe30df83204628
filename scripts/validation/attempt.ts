// What comes of a point: refused at the door, or run, well or badly.
import type { Calculator, Definition, InputSchema } from "formulary";
import { CalcError, namesIn, parse } from "formulary/compiler";
import { type Inputs, optionsOf, samplerOf } from "./sample.ts";

/** What came of one point: refused at the door, or run, well or badly. */
export interface Attempt {
  inputs: Inputs;
  refused?: boolean;
  fault?: string;
}

/** Makes what tries points, with their sentences or for their values alone; inputs that apply only sometimes are added or left out as the calculator asks. */
export function createAttempt(calculator: Calculator, definition: Definition): (point: Inputs, words: boolean) => Attempt {
  const properties = definition.inputs?.properties ?? {};
  const settled = settledByChoices(properties);
  if (settled.length === 0) return (point, words) => tryPoint(calculator, definition, { point, words });
  const choosing = Object.keys(properties).filter((name) => optionsOf(properties[name]!));
  // asking the calculator again for every point which of them to leave out takes as long as running it
  const leftOut = new Map<string, string[]>();
  return (point, words) => {
    const choices = JSON.stringify(choosing.map((name) => point[name]));
    const known = leftOut.get(choices) ?? [];
    const inputs = Object.fromEntries(Object.entries(point).filter(([name]) => !known.includes(name)));
    const result = tryPoint(calculator, definition, { point: inputs, words });
    if (!result.refused && !leftOut.has(choices))
      leftOut.set(
        choices,
        settled.filter((name) => point[name] !== undefined && result.inputs[name] === undefined),
      );
    return result;
  };
}

/** The conditional inputs of which choices alone say whether they apply. */
function settledByChoices(properties: Record<string, InputSchema>): string[] {
  const settled: string[] = [];
  const isSettled = (name: string) => {
    const schema = properties[name];
    return schema !== undefined && optionsOf(schema) !== undefined && (schema.when === undefined || settled.includes(name));
  };
  for (const [name, { when }] of Object.entries(properties))
    if (when !== undefined && [...namesIn(parse(when)).values].every(isSettled)) settled.push(name);
  return settled;
}

function tryPoint(calculator: Calculator, definition: Definition, { point, words }: { point: Inputs; words: boolean }): Attempt {
  let inputs = point;
  for (let turn = 0; turn < 4; turn++) {
    try {
      const accepted = calculator.accept(inputs, "2026-01-15");
      if (!words) {
        calculator.values(accepted);
        return { inputs };
      }
      const outcome = calculator.run(accepted);
      const said = /NaN|undefined|Infinity| {2}/.exec(outcome.explanation)?.[0];
      return said ? { inputs, fault: `the explanation says "${said}": ${outcome.explanation.slice(0, 120)}` } : { inputs };
    } catch (error) {
      if (!(error instanceof CalcError)) return { inputs, fault: `the calculator breaks: ${(error as Error).message}` };
      if (error.code !== "invalid_inputs")
        return error.code === "unreadable_text" ? { inputs, refused: true } : { inputs, fault: error.message };
      const changed = adjusted(inputs, definition, error);
      if (!changed) return { inputs, refused: true };
      inputs = changed;
    }
  }
  return { inputs, refused: true };
}

function adjusted(inputs: Inputs, definition: Definition, { errors }: CalcError): Inputs | undefined {
  const next = { ...inputs };
  for (const { path, code } of errors) {
    const name = path.split("/")[2] ?? "";
    const schema = definition.inputs?.properties[name];
    if (code === "when") delete next[name];
    else if (code === "required" && schema && path === `/inputs/${name}`)
      next[name] =
        definition.examples?.find((example) => example.inputs[name] !== undefined)?.inputs[name] ??
        samplerOf(schema)({ next: () => 0.4, logarithmic: false, texts: [] });
    else return undefined;
  }
  return errors.length > 0 ? next : undefined;
}
