// The texts of input faults: what is wrong, what was sent, what to send.
import type { Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";
import type { InputSchema, Values } from "../types.ts";
import { choiceKind, choicesOf } from "./kinds/choice.ts";
import type { Environment, Violation } from "./kinds/kind.ts";
import { unitInMessage } from "./kinds/units.ts";

const expected = (schema: InputSchema, { kinds }: Environment): string => kinds.of(schema).describe(schema);

/** The fault of an input that must be sent. */
export function missing(name: string, schema: InputSchema, { why = "", environment }: { why?: string; environment: Environment }): Fault {
  return {
    path: `/inputs/${name}`,
    code: "required",
    message: `${schema.title ?? name} is missing.`,
    hint: `${why ? `${why} ` : ""}Send ${expected(schema, environment)}.`,
  };
}

type Sentence = (limit: unknown, schema: InputSchema, label: string) => string;
const unitOf = (schema: InputSchema) => (unitInMessage(schema) ? ` ${unitInMessage(schema)}` : "");
const bound =
  (words: string): Sentence =>
  (limit, schema, label) =>
    `${label} must be ${words} ${String(limit)}${unitOf(schema)}.`;
const articles: Record<string, string> = {
  number: "a number",
  integer: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The keywords of JSON Schema as sentences. */
const sentences: Record<string, Sentence> = {
  type: (limit, _, label) => `${label} must be ${articles[String(limit)]}.`,
  minimum: bound("at least"),
  maximum: bound("at most"),
  exclusiveMinimum: bound("more than"),
  exclusiveMaximum: bound("less than"),
  multipleOf: (limit, _, label) => `${label} must be a multiple of ${limit}.`,
  minLength: (limit, _, label) => `${label} must have at least ${limit} characters.`,
  maxLength: (limit, _, label) => `${label} may have at most ${limit} characters.`,
  minItems: (limit, _, label) => `${label} needs at least ${limit} elements.`,
  maxItems: (limit, _, label) => `${label} may have at most ${limit} elements.`,
  enum: (_, schema, label) => `${label} must be ${choiceKind.describe(schema)}.`,
  const: (limit, _, label) => `${label} must be ${limit}.`,
};

interface FaultContext {
  schemas: Record<string, InputSchema>;
  values: Values;
  environment: Environment;
}
/** A violation of a schema as a fault at its input. */
export function faultOf(violation: Violation, { schemas, values, environment }: FaultContext): Fault {
  const { parts, keyword, limit } = violation;
  const { schema, value } = locate(parts, schemas, values);
  const path = `/inputs/${parts.join("/")}`;
  const label = labelOf(parts, schemas, schema);
  if (keyword === "required")
    return { path, code: "required", message: `${label} is missing.`, hint: `Send ${expected(schema, environment)}.` };
  if (keyword === "additionalProperties") return unknownField(parts, schemas, values);
  const message = violation.message?.(label) ?? sentences[keyword]!(limit, schema, label);
  const hint = violation.hint ?? hintFor(keyword, value, { schema, environment });
  return { path, code: keyword, message, ...(hint && { hint }) };
}

function labelOf(parts: string[], schemas: Record<string, InputSchema>, schema: InputSchema): string {
  const own = schema.title ?? parts.at(-1)!;
  const row = parts.findIndex((part) => /^\d+$/.test(part));
  if (row < 1) return own;
  const list = schemas[parts[0]!]?.title ?? parts[0]!;
  const place = `${list}, entry ${Number(parts[row]) + 1}`;
  return row === parts.length - 1 ? place : `${place}: ${own}`;
}

function unknownField(parts: string[], schemas: Record<string, InputSchema>, values: Values): Fault {
  const { schema } = locate(parts.slice(0, -1), schemas, values);
  const fields = Object.keys(schema.properties ?? {});
  const near = nearest(parts.at(-1)!, fields);
  return {
    path: `/inputs/${parts.join("/")}`,
    code: "additionalProperties",
    message: `"${parts.at(-1)}" is not a field here.`,
    hint: near ? `Did you mean "${near}"?` : `The fields are ${fields.join(", ")}.`,
  };
}

function hintFor(
  keyword: string,
  value: unknown,
  { schema, environment }: { schema: InputSchema; environment: Environment },
): string | undefined {
  if (keyword === "type") {
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return "The number is too large for a computer's number.";
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) && /number|integer/.test(schema.type))
      return `Send ${Number(value)} without quotation marks.`;
    if (value !== null && typeof value === "object" && Object.hasOwn(value, "value") && unitInMessage(schema))
      return `Send ${expected(schema, environment)}, or { "value": …, "unit": "${unitInMessage(schema)}" }.`;
    return `Send ${expected(schema, environment)}.`;
  }
  if (keyword === "enum" && typeof value === "string") {
    const near = nearest(value, (choicesOf(schema) ?? []).map(String));
    return near === undefined ? undefined : `Did you mean "${near}"?`;
  }
  return /imum$/i.test(keyword) ? `Send ${expected(schema, environment)}.` : undefined;
}

function locate(parts: string[], schemas: Record<string, InputSchema>, values: Values): { schema: InputSchema; value: unknown } {
  let schema: InputSchema = { type: "object", properties: schemas };
  let value: unknown = values;
  for (const part of parts) {
    schema = (/^\d+$/.test(part) && schema.items
      ? schema.items
      : Object.hasOwn(schema.properties ?? {}, part)
        ? schema.properties![part]
        : undefined) ?? { type: "string" };
    value =
      value !== null && typeof value === "object" && Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
  }
  return { schema, value };
}
