// Rates as fractions per period.
import { failFormula, toFinite } from "formulary/functions";

/** A rate as a fraction: above -1, which is a loss of everything. */
export function rateOf(value: unknown, name = "The rate"): number {
  const rate = toFinite(value, name);
  return rate > -1 ? rate : failFormula(`${name} must be above -100 %; it is ${rate} (a rate is a fraction, 0.05 for 5 %).`);
}

/** Whether a flag such as `due` is set: yes, or a number other than 0. */
export const isSet = (value: unknown, parameter: string): boolean => toFinite(value, `The parameter ${parameter}`) !== 0;
