import { CalcError } from "../errors.ts";
import type { Calculator, Card, Definition, Finding, Result, State, Value, Values } from "../types.ts";
import { compileExplanation, compileTemplate, createShow } from "./explanation.ts";
import { createFindings, type Findings } from "./findings.ts";
import { type Compiler, compileFormulas } from "./formulas.ts";
import { completeInputs } from "./inputs.ts";
import type { Shared } from "./kinds/kind.ts";
import { publishedUnit } from "./kinds/units.ts";
import { digitsOf } from "./kinds/write.ts";
import { collectNames } from "./names.ts";
import { compileOutputs, type Output } from "./outputs.ts";
import { asCalcError, createStates } from "./state.ts";
import { createValidator } from "./validate.ts";

/** What compiling gives to run. */
export interface Runnable extends Pick<Calculator, "validate" | "run" | "values" | "writeInput"> {
  definition: Definition;
}

/** What lists and search need of a definition, after what plugins make of it. */
export function cardOf(written: Definition, slug: string, shared: Shared): Card {
  const definition = shared.define?.(written, { slug, shared, findings: createFindings() }) ?? written;
  const { title, description, subcategory, aliases = [] } = definition;
  return { title, description, subcategory, aliases, hasFormula: hasFormula(definition) };
}

/** Whether a definition computes anything; a page that works elsewhere does not. */
export const hasFormula = (definition: Definition): boolean => definition.formulas !== undefined;

/** What compiling a definition gives: the completed definition, its findings, and something to run when there are none. */
export interface Compilation {
  definition: Definition;
  findings: Finding[];
  compiler: Compiler;
  compiled?: Runnable;
}

/** Compiles a definition, or says everything that is wrong with it. */
export function compileDefinition(written: Definition, shared: Shared, slug = ""): Compilation {
  const findings = createFindings();
  const defined = findings.attempt([], () => shared.define?.(written, { slug, shared, findings }) ?? written, written);
  const isDefined = findings.all.length === 0;
  const definition = completeInputs(defined, shared, findings);
  const names = collectNames(definition, shared, findings);
  const compiler = compileFormulas({ definition, names, shared, findings });
  const outputs = compileOutputs(compiler);
  const show = createShow(outputs, compiler);
  const explain = compileExplanation(compiler, show);
  const { conditions, checks } = compileRules(compiler, show);
  if (isDefined) checkShape(definition, findings);
  if (findings.all.length > 0) return { definition, findings: findings.all, compiler };
  const stateOf = createStates(definition, names, shared);
  const validate = createValidator({ definition, names, shared, stateOf, conditions, checks });
  const writeInput: Runnable["writeInput"] = (name, { values }) => {
    const { schema } = names.inputs.get(name)!;
    const value = values[name]!;
    const formatted = shared.kinds.of(schema).write(schema, shared, typeof value === "number" ? digitsOf(value) : 6)(value, values);
    return { value, label: schema.title ?? name, unit: publishedUnit(schema.unit, values, shared), formatted };
  };
  return {
    definition,
    findings: findings.all,
    compiler,
    compiled: { definition, validate, writeInput, ...createRun(outputs, stateOf, explain) },
  };
}

type Runs = Pick<Calculator, "run" | "values">;
function createRun(outputs: Output[], stateOf: ReturnType<typeof createStates>, explain: (state: State) => string): Runs {
  return {
    run: (inputs) => {
      const state = stateOf(inputs.values, inputs);
      const { assumed } = inputs;
      const results: Record<string, Result> = {};
      state.results = results;
      forEachOutput(outputs, state, (output) => (results[output.name] = output.result(state)));
      return { results, explanation: explain(state), ...(assumed && { assumed }) };
    },
    values: (inputs, { only, spent } = {}) => {
      const state = stateOf(inputs.values, inputs);
      const found: Values = {};
      const chosen = only === undefined ? outputs : outputs.filter(({ name }) => name === only);
      try {
        forEachOutput(chosen, state, (output) => (found[output.name] = output.value(state)));
      } finally {
        if (spent) spent.steps += state.steps;
      }
      return found;
    },
  };
}

