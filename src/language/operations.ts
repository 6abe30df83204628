// Operations on two values. Nearly all operands are numbers: they skip every check but that one. Each operator has functions
// of its own, since a shared one would need a further call for every operation.
import type { Closure, Operator, State, Tree, Value } from "../types.ts";
import { operators } from "./operators.ts";
import type { Scope } from "./scope.ts";
import { chargeList } from "./values.ts";

type Checked = (state: State, a: Value, b: Value) => Value;

/** An operation ready to run; constant operands are computed now. */
export function compileOperation(tree: Tree & { kind: "binary" }, scope: Scope, compile: (part: Tree) => Closure): Closure {
  const { operator } = tree;
  const [first, second] = [constantOf(tree.left, scope), constantOf(tree.right, scope)];
  // -x * c is x * -c to the last digit, and one closure less
  if (tree.left.kind === "negate" && first === undefined && second !== undefined && (operator === "*" || operator === "/"))
    return compileOperation({ ...tree, left: tree.left.operand, right: { kind: "number", value: -second } }, scope, compile);
  const [left, right] = [compile(tree.left), compile(tree.right)];
  const values = operators[operator];
  const checked: Checked = (state, a, b) => {
    const result = values(a, b);
    if (Array.isArray(result)) chargeList(state, result);
    return result;
  };
  if (first !== undefined && second !== undefined) {
    const folded = values(first, second);
    return () => folded;
  }
  const commutes = operator === "+" || operator === "*";
  const constant =
    second !== undefined
      ? withNumber[operator]?.(left, second, checked)
      : first !== undefined && commutes
        ? withNumber[operator]?.(right, first, checked)
        : undefined;
  return constant ?? (ofTwo[operator] ?? otherwise)(left, right, checked);
}

/** The value of a constant part of a formula. */
function constantOf(tree: Tree, scope: Scope): number | undefined {
  if (tree.kind === "number") return tree.value;
  if (tree.kind === "name") {
    if (tree.name === "PI") return Math.PI;
    const meaning = scope.meaning(tree.name);
    return meaning?.is === "constant" && typeof meaning.value === "number" ? meaning.value : undefined;
  }
  if (tree.kind === "negate") {
    const operand = constantOf(tree.operand, scope);
    return operand === undefined ? undefined : -operand;
  }
  if (tree.kind !== "binary") return undefined;
  const first = constantOf(tree.left, scope);
  const second = first === undefined ? undefined : constantOf(tree.right, scope);
  const value = second === undefined ? undefined : operators[tree.operator](first!, second);
  return typeof value === "number" ? value : undefined;
}

const otherwise =
  (left: Closure, right: Closure, checked: Checked): Closure =>
  (state, parameters) =>
    checked(state, left(state, parameters), right(state, parameters));
const ofTwo: Partial<Record<Operator, (left: Closure, right: Closure, checked: Checked) => Closure>> = {
  "+": (left, right, checked) => (state, parameters) => {
    const a = left(state, parameters);
    const b = right(state, parameters);
    return typeof a === "number" && typeof b === "number" ? a + b : checked(state, a, b);
  },
  "-": (left, right, checked) => (state, parameters) => {
    const a = left(state, parameters);
    const b = right(state, parameters);
    return typeof a === "number" && typeof b === "number" ? a - b : checked(state, a, b);
  },
  "*": (left, right, checked) => (state, parameters) => {
    const a = left(state, parameters);
    const b = right(state, parameters);
    return typeof a === "number" && typeof b === "number" ? a * b : checked(state, a, b);
  },
  "/": (left, right, checked) => (state, parameters) => {
    const a = left(state, parameters);
    const b = right(state, parameters);
    return typeof a === "number" && typeof b === "number" ? a / b : checked(state, a, b);
  },
  "^": (left, right, checked) => (state, parameters) => {
    const a = left(state, parameters);
    const b = right(state, parameters);
    return typeof a === "number" && typeof b === "number" ? (b === 2 ? a * a : a ** b) : checked(state, a, b);
  },
};
const withNumber: Partial<Record<Operator, (left: Closure, c: number, checked: Checked) => Closure>> = {
  "+": (left, c, checked) => (state, parameters) => {
    const a = left(state, parameters);
    return typeof a === "number" ? a + c : checked(state, a, c);
  },
  "-": (left, c, checked) => (state, parameters) => {
    const a = left(state, parameters);
    return typeof a === "number" ? a - c : checked(state, a, c);
  },
  "*": (left, c, checked) => (state, parameters) => {
    const a = left(state, parameters);
    return typeof a === "number" ? a * c : checked(state, a, c);
  },
  "/": (left, c, checked) => (state, parameters) => {
    const a = left(state, parameters);
    return typeof a === "number" ? a / c : checked(state, a, c);
  },
  "^": (left, c, checked) =>
    c === 2
      ? (state, parameters) => {
          const a = left(state, parameters);
          // a product takes a twentieth of a power's time, and rounds once
          return typeof a === "number" ? a * a : checked(state, a, c);
        }
      : (state, parameters) => {
          const a = left(state, parameters);
          return typeof a === "number" ? a ** c : checked(state, a, c);
        },
};
