// The other units that a field may be typed in: every unit of the catalogue that converts to the declared one.
import { converts, type Environment } from "formulary/compiler";
import { isMoneyUnit } from "./read-number.ts";

const unitsByField = new WeakMap<Environment, Map<string, string[]>>();
const mostUnits = 40;

/** Symbols of the units that convert to a declared one, which comes first; an empty list where there is no other. */
export function unitsFor(declared: string, substance: string | undefined, environment: Environment): string[] {
  let byField = unitsByField.get(environment);
  if (!byField) unitsByField.set(environment, (byField = new Map()));
  const key = `${declared} ${substance ?? ""}`;
  let units = byField.get(key);
  if (!units) byField.set(key, (units = findUnits(declared, substance, environment)));
  return units;
}

const optionsOf = new WeakMap<string[], string[]>();

/** Units as the options of a select. They are rendered once, since a form may have hundreds of them. */
export function unitOptions(units: string[], chosen: string | undefined, environment: Environment): string {
  let options = optionsOf.get(units);
  if (!options) optionsOf.set(units, (options = units.map((unit) => option(unit, environment))));
  const at = chosen === undefined ? -1 : units.indexOf(chosen);
  return at < 0
    ? options.join("")
    : options.map((text, index) => (index === at ? text.replace("<option", "<option selected") : text)).join("");
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