/** Does something with every output that applies; the ones without a result are named together. */
function forEachOutput(outputs: Output[], state: State, use: (output: Output) => void): void {
  const faults: { name: string; error: CalcError }[] = [];
  for (const output of outputs) {
    try {
      if (output.applies(state)) use(output);
    } catch (thrown) {
      const error = asCalcError(thrown);
      if (error.code === "too_much_work") throw error;
      faults.push({ name: output.name, error });
    }
  }
  if (faults.length > 0) throw noResult(faults);
}

// A text that cannot be read is the client's to mend; everything else is an output without a result, named.
function noResult(faults: { name: string; error: CalcError }[]): CalcError {
  const [first] = faults;
  const unreadable = faults.find(({ error }) => error.code === "unreadable_text");
  const errors = faults.slice(0, 20).map(({ name, error }) => ({
    path: `/results/${name}`,
    code: error.code === "formula" ? "no_finite_result" : error.code,
    message: error.message,
  }));
  if (unreadable) return new CalcError("unreadable_text", { message: unreadable.error.message, errors });
  return new CalcError("no_finite_result", {
    message: `There is no result for ${first!.name} with these inputs: ${first!.error.message.replace(/^There is no result for .*?: /, "")}`,
    errors,
  });
}

function compileRules(compiler: Compiler, show: ReturnType<typeof createShow>) {
  const { definition } = compiler;
  const conditions = new Map<string, (state: State) => Value>();
  for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {})) {
    const run = schema.when === undefined ? undefined : compiler.expression(schema.when, ["inputs", "properties", name, "when"]);
    if (run) conditions.set(name, (state) => run(state, []));
  }
  const checks = (definition.checks ?? []).map(({ require, at, message }, index) => {
    const run = compiler.expression(require, ["checks", index, "require"]);
    const places = at === undefined ? [] : Array.isArray(at) ? at : [at];
    for (const place of places)
      if (!compiler.names.inputs.has(place)) compiler.findings.add("compile", ["checks", index, "at"], `"${place}" is not an input.`);
    const write = compileTemplate(message, ["checks", index, "message"], { ...compiler, show });
    return { at: places, require: (state: State) => run!(state, []), message: (state: State) => messageFor(write, message, state) };
  });
  return { conditions, checks };
}

function messageFor(write: (state: State) => string, message: string, state: State): string {
  try {
    return write(state);
  } catch (error) {
    asCalcError(error);
    return message.replace(/\{\{.*?\}\}/g, "…");
  }
}

/** What a calculator with formulas needs, and an entry without them. */
function checkShape(definition: Definition, findings: Findings): void {
  if (!hasFormula(definition)) {
    if (definition.page === undefined) findings.add("compile", [], 'An entry without formulas needs "page": where the work is done.');
    if (definition.outputs) findings.add("compile", ["outputs"], "An entry without formulas has no outputs.");
    return;
  }
  if (!definition.inputs) findings.add("compile", [], 'The file needs "inputs".');
  if (!definition.outputs || Object.keys(definition.outputs).length === 0) findings.add("compile", [], 'The file needs "outputs".');
  if (definition.explanation === undefined) findings.add("compile", [], 'The file needs an "explanation".');
  for (const [at, pair] of (definition.solvable || []).entries()) {
    const message = exchangeMistake(pair, definition);
    if (message) findings.add("compile", ["solvable", at], message);
  }
}

function exchangeMistake([one = "", other = ""]: string[], { inputs, outputs = {} }: Definition): string | undefined {
  const isInput = (name: string) => inputs?.properties[name] !== undefined;
  if ((isInput(one) && outputs[other]) || (isInput(other) && outputs[one])) return undefined;
  return `An exchange names an input and an output; "${one}" and "${other}" are not one of each.`;
}
