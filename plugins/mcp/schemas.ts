// What the tools take and give, as JSON Schema: the API's own schemas in the form that tools publish.
import { type Json, object, ref, schemas } from "../openapi/index.ts";

const text: Json = { type: "string" };
/** Used where a search does not say how many it wants. */
export const usualLimit = 10;

/** What each tool takes. */
export const inputs: Record<string, Json> = {
  search: object({
    "query?": {
      ...text,
      maxLength: 256,
      description: 'Words, such as "monthly loan payment"; typing errors are forgiven. Empty lists all.',
    },
    "category?": { ...text, maxLength: 256, description: 'Only this category or group, such as "finance".' },
    "limit?": { type: "integer", minimum: 1, maximum: 50, default: usualLimit },
  }),
  get: object({ calculator: { ...text, description: "The slug of a calculator, as search_calculators gives it." } }),
};

const found = ["Summary", "CalculatorList"];
const answered = ["Value", "Result", "Outcome", "Solved", "Calculation", "Acknowledgement"];
/** What each tool gives. */
export const outputs: Record<string, Json> = {
  search: withDefinitions(schemas.CalculatorList!, found),
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
  run: withDefinitions({ type: "object", anyOf: [ref("Calculation"), ref("Acknowledgement")] }, answered),
};

/** The same schema on its own, the ones it names beside it. */
function withDefinitions(schema: Json, names: string[] = []): Json {
  const definitions = Object.fromEntries(names.map((name) => [name, schemas[name]]));
  const whole = names.length > 0 ? { ...schema, $defs: definitions } : schema;
  return JSON.parse(JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/")) as Json;
}
