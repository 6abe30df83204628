// Types of formulas: what they compute with, their trees, and how a calculation used them.

/** What a formula computes with. Quantities are numbers in coherent SI; a row or table has no prototype. */
export type Value = number | string | boolean | Value[] | { [key: string]: Value };

/** A formula as a tree: the only form in which formulas are checked, compiled and written. */
export type Tree =
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  | { kind: "boolean"; value: boolean }
  | { kind: "name"; name: string }
  | { kind: "call"; name: string; arguments: Tree[] }
  | { kind: "negate" | "not"; operand: Tree }
  | { kind: "binary"; operator: Operator; left: Tree; right: Tree }
  | { kind: "and" | "or"; left: Tree; right: Tree }
  | { kind: "choose"; condition: Tree; yes: Tree; otherwise: Tree }
  | { kind: "list"; items: Tree[] }
  | { kind: "index"; target: Tree; index: Tree };
export type Operator = "+" | "-" | "*" | "/" | "%" | "^" | "==" | "!=" | "<" | "<=" | ">" | ">=";

/** How a calculator came to its results. */
export interface Trace {
  /** Those that were computed, in the order in which they were done. */
  formulas: TracedFormula[];
  /** The value of an expression, with the same inputs; throws a CalcError where it has none. */
  evaluate: (tree: Tree) => Value;
}
/** A formula as one calculation used it: with a value, or with parameters. */
export interface TracedFormula {
  name: string;
  /** As the file has it. */
  source: string;
  tree: Tree;
  /** Of a choice of methods: which one; the name of the one that the inputs chose is that of the choice. */
  method?: string;
  parameters?: string[];
  value?: Value;
}
