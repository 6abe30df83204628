import type { Operator, Value } from "../types.ts";
import { elementwise, equal, order, toNumber } from "./values.ts";

type Combine = (a: Value, b: Value) => Value;

/** Every operator: elementwise on lists, single values repeated; yes counts as 1 and no as 0 in arithmetic. */
export const operators: Record<Operator, Combine> = {
  "+": arithmetic("+", (a, b) => a + b),
  "-": arithmetic("-", (a, b) => a - b),
  "*": arithmetic("*", (a, b) => a * b),
  "/": arithmetic("/", (a, b) => a / b),
  "%": arithmetic("%", (a, b) => a % b),
  "^": arithmetic("^", (a, b) => (b === 2 ? a * a : a ** b)),
  "==": comparing("==", equal),
  "!=": comparing("!=", (a, b) => !equal(a, b)),
  "<": comparing("<", (a, b) => order(a, b, "<") < 0),
  "<=": comparing("<=", (a, b) => order(a, b, "<=") <= 0),
  ">": comparing(">", (a, b) => order(a, b, ">") > 0),
  ">=": comparing(">=", (a, b) => order(a, b, ">=") >= 0),
};

function arithmetic(operator: string, numbers: (a: number, b: number) => number): Combine {
  const values = (a: Value, b: Value) => numbers(toNumber(a, operator), toNumber(b, operator));
  return (a, b) => ofNumbers(numbers, a, b) ?? elementwise(values, [a, b], operator);
}

/** Each element of plain lists of numbers, as nearly all are; undefined where anything else is among them. */
function ofNumbers(numbers: (a: number, b: number) => number, a: Value, b: Value): Value | undefined {
  const [listed, other] = [Array.isArray(a), Array.isArray(b)];
  const { length } = (listed ? a : other ? b : []) as Value[];
  if (length === 0 || (listed && other && length !== (b as Value[]).length)) return undefined;
  const result = new Array<Value>(length);
  for (let at = 0; at < length; at++) {
    const x = listed ? (a as Value[])[at] : a;
    const y = other ? (b as Value[])[at] : b;
    if (typeof x !== "number" || typeof y !== "number") return undefined;
    result[at] = numbers(x, y);
  }
  return result;
}

function comparing(operator: string, compare: (a: Value, b: Value) => boolean): Combine {
  return (a, b) => (typeof a !== "object" && typeof b !== "object" ? compare(a, b) : elementwise(compare, [a, b], operator));
}
