// The inputs and outputs of the tools as JSON Schema, made from the schemas of the API.
import { type Json, object, schemas } from "../openapi/index.ts";

const text: Json = { type: "string" };
/** The limit of a search that names none. */
export const defaultLimit = 10;

/** What asks for everything, where a tool answers briefly. */
export const whole: Json = {
  type: "boolean",
  default: false,
  description: "true for everything; otherwise long lists and rarely needed parts are left out.",
};

/** The inputs of each tool, and of the prompt. */
export const inputs: Record<string, Json> = {
  search: object({
    "query?": {
      ...text,
      maxLength: 2000,
      description:
        'Words such as "monthly loan payment", or a whole problem in sentences; typing errors are forgiven. Empty lists all. Where nothing is found, suggestions may name other queries. A match has inputs where the numbers of the query can mean one thing only.',
    },
    "category?": { ...text, maxLength: 256, description: 'Only this category or group, such as "finance".' },
    "gives?": { type: "array", items: text, maxItems: 10, description: 'Quantities to compute, such as ["pressure"].' },
    "from?": { type: "array", items: text, maxItems: 10, description: 'Quantities that are known, such as ["force", "area"].' },
    "limit?": { type: "integer", minimum: 1, maximum: 50, default: defaultLimit },
  }),
  get: object({ calculator: { ...text, description: "The slug of a calculator, as search_calculators gives it." }, "whole?": whole }),
  prompt: object({ problem: { ...text, description: "The problem in its own words." } }),
};

const searchSchemas = ["Summary", "CalculatorList"];
const runSchemas = [
  "Value",
  "Result",
  "Outcome",
  "Solved",
  "Range",
  "Step",
  "Uncertainty",
  "Sensitivity",
  "Calculation",
  "Acknowledgement",
];
/** The outputs of each tool. */
export const outputs: Record<string, Json> = {
  search: withDefinitions(schemas.CalculatorList!, searchSchemas),
  get: withDefinitions(
    object({
      slug: text,
      title: text,
      description: text,
      hasFormula: { type: "boolean" },
      inputs: { type: "object", description: "JSON Schema of the inputs; unit, substance and when are annotations." },
      outputs: { type: "object", description: "Label, unit and kind by output." },
      "show?": { type: "object", description: "The formulas that matter most." },
      "formulas?": { type: "object", description: "With whole: these, and the parts below." },
      "constants?": { type: "object" },
      "tables?": { type: "object" },
      "checks?": { type: "array", items: { type: "object" } },
      "solvable?": { description: "Pairs [input, output] that solveFor and target take, or false." },
      "valid?": { type: "object" },
      "usage?": text,
      "limits?": text,
      examples: { type: "array", items: { type: "object" } },
      "references?": { type: "array", items: { type: "object" } },
      "page?": { ...text, description: "Where the work is done that needs live data." },
      revision: text,
      calculatorUrl: text,
    }),
  ),
  run: withDefinitions(
    { type: "object", anyOf: [withLeftOut(schemas.Calculation!), withLeftOut(schemas.Acknowledgement!)] },
    runSchemas.filter((name) => name !== "Calculation" && name !== "Acknowledgement"),
  ),
};

/** An answer of which the middle of long lists may be left out. */
function withLeftOut(schema: Json): Json {
  const leftOut = {
    type: "object",
    description: "How many elements are left out of the middle of long lists, by JSON pointer: whole: true answers all.",
    additionalProperties: { type: "integer" },
  };
  return { ...schema, properties: { ...(schema.properties as Json), leftOut } };
}

/** A schema that can stand alone: with the definitions that it refers to. */
function withDefinitions(schema: Json, names: string[] = []): Json {
  const definitions = Object.fromEntries(names.map((name) => [name, schemas[name]]));
  const complete = names.length > 0 ? { ...schema, $defs: definitions } : schema;
  return JSON.parse(JSON.stringify(complete).replaceAll("#/components/schemas/", "#/$defs/")) as Json;
}
