// Models fitted to data. Cox's regression against the maximum of the partial likelihood by mpmath (30 digits), which gives the
// values of R's coxph for the data of Freireich and others (1963); smoothing and shocks against numpy and scipy.
import type { Value } from "formulary";
import { CalcError } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate, functions } from "../language/evaluate.ts";

const call = (name: string, ...values: Value[]) =>
  (functions[name]!.call as unknown as (...values: Value[]) => Record<string, Value>)(...values);
const near = (found: unknown, expected: number[], digits = 9) => {
  const values = [found].flat() as number[];
  expect(values).toHaveLength(expected.length);
  for (const [k, value] of expected.entries())
    expect(Math.abs(values[k]! - value)).toBeLessThan(10 ** -digits * Math.max(1, Math.abs(value)));
};

const drug = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35];
const drugEvents = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0];
const placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
const times = [...drug, ...placebo];
const events = [...drugEvents.map((x) => x === 1), ...placebo.map(() => true)];
const group = [...drug.map(() => 0), ...placebo.map(() => 1)];

describe("coxRegression", () => {
  it.each([
    ["efron", 1.572125148829067, 0.4123967177094556, -85.00842457737163, -93.18426999684775, 17.246536795716576],
    ["breslow", 1.5091914125858785, 0.4095644063667413, -86.37962207114556, -93.98505047824518, 15.93053956403271],
  ])("has the coefficient of a group, with ties by %s", (ties, coefficient, error, most, none, score) => {
    const found = call("coxRegression", times, events, [group], ties);
    expect(found.status).toBe("settled");
    near(found.coefficients, [coefficient]);
    near(found.errors, [error]);
    near([found.logLikelihood, found.logLikelihood0, found.score], [most, none, score]);
  });
  it("has two predictors, in any order of the subjects", () => {
    const t = [5, 8, 8, 12, 15, 15, 15, 20, 22, 30, 31, 40];
    const e = [1, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0];
    const a = [61, 45, 70, 50, 66, 58, 40, 55, 39, 48, 62, 44];
    const b = [1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0];
    const turned = [7, 3, 11, 0, 5, 9, 1, 10, 2, 8, 4, 6];
    const pick = (list: number[]) => turned.map((i) => list[i]!);
    const found = call("coxRegression", pick(t), pick(e), [pick(a), pick(b)]);
    near(found.coefficients, [0.11688183421160217, -0.7869559742888023]);
    near(found.errors, [0.07880011277765786, 1.330818298626608]);
    near([found.logLikelihood, found.score], [-12.39723742587657, 4.050412486764416]);
  });
  it("has three predictors of any size, whose products round differently", () => {
    const random = (seed: number) => times.map((_, i) => Math.sin(seed * (i + 1)) * 1e3);
    const found = call("coxRegression", times, events, [group, random(1.7), random(2.9)]);
    expect(found.status).toBe("settled");
    expect((found.coefficients as number[])[0]).toBeGreaterThan(1);
  });
  it("says where a predictor separates the events, or depends on another", () => {
    expect(call("coxRegression", [1, 2, 3, 4], [true, true, false, false], [[1, 1, 0, 0]]).status).toBe("undetermined");
    expect(call("coxRegression", times, events, [group, group.map((x) => 2 * x)]).status).toBe("undetermined");
    expect(call("coxRegression", [1, 2], [false, false], [[1, 2]]).status).toBe("undetermined");
    expect(call("coxRegression", times, events, [group.map(() => 3)]).status).toBe("undetermined");
  });
  it.each<[string, Value[], string]>([
    ["lists of different lengths", [[1, 2], [true], [[1, 2]]], "lists of one length"],
    ["another name for ties", [[1, 2], [true, true], [[1, 2]], "exact"], '"efron" or "breslow"'],
  ])("refuses %s", (_, values, message) => {
    expect(() => call("coxRegression", ...values)).toThrow(CalcError);
    expect(() => call("coxRegression", ...values)).toThrow(message);
  });
});

describe("seasonalSmoothing", () => {
  const y = [30, 21, 29, 31, 40, 22, 28, 35, 42, 25, 33, 39, 48, 28, 36, 41];
  it("is additive", () => {
    const found = call("seasonalSmoothing", y, 4, [0.3, 0.1, 0.2, 0.9]);
    near((found.fitted as number[]).slice(0, 3), [30.7875, 22.2387375, 30.4524090875]);
    near((found.fitted as number[]).slice(-1), [41.07921501071534]);
    near([found.level as number, found.trend as number], [37.45236834037924, 0.3268150021506323]);
    near(found.seasons, [6.800643905986038, -8.267140484909273, -0.4475133370253883, 3.587239164978431]);
    near([(found.residuals as number[]).at(-1)!], [41 - 41.07921501071534]);
  });
  it("is multiplicative", () => {
    const found = call("seasonalSmoothing", y, 4, [0.3, 0.1, 0.2, 0.9], true);
    near((found.fitted as number[]).slice(-1), [42.00875648216904]);
    near(found.seasons, [1.2190189238999145, 0.7434661567253991, 0.9898280677801683, 1.1151952158064273]);
  });
  it("begins its seasons with the next time, also after a part of a season", () => {
    expect((call("seasonalSmoothing", [1, 9, 1, 9, 1], 2, [0, 0, 0, 1]).seasons as number[])[0]).toBe(4);
  });
  it("refuses less than two seasons", () => {
    expect(() => call("seasonalSmoothing", [1, 2, 3], 2, [0.5, 0.5, 0.5, 1])).toThrow("two whole seasons");
  });
});

describe("armaResiduals", () => {
  it("are the shocks, with those before the first one 0", () => {
    const w = [1.2, -0.5, 0.3, 2.1, 0.7, -1.1, 0.4, 0.9];
    near(call("armaResiduals", w, [0.5, -0.2], [0.4], 0.1), [0.69, 1.474, -0.9796, -0.73816, 1.285264, -0.1341056]);
    expect(evaluate("armaResiduals([1, 2, 3], [], [])")).toEqual([1, 2, 3]);
  });
  it("refuses too few values", () => {
    expect(() => call("armaResiduals", [1, 2], [0.1, 0.2], [])).toThrow("more values");
  });
});
