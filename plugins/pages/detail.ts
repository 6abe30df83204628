// A calculator as pages read it: what GET /calculators/:slug answers, with its types.

import type { Calculator, ConstantDefinition, Example, InputSchema, OutputDefinition, Reference } from "formulary";
import { isChoice } from "formulary/compiler";

export interface Detail {
  slug: string;
  title: string;
  description: string;
  category: string;
  subcategory: string;
  hasFormula: boolean;
  aliases: string[];
  inputs: { required: string[]; properties: Record<string, InputSchema> };
  outputs: Record<string, OutputDefinition>;
  formulas: Record<string, string | number | boolean | Record<string, string | number | boolean>>;
  formulaUnits: string;
  constants: Record<string, ConstantDefinition>;
  usage: string;
  limits: string;
  valid?: { from?: string; to?: string; jurisdiction?: string };
  page?: string;
  solvable?: false | string[][];
  examples: Example[];
  references: Reference[];
  revision: string;
}

const kept = new WeakMap<Calculator, Detail>();

/** The detail of a calculator; made once, since a changed file makes a new calculator. */
export function detailOf(calculator: Calculator): Detail {
  let detail = kept.get(calculator);
  // as: the kernel answers it to clients as plain JSON
  if (!detail) kept.set(calculator, (detail = calculator.detail() as unknown as Detail));
  return detail;
}

/** The labelled choices of an input, or nothing. */
export function choicesOf({
  oneOf,
  enum: values,
}: InputSchema): { value: string | number; title: string; description?: string }[] | undefined {
  if (oneOf) return oneOf.map(({ const: value, title, description }) => ({ value, title, ...(description && { description }) }));
  return Array.isArray(values) ? values.map((value) => ({ value, title: inWords(String(value)) })) : undefined;
}

/** "straightLine" and "bi-weekly" as words. */
export const inWords = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])(?=[a-z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`).replaceAll("_", " ");

/** Whether an input takes one number of its own. */
export const isNumber = (schema: InputSchema): boolean =>
  ([schema.type].flat() as string[]).some((type) => type === "number" || type === "integer") && !isChoice(schema);
