// The shape of files, by schema.json for calculators and a small schema for categories, with messages for authors.
import { readFileSync } from "node:fs";
import type { Kinds } from "../calculator/kinds/kind.ts";
import { createAjv, type ErrorObject, type ValidateFunction } from "../json-schema.ts";
import { didYouMean } from "../language/nearest.ts";
import type { Finding } from "../types.ts";

const schema = JSON.parse(readFileSync(new URL("./schema.json", import.meta.url), "utf8"));
const text = { type: "string", minLength: 1 };
const category = {
  type: "object",
  required: ["title", "description", "group", "subcategories"],
  additionalProperties: false,
  properties: {
    title: text,
    description: text,
    group: text,
    order: { type: "integer" },
    notice: text,
    subcategories: { type: "object", minProperties: 1, additionalProperties: text },
    popular: { type: "array", items: text },
  },
};
let made: ReturnType<typeof createAjv> | undefined;
const ajv = () => (made ??= createAjv(options));
const options: Parameters<typeof createAjv>[0] = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  verbose: true,
  // a test holds the schema itself against its meta-schema
  meta: false,
  validateSchema: false,
  logger: false,
  schemas: { category },
  // 30 February is read as a day of March, and so differs
  formats: { date: (day: string) => day >= "0001" && new Date(day).toJSON()?.slice(0, 10) === day },
};

/** Everything about the shape of a calculator file's data that its schema refuses: at most ten findings, one per path. */
export function shapeFindings(data: unknown, kinds: Kinds): Finding[] {
  const key = [...kinds.formats, ...kinds.types].join(" ");
  return findingsOf(data, ajv().getSchema(key) ?? ajv().addSchema(schemaWith(kinds), key).getSchema(key)!);
}

/** The same of a category file's data. */
export const categoryFindings = (data: unknown): Finding[] => findingsOf(data, ajv().getSchema("category")!);

/** The schema of calculators, where no other kinds of values may be the format of an input or the type of an output. */
function schemaWith({ formats, types }: Kinds): object {
  const copy = structuredClone(schema);
  const { input, output } = copy.$defs;
  const inOrder = (listed: string[], names: string[]) => [...new Set([...listed.filter((each) => names.includes(each)), ...names])];
  input.properties.format.enum = inOrder(input.properties.format.enum, formats);
  output.properties.type.enum = inOrder(output.properties.type.enum, types);
  return copy;
}

function findingsOf(data: unknown, validate: ValidateFunction): Finding[] {
  if (validate(data)) return [];
  const errors = (validate.errors ?? []).filter((error) => error.keyword !== "anyOf");
  const findings = new Map<string, Finding>();
  for (const error of errors) {
    const finding = toFinding(error);
    const key = finding.path.join("/");
    if (!findings.has(key)) findings.set(key, finding);
  }
  return [...findings.values()].slice(0, 10);
}

const articles: Record<string, string> = {
  string: "text",
  object: "a map",
  array: "a list",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
};
type Sentence = (error: ErrorObject, key: string) => string;
const sentences: Record<string, Sentence> = {
  additionalProperties: (error) => unknownKey(error),
  required: (error, key) => `${key || "The file"} needs "${error.params.missingProperty}".`,
  type: (error, key) =>
    `${key} must be ${[error.params.type]
      .flat()
      .map((type: string) => articles[type] ?? type)
      .join(
        " or ",
      )}${typeof error.data === "number" && error.params.type === "string" ? ": quote it" : ""}.${error.data === null ? " Inside { } a text with a comma needs quotes." : ""}`,
  enum: (error, key) =>
    `${key} must be one of ${error.params.allowedValues.join(", ")}.${didYouMean(String(error.data), error.params.allowedValues.map(String))}`,
  pattern: (error) => `"${String(error.data)}" is not a name: letters and digits, starting with a letter.`,
  propertyNames: (error) => `"${error.params.propertyName}" is not a name: letters and digits, starting with a letter.`,
  minLength: (_, key) => `${key} is empty.`,
  maxLength: (error, key) => `${key} may have ${error.params.limit} characters.`,
  const: (error, key) => `${key} must be ${String(error.params.allowedValue)}.`,
};

function toFinding(error: ErrorObject): Finding {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, "/").replace(/~0/g, "~")));
  const message = sentences[error.keyword]?.(error, path.join(".")) ?? `${path.join(".")} ${error.message}.`;
  const name =
    error.keyword === "additionalProperties"
      ? error.params.additionalProperty
      : error.keyword === "propertyNames"
        ? error.params.propertyName
        : undefined;
  return { code: "shape", path: name === undefined ? path : [...path, name], message };
}

// `{ title: a, b }` makes a key "b" without a value: that is a missing quotation mark, not a stray key.
function unknownKey({ params, data, parentSchema }: ErrorObject): string {
  const name = String(params.additionalProperty);
  const value = (data as Record<string, unknown>)[name];
  if (value === null) return `"${name}" is no key here: inside { } a comma ends a value, so put a text with a comma in quotes.`;
  const near = didYouMean(name, Object.keys((parentSchema as { properties?: object }).properties ?? {}));
  return `"${name}" is not a key of the format here.${near || " If it belongs to a part above, indent it as far as the rest of that part."}`;
}
