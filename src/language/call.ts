// Calls: of the file's own formulas, of special forms, or of functions of the table, in that order.
import { failFormula } from "../errors.ts";
import type { Closure, Tree, Value } from "../types.ts";
import { compileFunctionCall } from "./function-call.ts";
import { compileOwnCall } from "./own-call.ts";
import { type Part, type Scope, suggestion } from "./scope.ts";
import { elementwise, toNumber } from "./values.ts";

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
