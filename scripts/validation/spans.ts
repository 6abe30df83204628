// Rules about plausible spans of outputs: what the corners of the inputs give lies inside, or is refused, or is remarked upon.
import type { OutputDefinition, Values } from "formulary";
import { exampleCases, spanTest } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";
import { rangeOf } from "./range.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** A result so many times its value in the first example needs a span; a million times is usual where inputs span decades. */
const enormous = 1e12;
/** Outputs that never lie outside 0 to 1. */
const shareLabel = /\b(share|probability|chance|proportion|percentage of)\b/i;

/** Rules about plausible spans. */
export const spanRules: Rule[] = [
  {
    name: "span",
    severity: "error",
    stage: "numbers",
    summary: "Accepted inputs give a result outside its plausible span (minimum, maximum), and no example expects the remark.",
    cure: "Refuse such inputs with a check, correct a bound, or add an example that expects the remark: remarks: [output].",
    check: outsideSpans,
  },
  {
    name: "no-span",
    severity: "warning",
    stage: "numbers",
    summary: "A health result, a share or an enormous result without minimum and maximum, which say what is plausible.",
    cure: "Give the output minimum and maximum, in its unit.",
    check: (file) => outputsOf(file).flatMap(([name, output]) => missingSpan(name, output, file)),
  },
];

/** The outputs of a file that are numbers or lists of numbers, and computed by its own formulas. */
const outputsOf = (file: CalculatorFile): [string, OutputDefinition][] =>
  file.definition.formulas === undefined
    ? []
    : Object.entries(file.definition.outputs ?? {}).filter(([, { type = "number" }]) => type === "number" || type === "list");

/** What each accepted point gives. */
function resultsOf(file: CalculatorFile, name: string): { value: Values[string]; inputs: Values }[] {
  return file.once(rangeOf).attempts.flatMap(({ ran }) => {
    const value = ran?.outputs[name];
    return ran && value !== undefined ? [{ value, inputs: ran.inputs }] : [];
  });
}

function outsideSpans(file: CalculatorFile): RuleFinding[] {
  const remarked = new Set(exampleCases(file.definition).flatMap(({ example: { remarks = [] } }) => remarks));
  return outputsOf(file).flatMap(([name, output]) => {
    const { minimum, maximum } = output;
    if ((minimum === undefined && maximum === undefined) || remarked.has(name)) return [];
    const isOutside = spanTest(output, file.environment);
    const found = resultsOf(file, name).find(({ value, inputs }) => isOutside(value, inputs));
    if (!found) return [];
    const message = `${name} is ${JSON.stringify(found.value)} for accepted inputs, outside its plausible span: refuse them with a check, or expect the remark in an example (remarks: ${name}). Inputs: ${JSON.stringify(found.inputs)}`;
    return [{ path: ["outputs", name, minimum === undefined ? "maximum" : "minimum"], message }];
  });
}

function missingSpan(name: string, { label, minimum, maximum, unit }: OutputDefinition, file: CalculatorFile): RuleFinding[] {
  const found = (message: string): RuleFinding[] => [{ path: ["outputs", name], message }];
  if (minimum !== undefined && maximum !== undefined) return [];
  if (/^(medicine|clinical-pharmacy-lab|health-nutrition)$/.test(file.category))
    return found(`Say what ${name} can plausibly be, as every health result does: minimum and maximum, in its unit.`);
  if (shareLabel.test(label) && (unit === undefined || unit === "%"))
    return found(`${name} is a share: say what it can be, minimum: 0 and maximum: ${unit === "%" ? 100 : 1}.`);
  const values = resultsOf(file, name).flatMap(({ value, inputs }) => (typeof value === "number" ? [{ value, inputs }] : []));
  const typical = exampleCases(file.definition)[0]?.example.outputs?.[name];
  if (typeof typical !== "number" || typical === 0 || maximum !== undefined) return [];
  const largest = values.find(({ value }) => Math.abs(value) > enormous * Math.abs(typical));
  if (!largest) return [];
  return found(
    `${name} reaches ${largest.value.toPrecision(3)}, and the first example gives ${typical}: narrow the inputs, or say what is plausible (minimum, maximum). Inputs: ${JSON.stringify(largest.inputs)}`,
  );
}
