import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { functions } from "../language/evaluate.ts";

type Call = (...values: unknown[]) => never;
const call = (name: string, ...values: unknown[]) => (functions[name]!.call as Call)(...values);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: number[]) => sum(numbers) / numbers.length;
const deviation = (numbers: number[]) => Math.sqrt(sum(numbers.map((x) => (x - mean(numbers)) ** 2)) / (numbers.length - 1));

interface Arranged {
  a: number[];
  b: number[];
  statistic?: string;
  observed: number;
  less: number;
  greater: number;
  twoSided: number;
}
interface Cases {
  shapiro: { x: number[]; w: number; p: number }[];
  one: [gap: number, size: number, p: number][];
  two: [gap: number, size1: number, size2: number, p: number][];
  means: Arranged[];
  pairs: Arranged[];
  correlations: Arranged[];
}
// random cases; answers of scipy 1.17, of counted paths in fractions, and of complete enumeration
const cases = JSON.parse(readFileSync("test/plugins/functions-resampling.json", "utf8")) as Cases;
const near = (x: number, expected: number, relative: number) => {
  expect(Math.abs(x - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
};

describe("tests of goodness of fit agree with scipy and with counted paths", () => {
  it.each(cases.shapiro)("shapiroWilk of $x.length values: $w, $p", ({ x, w, p }) => {
    const { statistic, p: own } = call("shapiroWilk", x) as Record<string, number>;
    near(statistic!, w, 1e-8);
    near(own!, p, 1e-6);
  });
  it.each(cases.one)("kolmogorovSmirnovP(%d, %d) is %d", (gap, size, p) => near(call("kolmogorovSmirnovP", gap, size), p, 1e-9));
  it.each(cases.two)("twoSampleKolmogorovSmirnovP(%d, %d, %d) is %d", (gap, m, n, p) =>
    near(call("twoSampleKolmogorovSmirnovP", gap, m, n), p, 1e-11),
  );
  gives([
    ["kolmogorovSmirnovP(0, 7)", 1],
    ["kolmogorovSmirnovP(1, 7)", 0],
    ["twoSampleKolmogorovSmirnovP(0, 3, 4)", 1],
  ]);
  refuses([
    ["shapiroWilk([1, 2])", "at least 3"],
    ["shapiroWilk([2, 2, 2])", "not all the same"],
    ["kolmogorovSmirnovP(1.1, 5)", "The greatest gap"],
    ["kolmogorovSmirnovP(0.1, 501)", "The size of a sample"],
    ["twoSampleKolmogorovSmirnovP(0.1, 0, 5)", "The size of a sample"],
  ]);
});

describe("permutation tests try all arrangements where they are few", () => {
  const tests: [string, Arranged][] = [
    ...cases.means.map((each): [string, Arranged] => [each.statistic!, each]),
    ...cases.pairs.map((each): [string, Arranged] => ["pairs", each]),
    ...cases.correlations.map((each): [string, Arranged] => ["correlation", each]),
  ];
  it.each(tests)("%s of %o", (statistic, { a, b, observed, less, greater, twoSided }) => {
    const answer = call("permutationTest", a, b, statistic, 1, 1) as Record<string, number>;
    expect(answer.exact).toBe(true);
    expect(answer.observed).toBeCloseTo(observed, 10);
    expect([answer.less, answer.greater, answer.twoSided].map((p) => p!.toFixed(10))).toEqual(
      [less, greater, twoSided].map((p) => p.toFixed(10)),
    );
  });

  const a = [12, 15, 11, 18, 14, 16, 13, 17, 19, 12.5];
  const b = [14, 19, 17, 22, 16, 20, 15, 21, 18, 23.5];
  it("samples many arrangements, and comes near to the t-test and to the exact share", () => {
    const answer = call("permutationTest", a, b, "mean", 10_000, 3) as Record<string, number>;
    expect(answer).toMatchObject({ exact: false, arrangements: 10_000 });
    // all 184,756 arrangements, counted: 0.0061811 and 0.0123623; 10,000 draws know the first to 0.0008
    expect(answer.less).toBeGreaterThan(0.0061811 - 0.004);
    expect(answer.less).toBeLessThan(0.0061811 + 0.004);
    expect(answer.twoSided).toBeGreaterThan(0.0123623 - 0.0055);
    expect(answer.twoSided).toBeLessThan(0.0123623 + 0.0055);
    expect(call("permutationTest", a, b, "mean", 10_000, 3)).toEqual(answer);
    expect(call("permutationTest", a, b, "mean", 10_000, 4)).not.toEqual(answer);
  });
  it("is never 0 by sampling", () => {
    const far = call(
      "permutationTest",
      a,
      b.map((x) => x + 1000),
      "mean",
      999,
      3,
    ) as Record<string, number>;
    expect(far.less).toBe(1 / 1000);
  });
  refuses([
    ['permutationTest([1, 2], [3, 4], "mode", 100, 1)', 'knows no statistic "mode"'],
    ['permutationTest([1, 2], [3], "pairs", 100, 1)', "two lists of one length"],
    ['permutationTest([1, 1, 1], [3, 4, 5], "correlation", 100, 1)', "not all the same"],
    ['permutationTest([1, 2], [3, 4], "mean", 100, -1)', "The seed"],
    ['permutationTest([1, 2], [3, 4], "mean", 10001, 1)', "The number of resamples"],
  ]);
});

describe("random numbers that a seed decides", () => {
  const seeds = [0, 1, 2, 3, 1000, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
  it("are evenly spread, and others for each seed", () => {
    const firsts = new Set<number>();
    for (const seed of seeds) {
      const numbers = call("randomNumbers", 10_000, seed) as number[];
      // five standard errors of the mean, and of the shares of ten classes
      expect(Math.abs(mean(numbers) - 0.5)).toBeLessThan(5 / Math.sqrt(12 * 10_000));
      for (let tenth = 0; tenth < 10; tenth++)
        expect(Math.abs(numbers.filter((x) => Math.floor(x * 10) === tenth).length - 1000)).toBeLessThan(150);
      const [x, y] = [numbers.slice(1), numbers.slice(0, -1)];
      expect(Math.abs(call("correlation", x, y))).toBeLessThan(0.05);
      firsts.add(numbers[0]!);
    }
    expect(firsts.size).toBe(seeds.length);
  });
  it("stay the same for ever", () => {
    expect((call("randomNumbers", 3, 42) as number[]).map((x) => x.toFixed(9))).toMatchInlineSnapshot(`
      [
        "0.268567787",
        "0.997510506",
        "0.614310162",
      ]
    `);
    expect(call("shuffle", [1, 2, 3, 4, 5, 6, 7, 8], 42)).toMatchInlineSnapshot(`
      [
        3,
        8,
        6,
        2,
        7,
        5,
        4,
        1,
      ]
    `);
  });
  it("first numbers of seeds in a row are evenly spread, too", () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => (call("randomNumbers", 1, seed) as number[])[0]!);
    expect(Math.abs(mean(firsts) - 0.5)).toBeLessThan(5 / Math.sqrt(12 * 2000));
    expect(Math.abs(call("correlation", firsts.slice(1), firsts.slice(0, -1)))).toBeLessThan(0.11);
  });
  it("shuffle makes each order equally often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6000; seed++) {
      const order = (call("shuffle", ["a", "b", "c"], seed) as string[]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
  refuses([
    ["randomNumbers(10001, 1)", "The number of random numbers"],
    ["randomNumbers(5, 0.5)", "The seed"],
    ["shuffle([], 1)", "at least one value"],
  ]);
});

describe("bootstrap and jackknife", () => {
  const values = [3, 8, 1, 9, 12, 5, 7, 2, 10, 6];
  const population = Math.sqrt(sum(values.map((x) => (x - mean(values)) ** 2)) / values.length);
  it("has the standard error of theory for the mean", () => {
    const means = call("bootstrap", values, "mean", 10_000, 1) as number[];
    expect(mean(means)).toBeCloseTo(mean(values), 1);
    // sigma / √n of the sample as a population; 10,000 draws know it to 0.7 %
    expect(deviation(means) / (population / Math.sqrt(values.length))).toBeCloseTo(1, 1);
    expect([...means].sort((x, y) => x - y)).toEqual(means);
  });
  it("draws every value equally often", () => {
    // the mean of one value is that value
    const draws = call("bootstrap", [1, 2, 3, 4], "median", 10_000, 5) as number[];
    expect(Math.abs(mean(draws) - 2.5)).toBeLessThan(0.05);
  });
  const names = ["mean", "median", "trimmedMean", "standardDeviation", "variance", "interquartileRange"];
  it.each(names)("%s stays within what the sample can give", (name) => {
    const all = call("bootstrap", values, name, 500, 2) as number[];
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all)).toBeLessThanOrEqual(name === "variance" ? 36 : 12);
    expect(new Set(all).size).toBeGreaterThan(10);
  });
  it("gives statistics as their functions do", () => {
    const jackknife = (name: string) => call("jackknife", values, name) as number[];
    const without = (at: number) => values.filter((_, other) => other !== at);
    for (const at of values.keys()) {
      expect(jackknife("mean")[at]).toBeCloseTo(call("mean", without(at)), 12);
      expect(jackknife("median")[at]).toBeCloseTo(call("median", without(at)), 12);
      expect(jackknife("trimmedMean")[at]).toBeCloseTo(call("trimmedMean", without(at), 0.2), 12);
      expect(jackknife("standardDeviation")[at]).toBeCloseTo(call("standardDeviation", without(at)), 12);
      expect(jackknife("variance")[at]).toBeCloseTo(call("variance", without(at)), 12);
      const [low, , high] = call("quartiles", without(at)) as number[];
      expect(jackknife("interquartileRange")[at]).toBeCloseTo(high! - low!, 12);
    }
  });
  refuses([
    ['bootstrap([1, 2], "mode", 10, 1)', 'knows no statistic "mode"'],
    ['bootstrap([1], "variance", 10, 1)', "at least 2"],
    ['bootstrap([1, 2], "mean", 0, 1)', "The number of resamples"],
    ['jackknife([1, 2], "variance")', "at least 3"],
  ]);
});
