// Calls: of the file's own formulas, of special forms, or of functions of the table, in that order.
import { CalcError, failFormula } from "../errors.ts";
import type { Closure, Formula, FunctionEntry, State, Tree, Value } from "../types.ts";
import { bounds } from "./parse.ts";
import { failUnknown, type Meaning, type Part, type Scope, suggestion } from "./scope.ts";
import { charge, chargeList, elementwise, isList, toNumber } from "./values.ts";

type Call = Tree & { kind: "call" };

/** Compiles `name(arguments)`. */
export function compileCall(call: Call, scope: Scope, part: Part): Closure {
  const own = scope.meaning(call.name);
  if (own?.is === "callable" || own?.is === "expression") return compileOwnCall(call, own, part);
  if (Object.hasOwn(forms, call.name)) return forms[call.name]!(call, scope, part);
  if (Object.hasOwn(scope.functions, call.name)) return compileFunctionCall(call, scope, part);
  return failFormula(`calls "${call.name}", which is neither a function nor a formula with parameters.${suggestion(call.name, scope)}`, {
    code: "unknown-name",
    name: call.name,
  });
}

type Own = Meaning & { is: "callable" | "expression" };

function compileOwnCall({ name, arguments: args }: Call, own: Own, part: Part): Closure {
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
function evaluated(closures: Closure[], state: State, parameters: Value[]): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < closures.length; at++) values.push(closures[at]!(state, parameters));
  return values;
}

// Formulas of the file, and expressions typed by the user, as functions of values; each call is one step.
function formulaOf(name: string, own: Own): (state: State) => Formula {
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

/** Special forms: they read names, or need their context, so they cannot be functions. */
const forms: Record<string, (call: Call, scope: Scope, part: Part) => Closure> = {
  given: ({ arguments: [name, ...more] }, scope) => {
    const meaning = name?.kind === "name" && more.length === 0 ? scope.meaning(name.name) : undefined;
    if (meaning?.is !== "input" && meaning?.is !== "expression") failFormula("given(name) takes the name of one input.");
    const { slot } = meaning;
    return (state) => state.slots[slot] !== undefined;
  },
  quantity: (call, scope, part) => {
    const { toSI } = unitOf(call, scope);
    return convertedBy(call, part, (value) => toSI(toNumber(value, "quantity")));
  },
  number: (call, scope, part) => {
    if (call.arguments.length === 1) return compileFunctionCall(call, scope, part);
    const { fromSI } = unitOf(call, scope);
    return convertedBy(call, part, (value) => fromSI(toNumber(value, "number")));
  },
  size: ({ arguments: args }, scope, part) => {
    const write = writerOf(args, scope);
    if (!write)
      failFormula(
        "size(name) writes one input or output without its sign, in an explanation or a message: of anything else write show(abs(x), name).",
      );
    const value = part(write.source === undefined ? args[0]! : { kind: "name", name: write.source });
    return (state, parameters) => write(state, Math.abs(toNumber(value(state, parameters), "size")));
  },
  // the title of a choice in the middle of a sentence; elsewhere a text in small letters
  lower: (call, scope, part) => {
    const write = writerOf(call.arguments, scope);
    return write ? (state) => inSentence(write(state)) : compileFunctionCall(call, scope, part);
  },
  show: ({ arguments: args }, scope, part) => {
    if (!scope.show) failFormula("show(name) writes a value for people: it belongs into an explanation or a message.");
    const name = args.at(-1);
    const write = name?.kind === "name" && args.length <= 2 ? scope.show(name.name) : undefined;
    if (!write) failFormula("show(name) and show(value, name) take the name of an input or output.");
    if (args.length === 1) return (state) => write(state);
    const value = part(args[0]!);
    return (state, parameters) => write(state, value(state, parameters));
  },
};

/** How the one input or output that a form names is written; undefined outside explanations, and for anything else. */
const writerOf = ([name, ...more]: Tree[], { show }: Scope) =>
  show && name?.kind === "name" && more.length === 0 ? show(name.name) : undefined;

/** "Carbon steel" as "carbon steel"; acronyms and symbols stay as they are. */
const inSentence = (title: string): string => title.replace(/^\p{Lu}(?=\p{Ll}|\s|$)/u, (letter) => letter.toLowerCase());

function unitOf({ name, arguments: args }: Call, scope: Scope) {
  const unit = args[1];
  if (args.length !== 2 || unit?.kind !== "text")
    failFormula(`${name}(value, "unit") takes a value and a unit as a text in quotes: ${name}(x, "m/s^2").`);
  if (!scope.unit) failFormula(`${name}(value, "unit") has no place here.`);
  return scope.unit(unit.value);
}

function convertedBy({ name, arguments: [value] }: Call, part: Part, convert: (value: Value) => number): Closure {
  const inner = part(value!);
  return (state, parameters) => elementwise(convert, [inner(state, parameters)], name);
}

function compileFunctionCall({ name, arguments: args }: Call, scope: Scope, part: Part): Closure {
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
  if (entry.cost)
    return (state, parameters) => {
      const priced = (...args: Value[]) => {
        chargeFor(state, entry, args);
        return guarded(...args);
      };
      return bounded(state, elementwise(priced, evaluated(values, state, parameters), name), name);
    };
  const [first, second] = values;
  if (values.length === 1 && first)
    return (state, parameters) => {
      const value = first(state, parameters);
      return typeof value === "number" ? call(value) : bounded(state, elementwise(guarded, [value], name), name);
    };
  if (values.length === 2 && first && second)
    return (state, parameters) => {
      const a = first(state, parameters);
      const b = second(state, parameters);
      return typeof a === "number" && typeof b === "number" ? call(a, b) : bounded(state, elementwise(guarded, [a, b], name), name);
    };
  return (state, parameters) => bounded(state, elementwise(guarded, evaluated(values, state, parameters), name), name);
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
  const steps = cost ? Math.ceil((cost as (...values: Value[]) => number)(...args)) : 0;
  charge(state, steps > 0 ? 1 + steps : 1);
}

function chargeReading(state: State, args: Value[]): void {
  for (let at = 0; at < args.length; at++) if (Array.isArray(args[at])) charge(state, (args[at] as Value[]).length >> 3);
}

function bounded(state: State, value: Value, name: string): Value {
  if (typeof value === "string" && value.length > bounds.text)
    failFormula(`${name} makes a text of ${value.length} characters; the most is ${bounds.text}.`);
  if (!isList(value)) return value;
  if (value.length > bounds.list) failFormula(`${name} makes a list of ${value.length} elements; the most is ${bounds.list}.`);
  chargeList(state, value);
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
export function arityOf({ params }: FunctionEntry): { least: number; most: number } {
  const least = params.filter((param) => !param.endsWith("?") && !param.startsWith("...")).length;
  return { least, most: params.some((param) => param.startsWith("...")) ? Number.POSITIVE_INFINITY : params.length };
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
