// Systems of equations. Solutions by mpmath (findroot with 30 digits) where nothing else is said.
import type { Formula, Value } from "formulary";
import { CalcError } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate, functions } from "../language/evaluate.ts";

type System = (v: number[], ...more: number[]) => Value;
const solve = (f: System, start: Value, ...more: Value[]) =>
  (functions.rootsOf!.call as (f: Formula, ...values: Value[]) => number[])(f as unknown as Formula, start, ...more);

describe("rootsOf finds", () => {
  it.each<[string, System, number[], number[]]>([
    [
      "where a circle meets a curve",
      ([x, y]) => [x! ** 2 + y! ** 2 - 4, Math.exp(x!) + y! - 1],
      [1, -2],
      [1.0041687384746592, -1.72963728702587],
    ],
    [
      "three unknowns (Burden and Faires, section 10.2, example 1)",
      ([x, y, z]) => [
        3 * x! - Math.cos(y! * z!) - 0.5,
        x! ** 2 - 81 * (y! + 0.1) ** 2 + Math.sin(z!) + 1.06,
        Math.exp(-x! * y!) + 20 * z! + (10 * Math.PI - 3) / 3,
      ],
      [0.1, 0.1, -0.1],
      [0.5, 0, -0.5235987755982989],
    ],
    [
      "concentrations of sizes from 1e-12 to 0.1 (a weak acid)",
      ([h, oh, a, ha]) => [h! * a! - 1.8e-5 * ha!, ha! + a! - 0.1, h! - a! - oh!, h! * oh! - 1e-14],
      [1e-3, 1e-11, 1e-3, 0.099],
      [0.0013326709768550064, 7.503727606944045e-12, 0.001332670969351279, 0.09866732903064872],
    ],
    ["the bottom of Rosenbrock's valley from far away", ([x, y]) => [10 * (y! - x! ** 2), 1 - x!], [-1.2, 1], [1, 1]],
    ["equations of very different sizes", ([x, y]) => [1e12 * (x! - 2 * y!), 1e-9 * (x! * y! - 8)], [3, 3], [4, 2]],
    ["one unknown", ([x]) => [x! ** 2 - 2], [1], [Math.SQRT2]],
    ["a solution that the start is already", ([x, y]) => [x! - 1, y! - 2], [1, 2], [1, 2]],
    ["the solution at 0", ([x, y]) => [x! + y!, x! - y! ** 3 - y!], [0, 1], [0, 0]],
    ["a step back from where the formula is not defined", ([x]) => [Math.log(x!) + 2], [6], [Math.exp(-2)]],
  ])("%s", (_, system, start, expected) => {
    const x = solve(system, start);
    for (const [k, value] of expected.entries()) expect(Math.abs(x[k]! - value)).toBeLessThan(1e-11 * Math.abs(value) + 1e-12);
  });
  it("further arguments go to the formula", () => {
    expect(solve(([x], target) => [x! ** 3 - target!], [1], 27)[0]).toBeCloseTo(3, 12);
  });
  it("twenty unknowns", () => {
    const x = solve(
      (v) => v.map((each, k) => each ** 3 - (v[k - 1] ?? 7) - k),
      Array.from({ length: 20 }, () => 2),
    );
    for (const [k, each] of x.entries()) expect(each ** 3 - (x[k - 1] ?? 7) - k).toBeCloseTo(0, 10);
  });
});

describe("rootsOf refuses", () => {
  it.each<[string, System, Value, string]>([
    ["what has no solution", ([x, y]) => [x! ** 2 + y! ** 2 + 1, x! - y!], [1, 2], "rootsOf"],
    ["equations that depend on each other", ([x, y]) => [x! + y! - 1, 2 * x! + 2 * y! - 2.5], [3, 4], "the equations depend on each other"],
    ["an equation without an unknown", ([x]) => [x! + 1, 5], [1, 2], "the equations depend on each other"],
    ["fewer values than unknowns", ([x]) => [x!], [1, 2], "it gives 1 for 2."],
    [
      "a formula of one number",
      ([x]) => x!,
      [1, 2],
      "rootsOf needs a formula that gives a list, one value for each unknown, not a number.",
    ],
    ["texts", () => ["a", "b"], [1, 2], "A formula solved numerically needs numbers and got a text."],
    ["a start where there is no number", ([x]) => [Math.sqrt(x!) - 2], [-1], "rootsOf meets no number at -1"],
    ["a start that is no list", ([x]) => [x!], 3, "rootsOf needs a list of start values and got a number."],
    ["no start values", () => [], [], "rootsOf needs at least one value and got none."],
    ["too many unknowns", (v) => v, Array.from({ length: 21 }, () => 1), "rootsOf takes up to 20 start values and got 21."],
    ["NaN", (v) => v, [Number.NaN], "rootsOf needs finite numbers and got NaN"],
  ])("%s", (_, system, start, message) => {
    expect(() => solve(system, start)).toThrow(message);
  });
  it("with the last point, where it does not converge", () => {
    expect(() => solve(([x]) => [Math.atan(x!) + 2], [1])).toThrow(/^rootsOf /);
    expect(() => solve(([x]) => [x! ** 2 + 1], [3])).toThrow(
      /rootsOf does not converge: near .* Start nearer to the solution; there may be none\.|depend/,
    );
  });
  it("and hands on what a formula says at the start, and that there were too many steps", () => {
    const failing = (code: string) => () => {
      throw new CalcError(code, { message: `because of ${code}` });
    };
    expect(() => solve(failing("formula"), [1])).toThrow("because of formula");
    let calls = 0;
    const later: System = ([x]) => (calls++ < 3 ? [x! ** 2 - 2] : failing("too_much_work")());
    expect(() => solve(later, [1])).toThrow("because of too_much_work");
  });
  it("what is no formula", () => {
    expect(() => evaluate("rootsOf([1], [1])")).toThrow("The name of a formula with parameters belongs here.");
  });
});
