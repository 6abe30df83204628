import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";

const rows: Value = [
  { name: "a", credits: 3 },
  { name: "b", credits: 4 },
];

describe("a formula computes", () => {
  it.each<[string, Value, Record<string, Value>?]>([
    ["2 + 3 * 4 ^ 2", 50],
    ["-2 ^ 2", -4],
    ["7 % -3", 1],
    ["PI / PI", 1],
    ["a > 1 and b", true, { a: 2, b: true }],
    ["if(a > 1, 10, a > 0, 20, 30)", 20, { a: 1 }],
    ["3 * yes + 2 * no + 1", 4, { yes: true, no: false }],
    ["[1, 2, 3] * 2 + [0, 1, 0]", [2, 5, 6]],
    ["[1, 2, 3] > 1", [false, true, true]],
    ["sum([1, 2, 3] > 1)", 2],
    ["-[1, 2]", [-1, -2]],
    ["-x * 3 + -yes / -2", [-2.5, 0.5], { x: [1, 0], yes: true }],
    ["2 ^ -x * -2 ^ 2", -1, { x: 2 }],
    [
      "[[1, 2], [3, 4]] * 10",
      [
        [10, 20],
        [30, 40],
      ],
    ],
    ['sum(rows["credits"])', 7, { rows }],
    ['rows["name"][1]', "b", { rows }],
    ["t[k]", 5, { t: { x: 5 }, k: "x" }],
    ["t[[2, 0]]", [30, 10], { t: [10, 20, 30] }],
    ['d < "2024-10-07"', true, { d: "2023-01-01" }],
    ['k == "monthly"', true, { k: "monthly" }],
    ["0.1 + 0.2 == 0.3", true],
    ["0.1 + 0.2 > 0.3", false],
    ["1 / 0 > 5", true],
    ["1 / (1 / 0 + 1 / 5)", 0],
    ["given(a)", true, { a: 1 }],
    ["sum([])", 0],
    ["range(1, 0)", []],
    ["max(0, [-1, 2])", [0, 2]],
    ["map(sqrt, [4, 9])[1]", 3],
    ["sum(sqrt, [4, 9])", 5],
  ])("%s", (source, expected, values = {}) => {
    expect(evaluate(source, values)).toEqual(expected);
  });

  it("a choice without computing the branch that is not taken", () => {
    expect(evaluate("if(n == 0, 0, t[n])", { n: 0, t: [1] })).toBe(0);
    expect(evaluate("n == 0 or t[n] > 1", { n: 0, t: [] })).toBe(true);
  });
});

describe("a formula refuses, in words,", () => {
  it.each<[string, string, Record<string, Value>?]>([
    ["heigth + 1", 'Did you mean "height"?', { height: 1 }],
    ["srqt(4)", 'Did you mean "sqrt"?'],
    ["sqrt + 1", "not defined"],
    ["toString", "not defined"],
    ["constructor(1)", "neither a function"],
    ["__proto__", "not defined"],
    ['eval("1")', "neither a function"],
    ["sqrt(1, 2)", "takes 1 argument"],
    ["min(sqrt, a)", "not defined", { a: 1 }],
    ['"x" + 1', "needs numbers and got a text"],
    ['-"5"', "needs numbers"],
    ['sqrt("5")', "needs numbers"],
    ["[1, 2] + [1, 2, 3]", "lists of 2 and 3"],
    ["1 == true", "compares a number with yes or no"],
    ['1 < "a"', "compares numbers or dates"],
    ["true < false", "compares numbers or dates"],
    ["if(1, 2, 3)", "needs a condition"],
    ["not 1", "needs a condition"],
    ["sqrt(-1) > 2", "not a number"],
    ["0 / 0 == 1", "not a number"],
    ["t[3]", "outside a list of 1", { t: [1] }],
    ["t[-1]", "outside a list", { t: [1] }],
    ["t[0.5]", "outside a list", { t: [1] }],
    ['t["constructor"]', 'no entry "constructor"', { t: Object.assign(Object.create(null), { a: 1 }) }],
    ['t["__proto__"]', "no entry", { t: { a: 1 } }],
    ["map(range, 5)", "needs a list"],
    ['quantity(1, "kg")', "no place here"],
    ["show(a)", "belongs into an explanation", { a: 1 }],
    ["given(a + 1)", "name of one input", { a: 1 }],
    ["fixed(2, -6e275)", "from 0 to 100"],
    ["fixed(2, 1.5)", "from 0 to 100"],
    ["interpolate([[0, 0], [1, 1]], 2)", "outside the table"],
    ["band([[10, 1]], 2)", "below the first band"],
    ["factorial(-1)", "whole number"],
    ["max([])", "empty list"],
    ['number("12a")', "is not a number"],
  ])("%s", (source, message, values = {}) => {
    expect(() => evaluate(source, values)).toThrow(message);
  });
});

describe("a formula that asks for too much ends with a clear error instead of a stall", () => {
  it.each([
    ["sum(map(sqrt, range(1, 10000))) + sum(range(1, 20000))", "the most is 10000"],
    ["fill(1, 100000)", "0 to 10000"],
    [
      "sum(map(sqrt, fill(1, 10000)) * map(sqrt, fill(1, 10000))) + count(map(sqrt, append(fill(1, 9000), fill(1, 9000))))",
      "the most is 10000",
    ],
    ["iterate(sqrt, 2, 100001)", "0 to 100000"],
    [`sum([${Array.from({ length: 12 }, () => "sum(map(sqrt, range(1, 9999)))").join(", ")}])`, "steps"],
    ['fold(concat, fill(fold(concat, fill("abcdefghij", 900), ""), 20), "")', "the most is 10000"],
  ])("%s", (source, message) => {
    // what ends it is a count of elements or steps; how long a step takes is measured by the soak
    expect(() => evaluate(source)).toThrow(message);
  });
});
