// What a client may send: the completed schema, as JSON Schema for clients and in words.

import { didYouMean } from "../language/nearest.ts";
import type { Definition, InputSchema, Path } from "../types.ts";
import type { Findings } from "./findings.ts";
import { firstUnit, type Shared, tableSource, unwrapTable } from "./names.ts";

/** The values of an input with choices, or undefined. */
export function choicesOf(schema: InputSchema, definition: Definition, shared?: Shared): (string | number)[] | undefined {
  if (schema.oneOf) return schema.oneOf.map((choice) => choice.const);
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.enum) {
    const table = unwrapTable(shared ? tableSource(definition, schema.enum.keys, shared) : definition.tables?.[schema.enum.keys]).values;
    return table && typeof table === "object" ? Object.keys(table) : undefined;
  }
  if (schema.const !== undefined) return [schema.const];
  return undefined;
}

/** The same definition with `enum: { keys: table }` written out, and every input checked on its own. */
export function completeInputs(definition: Definition, shared: Shared, findings: Findings): Definition {
  if (!definition.inputs) return definition;
  const { properties, required = [] } = definition.inputs;
  const completed: Record<string, InputSchema> = Object.create(null);
  for (const [name, schema] of Object.entries(properties))
    completed[name] = complete(schema, ["inputs", "properties", name], { definition, shared, findings });
  for (const name of required) {
    if (!Object.hasOwn(properties, name))
      findings.add("compile", ["inputs", "required"], `"${name}" is required but no input.${didYouMean(name, Object.keys(properties))}`);
    else if (properties[name]!.when !== undefined)
      findings.add(
        "compile",
        ["inputs", "properties", name],
        `"${name}" has a "when", which makes it required where that is true: leave it out of "required".`,
      );
    else if (properties[name]!.default !== undefined)
      findings.add("bounds", ["inputs", "required"], `"${name}" has a default, so nobody must send it: leave it out of "required".`);
  }
  for (const [name, { sameLength }] of Object.entries(properties))
    if (sameLength !== undefined && properties[sameLength]?.type !== "array")
      findings.add("compile", ["inputs", "properties", name, "sameLength"], `"${sameLength}" is not a list input.`);
  return { ...definition, inputs: { ...definition.inputs, required, properties: completed } };
}

interface Tools {
  definition: Definition;
  shared: Shared;
  findings: Findings;
}

function complete(schema: InputSchema, path: Path, tools: Tools): InputSchema {
  const { definition, shared, findings } = tools;
  const result: InputSchema = { ...schema };
  const choices = choicesOf(schema, definition, shared);
  if (schema.enum && !choices)
    findings.add("compile", [...path, "enum"], `There is no table "${(schema.enum as { keys: string }).keys}" to take the choices from.`);
  if (choices && !Array.isArray(schema.enum) && schema.enum) result.enum = choices;
  checkBounds(schema, path, choices !== undefined, findings);
  for (const unit of typeof schema.unit === "object"
    ? Object.entries(schema.unit)
        .filter(([key]) => key !== "by")
        .map(([, text]) => text)
    : [schema.unit])
    if (unit !== undefined) findings.attempt([...path, "unit"], () => shared.units.parse(unit), undefined);
  if (typeof schema.unit === "object" && !definition.inputs?.properties[schema.unit.by])
    findings.add("compile", [...path, "unit"], `The unit is chosen by "${schema.unit.by}", which is no input.`);
  if (schema.substance !== undefined && !Object.hasOwn(shared.substances, schema.substance))
    findings.add(
      "unknown-unit",
      [...path, "substance"],
      `There is no substance "${schema.substance}" in _substances.yaml.${didYouMean(schema.substance, Object.keys(shared.substances))}`,
    );
  if (schema.items) result.items = complete(schema.items, [...path, "items"], tools);
  if (schema.properties) {
    result.required = schema.required ?? [];
    result.properties = Object.create(null) as Record<string, InputSchema>;
    for (const [name, field] of Object.entries(schema.properties))
      result.properties[name] = complete(field, [...path, "properties", name], tools);
    for (const name of result.required)
      if (!Object.hasOwn(schema.properties, name)) findings.add("compile", [...path, "required"], `"${name}" is required but no field.`);
  }
  return result;
}

/** What each type must say of its bounds. */
function checkBounds(schema: InputSchema, path: Path, choice: boolean, findings: Findings): void {
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  const numeric = schema.type === "number" || schema.type === "integer";
  if (numeric && !choice && (low === undefined || high === undefined))
    findings.add("bounds", path, "A number needs a minimum and a maximum from real use.");
  if (low !== undefined && high !== undefined && !(low <= high))
    findings.add("bounds", path, `The minimum ${low} is above the maximum ${high}.`);
  const bounded = choice || schema.maxLength !== undefined || schema.format === "date" || schema.format === "clock";
  if (schema.type === "string" && !bounded) findings.add("bounds", path, "A text needs a maxLength.");
  checkDefault(schema, path, findings);
  if (schema.format === "expression" && !schema.variables) findings.add("bounds", path, "An expression needs its variables: [x].");
  if (schema.type === "array" && (schema.maxItems === undefined || !schema.items))
    findings.add("bounds", path, "A list needs maxItems and items.");
  if (schema.type === "object" && !schema.properties) findings.add("bounds", path, "A row needs properties.");
}

