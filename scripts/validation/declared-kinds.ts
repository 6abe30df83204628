// The kinds of values that a file declares: outputs, inputs, constants and tables.
import type { Definition, InputSchema } from "formulary";
import { type Environment, firstUnit, keyedTable, type Names, tableSource, unwrapTable } from "formulary/compiler";
import { listOf, pure, type QuantityKind, text, unknown } from "./quantity-kind.ts";

/** How units become kinds in a file. */
interface Units {
  plain: boolean;
  unitKind: (unit: string) => QuantityKind;
}
/** The kind that an output declares for the formula of its name. */
export function declaredKind({ outputs = {} }: Definition, name: string, { plain, unitKind }: Units): QuantityKind {
  const output = outputs[name];
  if (!output || (output.type ?? "number") !== "number") return unknown;
  return plain || output.plain || output.unit === undefined ? pure : unitKind(firstUnit(output.unit));
}

interface Declarations extends Units {
  definition: Definition;
  names: Names;
  environment: Environment;
}
/** The kind of an input, a constant or a table. */
export function namedKind(name: string, { definition, names, environment, plain, unitKind }: Declarations): QuantityKind {
  const input = names.inputs.get(name);
  if (input) return schemaKind(input.schema, plain, unitKind);
  const constant = definition.constants?.[name];
  if (constant !== undefined) {
    const { unit, plain: own } = typeof constant === "string" ? { plain: false, ...environment.constants[constant] } : constant;
    return plain || own || unit === undefined ? pure : unitKind(unit);
  }
  if (definition.tables?.[name] === undefined) return unknown;
  const source = tableSource(definition, name, environment);
  const { values, unit, plain: own } = unwrapTable(source);
  const kind = dataKind(values, plain || own ? undefined : unit, unitKind);
  return keyedTable(source) ? closed(kind) : kind;
}

/** The kind of a table whose rows and columns are all known. */
const closed = (kind: QuantityKind): QuantityKind =>
  kind.is === "table"
    ? {
        is: "table",
        of: closed(kind.of),
        fields: Object.fromEntries(Object.entries(kind.fields).map(([key, each]) => [key, closed(each)])),
        closed: true,
      }
    : kind;

function schemaKind(schema: InputSchema, plain: boolean, unitKind: Units["unitKind"]): QuantityKind {
  if (schema.type === "number" || schema.type === "integer") {
    const unit = firstUnit(schema.unit);
    if (unit === "") return pure;
    return plain ? { ...pure, unit } : schema.plain ? pure : unitKind(unit);
  }
  if (schema.type === "boolean") return { is: "condition" };
  if (schema.type === "string") return text;
  if (schema.type === "array" && schema.items) {
    const items = schema.items.unit === undefined && schema.unit !== undefined ? { ...schema.items, unit: schema.unit } : schema.items;
    return listOf(schemaKind({ ...items, ...(schema.plain && { plain: true }) }, plain, unitKind));
  }
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, field]) => [key, schemaKind(field, plain, unitKind)]),
  );
  return { is: "table", of: unknown, fields, closed: true };
}

/** The kind of a table's data; its unit is one for all or one per column. */
function dataKind(data: unknown, unit: unknown, unitKind: Units["unitKind"]): QuantityKind {
  if (Array.isArray(data)) {
    const items = data
      .slice(0, 50)
      .map((each, at) => dataKind(each, Array.isArray(unit) && !Array.isArray(each) ? unit[at] : unit, unitKind));
    const same = items.every((item) => JSON.stringify(item) === JSON.stringify(items[0]));
    return { is: "list", of: same || Array.isArray(data[0]) ? (items[0] ?? unknown) : unknown, ...(data.length <= 50 && { items }) };
  }
  if (data !== null && typeof data === "object") {
    const perColumn = unit !== null && typeof unit === "object" && !Array.isArray(unit);
    const fields = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        dataKind(value, perColumn ? (unit as Record<string, unknown>)[key] : unit, unitKind),
      ]),
    );
    const kinds = Object.values(fields);
    return {
      is: "table",
      fields,
      of: kinds.every((kind) => JSON.stringify(kind) === JSON.stringify(kinds[0])) ? (kinds[0] ?? unknown) : unknown,
    };
  }
  if (typeof data === "string") return text;
  return typeof data === "boolean" ? { is: "condition" } : typeof unit === "string" ? unitKind(unit) : pure;
}
