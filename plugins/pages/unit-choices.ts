// The other units that a field may be typed in: every unit of the catalogue that converts to the declared one.
import type { InputSchema } from "formulary";
import { attempt, convert, converts, type Environment } from "formulary/compiler";
import { isMoneyUnit } from "../query/index.ts";
import type { Detail } from "./detail.ts";
import { type UnitSystem, unitIn } from "./unit-systems.ts";

const mostUnits = 40;

/** The choices of units for the fields of all calculators. */
export interface UnitChoices {
  /** Symbols of the units that convert to a declared one, which comes first; an empty list where there is no other. */
  unitsFor: (declared: string, substance?: string) => string[];
  /** The same units as the options of a select. */
  optionsFor: (declared: string, substance?: string, chosen?: string) => string;
}
interface Choice {
  units: string[];
  /** Rendered once, since a form may have hundreds of selects. */
  options?: string[];
}

/** Finds the units of each kind of field once. */
export function createUnitChoices(environment: Environment): UnitChoices {
  const choices = new Map<string, Choice>();
  const choiceFor = (declared: string, substance: string | undefined): Choice => {
    const key = `${declared} ${substance ?? ""}`;
    let choice = choices.get(key);
    if (!choice) choices.set(key, (choice = { units: findUnits(declared, substance, environment) }));
    return choice;
  };
  return {
    unitsFor: (declared, substance) => choiceFor(declared, substance).units,
    optionsFor: (declared, substance, chosen) => {
      const choice = choiceFor(declared, substance);
      const options = (choice.options ??= choice.units.map((unit) => option(unit, environment)));
      const at = chosen === undefined ? -1 : choice.units.indexOf(chosen);
      return at < 0
        ? options.join("")
        : options.map((text, index) => (index === at ? text.replace("<option", "<option selected") : text)).join("");
    },
  };
}

function option(unit: string, { units }: Environment): string {
  const { plural } = units.parse(unit);
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  // an option without a value sends its label
  return `<option${plural === unit ? "" : ` value="${escaped(unit)}"`}>${escaped(plural)}</option>`;
}

function findUnits(declared: string, substance: string | undefined, { units, substances }: Environment): string[] {
  // money is in the visitor's own currency, and counts and percentages have no other unit
  if (isMoneyUnit(declared)) return [];
  const unit = units.parse(declared);
  if (Object.keys(unit.dimension).length === 0) return [];
  const bySubstance = substance === undefined ? undefined : substances[substance];
  const isOther = (symbol: string) => symbol !== declared && units.parse(symbol) !== unit;
  const all = [...units.quantities.values()].flatMap((quantity) => quantity.units.map(({ symbol }) => symbol));
  const others = all.filter((symbol) => isOther(symbol) && converts(units.parse(symbol), unit, bySubstance));
  return others.length > 0 ? [declared, ...others.slice(0, mostUnits)] : [];
}

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
