// Calls of the file's own formulas with parameters, and of formulas that a client types.
import { CalcError, failFormula } from "../errors.ts";
import type { Closure, Formula, State, Tree, Value } from "../types.ts";
import type { Meaning, Part } from "./scope.ts";
import { charge } from "./values.ts";

export type Own = Meaning & { is: "callable" | "expression" };

/** Compiles a call of one of the file's own formulas. */
export function compileOwnCall({ name, arguments: args }: Tree & { kind: "call" }, own: Own, part: Part): Closure {
  if (args.length !== own.parameters) failFormula(`${name} takes ${count(own.parameters, "argument")} and is given ${args.length}.`);
  const values = args.map(part);
  if (own.is === "expression") {
    const formula = formulaOf(name, own);
    return (state, parameters) => formula(state)(...evaluated(values, state, parameters));
  }
  const { body } = own;
  return (state, parameters) => {
    const passed = evaluated(values, state, parameters);
    charge(state, 1);
    return body()(state, passed);
  };
}

// A loop, since map would make a closure for every call.
/** The values of arguments. */
export function evaluated(closures: Closure[], state: State, parameters: Value[]): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < closures.length; at++) values.push(closures[at]!(state, parameters));
  return values;
}

/** A formula of the file, or an expression typed by the user, as a function of values; each call is one step. */
export function formulaOf(name: string, own: Own): (state: State) => Formula {
  const guarded =
    (state: State, run: (values: Value[]) => Value) =>
    (...values: Value[]) => {
      charge(state, 1);
      if (values.length !== own.parameters)
        failFormula(`${name} takes ${count(own.parameters, "argument")} and is given ${values.length}.`);
      return run(values);
    };
  if (own.is === "callable") return (state) => guarded(state, (values) => own.body()(state, values));
  return (state) => {
    const typed = state.slots[own.slot];
    if (typed === undefined) throw new CalcError("absent", { message: `The input "${name}" was not given.` });
    return guarded(state, (values) => (typed as Formula)(...values));
  };
}

/** A number of things: "1 argument", "2 arguments". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
