// Tree → closure. Everything that can be decided once (slots, arity, constants) is decided here, so that a
// calculation only runs numbers; no code is ever generated from text.
import { CalcError, failFormula } from "../errors.ts";
import type { Closure, Tree, Value } from "../types.ts";
import { compileCall } from "./call.ts";
import { didYouMean } from "./nearest.ts";
import { compileOperation } from "./operations.ts";
import { failUnknown, type Scope } from "./scope.ts";
import { charge, elementwise, lookUp, none, toBoolean, toNumber } from "./values.ts";

/** A formula ready to run; throws a CalcError that names what is unknown or impossible. */
export function compile(tree: Tree, scope: Scope): Closure {
  switch (tree.kind) {
    case "number":
    case "text":
    case "boolean": {
      const { value } = tree;
      return () => value;
    }
    case "name":
      return compileName(tree.name, scope);
    case "call":
      return compileCall(tree, scope, (part) => compile(part, scope));
    case "negate":
      return compileNegation(compile(tree.operand, scope));
    case "not": {
      const operand = compile(tree.operand, scope);
      return (state, parameters) => !toBoolean(operand(state, parameters), "not");
    }
    case "and":
    case "or":
      return compileLogic(tree.kind, compile(tree.left, scope), compile(tree.right, scope));
    case "choose":
      return compileChoice(tree, scope);
    case "binary":
      return compileOperation(tree, scope, (part) => compile(part, scope));
    case "list":
      return compileList(tree.items.map((item) => compile(item, scope)));
    case "index":
      return compileIndex(tree, scope);
  }
}

function compileName(name: string, scope: Scope): Closure {
  if (name === "PI") return () => Math.PI;
  if (name === "none") return () => none;
  const meaning = scope.meaning(name);
  if (!meaning) return failUnknown(name, scope, /^(pi|π)$/i.test(name) ? ": write PI." : undefined);
  if (meaning.is === "parameter") {
    const { index } = meaning;
    return (_, parameters) => parameters[index]!;
  }
  if (meaning.is === "constant") {
    const { value } = meaning;
    return () => value;
  }
  if (meaning.is === "input") return compileInput(name, meaning.slot);
  if (meaning.is === "formula") {
    const { slot } = meaning;
    return (state) => {
      const value = state.slots[slot];
      return value === undefined ? state.compute(slot) : (value as Value);
    };
  }
  return failFormula(`"${name}" takes parameters: call it, or hand its name to map, sum, root, ….`);
}

function compileInput(name: string, slot: number): Closure {
  const message = `The input "${name}" was not given; the formula must ask given(${name}) first.`;
  return (state) => {
    const value = state.slots[slot];
    if (value === undefined) throw new CalcError("absent", { message });
    return value as Value;
  };
}

function compileNegation(operand: Closure): Closure {
  const negate = (value: Value) => -toNumber(value, "-");
  return (state, parameters) => {
    const value = operand(state, parameters);
    return typeof value === "number" ? -value : elementwise(negate, [value], "-");
  };
}

function compileLogic(kind: "and" | "or", left: Closure, right: Closure): Closure {
  if (kind === "and") return (state, parameters) => toBoolean(left(state, parameters), "and") && toBoolean(right(state, parameters), "and");
  return (state, parameters) => toBoolean(left(state, parameters), "or") || toBoolean(right(state, parameters), "or");
}

function compileChoice(tree: Tree & { kind: "choose" }, scope: Scope): Closure {
  const condition = compile(tree.condition, scope);
  const yes = compile(tree.yes, scope);
  const otherwise = compile(tree.otherwise, scope);
  return (state, parameters) => (toBoolean(condition(state, parameters), "if") ? yes(state, parameters) : otherwise(state, parameters));
}

function compileList(items: Closure[]): Closure {
  return (state, parameters) => {
    charge(state, 1 + (items.length >> 3));
    return items.map((item) => item(state, parameters));
  };
}

// `qtc["bazett"]` is one branch of a choice of method; everything else is a look-up in a value.
function compileIndex({ target, index }: Tree & { kind: "index" }, scope: Scope): Closure {
  const at = compile(index, scope);
  const value = compile(target, scope);
  const meaning = target.kind === "name" ? scope.meaning(target.name) : undefined;
  if (meaning?.is === "formula" && meaning.branches) {
    const { branches } = meaning;
    if (index.kind === "text" && !Object.hasOwn(branches, index.value))
      failFormula(
        `there is no method "${index.value}" in ${(target as { name: string }).name}.${didYouMean(index.value, Object.keys(branches))}`,
        { code: "unknown-name", name: index.value },
      );
    return (state, parameters) => {
      const key = at(state, parameters);
      const slot = Object.hasOwn(branches, String(key)) ? branches[String(key)]! : undefined;
      if (slot !== undefined) return (state.slots[slot] as Value | undefined) ?? state.compute(slot);
      // a position in the list that the chosen method gives
      return typeof key === "string" ? failFormula(`There is no method "${key}".`) : lookUp(value(state, parameters), key);
    };
  }
  return (state, parameters) => {
    const found = lookUp(value(state, parameters), at(state, parameters));
    if (Array.isArray(found)) charge(state, 1 + (found.length >> 3));
    return found;
  };
}
