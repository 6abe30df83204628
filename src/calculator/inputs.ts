// What a client may send: the completed schema, as JSON Schema for clients and in words.

import { didYouMean } from "../language/nearest.ts";
import type { Definition, InputSchema, Path } from "../types.ts";
import type { Findings } from "./findings.ts";
import { choicesOf, toWords } from "./kinds/choice.ts";
import { types } from "./kinds/keywords.ts";
import type { Environment } from "./kinds/kind.ts";
import { publishSchema } from "./kinds/list.ts";
import { rangeOf } from "./kinds/number.ts";
import { keyedTable, tableSource, unwrapTable } from "./tables.ts";

/** The same definition with the choices of tables and list formulas written out, and every input checked on its own. */
export function completeInputs(written: Definition, environment: Environment, findings: Findings): Definition {
  const definition = withListFormulas(written);
  if (!definition.inputs) return definition;
  const { properties, required = [] } = definition.inputs;
  const completed: Record<string, InputSchema> = Object.create(null);
  for (const [name, schema] of Object.entries(properties))
    completed[name] = complete(schema, ["inputs", "properties", name], { definition, environment, findings });
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

/** A definition whose formulas are texts where they are written as YAML lists. */
function withListFormulas(definition: Definition): Definition {
  const { formulas } = definition;
  if (!formulas || !Object.values(formulas).some(Array.isArray)) return definition;
  const textOf = (value: unknown): string => (Array.isArray(value) ? `[${value.map(textOf).join(", ")}]` : String(value));
  const texts = Object.entries(formulas).map(([name, formula]) => [name, Array.isArray(formula) ? textOf(formula) : formula]);
  return { ...definition, formulas: Object.fromEntries(texts) };
}

interface Tools {
  definition: Definition;
  environment: Environment;
  findings: Findings;
}

function complete(schema: InputSchema, path: Path, tools: Tools): InputSchema {
  const { definition, environment, findings } = tools;
  const result: InputSchema = { ...schema };
  if (schema.choices !== undefined) {
    delete result.choices;
    result.oneOf = listedChoices(schema.choices, [...path, "choices"], tools);
  }
  environment.kinds.of(result).examine(result, path, findings);
  checkDefault(result, path, findings);
  for (const unit of typeof schema.unit === "object"
    ? Object.entries(schema.unit)
        .filter(([key]) => key !== "by")
        .map(([, text]) => text)
    : [schema.unit])
    if (unit !== undefined) findings.attempt([...path, "unit"], () => environment.units.parse(unit), undefined);
  if (typeof schema.unit === "object" && !definition.inputs?.properties[schema.unit.by])
    findings.add("compile", [...path, "unit"], `The unit is chosen by "${schema.unit.by}", which is no input.`);
  if (schema.substance !== undefined && !Object.hasOwn(environment.substances, schema.substance))
    findings.add(
      "unknown-unit",
      [...path, "substance"],
      `There is no substance "${schema.substance}" in _substances.yaml.${didYouMean(schema.substance, Object.keys(environment.substances))}`,
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

type Choices = NonNullable<InputSchema["oneOf"]>;
/** Choices with titles: the rows of the tables that are named, and those of the input's own. */
function listedChoices(choices: NonNullable<InputSchema["choices"]>, path: Path, { definition, environment, findings }: Tools): Choices {
  return [choices].flat().flatMap((each, at): Choices => {
    if (typeof each !== "string") return [each];
    const source = tableSource(definition, each, environment);
    const { values } = unwrapTable(source);
    if (values === undefined && Array.isArray(choices)) return [{ const: each, title: sentenceCase(each) }];
    if (values === null || typeof values !== "object" || Array.isArray(values)) {
      const place = Array.isArray(choices) ? [...path, at] : path;
      findings.add(
        "compile",
        place,
        `There is no table "${each}" with keys to take the choices from.${didYouMean(each, Object.keys(definition.tables ?? {}))}`,
      );
      return [];
    }
    const keyed = keyedTable(source);
    return Object.keys(values).map((key) => {
      const { title = sentenceCase(key), description } = keyed?.rows[key] ?? {};
      return { const: key, title: String(title), ...(description !== undefined && { description: String(description) }) };
    });
  });
}

/** "carbonSteel" as "Carbon steel". */
const sentenceCase = (key: string): string => key.charAt(0).toUpperCase() + toWords(key).slice(1);

/** A default must be a value that a client could send. */
function checkDefault(schema: InputSchema, path: Path, findings: Findings): void {
  const fits = types[schema.type]!;
  const choices = schema.const === undefined ? choicesOf(schema) : undefined;
  const standard = schema.default;
  if (standard === undefined || (schema.format === "date" && standard === "today")) return;
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = rangeOf(schema);
  const inside = typeof standard !== "number" || (standard >= low && standard <= high);
  const duration = schema.as !== undefined && typeof standard === "string";
  if ((!fits(standard) && !duration) || !inside || (choices && !choices.includes(standard as string)))
    findings.add("bounds", [...path, "default"], `The default ${JSON.stringify(standard)} is none that a client could send.`);
}

/** The inputs as a complete JSON Schema 2020-12, for clients, editors and generated forms. */
export function publishedSchema(definition: Definition, environment: Environment): Record<string, unknown> {
  const properties = definition.inputs?.properties ?? {};
  const conditions = Object.entries(properties).flatMap(([name, schema]) => equalityCondition(name, schema, properties));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: definition.inputs?.required ?? [],
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        publishSchema(schema, environment.kinds.of(schema).publish(schema, environment)),
      ]),
    ),
    ...(conditions.length > 0 && { allOf: conditions }),
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
