import { describe, expect, it } from "vitest";
import { calculate, calculatorOf, refusal } from "./calculators.ts";

const calculator = calculatorOf(`inputs:
  type: object
  required: [packs]
  properties:
    packs: { type: number, title: Packs, minimum: 0, maximum: 100, unit: "{pack|packs}" }
    dose: { type: number, title: Dose, minimum: 0, maximum: 1000, unit: mg, default: 5 }
    cups: { type: number, title: Cups, minimum: 0, maximum: 9, unit: "{cup|cups}", default: 1 }
formulas: { bundles: packs * 2 + cups * 0, taken: dose }
outputs:
  bundles: { label: Bundles, unit: "{bundle|bundles}" }
  taken: { label: Taken, unit: mg }
explanation: "{{ packs }} are {{ bundles }}."
`);
const faultsOf = (inputs: Record<string, unknown>) => refusal(() => calculate(calculator, inputs)).errors;

describe("count nouns", () => {
  it("are words in results, and in their number in texts", () => {
    expect(calculate(calculator, { packs: 2 }).results.bundles).toMatchObject({ value: 4, unit: "bundles", formatted: "4 bundles" });
    expect(calculate(calculator, { packs: 0.5 }).results.bundles).toMatchObject({ unit: "bundles", formatted: "1 bundle" });
  });
  it("are words wherever clients read them", () => {
    const detail = calculator.detail() as { inputs: { properties: Record<string, object> }; outputs: Record<string, object> };
    expect(detail.inputs.properties.packs).toMatchObject({ unit: "packs" });
    expect(detail.outputs.bundles).toMatchObject({ unit: "bundles" });
    expect(JSON.stringify([detail, faultsOf({}), faultsOf({ packs: 200 }), faultsOf({ packs: { value: 1, unit: "kg" } })])).not.toMatch(
      /\{\w+\|/,
    );
    expect(faultsOf({ packs: { value: 1, unit: "kg" } })).toMatchObject([
      { message: '"kg" does not convert to "packs": they measure different things.', hint: "Send the value in packs." },
    ]);
  });
  it.each(["packs", "pack", "Packs", "{pack|packs}"])("may be sent as %s", (unit) => {
    expect(calculate(calculator, { packs: { value: 3, unit } })).toMatchObject({
      results: { bundles: { value: 6 } },
      explanation: "3 packs are 6 bundles.",
    });
  });
  it("mean the field's own noun, even where a unit has that name", () => {
    expect(calculate(calculator, { packs: 1, cups: { value: 3, unit: "cups" } }).results.bundles!.value).toBe(2);
    expect(faultsOf({ packs: { value: 3, unit: "cups" } })).toMatchObject([{ path: "/inputs/packs", code: "unit" }]);
  });
  it.each(["bundles", "bundle", "{bundle|bundles}"])("may be asked for as %s", (unit) => {
    const accepted = calculator.validate({ packs: 3 }, "2026-01-01", { bundles: unit });
    expect(calculator.run(accepted).results.bundles).toMatchObject({ value: 6, formatted: "6 bundles" });
  });
});

describe("the unit of a dose", () => {
  it.each([
    ["micrograms", 0.5],
    ["mcg", 0.5],
    ["Grams", 500],
  ])("may be %s", (unit, milligrams) => {
    const value = unit === "Grams" ? 0.5 : 500;
    expect(calculate(calculator, { packs: 1, dose: { value, unit } }).results.taken!.value).toBe(milligrams);
  });
  it.each(["mkg", "milogram", "grans"])("that is unknown (%s) is answered with the declared one alone", (unit) => {
    expect(faultsOf({ packs: 1, dose: { value: 1, unit } })).toEqual([
      {
        path: "/inputs/dose",
        code: "unit",
        message: `The unit "${unit}" cannot be read: "${unit}" is not a known unit.`,
        hint: "Send the value in mg, or in another unit of mass.",
      },
    ]);
  });
});
