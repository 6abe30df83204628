// The other units that a field may be typed in, every unit of the catalogue that converts to the declared one, and those that its
// select offers: the rest may still be typed, or stand in an address.
import { converts, type Environment, prettyUnit, sameDimension } from "formulary/compiler";
import { isMoneyUnit } from "../query/index.ts";

const mostUnits = 40;
/** How many times the declared unit an offered one may be, by an SI unit of the same quantity: no wall is measured in light years. */
const mostTimes: [base: string, factor: number][] = [
  ["m", 1e7],
  ["kg", 1e12],
];
/** In a form of many fields: how many times the declared unit an offered one may be, and how many times smaller. */
const mostTimesInLongForm = 1e6;

/** The choices of units for the fields of all calculators. */
export interface UnitChoices {
  /** Symbols of the units that convert to a declared one, which comes first; an empty list where there is no other. */
  unitsFor: (declared: string, substance?: string) => string[];
  /** Those of them that a select offers, and the chosen one. */
  optionsFor: (declared: string, field: { substance?: string | undefined; chosen?: string; isLongForm?: boolean }) => string;
}
interface Choice {
  units: string[];
  /** Options by unit, rendered once, since a form may have hundreds of selects. */
  options?: Map<string, string>;
  optionsInLongForm?: Map<string, string>;
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
  const isOffered = (unit: string, declared: string, isLongForm: boolean): boolean => {
    const { units } = environment;
    const [{ factor, plural }, { dimension, factor: declaredFactor }] = [units.parse(unit), units.parse(declared)];
    const times = factor / declaredFactor;
    // a unit with a name in place of a symbol, such as the fathom, is one of history
    if (isLongForm) return plural === prettyUnit(unit) && times <= mostTimesInLongForm && times >= 1 / mostTimesInLongForm;
    const [, most = Number.POSITIVE_INFINITY] = mostTimes.find(([base]) => sameDimension(dimension, units.parse(base).dimension)) ?? [];
    return times <= most;
  };
  return {
    unitsFor: (declared, substance) => choiceFor(declared, substance).units,
    optionsFor: (declared, { substance, chosen = declared, isLongForm = false }) => {
      const choice = choiceFor(declared, substance);
      const render = () => {
        const offered = choice.units.filter((unit) => unit === declared || isOffered(unit, declared, isLongForm));
        return new Map(offered.map((unit) => [unit, option(unit, environment)]));
      };
      const options = isLongForm ? (choice.optionsInLongForm ??= render()) : (choice.options ??= render());
      // one that is not offered may stand in an address
      const others = options.has(chosen) || !choice.units.includes(chosen) ? [] : [[chosen, option(chosen, environment)] as const];
      return [...options, ...others].map(([unit, text]) => (unit === chosen ? text.replace("<option", "<option selected") : text)).join("");
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
