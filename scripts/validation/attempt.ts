// Runs a calculator at sampled points; inputs that apply only sometimes are added or left out as it asks.
import type { Calculator, Definition, Fault, InputSchema, Values } from "formulary";
import { CalcError, examplesToTry, namesIn, parse } from "formulary/compiler";
import { type Inputs, optionsOf, samplerOf } from "./sample.ts";

/** A run at one point: the calculator refused the inputs, or ran, with or without a fault. */
export interface Attempt {
  /** The inputs of the last try. */
  inputs: Inputs;
  refused?: boolean;
  /** Where and why it was refused. */
  refusal?: Pick<Fault, "path" | "message">;
  /** The outputs, and the valid inputs that they follow from. */
  ran?: { outputs: Values; inputs: Values };
  fault?: string;
}

/** Runs a calculator at one point, with its explanation or for its values alone. */
export type AttemptFunction = (point: Inputs, withWords: boolean) => Attempt;

/** Makes the function that runs a calculator at points. */
export function createAttempt(calculator: Calculator, definition: Definition): AttemptFunction {
  const properties = definition.inputs?.properties ?? {};
  const conditional = decidedByChoices(properties);
  if (conditional.length === 0) return (point, withWords) => tryPoint(calculator, definition, { point, withWords });
  const choosing = Object.keys(properties).filter((name) => optionsOf(properties[name]!));
  // To ask the calculator again for every point which of them to leave out takes as long as to run it.
  const omitted = new Map<string, string[]>();
  return (point, withWords) => {
    const choices = JSON.stringify(choosing.map((name) => point[name]));
    const names = omitted.get(choices) ?? [];
    const inputs = Object.fromEntries(Object.entries(point).filter(([name]) => !names.includes(name)));
    const result = tryPoint(calculator, definition, { point: inputs, withWords });
    if (!result.refused && !omitted.has(choices))
      omitted.set(
        choices,
        conditional.filter((name) => point[name] !== undefined && result.inputs[name] === undefined),
      );
    return result;
  };
}

/** The conditional inputs whose conditions depend on choices alone. */
function decidedByChoices(properties: Record<string, InputSchema>): string[] {
  const decided: string[] = [];
  const isDecided = (name: string) => {
    const schema = properties[name];
    return schema !== undefined && optionsOf(schema) !== undefined && (schema.when === undefined || decided.includes(name));
  };
  for (const [name, { when }] of Object.entries(properties))
    if (when !== undefined && [...namesIn(parse(when)).values].every(isDecided)) decided.push(name);
  return decided;
}

interface Point {
  point: Inputs;
  withWords: boolean;
}
function tryPoint(calculator: Calculator, definition: Definition, { point, withWords }: Point): Attempt {
  let inputs = point;
  for (let turn = 0; turn < 4; turn++) {
    try {
      const accepted = calculator.validate(inputs, "2026-01-15");
      if (!withWords) {
        return { inputs, ran: { outputs: calculator.values(accepted), inputs: accepted.values } };
      }
      const outcome = calculator.run(accepted);
      const outputs = Object.fromEntries(Object.entries(outcome.results).map(([name, { value }]) => [name, value]));
      const ran = { outputs, inputs: accepted.values };
      const word = /NaN|undefined|Infinity| {2}/.exec(outcome.explanation)?.[0];
      return word ? { inputs, fault: `the explanation says "${word}": ${outcome.explanation.slice(0, 120)}` } : { inputs, ran };
    } catch (error) {
      if (!(error instanceof CalcError)) return { inputs, fault: `the calculator breaks: ${(error as Error).message}` };
      if (error.code !== "invalid_inputs")
        return error.code === "unreadable_text" ? { inputs, refused: true } : { inputs, fault: error.message };
      const changed = adjust(inputs, definition, error);
      if (!changed) return { inputs, refused: true, ...(error.errors[0] && { refusal: error.errors[0] }) };
      inputs = changed;
    }
  }
  return { inputs, refused: true };
}

/** The inputs without those that do not apply, with those that are missing; undefined after other faults. */
function adjust(inputs: Inputs, definition: Definition, { errors }: CalcError): Inputs | undefined {
  const next = { ...inputs };
  for (const { path, code } of errors) {
    const name = path.split("/")[2] ?? "";
    const schema = definition.inputs?.properties[name];
    if (code === "when") delete next[name];
    else if (code === "required" && schema && path === `/inputs/${name}`)
      next[name] =
        examplesToTry(definition).find((example) => example.inputs[name] !== undefined)?.inputs[name] ??
        samplerOf(schema)({ next: () => 0.4, logarithmic: false, texts: [] });
    else return undefined;
  }
  return errors.length > 0 ? next : undefined;
}
