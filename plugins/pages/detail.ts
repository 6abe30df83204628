// A calculator as pages read it: the body of GET /calculators/:slug, with its types.

import type { Calculator, ConstantDefinition, Example, InputSchema, OutputDefinition, Reference } from "formulary";
import { choicesOf, isChoice } from "formulary/compiler";

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

const details = new WeakMap<Calculator, Detail>();

/** The detail of a calculator; made once, since a changed file makes a new calculator. */
export function detailOf(calculator: Calculator): Detail {
  let detail = details.get(calculator);
  // as: the kernel answers it to clients as plain JSON
  if (!detail) details.set(calculator, (detail = calculator.detail() as unknown as Detail));
  return detail;
}

/** The choices of an input with their labels, or undefined. */
export function labelledChoices(schema: InputSchema): { value: string | number; title: string }[] | undefined {
  const titles = new Map(schema.oneOf?.map(({ const: value, title }) => [value, title]));
  return choicesOf(schema)?.map((value) => ({ value, title: titles.get(value) ?? toWords(String(value)) }));
}

/** A name as words: "straightLine" as "straight line", "down_payment" as "down payment". */
export const toWords = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])(?=[a-z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`).replaceAll("_", " ");

/** Whether an input takes any number, rather than one of several choices. */
export const takesNumber = (schema: InputSchema): boolean =>
  typesOf(schema).some((type) => type === "number" || type === "integer") && !isChoice(schema);

/** The JSON types of an input: one, or number and string for a duration as the kernel publishes it. */
export const typesOf = ({ type }: InputSchema): string[] => [type as string | string[]].flat();
