// A calculator as a function of some of its number inputs, for derivatives and random draws.
import { CalcError, type Call, type Values } from "formulary";

/** A calculator's number outputs as a function of its number inputs, around the inputs of one call. */
export interface Model {
  /** The value of an input in the unit that the calculator declares. */
  at: (name: string) => number;
  /** Number outputs by name, in the units that the call asks for, with some inputs changed; undefined where there is no result. */
  resultsAt: (changes: Record<string, number>) => Record<string, number> | undefined;
}

/** What an evaluation takes beside the steps of its formulas: a state, a copy of the inputs, the outputs. */
const overhead = 10;

/** The model of a call; evaluations are charged to its work. */
export function createModel(call: Call): Model {
  const { calculator, work, values } = call;
  const inputs = { ...call, sent: {}, computed: undefined };
  return {
    at: (name) => values[name] as number,
    resultsAt: (changes) => {
      work.steps += overhead;
      try {
        return numbersIn(calculator.values({ ...inputs, values: { ...values, ...changes } }, { spent: work }));
      } catch (error) {
        if (error instanceof CalcError && error.code !== "too_much_work") return undefined;
        throw error;
      }
    },
  };
}

const numbersIn = (values: Values): Record<string, number> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => typeof entry[1] === "number"));

/** The derivatives of all number outputs by one input: central differences, extrapolated; one-sided at the edge of a domain. */
export function* derivatives({ at, resultsAt }: Model, name: string, scale: number): Generator<undefined, Record<string, number>> {
  const x = at(name);
  const values: Record<number, Record<string, number> | undefined> = {};
  const steps = [1, 0.5, -0.5, -1];
  for (const part of steps) {
    values[part] = resultsAt({ [name]: x + part * scale });
    yield;
  }
  const slope = (from: Record<string, number>, to: Record<string, number>, distance: number, output: string) =>
    (to[output]! - from[output]!) / distance;
  const [far, near, below, farBelow] = steps.map((part) => values[part]);
  if (far && near && below && farBelow)
    return mapped(near, (output) => (4 * slope(below, near, scale, output) - slope(farBelow, far, 2 * scale, output)) / 3);
  const here = resultsAt({});
  yield;
  const [edge, distance] = near ? [near, scale / 2] : [below, -scale / 2];
  if (!here || !edge)
    throw new CalcError("no_finite_result", { message: `The results have no derivative by ${name} here: there is none on either side.` });
  return mapped(here, (output) => slope(here, edge, distance, output));
}

const mapped = (values: Record<string, number>, change: (name: string) => number): Record<string, number> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, change(name)]));
