// The working: with `steps: true` an answer says how it was computed, formula by formula, with the numbers put in.
import {
  type Call,
  definePlugin,
  type Kernel,
  type Outcome,
  type Result,
  type Trace,
  type TracedFormula,
  type Tree,
  type Value,
} from "formulary";
import { children, parse, toWords } from "formulary/compiler";
import { formulaToLatex } from "./latex.ts";
import { toLine } from "./line.ts";
import { treeToMathML } from "./mathml.ts";
import { conditionText, type Substituted, substitute } from "./substitute.ts";

export { choiceToMathML, formulaToMathML } from "./mathml.ts";

/** One formula of the working. */
export interface Step {
  name: string;
  label: string;
  /** The formula as the file has it, and as LaTeX. */
  formula: string;
  latex: string;
  /** Of a choice of methods: which one. Others than the one that the inputs chose are named `name["method"]`. */
  method?: string;
  /** Of a formula that others call: it has no value of its own. */
  parameters?: string[];
  /** The formula with its numbers, in coherent SI as all formulas compute. */
  substituted?: string;
  /** What decided between the branches of the formula, as it held. */
  because?: string[];
  /** In `unit`; absent for a list of more than ten elements. */
  value?: Value;
  /** Of such a list. */
  list?: { count: number; first: Value[]; last: Value };
  /** Of an output; empty for what has none, or stands between inputs and outputs. */
  unit?: string;
  formatted?: string;
}

const text = { type: "string" };
const value = { $ref: "#/components/schemas/Value" };
/** The same as JSON Schema, for documents. */
export const stepSchema = {
  type: "object",
  description: "One formula of the working, in the order in which they were computed.",
  required: ["name", "label", "formula", "latex"],
  additionalProperties: false,
  properties: {
    name: text,
    label: text,
    formula: { ...text, description: "As the calculator's file has it." },
    latex: text,
    method: {
      ...text,
      description: 'Of a choice of methods: which one; others than the one that the inputs chose are named name["method"].',
    },
    parameters: { type: "array", items: text, description: "Of a formula that others call; such a step has no value." },
    substituted: { ...text, description: "The formula with its numbers put in, in coherent SI units (5 % is 0.05) as formulas compute." },
    because: { type: "array", items: text, description: "What decided between branches, as it held; the branches not taken are left out." },
    value: { ...value, description: "What an output answers, in its unit; otherwise what the formula computed, in coherent SI." },
    list: {
      type: "object",
      description: "In place of value, of a list of more than ten elements.",
      required: ["count", "first", "last"],
      additionalProperties: false,
      properties: { count: { type: "integer" }, first: { type: "array", items: value }, last: value },
    },
    unit: { ...text, description: "Of an output." },
    formatted: text,
  },
};

/** Steps of the budget for each part of a formula that is written. */
const stepsPerPart = 10;

/** Brings the member `steps` of POST /calculate. */
export default () => {
  let kernel: Kernel;
  return definePlugin({
    name: "steps",
    hooks: {
      open: (started) => {
        kernel = started;
      },
    },
    members: {
      properties: {
        steps: { type: "boolean", description: "true, for the working of the answer", examples: [true] },
      },
      add: ({ steps }) => (steps === true ? [{ key: "steps", run: (outcome, call) => withSteps(outcome, call, kernel) }] : []),
    },
  });
};

/** The outcome with its working. */
function withSteps(outcome: Outcome, call: Call, kernel: Pick<Kernel, "catalog">): Outcome {
  const whole: Outcome & { steps: Step[] } = { ...outcome, steps: stepsOf(outcome, call, kernel) };
  return whole;
}

/** What a notation has to write of one formula of the working. */
export interface WrittenStep {
  label: string;
  /** The formula, with its name; and the same with numbers put in, where it has any. */
  formula: string;
  substituted?: string;
  /** What decided between branches. */
  because: string[];
  /** The value with its unit; none of a formula with parameters. */
  value?: string;
}

type Asked = Pick<Call, "calculator" | "work"> & Parameters<Call["calculator"]["trace"]>[0];

/** The working of an outcome: a step for every formula that was computed, and for those that they call. */
export function stepsOf(outcome: Pick<Outcome, "results">, call: Asked, kernel: Pick<Kernel, "catalog">): Step[] {
  return traced(outcome, call, kernel).steps.map(({ formula, head, label, put, valued }): Step => {
    const { name, source, tree, method, parameters } = formula;
    const about = { name, label, formula: source, latex: formulaToLatex(head, tree) };
    if (!put) return { ...about, ...(parameters && { parameters }) };
    return {
      ...about,
      ...(method !== undefined && { method }),
      ...(put.changes && { substituted: toLine(put.tree) }),
      ...(put.conditions.length > 0 && { because: put.conditions.map((each) => conditionText(each, toLine)) }),
      ...valued,
    };
  });
}

