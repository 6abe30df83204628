// Numbers of a form in other units: of an example in those that the visitor prefers, and of a field whose unit was chosen anew.
import type { InputSchema } from "formulary";
import { attempt, convert, type Environment } from "formulary/compiler";
import type { Detail } from "./detail.ts";
import type { UnitChoices } from "./unit-choices.ts";
import { type UnitSystem, unitIn } from "./unit-systems.ts";

/** What is needed to change the units of fields. */
export interface FieldUnits {
  system: UnitSystem | undefined;
  environment: Environment;
  unitChoices: UnitChoices;
}

/** The query of an example with its numbers in the units that the visitor prefers, with few digits. */
export function inPreferredUnits(query: URLSearchParams, { inputs }: Detail, units: FieldUnits): URLSearchParams {
  for (const [name, schema] of Object.entries(inputs.properties)) {
    const wanted = typeof schema.unit === "string" && !schema.as ? unitIn(units.system, schema.unit) : undefined;
    if (wanted !== undefined && !query.has(`${name}.unit`))
      change(query, { name, schema, from: String(schema.unit), to: wanted, digits: 4 }, units);
  }
  return query;
}

/** The query of a form whose visitor chose another unit beside a number: `mass.unit.from` is the one before, and the number follows. */
export function inNewUnits(query: URLSearchParams, { inputs }: Detail, units: FieldUnits): URLSearchParams {
  for (const [key, from] of [...query]) {
    if (!key.endsWith(".unit.from")) continue;
    query.delete(key);
    const name = key.slice(0, -".unit.from".length);
    const schema = schemaAt(name.split("."), inputs.properties);
    const to = query.get(`${name}.unit`);
    if (schema && to !== null) change(query, { name, schema, from, to, digits: 8 }, units);
  }
  return query;
}

/** The input, or the column of rows, of a control's name. */
function schemaAt([input = "", , column]: string[], properties: Record<string, InputSchema>): InputSchema | undefined {
  const schema = Object.hasOwn(properties, input) ? properties[input] : undefined;
  return column === undefined ? schema : schema?.items?.properties?.[column];
}

interface Change {
  name: string;
  schema: InputSchema;
  from: string;
  to: string;
  digits: number;
}
/** Writes the number of a field in another unit, where it is a plain number and both units are among the choices of the field. */
function change(query: URLSearchParams, { name, schema, from, to, digits }: Change, { environment, unitChoices }: FieldUnits): void {
  const text = query.get(name)?.trim() ?? "";
  if (!/^-?[\d.]+(e[+-]?\d+)?$/i.test(text) || typeof schema.unit !== "string") return;
  const choices = unitChoices.unitsFor(schema.unit, schema.substance);
  if (!choices.includes(from) || !choices.includes(to)) return;
  const { units, substances } = environment;
  const substance = schema.substance === undefined ? undefined : substances[schema.substance];
  const converted = attempt(() => convert(Number(text), units.parse(from), units.parse(to), substance));
  if (converted === undefined || !Number.isFinite(converted)) return;
  query.set(name, shortText(converted, digits));
  query.set(`${name}.unit`, to);
}

/** The fewest digits that are as good as so many, so that 70 kg in pounds and back are 70 kg. */
function shortText(value: number, digits: number): string {
  const enough = Array.from({ length: digits }, (_, at) => Number(value.toPrecision(at + 1)));
  return String(enough.find((each) => Math.abs(each - value) <= 10 ** (1 - digits) * Math.abs(value)) ?? Number(value.toPrecision(digits)));
}
