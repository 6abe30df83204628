import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { dimensionRules } from "../../scripts/validation/dimension-rules.ts";
import { evaluate, functions } from "./evaluate.ts";

const entries = Object.entries(functions);

describe("every function", () => {
  it.each(entries.filter(([, entry]) => entry.example).map(([name, entry]) => [name, ...entry.example!] as [string, string, Value]))(
    "%s: its example %s",
    (_, source, expected) => {
      const value = evaluate(source);
      // minima are good to about half the digits: a valley is flat at its bottom
      if (typeof expected === "number") expect(value).toBeCloseTo(expected, 7);
      else expect(value).toEqual(expected);
    },
  );

  it.each(entries)("%s says in one sentence what it gives, and how dimensions go through it", (_, { summary, dimension }) => {
    expect(summary).toMatch(/^[\w-].*\.$/s);
    expect(Object.keys(dimensionRules)).toContain(dimension);
  });
});

describe("rounding goes by the digits that people see", () => {
  it.each([
    ["round(1.005, 2)", 1.01],
    ["round(-1.005, 2)", -1.01],
    ["round(2.5)", 3],
    ["round(-2.5)", -3],
    ["round(1234.5, -2)", 1200],
    ["round(4.6e148)", 4.6e148],
    ["floor(2.9999999999999996)", 3],
    ["floor(100 / (10.3 - 10.2))", 1000],
    ["floorTo(100 / (10.3 - 10.2), 1)", 1000],
    ["ceilTo((10.3 - 10.2) * 10, 1)", 1],
    ["ceil(3090828013441.4214)", 3090828013442],
    ["trunc(-2.9999999999999996)", -3],
    ["round(2.675, 2)", 2.68],
    ["roundSignificant(1.23456e-300, 4)", 1.235e-300],
    ["round(-1.005, 2)", -1.01],
    ["round(123456.789, 1)", 123456.8],
    ["ceil(0.1 * 3 * 10)", 3],
    ["roundEven(3.5)", 4],
    ["roundEven(0.125, 2)", 0.12],
    ["roundTo(0.0000000012, 0.000000001)", 1e-9],
    ["mod(-0.00000000000000001, 6)", 0],
    ["mod(0.3, 0.1)", 0],
    ["div(0.3, 0.1)", 3],
    ["sum([1e100, 1, -1e100])", 1],
  ])("%s", (source, expected) => {
    expect(evaluate(source)).toBe(expected);
  });
});

describe("angles at multiples of 15° are exact", () => {
  it.each([
    ["sin(PI)", 0],
    ["sin(2 * PI)", 0],
    ["cos(PI / 2)", 0],
    ["sin(PI / 6)", 0.5],
    ["cos(2 * PI / 3)", -0.5],
    ["tan(PI / 4)", 1],
    ["tan(3 * PI / 4)", -1],
    ["sinDegrees(210)", -0.5],
    ["cosDegrees(-60)", 0.5],
    ["sin(-PI / 2)", -1],
  ])("%s", (source, expected) => {
    expect(evaluate(source)).toBe(expected);
  });

  it("and elsewhere agree with the machine's own", () => {
    for (let x = -20; x < 20; x += 0.0137) {
      expect(evaluate("sin(x)", { x })).toBeCloseTo(Math.sin(x), 13);
      expect(evaluate("cos(x)", { x })).toBeCloseTo(Math.cos(x), 13);
    }
  });
});

describe("tables", () => {
  it.each<[string, Value]>([
    ["interpolate([[0, 0], [10, 5], [20, 0]], [4, 10, 15])", [2, 5, 2.5]],
    ["extrapolate([[0, 0], [10, 5]], -2)", -1],
    ['band([[0, "low"], [10, "high"]], 9.999)', "low"],
    ["brackets([[0, 0.1], [1000, 0.2], [5000, 0.3]], 6000)", 1200],
    ["brackets([[0, 0.1]], 0)", 0],
    ["bracketSlices([[0, 0.1], [1000, 0.2], [5000, 0.3]], 6000)", [1000, 4000, 1000]],
    ["bracketAt([[0, 0.1], [1000, 0.2]], 999)", 0.1],
  ])("%s", (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
  it("brackets also take the rows a client sends, and refuse ones that do not rise", () => {
    expect(
      evaluate("brackets(rows, 1500)", {
        rows: [
          { from: 0, rate: 0.1 },
          { from: 1000, rate: 0.2 },
        ],
      }),
    ).toBe(200);
    expect(() => evaluate("brackets([[5, 1], [1, 2]], 3)")).toThrow("rising order");
  });
});

describe("dates", () => {
  it.each<[string, Value]>([
    ['daysBetween("2000-02-28", "2000-03-01") / 86400', 2],
    ['daysBetween("2024-03-01", "2024-02-28") / 86400', -2],
    ['addDays("1999-12-31", 1)', "2000-01-01"],
    ['addMonths("2023-12-31", 2)', "2024-02-29"],
    ['addMonths("2024-03-31", -1)', "2024-02-29"],
    ['monthsBetween("2024-01-31", "2024-02-29")', 1],
    ['monthsBetween("2024-02-29", "2024-01-31")', -1],
    ['monthsBetween("2020-02-29", "2021-02-28")', 12],
    ['weekdayName("1969-07-20")', "Sunday"],
    ["isLeapYear(1900)", false],
    ['minutesBetween("08:30", "17:00") / 3600', 8.5],
  ])("%s", (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
  it.each([
    'addDays("2023-02-30", 1)',
    'weekday("07.10.2024")',
    'addDays("2024-01-01", 0.5)',
    'addDays("9999-12-31", 1)',
    'minutesBetween("24:00", "01:00")',
  ])("%s is refused", (source) => {
    expect(() => evaluate(source)).toThrow();
  });
});
