// The inputs and outputs of the tools as JSON Schema, made from the schemas of the API.
import { type Json, object, ref, schemas } from "../openapi/index.ts";

const text: Json = { type: "string" };
/** The limit of a search that names none. */
export const defaultLimit = 10;

/** The inputs of each tool. */
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
  get: object({ calculator: { ...text, description: "The slug of a calculator, as search_calculators gives it." } }),
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
      formulas: { type: "object" },
      "usage?": text,
      "limits?": text,
      examples: { type: "array", items: { type: "object" } },
      references: { type: "array", items: { type: "object" } },
      "page?": { ...text, description: "Where the work is done that needs live data." },
      revision: text,
      calculatorUrl: text,
    }),
  ),
  run: withDefinitions({ type: "object", anyOf: [ref("Calculation"), ref("Acknowledgement")] }, runSchemas),
};

/** A schema that can stand alone: with the definitions that it refers to. */
function withDefinitions(schema: Json, names: string[] = []): Json {
  const definitions = Object.fromEntries(names.map((name) => [name, schemas[name]]));
  const complete = names.length > 0 ? { ...schema, $defs: definitions } : schema;
  return JSON.parse(JSON.stringify(complete).replaceAll("#/components/schemas/", "#/$defs/")) as Json;
}
