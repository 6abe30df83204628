import { CalcError } from "../errors.ts";
import type { Calculator, Card, Definition, FieldUnits, Finding, InputSchema, Result, State, Value, Values } from "../types.ts";
import { compileExplanation, compileTemplate, createShow } from "./explanation.ts";
import { createFindings, type Findings } from "./findings.ts";
import { type Compilation, compileFormulas } from "./formulas.ts";
import { completeInputs } from "./inputs.ts";
import type { Environment, Prepare } from "./kinds/kind.ts";
import { firstUnit, publishedUnit } from "./kinds/units.ts";
import { createValueWriter, digitsOf } from "./kinds/write.ts";
import { collectNames } from "./names.ts";
import { compileOutputs, type Output } from "./outputs.ts";
import { inputIn } from "./quantities.ts";
import { compileWhen } from "./results.ts";
import { asCalcError, createStates } from "./state.ts";
import { createTrace } from "./trace.ts";
import { createValidator } from "./validate.ts";

/** A definition after compilation, ready to run. */
export interface Runnable extends Pick<Calculator, "validate" | "run" | "values" | "trace" | "writeInput" | "writeOutput"> {
  definition: Definition;
}

/** The fields that lists and search need, after the `define` hooks of plugins. */
export function cardOf(written: Definition, slug: string, environment: Environment): Card {
  const definition = environment.define?.(written, { slug, environment, findings: createFindings(), prepare: () => {} }) ?? written;
  const { title, description, subcategory, aliases = [], questions = [], popularity = 2, replaces = [], recognizes } = definition;
  const converts = definition.converts && definition.inputs?.properties.from?.oneOf?.map((choice) => String(choice.const));
  return {
    ...{ title, description, subcategory, aliases, questions, popularity, replaces },
    hasFormula: hasFormula(definition),
    units: unitsIn(definition),
    fields: fieldsOf(definition),
    ...(converts && { converts }),
    ...(recognizes && { recognizes }),
  };
}

/** Titles of inputs and labels of outputs; rows among the inputs by the titles of their columns, too; of a converter none: its words are its title's. */
export function fieldsOf({ converts, inputs, outputs = {} }: Definition): string[] {
  if (converts !== undefined) return [];
  const titles = Object.entries(inputs?.properties ?? {}).flatMap(([name, { title, items }]) => [
    title ?? name,
    ...Object.entries(items?.properties ?? {}).map(([column, each]) => each.title ?? column),
  ]);
  return [...new Set([...titles, ...Object.values(outputs).map(({ label }) => label)])];
}

/** A converter has none: it computes no quantity from another one. */
function unitsIn({ converts, inputs, outputs = {} }: Definition): FieldUnits {
  const { properties = {}, required = [] }: Partial<NonNullable<Definition["inputs"]>> = inputs ?? {};
  if (converts !== undefined) return { outputs: [], inputs: [], required: [] };
  const unitsOf = (fields: Pick<InputSchema, "unit" | "items" | "properties">[]): string[] => [
    ...new Set(
      fields.flatMap(({ unit, items, properties: columns }): string[] => [
        ...(unit === undefined ? [] : [firstUnit(unit)]),
        ...unitsOf([...(items ? [items] : []), ...Object.values(columns ?? {})]),
      ]),
    ),
  ];
  const needed = Object.entries(properties).flatMap(([name, schema]) => (required.includes(name) ? [schema] : []));
  return { outputs: unitsOf(Object.values(outputs)), inputs: unitsOf(Object.values(properties)), required: unitsOf(needed) };
}

/** Whether a definition computes anything; an entry that only links to a page does not. */
export const hasFormula = (definition: Definition): boolean => definition.formulas !== undefined;

/** The result of compilation: the completed definition, its findings, and something to run when there are none. */
export interface CompiledDefinition {
  definition: Definition;
  findings: Finding[];
  compilation: Compilation;
  compiled?: Runnable;
}

