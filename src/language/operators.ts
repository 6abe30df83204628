import type { Operator, Value } from "../types.ts";
import { elementwise, equal, order, toNumber } from "./values.ts";

/** How an operator combines two numbers (where that needs no further check), and any two values. */
interface OperatorEntry {
  numbers?: (a: number, b: number) => number;
  values: (a: Value, b: Value) => Value;
}

/** Every operator: elementwise on lists, single values repeated; yes counts as 1 and no as 0 in arithmetic. */
export const operators: Record<Operator, OperatorEntry> = {
  "+": arithmetic("+", (a, b) => a + b),
  "-": arithmetic("-", (a, b) => a - b),
  "*": arithmetic("*", (a, b) => a * b),
  "/": arithmetic("/", (a, b) => a / b),
  "%": arithmetic("%", (a, b) => a % b),
  "^": arithmetic("^", (a, b) => a ** b),
  "==": comparing("==", equal),
  "!=": comparing("!=", (a, b) => !equal(a, b)),
  "<": comparing("<", (a, b) => order(a, b, "<") < 0),
  "<=": comparing("<=", (a, b) => order(a, b, "<=") <= 0),
  ">": comparing(">", (a, b) => order(a, b, ">") > 0),
  ">=": comparing(">=", (a, b) => order(a, b, ">=") >= 0),
};

function arithmetic(operator: string, numbers: (a: number, b: number) => number): OperatorEntry {
  const values = (a: Value, b: Value) => numbers(toNumber(a, operator), toNumber(b, operator));
  return { numbers, values: (a, b) => elementwise(values, [a, b], operator) };
}

function comparing(operator: string, compare: (a: Value, b: Value) => boolean): OperatorEntry {
  return { values: (a, b) => (typeof a !== "object" && typeof b !== "object" ? compare(a, b) : elementwise(compare, [a, b], operator)) };
}
