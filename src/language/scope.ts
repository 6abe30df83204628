// The names a formula may use where it stands.

import { failFormula } from "../errors.ts";
import type { Closure, Functions, State, Tree, Value } from "../types.ts";
import { didYouMean } from "./nearest.ts";

/** What a name means where a formula is compiled. */
export type Meaning =
  | { is: "parameter"; index: number }
  | { is: "constant"; value: Value }
  | { is: "input"; slot: number }
  | { is: "formula"; slot: number; branches?: Record<string, number> }
  | { is: "callable"; parameters: number; body: () => Closure }
  | { is: "expression"; parameters: number; slot: number };

/** The names a formula may use, and what the place it stands in adds. */
export interface Scope {
  meaning: (name: string) => Meaning | undefined;
  names: () => string[];
  functions: Functions;
  /** Unit text → conversions between numbers of that unit and coherent SI. */
  unit?: (text: string) => { toSI: (x: number) => number; fromSI: (x: number) => number };
  /** Name of an input or output → how its value, or another in its manner, is written for people (explanations only). */
  show?: (name: string) => Shown | undefined;
}

/** Writes the value of an input or output, or another one in its manner; `source` is the formula that an output of another name shows. */
export interface Shown {
  (state: State, value?: Value): string;
  source?: string | undefined;
}

/** Turns a part of a formula into a closure, in the scope of the whole. */
export type Part = (tree: Tree) => Closure;

/** ` Did you mean "x"?` over everything that could stand here. */
export const suggestion = (name: string, scope: Scope): string => didYouMean(name, [...scope.names(), ...Object.keys(scope.functions)]);

/** Says that a name is not defined, with the nearest one that is. */
export const failUnknown = (name: string, scope: Scope, hint = `.${suggestion(name, scope)}`): never =>
  failFormula(`needs "${name}", which is not defined here${hint}`, { code: "unknown-name", name });
