// Formulas that a client types, as functions of their variables: "x^2 + 1" for an input of `format: expression`.
import { definePlugin } from "formulary/functions";
import { expressionKind } from "./kind.ts";

export { parseTyped } from "./parse.ts";

/** Brings the kind of value `expression`. */
export default () => definePlugin({ name: "typed-formulas", kinds: { expression: expressionKind } });
