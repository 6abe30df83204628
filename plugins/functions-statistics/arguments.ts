// What the functions of this plugin accept, and what they say when they get something else.
import type { FunctionEntry, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";

/** A list of finite numbers (yes and no count as 1 and 0) with at least so many elements. */
export function numbersOf(value: unknown, asker: string, least = 1): number[] {
  if (!Array.isArray(value)) return failFormula(`${asker} needs a list of numbers and got ${kindOf(value)}.`);
  if (value.length < least)
    failFormula(`${asker} needs ${least === 1 ? "at least one value" : `at least ${least} values`} and got ${value.length || "none"}.`);
  return value.map((item) => numberOf(item, asker));
}

/** One finite number. */
export function numberOf(value: unknown, asker: string): number {
  const x = typeof value === "boolean" ? +value : value;
  if (typeof x !== "number") return failFormula(`${asker} needs numbers and got ${kindOf(value)}.`);
  return Number.isFinite(x) ? x : failFormula(`${asker} needs finite numbers and got ${Number.isNaN(x) ? "none (0 / 0, …)" : "infinity"}.`);
}

/** Two lists of numbers that belong together pair by pair. */
export function pairsOf(xs: unknown, ys: unknown, asker: string, least = 2): [xs: number[], ys: number[]] {
  const [first, second] = [numbersOf(xs, asker, least), numbersOf(ys, asker, least)];
  if (first.length !== second.length)
    failFormula(`${asker} needs two lists of one length and got ${first.length} and ${second.length} values.`);
  return [first, second];
}

/** A whole number between two bounds; binary noise is forgiven. */
export function wholeOf(x: number, what: string, low: number, high = Number.POSITIVE_INFINITY): number {
  const whole = Math.round(x);
  if (!(Math.abs(x - whole) <= 1e-9 * Math.max(1, Math.abs(x))))
    failFormula(`${what} must be a whole number, and is ${Number.isNaN(x) ? "none" : x}.`);
  if (whole < low || whole > high)
    failFormula(`${what} must be ${high === Number.POSITIVE_INFINITY ? `${low} or more` : `from ${low} to ${high}`}, and is ${whole}.`);
  return whole;
}

/** A number above 0. */
export function positiveOf(x: number, what: string): number {
  return x > 0 && x < Number.POSITIVE_INFINITY ? x : failFormula(`${what} must be above 0, and is ${x}.`);
}

/** Degrees of freedom of an estimated spread: beyond 1e20, infinity among them, no digit changes any more. */
export function freedomOf(v: number, what = "degrees of freedom"): number {
  return positiveOf(Math.min(v, 1e20), `The number of ${what}`);
}

/** A number from 0 to 1. */
export function probabilityOf(p: number, what = "A probability"): number {
  return p >= 0 && p <= 1 ? p : failFormula(`${what} lies between 0 and 1, and is ${p}.`);
}

type Scalar = (...numbers: number[]) => number;

// The example of a function begins with its name.
const nameIn = (example: [string, Value]) => example[0].slice(0, example[0].indexOf("("));
const guarded = (call: Scalar, asker: string): Scalar => {
  return (...numbers) => {
    if (numbers.some(Number.isNaN)) failFormula(`${asker} needs numbers and got something that is none (0 / 0, the root of -1, …).`);
    const result = call(...numbers);
    return Number.isNaN(result) ? failFormula(`${asker} has no value for ${numbers.join(", ")}.`) : result;
  };
};

/** A function of pure numbers, applied to each element of lists. */
export function scalar(params: string, summary: string, example: [string, Value], call: Scalar): FunctionEntry {
  return { ...entry(params, summary, example, "plain", guarded(call, nameIn(example))), each: true };
}

/** The same for one whose work grows with its arguments: it declares that work, and so takes single numbers only. */
export function heavy(
  params: string,
  summary: string,
  example: [string, Value],
  { cost, call }: { cost: Scalar; call: Scalar },
): FunctionEntry {
  const asker = nameIn(example);
  const run = guarded(call, asker);
  const single = (value: Value) => {
    if (Array.isArray(value)) failFormula(`${asker} takes single numbers: map a formula with a parameter over a list.`);
    return typeof value === "number" || typeof value === "boolean"
      ? +value
      : failFormula(`${asker} needs numbers and got ${kindOf(value)}.`);
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

/** What a value is, in words. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "yes or no";
  return typeof value === "number" ? "a number" : "a table";
}
