// Faults of inputs in words: what is wrong, what was sent, what to send.
import type { Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";
import type { InputSchema, Value, Values } from "../types.ts";
import { shownUnit, wanted } from "./inputs.ts";
import type { Refusal } from "./schema.ts";

/** That an input must be sent. */
export function missing(name: string, schema: InputSchema, why = ""): Fault {
  return {
    path: `/inputs/${name}`,
    code: "required",
    message: `${schema.title ?? name} is missing.`,
    hint: `${why ? `${why} ` : ""}Send ${wanted(schema)}.`,
  };
}

type Sentence = (limit: unknown, schema: InputSchema, label: string) => string;
const unitOf = (schema: InputSchema) => (shownUnit(schema) ? ` ${shownUnit(schema)}` : "");
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
  enum: (_, schema, label) => `${label} must be ${wanted(schema)}.`,
  const: (limit, _, label) => `${label} must be ${limit}.`,
  format: (limit, _, label) => `${label} must be ${limit === "clock" ? "a time as HH:MM" : "a date as YYYY-MM-DD"}.`,
};

/** What a schema refuses, as a fault at its input. */
export function faultOf({ parts, keyword, limit }: Refusal, schemas: Record<string, InputSchema>, values: Values): Fault {
  const { schema, value } = locate(parts, schemas, values);
  const path = `/inputs/${parts.join("/")}`;
  const label = labelOf(parts, schemas, schema);
  if (keyword === "required") return { path, code: "required", message: `${label} is missing.`, hint: `Send ${wanted(schema)}.` };
  if (keyword === "additionalProperties") return unknownField(parts, path, schemas, values);
  const noDay = keyword === "format" && typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  const message = noDay ? `${label}: the calendar has no ${value}.` : sentences[keyword]!(limit, schema, label);
  const hint = hintFor(keyword, value, schema);
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

function unknownField(parts: string[], path: string, schemas: Record<string, InputSchema>, values: Values): Fault {
  const { schema } = locate(parts.slice(0, -1), schemas, values);
  const fields = Object.keys(schema.properties ?? {});
  const near = nearest(parts.at(-1)!, fields);
  return {
    path,
    code: "additionalProperties",
    message: `"${parts.at(-1)}" is not a field here.`,
    hint: near ? `Did you mean "${near}"?` : `The fields are ${fields.join(", ")}.`,
  };
}

function hintFor(keyword: string, value: unknown, schema: InputSchema): string | undefined {
  if (keyword === "type") {
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return "The number is too large for a computer's number.";
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) && /number|integer/.test(schema.type))
      return `Send ${Number(value)} without quotation marks.`;
    if (value !== null && typeof value === "object" && Object.hasOwn(value, "value") && shownUnit(schema))
      return `Send ${wanted(schema)}, or { "value": …, "unit": "${shownUnit(schema)}" }.`;
    return `Send ${wanted(schema)}.`;
  }
  if (keyword === "format" && typeof value === "string" && /^\d:[0-5]\d/.test(value)) return `Send "0${value}".`;
  if (keyword === "enum" && typeof value === "string") {
    const near = nearest(value, (schema.oneOf?.map((choice) => choice.const) ?? (schema.enum as (string | number)[])).map(String));
    return near === undefined ? undefined : `Did you mean "${near}"?`;
  }
  return /imum$/i.test(keyword) ? `Send ${wanted(schema)}.` : undefined;
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

type Rule = (value: Value, schema: InputSchema, values: Values) => string | undefined;
const isMatrix = (value: Value): value is number[][] => Array.isArray(value) && value.every(Array.isArray);
/** What JSON Schema cannot say: matrices, and lists of one length. */
const shapes: Rule[] = [
  (value, { format }) =>
    /atrix$/.test(format ?? "") && isMatrix(value) && value.some((row) => row.length !== value[0]!.length)
      ? "every row must have the same number of elements."
      : undefined,
  (value, { format, shape }) =>
    (format === "squareMatrix" || shape === "square" || shape === "symmetric") &&
    isMatrix(value) &&
    value.some((row) => row.length !== value.length)
      ? "the matrix must be square."
      : undefined,
  (value, { shape }) =>
    shape === "symmetric" && isMatrix(value) && value.some((row, i) => row.some((x, j) => x !== value[j]?.[i]))
      ? "the matrix must be symmetric."
      : undefined,
  (value, { sameLength }, values) => {
    const other = sameLength === undefined ? undefined : values[sameLength];
    return Array.isArray(value) && Array.isArray(other) && other.length !== value.length
      ? `it must have as many elements as ${sameLength} (${other.length}).`
      : undefined;
  },
];

/** Faults of shape of lists, for inputs that are not at fault already. */
export function shapeFaults(values: Values, lists: [string, InputSchema][], found: Fault[]): Fault[] {
  return lists.flatMap(([name, schema]) => {
    const value = values[name];
    const path = `/inputs/${name}`;
    if (value === undefined || found.some((fault) => fault.path.startsWith(path))) return [];
    const said = shapes.map((rule) => rule(value, schema, values)).find((message) => message !== undefined);
    return said === undefined ? [] : [{ path, code: "shape", message: `${schema.title ?? name}: ${said}` }];
  });
}
