import { composePlugins } from "formulary";
import { compile } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { parseTyped } from "../../plugins/typed-formulas/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";

const { functions } = composePlugins(functionPlugins());

const at = (source: string, x: number): unknown =>
  compile(parseTyped(source, ["x"]), {
    functions,
    names: () => ["x"],
    meaning: (name) => (name === "x" ? { is: "parameter", index: 0 } : undefined),
  })({ slots: [], steps: 0, sent: {}, units: {}, values: {}, compute: () => 0 }, [x]);

describe("people type formulas their own way", () => {
  it.each([
    ["2x + 1", 3, 7],
    ["x²", 3, 9],
    ["3(x + 1)(x - 1)", 2, 9],
    ["100(x + 1)", 2, 300],
    ["10.25(x + 1)", 1, 20.5],
    ["0.004(x²+9)", 1, 0.04],
    ["1e3(x)", 2, 2000],
    ["2exp(x)", 0, 2],
    ["12sin(x) + 34x", 0, 0],
    ["1.5e-3x", 2, 0.003],
    ["2 sin x", Math.PI / 2, 2],
    ["3sin(x)", Math.PI / 2, 3],
    ["e^x", 0, 1],
    ["pi x", 1, Math.PI],
    ["π·x", 2, 2 * Math.PI],
    ["√x", 9, 3],
    ["√(x + 7)", 9, 4],
    ["x × 2 ÷ 4 − 1", 4, 1],
    ["x**2", 5, 25],
    ["log(x)", 100, 2],
    ["2e3 + x", 1, 2001],
    ["x(x + 1)", 2, 6],
    ["-x^2", 3, -9],
    ["if(x > 0, x, -x)", -4, 4],
  ])("%s at %d", (source, x, expected) => {
    expect(at(source, x)).toBeCloseTo(expected, 12);
  });
  it.each(["2x +", "y + 1", "x = 1", "alert(x)", "constructor", "x.y", "", "import('fs')", "this"])("%s is refused in words", (source) => {
    expect(() => at(source, 1)).toThrow(/cannot be read|not defined|neither a function/);
  });
});
