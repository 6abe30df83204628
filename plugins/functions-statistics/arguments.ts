// Functions of single numbers and the checks of their arguments that only distributions need.
import type { FunctionEntry, Value } from "formulary";
import { entry, failFormula, numberWithin, positive, toNumber, wholeNumber } from "formulary/functions";

/** A whole number of a range; binary errors are rounded away. */
export function roundedWhole(x: number, name: string, range: [from: number, to: number]): number {
  const whole = Math.round(x);
  return wholeNumber(Math.abs(x - whole) <= 1e-9 * Math.max(1, Math.abs(x)) ? whole : x, name, range);
}

// beyond 1e20, also for infinity, no digit of a result changes any more
const largestFreedom = 1e20;
/** Degrees of freedom: a number above 0, or infinity. */
export const freedomOf = (v: number, name = "degrees of freedom"): number => positive(Math.min(v, largestFreedom), `The number of ${name}`);
/** Degrees of freedom from 1. */
export const freedomFromOne = (v: number): number => numberWithin(Math.min(v, largestFreedom), "The number of degrees of freedom", [1]);

type Scalar = (...numbers: number[]) => number;

// The example of a function begins with its name.
const nameIn = (example: [string, Value]) => example[0].slice(0, example[0].indexOf("("));
const guarded = (call: Scalar, name: string): Scalar => {
  return (...numbers) => {
    if (numbers.some(Number.isNaN)) failFormula(`${name} needs numbers and got something that is none (0 / 0, the root of -1, …).`);
    const result = call(...numbers);
    return Number.isNaN(result) ? failFormula(`${name} has no value for ${numbers.join(", ")}.`) : result;
  };
};

/** A function of plain numbers, applied to each element of lists. */
export function scalar(params: string, summary: string, example: [string, Value], call: Scalar): FunctionEntry {
  return { ...entry(params, summary, example, "plain", guarded(call, nameIn(example))), each: true };
}

/** The same for a function whose work grows with its arguments: it declares its cost, and takes single numbers only. */
export function heavy(
  params: string,
  summary: string,
  example: [string, Value],
  { cost, call }: { cost: Scalar; call: Scalar },
): FunctionEntry {
  const name = nameIn(example);
  const run = guarded(call, name);
  const single = (value: Value) => {
    if (Array.isArray(value)) failFormula(`${name} takes single numbers: map a formula with a parameter over a list.`);
    return toNumber(value, name);
  };
  const steps = (...values: Value[]) => {
    const charged = values.some((value) => typeof value === "object" || typeof value === "string") ? 0 : cost(...values.map(Number));
    return charged > 0 ? charged : 0;
  };
  return {
    ...entry(params, summary, example, "plain", (...values: Value[]) => run(...values.map(single))),
    cost: steps as FunctionEntry["cost"],
  };
}
