// Composition of substances: atom counts, masses, mass fractions, and empirical formulas from amounts of elements.
import type { Value } from "formulary";
import { CalcError, failFormula, finiteNumber, listOf, positive } from "formulary/functions";
import { elementOf, elementOfSymbol, weightScale } from "./elements.ts";
import { readFormula, type Substance } from "./formula.ts";

const weightOf = (symbol: string): number => elementOfSymbol(symbol)!.weight;
const scaledMass = ({ atoms }: Substance): number => [...atoms].reduce((sum, [symbol, count]) => sum + count * weightOf(symbol), 0);

/** { H: 2, O: 1 }, in the order of the formula. */
export function atoms(formula: Value): Value {
  const { atoms: counts, per } = readFormula(formula, "atoms");
  const table: { [symbol: string]: Value } = Object.create(null);
  for (const [symbol, count] of counts) table[symbol] = count / per;
  return table;
}

/** How many atoms of an element, or of all, a formula has. */
export function atomCount(formula: Value, element?: Value): number {
  const { atoms: counts, per } = readFormula(formula, "atomCount");
  if (element === undefined) return [...counts.values()].reduce((sum, count) => sum + count, 0) / per;
  return (counts.get(elementOf(element, "atomCount").symbol) ?? 0) / per;
}

/** kg/mol. Weights are whole numbers of 1e-9 g/mol, divided only once, so that the sum is that of the decimals. */
export function molarMass(formula: Value): number {
  const substance = readFormula(formula, "molarMass");
  return scaledMass(substance) / (weightScale * 1000 * substance.per);
}

/** kg/mol of one element. */
export const atomicWeight = (element: Value): number => elementOf(element, "atomicWeight").weight / (weightScale * 1000);

/** The mass fraction of an element, from 0 to 1. */
export function elementShare(formula: Value, element: Value): number {
  const substance = readFormula(formula, "elementShare");
  const { symbol, weight } = elementOf(element, "elementShare");
  return ((substance.atoms.get(symbol) ?? 0) * weight) / scaledMass(substance);
}

/** The charge number of a formula, 0 without a charge. */
export const chargeOf = (formula: Value): number => readFormula(formula, "charge").charge;

/** Whether molarMass would read a text. */
export function isFormula(text: Value): boolean {
  try {
    return readFormula(text, "isFormula").atoms.size > 0;
  } catch (error) {
    if (error instanceof CalcError && error.code === "unreadable_text") return false;
    throw error;
  }
}

const mostTimes = 12;
// The scarcest element may occur 1 to 12 times.
/** The formula of the least whole numbers in the proportion of the amounts. */
export function empiricalFormula(symbols: Value, amounts: Value, tolerance: Value = 0.05): string {
  const names = listOf(symbols, "empiricalFormula", { of: "elements", least: 0 });
  const ratios = ratiosOf(listOf(amounts, "empiricalFormula", { of: "amounts", least: 0 }));
  if (names.length !== ratios.length) failFormula("empiricalFormula needs as many amounts as elements.");
  if (typeof tolerance !== "number" || !(tolerance > 0 && tolerance < 0.5)) failFormula("empiricalFormula needs a tolerance below 0.5.");
  for (let times = 1; times <= mostTimes; times++) {
    const counts = ratios.map((ratio) => Math.round(ratio * times));
    if (counts.every((count, at) => Math.abs(count - ratios[at]! * times) <= tolerance))
      return names.map((name, at) => `${elementOf(name, "empiricalFormula").symbol}${counts[at] === 1 ? "" : counts[at]}`).join("");
  }
  return failFormula(
    `The amounts are in no proportion of whole numbers (within ${tolerance}, the scarcest element counted up to ${mostTimes} times).`,
  );
}

function ratiosOf(amounts: Value[]): number[] {
  const numbers = amounts.map((amount) => positive(finiteNumber(amount, "An amount"), "An amount"));
  const least = Math.min(...numbers);
  const ratios = numbers.map((amount) => amount / least);
  return ratios.every((ratio) => ratio <= 1e6) ? ratios : failFormula("The amounts are too far apart for a formula.");
}
