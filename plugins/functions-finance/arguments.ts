// Checks of what formulas hand in: amounts, rates as fractions, lists of cash flows.
import { failFormula } from "formulary/functions";

/** A finite number, or an error that names what it was to be. */
export function finite(x: unknown, what: string): number {
  if (typeof x === "boolean") return +x;
  return typeof x === "number" && Number.isFinite(x) ? x : failFormula(`${what} must be a number, not ${shown(x)}.`);
}

/** A number from 0 on. */
export function fromZero(x: unknown, what: string): number {
  const found = finite(x, what);
  return found >= 0 ? found : failFormula(`${what} must not be negative; it is ${found}.`);
}

/** A number above 0. */
export function positive(x: unknown, what: string): number {
  const found = finite(x, what);
  return found > 0 ? found : failFormula(`${what} must be above 0; it is ${found}.`);
}

/** A whole number from one limit to another. */
export function wholeWithin(x: unknown, what: string, [low, high]: [low: number, high: number]): number {
  const found = finite(x, what);
  if (!Number.isInteger(found) || found < low || found > high)
    failFormula(`${what} must be a whole number from ${low} to ${high}, not ${found}.`);
  return found;
}

/** A rate as a fraction: above -1, which is a loss of everything. */
export function rateOf(x: unknown, what = "The rate"): number {
  const found = finite(x, what);
  return found > -1 ? found : failFormula(`${what} must be above -100 %; it is ${found} (a rate is a fraction, 0.05 for 5 %).`);
}

/** A list of cash flows that are not all 0. */
export function flowsOf(list: unknown, asker: string): number[] {
  if (!Array.isArray(list)) failFormula(`${asker} needs a list of cash flows and got ${shown(list)}.`);
  const flows = list.map((flow: unknown) => finite(flow, "A cash flow"));
  return flows.length > 0 ? flows : failFormula(`${asker} needs at least one cash flow.`);
}

const shown = (x: unknown): string =>
  typeof x === "number" ? String(x) : typeof x === "string" ? `the text "${x}"` : Array.isArray(x) ? "a list" : "something else";
