// The bodies of all answers as JSON Schema, by the name under which the document holds them.
import { type Problem, quantitySchema } from "formulary/http";
import { rangeSchema } from "../ranges/index.ts";
import { solvedSchema } from "../solve/index.ts";
import { stepSchema } from "../steps/index.ts";
import { sensitivitySchema, uncertaintySchema } from "../uncertainty/index.ts";

/** A JSON Schema or a part of the document. */
export type Json = Record<string, unknown>;

/** A reference to a schema of the document. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const text: Json = { type: "string" };
export const count: Json = { type: "integer", minimum: 0 };

/** An object with these members and no others; a name with "?" may be absent. */
export function object(members: Json, more: Json = {}): Json {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ""), schema] as const);
  const required = Object.keys(members).filter((name) => !name.endsWith("?"));
  return { type: "object", ...more, required, additionalProperties: false, properties: Object.fromEntries(entries) };
}
/** An object with at least these members. */
export const open = (members: Json): Json => ({ type: "object", required: Object.keys(members), properties: members });
/** A list of one thing. */
export const list = (items: Json): Json => ({ type: "array", items });
const record = (values: Json, description?: string): Json => ({
  type: "object",
  ...(description && { description }),
  additionalProperties: values,
});
const anything: Json = {};
const moment: Json = { type: "string", format: "date-time", description: "UTC, with milliseconds." };

const summary: Json = {
  slug: { type: "string", description: "What calculate and the detail's address know it by." },
  title: text,
  description: text,
  category: text,
  subcategory: text,
  hasFormula: { type: "boolean", description: "false: calculate only checks the inputs and says where the work is done." },
};
const subcategory = object({ slug: text, title: text, count });
const category = object({
  slug: text,
  title: text,
  description: text,
  "notice?": text,
  "popular?": list(text),
  count,
  subcategories: list(subcategory),
});

const value: Json = {
  type: ["number", "string", "boolean", "array", "object"],
  description: "A number (15 significant digits), text, yes or no, a list, a matrix or rows of a table.",
};
const result = object(
  {
    value: ref("Value"),
    label: text,
    unit: { type: "string", description: "Empty where there is none." },
    formatted: { type: "string", description: "The value as people write it." },
    "columns?": record(object({ label: text, unit: text }), "Heads of a table's columns."),
    "uncertainty?": ref("Uncertainty"),
  },
  { description: "One output." },
);
const outcome = object({
  results: record(ref("Result"), "By output; one that does not apply to these inputs is absent."),
  explanation: text,
  "remarks?": {
    ...list(object({ "output?": text, code: { type: "string", enum: ["outside_plausible", "out_of_date"] }, message: text })),
    description: "What to know of the answer: a result outside its plausible span, or rules that have ended.",
  },
  "assumed?": record(ref("Value"), "Inputs that were filled from today's date."),
  "sensitivity?": record(list(ref("Sensitivity")), "With sensitivity: by output, the input that moves it most first."),
  "steps?": { ...list(ref("Step")), description: "With steps: the working, formula by formula." },
});
const detail = {
  ...summary,
  aliases: list(text),
  questions: list({ type: "string", description: "As people ask." }),
  popularity: { type: "integer", enum: [1, 2, 3], description: "1 many people search it, 2 known in its field, 3 specialist." },
  replaces: list({ type: "string", description: "A withdrawn slug that this one answers for." }),
  inputs: { type: "object", description: "JSON Schema 2020-12 of the inputs; unit, substance, as and when are annotations of ours." },
  outputs: record(open({ type: text, label: text })),
  formulas: record(anything, "By name; a choice is an object of formulas by condition."),
  formulaUnits: text,
  constants: record(anything),
  tables: record(anything),
  checks: list(object({ require: text, "when?": text, "at?": { anyOf: [text, list(text)] }, message: text })),
  explanation: { anyOf: [text, list(anything)], description: "Templates: {{ name }} stands for a value." },
  usage: text,
  limits: text,
  "valid?": { type: "object" },
  "solvable?": { anyOf: [{ const: false }, list(list(text))] },
  "show?": { type: "object", description: "The formulas that matter most: true where the computed form is shown, or the textbook's form." },
  "chart?": { anyOf: [{ const: "none" }, { type: "object" }], description: "What a chart of it draws." },
  "page?": { type: "string", description: "Where the work is done that needs live data." },
  examples: list(open({ title: text, inputs: { type: "object" } })),
  references: list(object({ title: text, "locator?": text, "url?": text })),
  "changed?": { type: "string", format: "date", description: "When the calculator's file last changed." },
  revision: { type: "string", description: "Changes with everything that could change an answer." },
  calculatorUrl: { type: "string", format: "uri" },
};

/** Every member of a problem, so that the compiler sees when one is missing here. */
const problem: Record<keyof Problem, Json> = {
  type: { type: "string", description: "urn:formulary:problem:<code>." },
  title: text,
  status: { type: "integer", minimum: 400, maximum: 599 },
  detail: { type: "string", description: "One sentence: where, what, and how to correct it." },
  instance: text,
  success: { const: false },
  code: { type: "string", description: "For programs; stays when sentences change." },
  requestId: { type: "string", description: "Also in X-Request-Id; name it when you ask for help." },
  errors: { ...list(ref("Fault")), description: "Every fault at its place." },
};

/** The schemas of everything that is answered. */
export const schemas: Record<string, Json> = {
  Quantity: quantitySchema,
  Value: value,
  Result: result,
  Outcome: outcome,
  Solved: solvedSchema,
  Range: rangeSchema,
  Step: stepSchema,
  Uncertainty: uncertaintySchema,
  Sensitivity: sensitivitySchema,
  Summary: object({
    ...summary,
    "inputs?": {
      type: "object",
      description: "Of a match of q whose numbers, units or text can mean one thing only: these, to calculate with.",
    },
  }),
  CalculatorList: object({
    total: { ...count, description: "Number of matches, whatever the limit." },
    calculators: list(ref("Summary")),
    "suggestions?": { ...list(text), description: "Where q found nothing: other queries that find something." },
  }),
  CalculatorDetail: object(detail),
  Categories: object({ groups: list(object({ slug: text, title: text, count, categories: list(category) })) }),
  Calculation: object(
    {
      success: { const: true },
      calculator: text,
      normalizedInputs: record(ref("Value"), "The inputs that were calculated with, in declared units, defaults filled."),
      "solved?": ref("Solved"),
      "over?": ref("Range"),
      result: ref("Outcome"),
      cached: { type: "boolean", description: "From the cache; the header Age says how many seconds old." },
      timestamp: moment,
      revision: text,
    },
    { description: "The results of a calculator with formulas." },
  ),
  Acknowledgement: object(
    {
      success: { const: true },
      calculator: text,
      inputs: record(ref("Value")),
      message: text,
      calculatorUrl: { type: "string", format: "uri" },
      timestamp: moment,
    },
    { description: "The inputs are valid and the work is done elsewhere: calculators without formulas." },
  ),
  Answer: { anyOf: [ref("Calculation"), ref("Acknowledgement")] },
  Fault: object({
    path: { type: "string", description: "A JSON pointer into the request." },
    code: text,
    message: text,
    "hint?": text,
  }),
  Problem: object(problem, { description: "The one shape of every error (RFC 9457)." }),
};
