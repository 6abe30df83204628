// What JSON Schema says of inputs, as closures that are made once: there is nothing to compile, in a server's first call neither.
import type { InputSchema } from "../types.ts";
import { isClock, isDate } from "./days.ts";

/** What a schema refuses: where, by which keyword, and the keyword's value. */
export interface Refusal {
  parts: string[];
  keyword: string;
  limit: unknown;
}
type Check = (value: unknown, found: Refusal[]) => void;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
const own = (record: Record<string, unknown>, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);
const types: Record<InputSchema["type"], (value: unknown) => boolean> = {
  number: isNumber,
  integer: Number.isInteger,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: isRecord,
};
const numbers = {
  maximum: (x: number, limit: number) => x <= limit,
  minimum: (x: number, limit: number) => x >= limit,
  exclusiveMaximum: (x: number, limit: number) => x < limit,
  exclusiveMinimum: (x: number, limit: number) => x > limit,
  multipleOf: (x: number, step: number) => Number.isInteger(x / step),
};
const texts = {
  // characters, not the halves that some of them are written in
  maxLength: (text: string, limit: number) => text.length <= limit || [...text].length <= limit,
  minLength: (text: string, limit: number) => [...text].length >= limit,
};
const lists = {
  maxItems: (list: unknown[], limit: number) => list.length <= limit,
  minItems: (list: unknown[], limit: number) => list.length >= limit,
};
const formats: Partial<Record<NonNullable<InputSchema["format"]>, (text: string) => boolean>> = { date: isDate, clock: isClock };

interface Rule extends Omit<Refusal, "parts"> {
  holds: (value: unknown) => boolean;
}

/** The rules of a schema itself, in the order in which their faults are said. */
function rulesOf(schema: InputSchema): Rule[] {
  const { type, format, const: only } = schema;
  const rules: Rule[] = [{ keyword: "type", limit: type, holds: types[type] }];
  const limited = <T>(all: Record<string, (value: T, limit: number) => boolean>, isOne: (value: unknown) => value is T) => {
    for (const [keyword, holds] of Object.entries(all)) {
      const limit = schema[keyword as keyof typeof numbers];
      if (limit !== undefined) rules.push({ keyword, limit, holds: (value) => !isOne(value) || holds(value, limit) });
    }
  };
  limited(numbers, isNumber);
  limited(texts, (value) => typeof value === "string");
  const fits = format && formats[format];
  if (fits) rules.push({ keyword: "format", limit: format, holds: (value) => typeof value !== "string" || fits(value) });
  if (only !== undefined) rules.push({ keyword: "const", limit: only, holds: (value) => value === only });
  const choices: unknown = schema.oneOf?.map((choice) => choice.const) ?? schema.enum;
  if (Array.isArray(choices)) rules.push({ keyword: "enum", limit: choices, holds: (value) => choices.includes(value) });
  limited(lists, Array.isArray);
  return rules;
}

/** What says yes at once to numbers of a schema that has bounds alone, which most inputs are. */
function boundsOf(schema: InputSchema): (value: unknown) => boolean {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, oneOf } = schema;
  if (type !== "number" || (multipleOf ?? schema.const ?? schema.enum ?? oneOf) !== undefined) return () => false;
  // without a bound a number must still be finite
  const [least, most] = [minimum ?? -Number.MAX_VALUE, maximum ?? Number.MAX_VALUE];
  const [above, below] = [exclusiveMinimum ?? Number.NEGATIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY];
  return (value) => typeof value === "number" && value >= least && value <= most && value > above && value < below;
}

/** Makes the check of a value against a schema, which adds what the schema refuses to a list of such; `open` where unknown names are told of elsewhere. */
export function createCheck(schema: InputSchema, { open = false } = {}): Check {
  const rules = rulesOf(schema);
  const isInBounds = boundsOf(schema);
  const items = schema.items && createCheck(schema.items);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, createCheck(field)] as const);
  const inside = (name: string | number, check: Check, value: unknown, found: Refusal[]) => {
    const before = found.length;
    check(value, found);
    for (let at = before; at < found.length; at++) found[at]!.parts.unshift(String(name));
  };
  return (value, found) => {
    if (isInBounds(value)) return;
    for (const rule of rules) if (!rule.holds(value)) found.push({ parts: [], keyword: rule.keyword, limit: rule.limit });
    if (items && Array.isArray(value)) for (let at = 0; at < value.length; at++) inside(at, items, value[at], found);
    if (!schema.properties || !isRecord(value)) return;
    for (const name of schema.required ?? [])
      if (own(value, name) === undefined) found.push({ parts: [name], keyword: "required", limit: name });
    for (const name of open ? [] : Object.keys(value))
      if (!Object.hasOwn(schema.properties, name)) found.push({ parts: [name], keyword: "additionalProperties", limit: false });
    for (const [name, check] of fields) {
      const given = own(value, name);
      if (given !== undefined) inside(name, check, given, found);
    }
  };
}
