// Nonlinear least squares. Certified values of the NIST Statistical Reference Datasets for nonlinear regression, from both starts
// that they give.
import type { Formula, Value } from "formulary";
import { CalcError } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate, functions } from "../language/evaluate.ts";

type Residuals = (v: number[], ...more: number[]) => Value;
const fitted = (f: Residuals, start: Value, ...more: Value[]) =>
  (functions.nonlinearFit!.call as unknown as (f: Formula, ...values: Value[]) => Fit)(f as unknown as Formula, start, ...more);
interface Fit {
  status: string;
  parameters: number[];
  errors: number[];
  covariance: number[][];
  rest: number;
  steps: number;
}
const { exp } = Math;

const sets: Record<
  string,
  {
    model: (x: number, v: number[]) => number;
    x: number[];
    y: number[];
    starts: number[][];
    expected: number[];
    errors: number[];
    rest: number;
  }
> = {
  Misra1a: {
    model: (x, [a, b]) => a! * (1 - exp(-b! * x)),
    x: [77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760],
    y: [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78],
    starts: [
      [500, 1e-4],
      [250, 5e-4],
    ],
    expected: [2.3894212918e2, 5.5015643181e-4],
    errors: [2.7070075241, 7.2668688436e-6],
    rest: 1.2455138894e-1,
  },
  BoxBOD: {
    model: (x, [a, b]) => a! * (1 - exp(-b! * x)),
    x: [1, 2, 3, 5, 7, 10],
    y: [109, 149, 149, 191, 213, 224],
    starts: [
      [1, 1],
      [100, 0.75],
    ],
    expected: [2.1380940889e2, 5.4723748542e-1],
    errors: [1.2354515176e1, 1.0455993237e-1],
    rest: 1.1680088766e3,
  },
  Rat42: {
    model: (x, [a, b, c]) => a! / (1 + exp(b! - c! * x)),
    x: [9, 14, 21, 28, 42, 57, 63, 70, 79],
    y: [8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08],
    starts: [
      [100, 1, 0.1],
      [75, 2.5, 0.07],
    ],
    expected: [7.2462237576e1, 2.6180768402, 6.7359200066e-2],
    errors: [1.7340283401, 8.8295217536e-2, 3.4465663377e-3],
    rest: 8.0565229338,
  },
  MGH09: {
    model: (x, [a, b, c, d]) => (a! * (x * x + x * b!)) / (x * x + x * c! + d!),
    x: [4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625],
    y: [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246],
    starts: [
      [25, 39, 41.5, 39],
      [0.25, 0.39, 0.415, 0.39],
    ],
    expected: [1.9280693458e-1, 1.9128232873e-1, 1.2305650693e-1, 1.3606233068e-1],
    errors: [1.1435312227e-2, 1.9633220911e-1, 8.0842031232e-2, 9.0025542308e-2],
    rest: 3.0750560385e-4,
  },
};

describe("nonlinearFit", () => {
  const cases = Object.entries(sets).flatMap(([name, set]) => set.starts.map((start, at) => [name, at + 1, set, start] as const));
  it.each(cases)("%s from start %d", (_, __, { model, x, y, expected, errors, rest }, start) => {
    const found = fitted((v) => x.map((at, i) => model(at, v) - y[i]!), start);
    for (const [k, value] of expected.entries()) expect(Math.abs(found.parameters[k]! / value - 1)).toBeLessThan(1e-7);
    for (const [k, value] of errors.entries()) expect(Math.abs(found.errors[k]! / value - 1)).toBeLessThan(1e-6);
    expect(Math.abs(found.rest / rest - 1)).toBeLessThan(1e-9);
    expect(found.status).toBe("settled");
    expect(found.covariance[0]![0]! / found.errors[0]! ** 2).toBeCloseTo(1, 12);
  });
  it("meets points that a curve goes through", () => {
    const [x, y] = [
      [0, 1, 2],
      [1, exp(0.5), exp(1)],
    ];
    const found = fitted((v) => x!.map((at, i) => v[0]! * exp(v[1]! * at) - y![i]!), [2, 0]);
    expect(found.parameters[0]).toBeCloseTo(1, 12);
    expect(found.parameters[1]).toBeCloseTo(0.5, 12);
    expect(found.rest).toBeLessThan(1e-20);
  });
  it("steps back from where the formula is not defined", () => {
    const y = [1, 2, 3, 4].map((at) => Math.log(at + 0.5));
    const found = fitted((v) => y.map((each, i) => Math.log(i + 1 + v[0]!) - each), [20]);
    expect(found.parameters[0]).toBeCloseTo(0.5, 10);
  });
  it("hands further arguments on", () => {
    expect(fitted((v, target) => [v[0]! - target!, v[0]! - target! - 1], [0], 3).parameters[0]).toBeCloseTo(3.5, 12);
  });
  it.each<[string, Residuals, Value, string]>([
    ["a start without a value", (v) => [Math.log(v[0]!)], [-1], "no number at the start"],
    ["fewer values than parameters", (v) => [v[0]! + v[1]! - 1], [0, 0], "at least as many values"],
    ["what is no list", () => 3, [1], "list of residuals"],
  ])("refuses %s", (_, f, start, message) => {
    expect(() => fitted(f, start)).toThrow(CalcError);
    expect(() => fitted(f, start)).toThrow(message);
  });
  it("says where other parameters fit as well", () => {
    const found = fitted((v) => [1, 2, 3].map((x) => (v[0]! + v[1]!) * x - 2 * x - 0.1 * x * x), [1, 0]);
    expect(found.status).toBe("undetermined");
    expect(found.errors).toEqual([0, 0]);
  });
  it("says where the search does not settle", () => {
    // the sum of squares falls for ever
    expect(fitted((v) => [1 / (1 + v[0]! ** 2), 1 / (2 + v[0]! ** 2)], [1]).status).not.toBe("settled");
  });
  it("works in a formula", () => {
    expect(evaluate("nonlinearFit(ln, [3]).parameters[0]")).toBeCloseTo(1, 12);
  });
});
