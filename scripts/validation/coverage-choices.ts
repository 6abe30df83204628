// Choices that no example takes, and defaults that no example uses.
import type { InputSchema } from "formulary";
import { exampleRuns } from "./coverage-runs.ts";
import type { CalculatorFile } from "./file.ts";
import type { RuleFinding } from "./rule.ts";
import { optionsOf } from "./sample.ts";
import { listed } from "./words.ts";

/** An input, or a field of the rows of one, with a way to its values in the inputs of a call. */
interface Field {
  path: string[];
  name: string;
  schema: InputSchema;
  valuesIn: (inputs: Record<string, unknown>) => unknown[];
}

/** Every input of a file, and every field and element below it. */
function fieldsOf({ compiled }: CalculatorFile): Field[] {
  return Object.entries(compiled().definition.inputs?.properties ?? {}).flatMap(([name, schema]) =>
    withParts({ path: ["inputs", "properties", name], name, schema, valuesIn: (inputs) => [inputs[name]] }),
  );
}

function withParts(field: Field): Field[] {
  const { path, name, schema, valuesIn } = field;
  const { items, properties = {} } = schema;
  const elements = (inputs: Record<string, unknown>) => valuesIn(inputs).flatMap((value) => (Array.isArray(value) ? value : []));
  const inner = items ? withParts({ path: [...path, "items"], name, schema: items, valuesIn: elements }) : [];
  const rows = Object.entries(properties).flatMap(([key, part]) =>
    withParts({
      path: [...path, "properties", key],
      name: `${name}.${key}`,
      schema: part,
      valuesIn: (inputs) => valuesIn(inputs).flatMap((row) => (isRow(row) ? [row[key]] : [])),
    }),
  );
  return [field, ...inner, ...rows];
}

const isRow = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

/** Inputs with choices that no example takes. */
export function unmetChoices(file: CalculatorFile): RuleFinding[] {
  const { answered } = file.once(exampleRuns);
  return fieldsOf(file).flatMap(({ path, name, schema, valuesIn }) => {
    const options = schema.const === undefined && !schema.followsUnits && !isOwnTable(path, file) ? (optionsOf(schema) ?? []) : [];
    if (options.length === 0) return [];
    const taken = new Set(answered.flatMap(({ values }) => valuesIn(values)).map(String));
    const unmet = options.filter((option) => !taken.has(String(option))).map((option) => JSON.stringify(option));
    if (unmet.length === 0) return [];
    const [choices, them] = unmet.length > 1 ? ["choices", "them"] : ["choice", "it"];
    return [{ path, message: `No example takes the ${choices} ${listed(unmet)} of ${name}: add ${them} to an "each".` }];
  });
}

/** Whether the choices are the keys of a table of the file: then its rows are what examples must meet. */
function isOwnTable(path: string[], { definition }: CalculatorFile): boolean {
  const written = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], definition) as InputSchema;
  return typeof written.choices === "string" && typeof definition.tables?.[written.choices] !== "string";
}

/** Inputs whose default is never used, since every example sends them. */
export function unmetDefaults(file: CalculatorFile): RuleFinding[] {
  const { answered } = file.once(exampleRuns);
  return fieldsOf(file).flatMap(({ path, name, schema, valuesIn }) => {
    // an example without the date would be refused on another day where rules end or other dates are fixed
    if (schema.default === undefined || schema.default === "today") return [];
    const isUsed = answered.some(({ inputs, values }) => {
      const sent = valuesIn(inputs);
      return valuesIn(values).some((value, at) => value !== undefined && sent[at] === undefined);
    });
    if (isUsed) return [];
    const standard = JSON.stringify(schema.default);
    return [
      { path: [...path, "default"], message: `No example leaves out ${name}, so its default ${standard} is never used: let one do so.` },
    ];
  });
}