const ofType: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
};

/** Choices, bounds and default must be of the input's type, and the default one that a client could send. */
function checkDefault(schema: InputSchema, path: Path, findings: Findings): void {
  const fits = ofType[schema.type]!;
  const choices = schema.oneOf?.map((choice) => choice.const) ?? (Array.isArray(schema.enum) ? schema.enum : undefined);
  for (const choice of choices ?? [])
    if (!fits(choice))
      findings.add(
        "bounds",
        path,
        `The choice ${JSON.stringify(choice)} is not of the type ${schema.type}${schema.type === "string" ? ": quote it" : ""}.`,
      );
  const given = schema.default;
  if (given === undefined || (schema.format === "date" && given === "today")) return;
  const low = schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = schema.maximum ?? schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  const inside = typeof given !== "number" || (given >= low && given <= high);
  const duration = schema.as !== undefined && typeof given === "string";
  if ((!fits(given) && !duration) || !inside || (choices && !choices.includes(given as string)))
    findings.add("bounds", [...path, "default"], `The default ${JSON.stringify(given)} is none that a client could send.`);
}

/** The inputs as a complete JSON Schema 2020-12, for clients, editors and generated forms. */
export function publishedSchema(definition: Definition): Record<string, unknown> {
  const properties = definition.inputs?.properties ?? {};
  const conditions = Object.entries(properties).flatMap(([name, schema]) => equalityCondition(name, schema, properties));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: definition.inputs?.required ?? [],
    additionalProperties: false,
    properties: mapValues(properties, published),
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

const formats: Record<string, object> = {
  date: { format: "date" },
  clock: { description: "HH:MM" },
};

function published(schema: InputSchema): Record<string, unknown> {
  const { enum: choices, items, properties, required, plain, format, unit, ...rest } = schema;
  return {
    ...rest,
    // a duration may also be sent as people write it: "1:45:30"
    ...(rest.as !== undefined && { type: [rest.type, "string"] }),
    ...(format && { format, ...(rest.description === undefined && formats[format]) }),
    ...(choices !== undefined && { enum: choices }),
    ...(unit !== undefined && { unit }),
    ...(plain && { plain }),
    ...(items && { items: published(items) }),
    ...(properties && { properties: mapValues(properties, published), required, additionalProperties: false }),
  };
}

const equality = /^\s*([A-Za-z]\w*)\s*==\s*(?:"([^"]*)"|'([^']*)'|(true|false)|(-?\d+(?:\.\d+)?))\s*$/;
/** `when: method == "x"` as if/then; other conditions are only published as the annotation `when`. */
function equalityCondition(name: string, { when, default: standard }: InputSchema, properties: Record<string, InputSchema>): object[] {
  const found = equality.exec(String(when ?? ""));
  if (!found) return [];
  const [, other, double, single, truth, digits] = found;
  const value = double ?? single ?? (truth ? truth === "true" : Number(digits));
  // a choice that is left out is its default, so the condition also holds without it
  const condition = { properties: { [other!]: { const: value } }, ...(properties[other!]?.default !== value && { required: [other] }) };
  return [{ if: condition, then: standard === undefined ? { required: [name] } : {}, else: { properties: { [name]: false } } }];
}

/** The unit of an input in a message; the reader knows the currency. */
export const shownUnit = (schema: InputSchema): string => firstUnit(schema.unit).replace(/^currency(?=$|[/*])/, "");

/** "a number from 0 to 100 (%)": what to send for an input, in words. */
export function wanted(schema: InputSchema): string {
  const choices = schema.oneOf?.map((choice) => choice.const) ?? (Array.isArray(schema.enum) ? schema.enum : undefined);
  if (choices) return `one of ${choices.slice(0, 12).map(String).join(", ")}${choices.length > 12 ? ", …" : ""}`;
  if (schema.type === "number" || schema.type === "integer") {
    const unit = shownUnit(schema);
    const low = schema.minimum ?? schema.exclusiveMinimum;
    const high = schema.maximum ?? schema.exclusiveMaximum;
    return `${schema.type === "integer" ? "a whole number" : "a number"} from ${low} to ${high}${unit ? ` (${unit})` : ""}`;
  }
  if (schema.format === "date") return "a date as YYYY-MM-DD";
  if (schema.format === "clock") return "a time as HH:MM";
  if (schema.format === "expression") return `a formula of ${schema.variables?.join(", ")}`;
  return { string: "a text", boolean: "true or false", array: "a list", object: "an object" }[schema.type] ?? "a value";
}

const mapValues = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
