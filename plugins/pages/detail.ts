// A calculator as pages read it: the body of GET /calculators/:slug, with its types.

import type { Calculator, ConstantDefinition, Definition, Example, InputSchema, OutputDefinition, Reference, Summary } from "formulary";
import { choicesOf, toWords } from "formulary/compiler";

export interface Detail extends Summary {
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
  show?: Definition["show"];
  chart?: Definition["chart"];
  examples: Example[];
  references: Reference[];
  revision: string;
}

/** The detail of a calculator with its units as declared. */
export function toDetail(calculator: Calculator): Detail {
  // as: the kernel answers it to clients as plain JSON
  return withDeclaredUnits(calculator.detail() as unknown as Detail, calculator.completed());
}

// Clients are told count nouns as words; pages write them themselves, in the singular and the plural.
function withDeclaredUnits(detail: Detail, { inputs, outputs = {} }: Definition): Detail {
  const properties = declaredUnits(detail.inputs.properties, inputs?.properties ?? {});
  return { ...detail, inputs: { ...detail.inputs, properties }, outputs: declaredUnits(detail.outputs, outputs) };
}
interface WithUnit {
  unit?: InputSchema["unit"];
  properties?: Record<string, InputSchema>;
  items?: InputSchema;
}
function declaredUnits<T extends WithUnit>(published: Record<string, T>, declared: Record<string, WithUnit>): Record<string, T> {
  const restored = <E extends WithUnit>(each: E, { unit, items, properties }: WithUnit = {}): E => ({
    ...each,
    ...(unit !== undefined && { unit }),
    ...(items && each.items && { items: restored(each.items, items) }),
    ...(properties && each.properties && { properties: declaredUnits(each.properties, properties) }),
  });
  return Object.fromEntries(Object.entries(published).map(([name, each]) => [name, restored(each, declared[name])]));
}

/** The choices of an input with their labels, or undefined. */
export function labelledChoices(schema: InputSchema): { value: string | number; title: string }[] | undefined {
  const titles = new Map(schema.oneOf?.map(({ const: value, title }) => [value, title]));
  return choicesOf(schema)?.map((value) => ({ value, title: titles.get(value) ?? toWords(String(value)) }));
}

/** The JSON types of an input: one, or number and string for a duration as the kernel publishes it. */
export const typesOf = ({ type }: InputSchema): string[] => [type as string | string[]].flat();