/** Compiles a definition, or says everything that is wrong with it. */
export function compileDefinition(written: Definition, environment: Environment, slug = ""): CompiledDefinition {
  const findings = createFindings();
  const preparations: Prepare[] = [];
  const prepare = (change: Prepare) => void preparations.push(change);
  const defined = findings.attempt([], () => environment.define?.(written, { slug, environment, findings, prepare }) ?? written, written);
  const isDefined = findings.all.length === 0;
  const definition = completeInputs(defined, environment, findings);
  const names = collectNames(definition, environment, findings);
  const compilation = compileFormulas({ definition, names, environment, findings });
  const outputs = compileOutputs(compilation);
  const show = createShow(outputs, compilation);
  const explain = compileExplanation(compilation, show);
  const { conditions, checks } = compileRules(compilation, show);
  if (isDefined) checkShape(definition, findings);
  if (findings.all.length > 0) return { definition, findings: findings.all, compilation };
  const stateOf = createStates(definition, names, environment);
  const validate = createValidator({ definition, names, environment, stateOf, conditions, checks, preparations });
  const writeInput: Runnable["writeInput"] = (name, { values }, unit) => {
    const { schema: declared } = names.inputs.get(name)!;
    const schema = unit === undefined ? declared : { ...declared, unit };
    const value = unit === undefined ? values[name]! : inputIn(unit, { name, schema: declared }, { values, environment });
    const formatted = environment.kinds.of(schema).write(schema, environment, typeof value === "number" ? digitsOf(value) : 6)(
      value,
      values,
    );
    return { value, label: schema.title ?? name, unit: publishedUnit(schema.unit, values, environment), formatted };
  };
  const writeOutput: Runnable["writeOutput"] = (name, value, { inputs: { values }, unit }) =>
    createValueWriter({ ...definition.outputs![name]!, ...(unit !== undefined && { unit }) }, environment, { digits: 6 })(value, values);
  const trace = createTrace({ compilation, stateOf, compute: (state) => forEachOutput(outputs, state, (output) => output.value(state)) });
  return {
    definition,
    findings: findings.all,
    compilation,
    compiled: { definition, validate, trace, writeInput, writeOutput, ...createRun(outputs, stateOf, explain) },
  };
}

type Runs = Pick<Calculator, "run" | "values">;
function createRun(outputs: Output[], stateOf: ReturnType<typeof createStates>, explain: (state: State) => string): Runs {
  const remarkable = outputs.filter(({ remark }) => remark);
  return {
    run: (inputs, spent) => {
      const state = stateOf(inputs.values, inputs);
      const { assumed, ended } = inputs;
      const results: Record<string, Result> = {};
      state.results = results;
      try {
        forEachOutput(outputs, state, (output) => (results[output.name] = output.result(state)));
        const explanation = explain(state);
        const remarks = [...(ended ? [ended] : []), ...remarkable.flatMap(({ name, remark }) => (results[name] && remark!(state)) || [])];
        return { results, explanation, ...(remarks.length > 0 && { remarks }), ...(assumed && { assumed }) };
      } finally {
        if (spent) spent.steps += state.steps;
      }
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

/** Calls `use` with every output that applies; one error names all outputs that have no result. */
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

// Only an unreadable text is the client's fault; any other error means that an output has no result.
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

function compileRules(compilation: Compilation, show: ReturnType<typeof createShow>) {
  const { definition } = compilation;
  const conditions = new Map<string, (state: State) => Value>();
  for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {})) {
    const run = schema.when === undefined ? undefined : compilation.expression(schema.when, ["inputs", "properties", name, "when"]);
    if (run) conditions.set(name, (state) => run(state, []));
  }
  const checks = (definition.checks ?? []).map(({ require, when, at, message }, index) => {
    const run = compilation.expression(require, ["checks", index, "require"]);
    const applies = compileWhen(when, ["checks", index, "when"], compilation);
    const places = at === undefined ? [] : Array.isArray(at) ? at : [at];
    for (const place of places)
      if (!compilation.names.inputs.has(place)) compilation.findings.add("compile", ["checks", index, "at"], `"${place}" is not an input.`);
    const write = compileTemplate(message, ["checks", index, "message"], { ...compilation, show });
    return {
      at: places,
      applies,
      require: (state: State) => run!(state, []),
      message: (state: State) => messageFor(write, message, state),
    };
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

/** Checks the members that a calculator with formulas must have, or an entry without formulas. */
function checkShape(definition: Definition, findings: Findings): void {
  if (!hasFormula(definition)) {
    if (definition.page === undefined) findings.add("compile", [], 'An entry without formulas needs "page": where the work is done.');
    if (definition.outputs) findings.add("compile", ["outputs"], "An entry without formulas has no outputs.");
    return;
  }
  if (!definition.inputs) findings.add("compile", [], 'The file needs "inputs".');
  if (!definition.outputs || Object.keys(definition.outputs).length === 0) findings.add("compile", [], 'The file needs "outputs".');
  if (definition.explanation === undefined) findings.add("compile", [], 'The file needs an "explanation".');
  const { recognizes, inputs: { properties = {}, required = [] } = {} } = definition;
  if (recognizes && (properties[recognizes]?.type !== "string" || required.join() !== recognizes))
    findings.add("compile", ["recognizes"], `"${recognizes}" must be a text, and the only required input.`);
  for (const [at, pair] of (definition.solvable || []).entries()) {
    const message = exchangeMistake(pair, definition);
    if (message) findings.add("compile", ["solvable", at], message);
  }
}

function exchangeMistake([one = "", other = ""]: string[], { inputs, outputs = {} }: Definition): string | undefined {
  const isInput = (name: string) => inputs?.properties[name] !== undefined;
  if (isInput(one) && outputs[other]) return undefined;
  return `A pair is [input, output]; "${one}" and "${other}" are ${isInput(other) && outputs[one] ? "the other way round" : "not one of each"}.`;
}
