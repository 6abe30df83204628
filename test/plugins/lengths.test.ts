import { describe, expect, it } from "vitest";
import { solve } from "../../plugins/solve/index.ts";
import { calculate, calculatorOf, faultsOf, refusal } from "../calculator/calculators.ts";

const rectangle = calculatorOf(`inputs:
  type: object
  required: [width, height]
  properties:
    width: { type: number, title: Width, unit: length, minimum: 0, maximum: 1000 }
    height: { type: number, title: Height, unit: length, minimum: 0, maximum: 1000 }
    border: { type: number, title: Border, unit: length, minimum: 0, maximum: 10, default: 0 }
    cuts: { type: array, title: Cuts, maxItems: 5, items: { type: number, unit: length, minimum: 0, maximum: 1000 } }
formulas:
  area: (width + 2 * border) * (height + 2 * border)
  diagonal: hypot(width, height)
  compactness: 2 * (width + height) / area
  total: if(given(cuts), sum(cuts), 0)
outputs:
  area: { label: Area, unit: length^2 }
  diagonal: { label: Diagonal, unit: length }
  compactness: { label: Perimeter per area, unit: 1/length }
  total: { label: Cuts, unit: length, when: given(cuts) }
explanation: "{{ width }} by {{ height }} is {{ area }}."
`);
const results = (inputs: object): Record<string, string> => {
  const { results, explanation } = calculate(rectangle, inputs);
  return { ...Object.fromEntries(Object.entries(results).map(([name, { formatted }]) => [name, formatted])), explanation };
};
const faults = (inputs: object, units?: Record<string, string>) =>
  refusal(() => rectangle.validate(inputs, "2026-01-01", units)).errors.map(({ path, message, hint }) =>
    `${path} ${message} ${hint ?? ""}`.trim(),
  );

describe("lengths in the reader's own unit", () => {
  it("are bare numbers where nobody names a unit", () => {
    expect(results({ width: 3, height: 4 })).toEqual({
      area: "12",
      diagonal: "5",
      compactness: "1.16667",
      explanation: "3 by 4 is 12.",
    });
    expect(calculate(rectangle, { width: 3, height: 4 }).results.area).toMatchObject({ value: 12, unit: "" });
  });
  it("come in the unit of the first one that is sent with its unit", () => {
    const centimetres = { width: { value: 3, unit: "cm" }, height: { value: 40, unit: "mm" }, cuts: [{ value: 1, unit: "m" }] };
    expect(results(centimetres)).toEqual({
      area: "12 cm²",
      diagonal: "5 cm",
      compactness: "1.16667 1/cm",
      total: "100 cm",
      explanation: "3 cm by 40 mm is 12 cm².",
    });
    expect(calculate(rectangle, centimetres).accepted.values).toMatchObject({ width: 3, height: 4, lengthUnit: "cm" });
  });
  it("come in metres where no form is in the unit that is sent", () => {
    expect(results({ width: { value: 30, unit: "dm" }, height: { value: 400, unit: "cm" } }).area).toBe("12 m²");
  });
  it("may all be numbers of one unit", () => {
    expect(results({ width: 3, height: 4, lengthUnit: "ft" }).area).toBe("12 ft²");
    expect(results({ width: 3, height: { value: 48, unit: "in" }, lengthUnit: "ft" }).area).toBe("12 ft²");
  });
  it("may be in the declared unit, which stands for the unit of the others", () => {
    expect(results({ width: { value: 3, unit: "length" }, height: { value: 4, unit: "cm" } }).area).toBe("12 cm²");
    expect(results({ width: { value: 3, unit: "length" }, height: 4 }).area).toBe("12");
  });
  it("are found for a target, in the unit of the others", () => {
    const inputs = { width: { value: 3, unit: "ft" } };
    const request = { inputs, solveFor: "height", output: "area", target: 12, today: "2026-01-01" };
    expect(solve(rectangle, request)).toEqual([4]);
    expect(solve(rectangle, { ...request, inputs: { width: 3 } })).toEqual([4]);
    expect(solve(rectangle, { ...request, target: 1728, unit: "in^2" })).toEqual([4]);
  });
  it("are refused where only some have a unit", () => {
    expect(faults({ width: { value: 3, unit: "cm" }, height: 4, cuts: [0, 5] })).toEqual([
      '/inputs/height Height needs a unit too, since Width has one. Send { "value": 4, "unit": "cm" }, or all numbers without units.',
      '/inputs/cuts/1 Cuts needs a unit too, since Width has one. Send { "value": 5, "unit": "cm" }, or all numbers without units.',
    ]);
  });
  it("are refused in units of something else, and in what files declare", () => {
    expect(faults({ width: { value: 3, unit: "kg" }, height: { value: 4, unit: "cm" } })[0]).toContain("kg");
    expect(faults({ width: { value: 3, unit: "1/length" }, height: { value: 4, unit: "cm" } })[0]).toContain("no unit that can be sent");
  });
  it("have the same range in every unit", () => {
    expect(results({ width: { value: 900, unit: "km" }, height: { value: 1, unit: "km" } }).area).toBe("900 km²");
    expect(faults({ width: { value: 2000, unit: "mm" }, height: { value: 1, unit: "mm" } })).toEqual([
      "/inputs/width Width must be at most 1000. Send a number from 0 to 1000.",
    ]);
  });
  it("are answered in another unit where they have one, and not where they are bare", () => {
    const accepted = rectangle.validate({ width: { value: 3, unit: "m" }, height: { value: 4, unit: "m" } }, "2026-01-01", {
      area: "cm^2",
    });
    expect(rectangle.run(accepted).results.area!.formatted).toBe("120,000 cm²");
    expect(faults({ width: 3, height: 4 }, { area: "cm^2" })).toEqual([
      "/units/area Area has no unit to convert from. Leave it out of units.",
    ]);
  });
  it("have dimensions, which are checked", () => {
    expect(
      faultsOf(
        "inputs: { type: object, required: [a], properties: { a: { type: number, title: A, unit: length, minimum: 0, maximum: 9 } } }\nformulas: { b: a }\noutputs: { b: { label: B, unit: { by: lengthUnit, none: kg, mm: m } } }\n",
      ),
    ).toEqual(["outputs.b.unit: The units of a choice must measure the same thing."]);
  });
});
