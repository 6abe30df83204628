// One of the values that a definition lists: enum, oneOf with titles, const.
import type { InputSchema } from "../../types.ts";
import { checkRules, type Rule, typeRules, types } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange, numberKind } from "./number.ts";
import { textKind } from "./text.ts";
import { createValueWriter } from "./write.ts";

/** The values of an input with choices, or undefined. */
export function choicesOf({ oneOf, enum: values, const: only }: InputSchema): (string | number)[] | undefined {
  if (oneOf) return oneOf.map((choice) => choice.const);
  if (Array.isArray(values)) return values;
  return only === undefined ? undefined : [only];
}
/** Whether an input is one of listed values. */
export const isChoice = (schema: InputSchema): boolean => (schema.oneOf ?? schema.enum ?? schema.choices ?? schema.const) !== undefined;

/** A name as words: "straightLine" as "straight line", "down_payment" as "down payment". */
export const toWords = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])(?=[a-z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`).replaceAll("_", " ");

const baseOf = ({ type }: InputSchema): Kind => (type === "number" || type === "integer" ? numberKind : textKind);

export const choiceKind: Kind = {
  check: (schema) => {
    const { const: only } = schema;
    const listed: unknown = schema.oneOf?.map((choice) => choice.const) ?? schema.enum;
    const rules: Rule[] = typeRules(schema);
    if (only !== undefined) rules.push({ keyword: "const", limit: only, holds: (value) => value === only });
    if (Array.isArray(listed)) rules.push({ keyword: "enum", limit: listed, holds: (value) => listed.includes(value) });
    return checkRules(rules);
  },
  read: (schema, environment) => baseOf(schema).read(schema, environment),
  toFormula: (schema, environment, plain) => baseOf(schema).toFormula(schema, environment, plain),
  write: (field, environment, digits) => {
    const titles = new Map<unknown, string>(field.oneOf?.map((choice) => [choice.const, choice.title]));
    return createValueWriter(field, environment, { digits, special: (value) => titles.get(value) });
  },
  publish: ({ enum: values, unit, plain }) => ({
    ...(values !== undefined && { enum: values }),
    ...(unit !== undefined && { unit }),
    ...(plain && { plain }),
  }),
  describe: (schema) => {
    const choices = schema.const === undefined ? (choicesOf(schema) ?? []) : [];
    // a single const is described like any value of its type
    if (choices.length === 0) return baseOf(schema).describe(schema);
    return `one of ${choices.slice(0, 12).map(String).join(", ")}${choices.length > 12 ? ", …" : ""}`;
  },
  examine: (schema, path, findings) => {
    examineRange(schema, path, findings);
    for (const choice of schema.const === undefined ? (choicesOf(schema) ?? []) : [])
      if (!types[schema.type](choice))
        findings.add(
          "bounds",
          path,
          `The choice ${JSON.stringify(choice)} is not of the type ${schema.type}${schema.type === "string" ? ": quote it" : ""}.`,
        );
  },
};