/** The working as pages show it: the formulas that matter most, as a textbook has them, and all of them. */
export interface Working {
  shown: WrittenStep[];
  all: WrittenStep[];
}

/** The same as MathML, for pages. */
export function workingOf(outcome: Pick<Outcome, "results">, call: Asked, kernel: Pick<Kernel, "catalog">): Working {
  const { steps, trace } = traced(outcome, call, kernel);
  const all = steps.map(writtenStep);
  const shown = Object.entries(call.calculator.definition.show ?? {}).flatMap(([name, text]) => {
    const step = steps.find(({ formula, put }) => formula.name === name && put);
    if (!step) return [];
    return [writtenStep(text === true ? step : { ...step, ...textbookForm(step.formula, parse(text), trace) })];
  });
  return { shown, all };
}

function textbookForm(formula: TracedFormula, tree: Tree, trace: Trace): Pick<TracedStep, "formula" | "put"> {
  return { formula: { ...formula, tree }, put: putIn(tree, trace) };
}

function writtenStep({ formula, head, label, put, valued }: TracedStep): WrittenStep {
  return {
    ...{ label, formula: treeToMathML(formula.tree, head) },
    because: (put?.conditions ?? []).map((each) => conditionText(each, toLine)),
    ...(put?.changes && { substituted: treeToMathML(put.tree) }),
    ...(valued?.formatted !== undefined && { value: valued.formatted }),
  };
}

interface TracedStep {
  formula: TracedFormula;
  /** Its name, with its parameters. */
  head: string;
  label: string;
  /** With numbers in the place of names; none of a formula with parameters. */
  put?: Substituted & { changes: boolean };
  valued?: Partial<Step>;
}

function traced(
  { results }: Pick<Outcome, "results">,
  { calculator, work, ...inputs }: Asked,
  { catalog }: Pick<Kernel, "catalog">,
): { steps: TracedStep[]; trace: Trace } {
  const trace = calculator.trace(inputs, work);
  const { outputs = {} } = calculator.completed();
  const write = catalog.environment().kinds.ofType("number").write({}, catalog.environment(), 6);
  const steps = trace.formulas.map((formula): TracedStep => {
    work.steps += stepsPerPart * partsIn(formula.tree);
    const { name, tree, parameters } = formula;
    const output = Object.keys(outputs).find((each) => (outputs[each]!.of ?? each) === name && results[each] !== undefined);
    const result = output === undefined ? undefined : results[output];
    const about = { formula, head: parameters ? `${name}(${parameters.join(", ")})` : name, label: result?.label ?? labelOf(formula) };
    if (parameters) return about;
    return { ...about, put: putIn(tree, trace), valued: valueOfStep(formula, result, (each) => write(each, {})) };
  });
  return { steps, trace };
}

function putIn(tree: Tree, trace: Trace): NonNullable<TracedStep["put"]> {
  const put = substitute(tree, trace);
  return { ...put, changes: toLine(put.tree) !== toLine(tree) || put.conditions.length > 0 };
}

/** A name in words; of a method, that of the choice and its own. */
function labelOf({ name, method }: TracedFormula): string {
  const [base = name] = name.split("[");
  return method === undefined ? toWords(base) : `${toWords(base)}, ${toWords(method)}`;
}

/** The value of a step, as the output answers it where there is one. */
function valueOfStep({ value: computed }: TracedFormula, result: Result | undefined, write: (value: Value) => string): Partial<Step> {
  const value = result?.value ?? exact(computed!);
  const unit = result?.unit ?? "";
  if (!Array.isArray(value) || value.length <= 10) return { value, unit, formatted: result?.formatted ?? write(value) };
  const list = { count: value.length, first: value.slice(0, 3), last: value.at(-1)! };
  return { list, unit, formatted: `${list.first.map(write).join(", ")}, …, ${write(list.last)} (${list.count} values)` };
}

/** With 15 digits, as results have them. */
const exact = (value: Value): Value =>
  typeof value === "number" ? Number(value.toPrecision(15)) : Array.isArray(value) ? value.map(exact) : value;

const partsIn = (tree: Tree): number => children(tree).reduce((sum, part) => sum + partsIn(part), 1);
