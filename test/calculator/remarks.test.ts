import { describe, expect, it } from "vitest";
import { calculate, calculatorOf, faultsOf, file, number } from "./calculators.ts";

const heart = calculatorOf(
  file(
    { volume: "{ type: number, title: Stroke volume, unit: mL, minimum: 1, maximum: 1000 }", more: number(", default: 0") },
    `formulas:
  flow: volume * quantity(60, "1/min")
  list: "[more, 2]"
outputs:
  flow: { label: Cardiac output, unit: L/min, minimum: 0.5, maximum: 40 }
  list: { label: Numbers, type: list, minimum: 0 }
valid: { to: 2025-12-31, jurisdiction: Utopia }
`,
  ),
);
const flowRemark = {
  output: "flow",
  code: "outside_plausible",
  message: "Cardiac output is outside what is plausible (0.5 to 40 L/min): check the inputs.",
};
const remarksOf = (inputs: object, today = "2025-01-01", units?: Record<string, string>) =>
  heart.run(heart.validate(inputs, today, units)).remarks;

describe("a result outside its plausible span", () => {
  it("carries a remark, below and above", () => {
    expect(remarksOf({ volume: 8 })).toEqual([flowRemark]);
    expect(remarksOf({ volume: 700 })).toEqual([flowRemark]);
  });
  it("carries none on the ends of the span", () => {
    expect(remarksOf({ volume: { value: 40 / 60, unit: "L" } })).toBeUndefined();
    expect(calculate(heart, { volume: 70 }, "2025-01-01")).not.toHaveProperty("remarks");
  });
  it("is measured in the declared unit, whatever unit is asked for", () => {
    expect(remarksOf({ volume: 700 }, undefined, { flow: "mL/s" })).toEqual([flowRemark]);
    expect(remarksOf({ volume: 70 }, undefined, { flow: "mL/s" })).toBeUndefined();
  });
  it("may be an element of a list", () => {
    expect(remarksOf({ volume: 70, more: -1 })).toEqual([
      { output: "list", code: "outside_plausible", message: "Numbers is outside what is plausible (at least 0): check the inputs." },
    ]);
  });
  it("is measured in the first unit where an input chooses the unit", () => {
    const calculator = calculatorOf(
      file(
        {
          mass: "{ type: number, title: Mass, unit: { by: system, metric: kg, imperial: lb }, minimum: 0, maximum: 1000 }",
          system: "{ type: string, title: System, enum: [metric, imperial], default: metric }",
        },
        "formulas: { double: 2 * mass }\noutputs:\n  double: { label: Double, unit: { by: system, metric: kg, imperial: lb }, maximum: 10 }\n",
      ),
    );
    expect(calculate(calculator, { mass: 10, system: "imperial" }).remarks).toBeUndefined();
    expect(calculate(calculator, { mass: 12, system: "imperial" }).remarks).toMatchObject([{ output: "double" }]);
  });
});

describe("rules that have ended", () => {
  it("are remarked upon from the day after their last one", () => {
    expect(remarksOf({ volume: 70 }, "2025-12-31")).toBeUndefined();
    expect(remarksOf({ volume: 70 }, "2026-01-01")).toEqual([
      { code: "out_of_date", message: "Utopia: these rules held until 2025-12-31. Look for the ones that hold now." },
    ]);
  });
});

describe("the range in a remark", () => {
  it.each([
    ["unit: 1/h, minimum: 0.1, maximum: 7", "0.1 to 7 1/h"],
    ["unit: currency, minimum: 1, maximum: 2000", "$1 to $2,000"],
    ['unit: "%", minimum: 0, maximum: 100', "0 to 100%"],
    ["unit: s, as: h:mm:ss, minimum: 60, maximum: 3600", "0:01:00 to 1:00:00"],
    ["unit: kg, minimum: 5", "at least 5 kg"],
  ])("of %s is %s", (output, range) => {
    const inputs = { x: "{ type: number, title: X, minimum: -1e9, maximum: 1e9, plain: true }" };
    const calculator = calculatorOf(file(inputs, `formulas: { a: x }\noutputs:\n  a: { label: A, plain: true, ${output} }\n`));
    expect(calculate(calculator, { x: -1e8 }).remarks![0]!.message).toBe(`A is outside what is plausible (${range}): check the inputs.`);
  });
});

describe("a span", () => {
  const spanned = (output: string) =>
    faultsOf(
      file({ x: number() }, `formulas: { a: x, b: '"text"' }\noutputs:\n  a: { label: A, ${output} }\n  b: { label: B, type: text }\n`),
    );
  it("belongs to numbers", () => {
    expect(spanned("type: boolean, minimum: 1")).toEqual([
      'outputs.a.minimum: "minimum" and "maximum" say what numbers are plausible; "a" is of type boolean.',
    ]);
  });
  it("has its minimum below its maximum", () => {
    expect(spanned("minimum: 5, maximum: 5")).toEqual(['outputs.a.minimum: The minimum 5 of "a" must be below its maximum 5.']);
  });
});
