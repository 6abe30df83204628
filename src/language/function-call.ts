// Calls of functions of the table: how many arguments, how many steps, and whether they apply to each element of lists.
import { failFormula } from "../errors.ts";
import type { Closure, Formula, FunctionEntry, State, Tree, Value } from "../types.ts";
import { count, evaluated, formulaOf } from "./own-call.ts";
import { bounds } from "./parse.ts";
import { failUnknown, type Part, type Scope } from "./scope.ts";
import { charge, elementwise, isList, sizeOf, toNumber } from "./values.ts";

/** Compiles a call of a function of the table. */
export function compileFunctionCall({ name, arguments: args }: Tree & { kind: "call" }, scope: Scope, part: Part): Closure {
  const entry = scope.functions[name]!;
  const { least, most } = arityOf(entry);
  if (args.length < least || args.length > most) {
    const expected =
      least === most
        ? count(least, "argument")
        : most === Number.POSITIVE_INFINITY
          ? `${least} or more arguments`
          : `${least} to ${most} arguments`;
    failFormula(`${name}(${entry.params.join(", ")}) takes ${expected} and is given ${args.length}.`);
  }
  const values = args.map((each, at) => (entry.formulas?.at.includes(at) && formulaArgument(each, entry, scope)) || part(each));
  return entry.each ? compileScalar(name, entry, values as Closure[]) : compileWhole(name, entry, values as Closure[]);
}

// Math functions convert "5" to 5 silently: only numbers, yes (1) and no (0) are passed to them.
function compileScalar(name: string, entry: FunctionEntry, values: Closure[]): Closure {
  const call = entry.call as (...values: number[]) => Value;
  const guarded: Formula =
    values.length === 1
      ? (x) => call(toNumber(x!, name))
      : values.length === 2
        ? (x, y) => call(toNumber(x!, name), toNumber(y!, name))
        : (...args) => call(...args.map((value) => toNumber(value, name)));
  const { cost = 0 } = entry;
  if (typeof cost === "function")
    return (state, parameters) => {
      const priced = (...args: Value[]) => {
        chargeFor(state, entry, args);
        return guarded(...args);
      };
      return applied(state, evaluated(values, state, parameters), { name, cost: 0, formula: priced });
    };
  const about = { name, cost, formula: guarded };
  const [first, second] = values;
  if (values.length === 1 && first)
    return (state, parameters) => {
      const value = first(state, parameters);
      if (typeof value !== "number") return applied(state, [value], about);
      if (cost > 0) charge(state, cost);
      return call(value);
    };
  if (values.length === 2 && first && second)
    return (state, parameters) => {
      const a = first(state, parameters);
      const b = second(state, parameters);
      if (typeof a !== "number" || typeof b !== "number") return applied(state, [a, b], about);
      if (cost > 0) charge(state, cost);
      return call(a, b);
    };
  return (state, parameters) => applied(state, evaluated(values, state, parameters), about);
}

/** A function of numbers, on each element of lists; charged before the work is done, a step for each element and value. */
function applied(state: State, values: Value[], { name, cost, formula }: { name: string; cost: number; formula: Formula }): Value {
  let elements = 0;
  for (const value of values) if (isList(value)) elements = Math.max(elements, sizeOf(value));
  charge(state, elements === 0 ? cost : elements * (cost + values.length));
  return bounded(state, elementwise(formula, values, name), name);
}

function compileWhole(name: string, entry: FunctionEntry, values: Closure[]): Closure {
  const call = entry.call as (...values: Value[]) => Value;
  return (state, parameters) => {
    const args = evaluated(values, state, parameters);
    chargeFor(state, entry, args);
    chargeReading(state, args);
    return bounded(state, call(...args), name);
  };
}

// A call costs one step and what the function declares; with wrong arguments the cost is meaningless, and the call refuses them.
function chargeFor(state: State, { cost }: FunctionEntry, args: Value[]): void {
  const steps = typeof cost === "function" ? Math.ceil((cost as (...values: Value[]) => number)(...args)) : (cost ?? 0);
  charge(state, steps > 0 ? 1 + steps : 1);
}

// What a function takes to read its lists, or to say in an error what they are; what more a long text takes functions declare.
function chargeReading(state: State, args: Value[]): void {
  for (const value of args)
    if (isList(value)) charge(state, sizeOf(value) >> 1);
    else if (typeof value === "string") charge(state, value.length >> 8);
}

function bounded(state: State, value: Value, name: string): Value {
  if (typeof value === "string" && value.length > bounds.text)
    failFormula(`${name} makes a text of ${value.length} characters; the most is ${bounds.text}.`);
  if (!isList(value)) return value;
  if (value.length > bounds.list) failFormula(`${name} makes a list of ${value.length} elements; the most is ${bounds.list}.`);
  charge(state, 1 + (sizeOf(value) >> 1));
  return value;
}

// A name in a function's place: a formula of the file, a typed expression, or a function of the table. Where a list
// may stand there too (sum, count), a value of that name wins.
function formulaArgument(tree: Tree, { formulas }: FunctionEntry, scope: Scope): Closure | undefined {
  const name = tree.kind === "name" ? tree.name : undefined;
  const own = name === undefined ? undefined : scope.meaning(name);
  if (name !== undefined && (own?.is === "callable" || own?.is === "expression")) {
    const formula = formulaOf(name, own);
    // as: a formula travels through the same array as values, and only functions that ask for one receive it
    return ((state: State) => formula(state)) as unknown as Closure;
  }
  if (formulas!.maybe && (name === undefined || own)) return undefined;
  if (name === undefined) return failFormula("The name of a formula with parameters belongs here.");
  if (!Object.hasOwn(scope.functions, name))
    return own ? failFormula(`"${name}" is not a formula with parameters.`) : failUnknown(name, scope);
  const entry = scope.functions[name]!;
  const call = entry.call as Formula;
  return ((state: State) => {
    const one: Formula = (...each) => {
      if (entry.cost) chargeFor(state, entry, each);
      return call(...each.map((value) => toNumber(value, name)));
    };
    return (...values: Value[]) => {
      if (!entry.each || !entry.cost) chargeFor(state, entry, values);
      chargeReading(state, values);
      return entry.each ? elementwise(one, values, name) : call(...values);
    };
  }) as unknown as Closure;
}

/** How few and how many arguments a function takes. */
function arityOf({ params }: FunctionEntry): { least: number; most: number } {
  const least = params.filter((param) => !param.endsWith("?") && !param.startsWith("...")).length;
  return { least, most: params.some((param) => param.startsWith("...")) ? Number.POSITIVE_INFINITY : params.length };
}
