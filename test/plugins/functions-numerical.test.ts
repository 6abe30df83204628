import { describe, expect, it } from "vitest";
import { evaluate } from "../language/evaluate.ts";

describe("numerical methods", () => {
  // x³ - 2x - 5 has its root at 2.0945514815423265 (Wallis' example, known to all digits); erf integral from tables
  const run = (source: string) => evaluate(source) as number;
  it("find roots to the last digits", () => {
    expect(run("root(cos, 1, 2)")).toBeCloseTo(Math.PI / 2, 15);
    expect(run("root(ln, 0.1, 5)")).toBeCloseTo(1, 15);
    expect(run("root(sin, 3, 4)")).toBeCloseTo(Math.PI, 15);
    expect(run("hasRoot(ln, 2, 3)")).toBe(false);
    expect(() => run("root(cos, 0, 1)")).toThrow("no change of sign");
  });
  it("integrate smooth and pointed functions", () => {
    expect(run("integrate(exp, 0, 1)")).toBeCloseTo(Math.E - 1, 14);
    expect(run("integrate(sqrt, 0, 1)")).toBeCloseTo(2 / 3, 9);
    expect(run("integrate(abs, -1, 2)")).toBeCloseTo(2.5, 9);
    expect(run("integrate(sin, 0, 200)")).toBeCloseTo(1 - Math.cos(200), 9);
  });
  it("say that an integral does not exist", () => {
    expect(() => run("integrate(ln, -1, 1)")).toThrow();
  });
  it("differentiate", () => {
    expect(run("derivative(exp, 1)")).toBeCloseTo(Math.E, 9);
    expect(run("derivative(sin, 1000)")).toBeCloseTo(Math.cos(1000), 8);
    expect(run("derivative(ln, 0.001)")).toBeCloseTo(1000, 5);
    expect(run("derivative(sqrt, 1000000)")).toBeCloseTo(0.0005, 10);
  });
});
