// The keywords of JSON Schema as closures: no compile cost on first use, and no code made from text.
import type { InputSchema } from "../../types.ts";
import type { Check, Violation } from "./kind.ts";

/** One keyword of a schema. */
export interface Rule extends Omit<Violation, "parts" | "message" | "hint"> {
  holds: (value: unknown) => boolean;
  message?: (value: unknown) => Violation["message"];
  hint?: (value: unknown) => string | undefined;
}

export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
export const isText = (value: unknown): value is string => typeof value === "string";
/** Whether a value is an object and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** What each type of JSON Schema must be. */
export const types: Record<InputSchema["type"], (value: unknown) => boolean> = {
  number: isNumber,
  integer: Number.isInteger,
  string: isText,
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: isObject,
};
const numberKeywords = {
  maximum: (x: number, limit: number) => x <= limit,
  minimum: (x: number, limit: number) => x >= limit,
  exclusiveMaximum: (x: number, limit: number) => x < limit,
  exclusiveMinimum: (x: number, limit: number) => x > limit,
  multipleOf: (x: number, step: number) => Number.isInteger(x / step),
};
const textKeywords = {
  // characters, not UTF-16 units
  maxLength: (text: string, limit: number) => text.length <= limit || [...text].length <= limit,
  minLength: (text: string, limit: number) => [...text].length >= limit,
};
const listKeywords = {
  maxItems: (list: unknown[], limit: number) => list.length <= limit,
  minItems: (list: unknown[], limit: number) => list.length >= limit,
};

function limited<T>(
  schema: InputSchema,
  keywords: Record<string, (value: T, limit: number) => boolean>,
  isOne: (value: unknown) => value is T,
) {
  return Object.entries(keywords).flatMap(([keyword, holds]): Rule[] => {
    const limit = schema[keyword as keyof typeof numberKeywords];
    return limit === undefined ? [] : [{ keyword, limit, holds: (value) => !isOne(value) || holds(value, limit) }];
  });
}

/** The rules of a schema's type and bounds, in the order in which their faults are reported. */
export const typeRules = (schema: InputSchema): Rule[] => [
  { keyword: "type", limit: schema.type, holds: types[schema.type] },
  ...limited(schema, numberKeywords, isNumber),
  ...limited(schema, textKeywords, isText),
  ...limited(schema, listKeywords, Array.isArray as (value: unknown) => value is unknown[]),
];

/** A check that tries rules in their order. */
export function checkRules(rules: Rule[]): Check {
  return (value, violations) => {
    for (const { keyword, limit, holds, message, hint } of rules)
      if (!holds(value)) violations.push({ parts: [], keyword, limit, message: message?.(value), hint: hint?.(value) });
  };
}

/** Checks a part of a value; its violations stand below the part's name. */
export function checkPart(name: string | number, check: Check, value: unknown, violations: Violation[]): void {
  const before = violations.length;
  check(value, violations);
  for (let at = before; at < violations.length; at++) violations[at]!.parts.unshift(String(name));
}
