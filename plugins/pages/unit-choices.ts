// The other units that a field may be typed in: every unit of the catalogue that converts to the declared one.
import { converts, type Environment } from "formulary/compiler";
import { isMoneyUnit } from "../query/index.ts";

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
