// Lists: sorting by several keys, groups, moving windows and decades. Expected values by Python: sorted with keys, fractions, numpy.convolve.
import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate } from "../language/evaluate.ts";

const run = (source: string, values: Record<string, Value> = {}) => evaluate(source, values);
const names = ["Ada", "Bo", "Cy", "Di", "Ed"];
const scores = [3, 5, 3, 5, 1];
const days = ["2024-03-01", "2024-01-01", "2024-02-01", "2023-12-31", "2024-01-01"];

describe("sorting by several keys", () => {
  it.each<[string, Value]>([
    ['sort([3, 1, 2], "descending")', [3, 2, 1]],
    ['sort(["b", "a", "c"], "descending")', ["c", "b", "a"]],
    ['sort([], "descending")', []],
    ['order(scores, "descending")', [1, 3, 0, 2, 4]],
    ["order(scores, names)", [4, 0, 2, 1, 3]],
    ['order(scores, "descending", names, "descending")', [3, 1, 2, 0, 4]],
    ['sortBy(names, scores, "descending", days)', ["Di", "Bo", "Cy", "Ada", "Ed"]],
    ['sortBy(names, days, scores, "ascending")', ["Di", "Ed", "Bo", "Cy", "Ada"]],
    ['sortBy(names, scores == 3, "descending")', ["Ada", "Cy", "Bo", "Di", "Ed"]],
    ["sortBy([], [])", []],
    [
      "sortBy([[1, 2], [3, 4]], [2, 1])",
      [
        [3, 4],
        [1, 2],
      ],
    ],
  ])("%s", (source, expected) => {
    expect(run(source, { names, scores, days })).toEqual(expected);
  });
  it("takes rows as clients send them", () => {
    const rows = [
      { mark: 2, name: "x" },
      { mark: 1, name: "y" },
    ];
    expect(run('sortBy(rows, rows["mark"])', { rows })).toEqual([rows[1], rows[0]]);
  });
  it.each([
    ['sort([1], "down")', 'sort needs "ascending" or "descending" as its second argument, not the text "down".'],
    ["sort([1], 2)", 'sort needs "ascending" or "descending" as its second argument, not 2.'],
    ['sortBy([1, 2], "descending")', "sortBy(list, keys) needs a list of keys, one for each element, as its second argument."],
    ['sortBy([1, 2], [1, 2], "up")', 'sortBy needs "ascending" or "descending" after a list of keys, not the text "up".'],
    ["sortBy([1, 2], [1])", "sortBy needs a key for each of 2 elements and got 1."],
    ["order([1, 2], [1])", "order needs lists of keys of one length and got 2 and 1 values."],
    ['sortBy([1, 2], ["a", 1])', "sortBy compares numbers or dates and got a"],
    ["sortBy(1, [1])", "sortBy needs a list and got a number."],
    ["sortBy([1, 2], [0 / 0, 1])", "sortBy compares something that is not a number"],
    ["sortBy(fill(1, 9999), range(1, 9999), range(1, 9999), range(1, 9999), range(1, 9999))", "more than 100,000 steps"],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("groups", () => {
  it.each<[string, Value]>([
    ["unique(keys)", ["b", "a", "c"]],
    ["sumBy(keys, [1, 2, 4, 8])", [5, 2, 8]],
    ["groups(keys, [1, 2, 4, 8])", [[1, 4], [2], [8]]],
    ["map(mean, groups(keys, [1, 2, 4, 8]))", [2.5, 2, 8]],
    ["map(count, groups(keys, keys))", [2, 1, 1]],
    ["sumBy([1, 2, 1], [0.1, 5, 0.2])", [0.30000000000000004, 5]],
    ["sumBy([1, 1, 1], [1e100, 1, -1e100])", [1]],
    ["sumBy([true, false, true], [1 > 0, 1, 1])", [2, 1]],
    ["sumBy([], [])", []],
    ["sum(sumBy(keys, [1, 2, 4, 8]))", 15],
  ])("%s", (source, expected) => {
    expect(run(source, { keys: ["b", "a", "b", "c"] })).toEqual(expected);
  });
  it.each([
    ["sumBy([1, 2], [1])", "sumBy needs a key for each value and got 2 keys and 1 values."],
    ['sumBy([1, 2], [1, "x"])', "sumBy needs numbers and got a text."],
    ["sumBy([1], [0 / 0])", "sumBy needs finite numbers and got NaN (0 / 0, …)."],
    ["sumBy([0 / 0], [1])", "sumBy needs keys that are texts or finite numbers."],
    ["groups([[1]], [1])", "groups needs single values as keys and got a list."],
    ["groups(1, [1])", "groups needs a list and got a number."],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("moving windows", () => {
  it.each<[string, Value]>([
    ["movingSum([1, 2, 3, 4, 5, 6, 7], 3)", [6, 9, 12, 15, 18]],
    ["movingSum([1, 2, 3], 3)", [6]],
    ["movingSum([4, 5], 1)", [4, 5]],
    ["movingSum([1e100, 1, -1e100, 5], 3)", [1, -1e100]],
    ["movingSum([0.1, 0.2, 0.3, 0.4], 2)", [0.30000000000000004, 0.5, 0.7]],
    ["movingMean([3, 5, 10, 1], 4)", [4.75]],
    ["movingMean(movingMean([1, 2, 4, 8, 16], 2), 2)", [2.25, 4.5, 9]],
  ])("%s", (source, expected) => {
    expect(run(source)).toEqual(expected);
  });
  it("agrees with sums of every window, for any lengths", () => {
    for (let length = 1; length < 30; length++)
      for (let size = 1; size <= length; size++) {
        const list = Array.from({ length }, (_, at) => ((at * 7919) % 101) - 50);
        const expected = list.slice(size - 1).map((_, at) => list.slice(at, at + size).reduce((a, b) => a + b, 0));
        expect(run("movingSum(list, size)", { list, size })).toEqual(expected);
      }
  });
  it.each([
    ["movingSum([1, 2], 3)", "movingSum needs a list at least as long as its window of 3, and got 2 values."],
    ["movingMean([], 1)", "movingMean needs at least one value and got none."],
    ["movingMean([1], 0)", "The window of movingMean must be a whole number from 1, not 0."],
    ["movingMean([1], 1.5)", "The window of movingMean must be a whole number from 1, not 1.5."],
    ["movingSum([1, 0 / 0], 1)", "movingSum needs finite numbers and got NaN"],
    ['movingSum(["x"], 1)', "movingSum needs numbers and got a text."],
    ["movingSum(5, 1)", "movingSum needs a list of numbers and got a number."],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("decades", () => {
  it.each<[string, Value]>([
    ["decades(20, 20000)", [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000]],
    ["decades(0.001, 0.05)", [0.001, 0.002, 0.005, 0.01, 0.02, 0.05]],
    ["decades(0.1 * 3 - 0.2, 0.2)", [0.1, 0.2]],
    ["decades(3, 4)", []],
    ["decades(7, 7, 10)", [7]],
    ["decades(1, 1000, 1)", [1, 10, 100, 1000]],
    ["decades(0.003, 30, 1)", [0.003, 0.03, 0.3, 3, 30]],
    ["round(decades(1, 10, 3), 12)", [1, 2.15443469003188, 4.64158883361278, 10]],
    ["count(decades(1, 1e6, 24))", 145],
    ["decades(1, 50, 1)", [1, 10]],
  ])("%s", (source, expected) => {
    const value = run(source);
    if (typeof expected === "number") expect(value).toBe(expected);
    else for (const [at, x] of (value as number[]).entries()) expect(x).toBeCloseTo((expected as number[])[at]!, 11);
    if (Array.isArray(expected)) expect(value).toHaveLength(expected.length);
  });
  it.each([
    ["decades(0, 10)", "decades needs a number above 0, not 0."],
    ["decades(10, 1)", "decades goes upwards: send the smaller number first, not 10 before 1."],
    ["decades(1, 1 / 0)", "decades needs finite numbers and got infinity."],
    ["decades(1, 10, 0)", "The number of values per decade must be a whole number from 1 to 1000, not 0."],
    ["decades(1e-300, 1e300, 1000)", "decades makes 600001 elements; the most is 10000."],
    ['decades("1", 10)', "decades needs numbers and got a text."],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});
