// Tables of a definition: as written, as rows by key with a unit for each column, and as formulas see them.
import { CalcError } from "../errors.ts";
import { didYouMean } from "../language/nearest.ts";
import type { Definition, Path, Value } from "../types.ts";
import { toSI } from "../units/convert.ts";
import type { Units } from "../units/registry.ts";
import type { Findings } from "./findings.ts";
import type { Environment } from "./kinds/kind.ts";

/** A table whose rows have keys and whose columns have units. */
export interface KeyedTable {
  columns: Record<string, string | number | null>;
  rows: Record<string, Record<string, unknown>>;
  plain?: boolean;
}

const isMap = (data: unknown): data is Record<string, unknown> => data !== null && typeof data === "object" && !Array.isArray(data);
const extraKeys = ["plain", "source", "title", "valid"];
const isWrapped = (table: unknown, keys: string[]): table is Record<string, unknown> =>
  isMap(table) &&
  keys.every((key) => Object.hasOwn(table, key)) &&
  Object.keys(table).every((key) => [...keys, "unit", ...extraKeys].includes(key));

/** A table with `columns` and `rows`; undefined for one of another form. */
export const keyedTable = (table: unknown): KeyedTable | undefined =>
  isWrapped(table, ["columns", "rows"]) && isMap(table.columns) && isMap(table.rows) && Object.values(table.rows).every(isMap)
    ? (table as unknown as KeyedTable)
    : undefined;

/** The values of a table with their unit: one for all, or one by key, by column or by position. */
export function unwrapTable(table: unknown): { values: unknown; unit?: unknown; plain?: boolean } {
  const keyed = keyedTable(table);
  if (keyed) {
    const unit = Object.fromEntries(Object.keys(keyed.rows).map((key) => [key, keyed.columns]));
    return { values: keyed.rows, unit, ...(keyed.plain !== undefined && { plain: keyed.plain }) };
  }
  return isWrapped(table, ["values"]) ? (table as { values: unknown; unit?: unknown; plain?: boolean }) : { values: table };
}

/** The data of a table by name: the calculator's own, or one of `_tables.yaml`. */
export function tableSource(definition: Definition, name: string, environment: Environment): unknown {
  const table = definition.tables?.[name];
  return typeof table === "string" ? environment.tables[table] : table;
}

interface Context {
  definition: Definition;
  environment: Environment;
  findings: Findings;
}
/** The value of a table in formulas: its numbers in coherent SI. Adds findings for what cannot be one. */
export function tableValue(name: string, { definition, environment, findings }: Context): Value {
  const source = tableSource(definition, name, environment);
  const path = ["tables", name];
  if (source === undefined) {
    const named = String(definition.tables![name]);
    findings.add("unknown-name", path, `There is no shared table "${named}".${didYouMean(named, Object.keys(environment.tables))}`);
    return [];
  }
  const keyed = keyedTable(source);
  if (keyed) checkCells(keyed, typeof definition.tables![name] === "string" ? undefined : path, findings);
  const { values, unit, plain } = unwrapTable(source);
  return findings.attempt(path, () => inSI(values, definition.plain || plain ? undefined : unit, environment.units), []);
}

/** Every row has every column, and no other cell but `title` and `description`. */
function checkCells({ columns, rows }: KeyedTable, path: Path | undefined, findings: Findings): void {
  const names = Object.keys(columns);
  for (const [key, row] of Object.entries(rows)) {
    const place = path && [...path, "rows", key];
    for (const name of names)
      if (place && !Object.hasOwn(row, name))
        findings.add("compile", place, `The row "${key}" has no ${name}: every row needs every column.`);
    for (const cell of Object.keys(row))
      if (place && !names.includes(cell) && cell !== "title" && cell !== "description")
        findings.add("compile", [...place, cell], `"${cell}" is no column of this table: add it to columns.${didYouMean(cell, names)}`);
  }
}

/** Data of a table in coherent SI; the unit is one for all, or one by name or position. */
function inSI(data: unknown, unit: unknown, units: Units): Value {
  if (Array.isArray(data)) return data.map((each, at) => inSI(each, Array.isArray(unit) && !Array.isArray(each) ? unit[at] : unit, units));
  if (data !== null && typeof data === "object") {
    const row = Object.create(null) as Record<string, Value>;
    for (const [key, value] of Object.entries(data)) row[key] = inSI(value, isMap(unit) ? unit[key] : unit, units);
    return row;
  }
  if (typeof data === "number") return typeof unit === "string" ? toSI(data, units.parse(unit)) : data;
  if (typeof data === "string" || typeof data === "boolean") return data;
  throw new CalcError("definition", { message: "A table holds numbers, texts, yes and no; one entry is empty." });
}
