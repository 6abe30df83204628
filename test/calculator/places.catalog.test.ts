// A value of every wrong kind in every place where a calculator of the catalogue takes one: a refusal that names the place, or a result.
import { CalcError, type InputSchema } from "formulary";
import { expect, it } from "vitest";
import { readCalculators } from "../catalog/files.ts";

const calculators = readCalculators();
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
/** Each with its name; no file takes all of them. */
const wrong: [string, unknown][] = [
  ["null", null],
  ["a list of numbers", [1, 2, 3]],
  ["an empty list", []],
  ["2,000 quantities with an unknown unit", Array.from({ length: 2000 }, () => ({ value: 1, unit: "mmmmmm/s" }))],
  ["lists in lists", deep(25)],
  ["an empty object", {}],
  ["a quantity without a value", { unit: "kg" }],
  ["a quantity whose value is a list", { value: [1], unit: "kg" }],
  ["a quantity whose value is a quantity", { value: { value: 1, unit: "kg" }, unit: "kg" }],
  ["a quantity whose unit is a number", { value: 1, unit: 5 }],
  ["a quantity whose unit is a list", { value: 1, unit: ["kg"] }],
  ["a quantity with an endless unit", { value: 1, unit: "kg*".repeat(400) }],
  ["a quantity with a power tower", { value: 1, unit: "m^9^9^9" }],
  ["a quantity of another dimension", { value: 1, unit: "mol*cd/A" }],
  ["a quantity with a further member", { value: 1, unit: "kg", valueOf: 5 }],
  ["an inherited name", "__proto__"],
  ["a formula of an inherited name", "constructor(1)"],
  ["a long text", "9".repeat(20_000)],
  ["a text of brackets", "(".repeat(500)],
  ["a text of lone surrogates", "\ud800".repeat(50)],
  ["a text that writes from right to left", "\u202e12"],
  ["the largest number", Number.MAX_VALUE],
  ["the smallest number", 5e-324],
  ["a negative zero", -0],
  ["2 to the power of 53", 2 ** 53],
  ["true", true],
  ["a date that does not exist", "2026-02-30"],
  ["a time that does not exist", "25:61"],
];
const allowed = ["invalid_inputs", "no_finite_result", "unreadable_text", "too_much_work"];
const isReadable = (value: unknown) => typeof value !== "number" || Number.isFinite(value);

it.each(wrong)("%s", (_, value) => {
  for (const [path, calculator, definition] of calculators) {
    const example = (definition.examples ?? []).find(({ refused }) => refused === undefined);
    const places = (schema: InputSchema): unknown[] => {
      // the value itself, and where there are elements or fields, the value in each of them
      const inside = schema.items ? places(schema.items).map((each) => [each]) : [];
      const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => places(field).map((each) => ({ [name]: each })));
      return [value, ...inside, ...fields];
    };
    for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {}))
      for (const sent of places(schema)) {
        const inputs = JSON.parse(JSON.stringify({ ...example?.inputs, [name]: sent })) as Record<string, unknown>;
        try {
          const { results } = calculator.run(calculator.validate(inputs, "2026-11-23"));
          expect(
            Object.values(results).every((each) => isReadable(each.value)),
            `${path} ${name}`,
          ).toBe(true);
        } catch (error) {
          if (!(error instanceof CalcError)) throw new Error(`${path}, ${name}: ${(error as Error).stack}`);
          expect([path, name, allowed.includes(error.code), error.errors.length <= 20]).toEqual([path, name, true, true]);
          expect(error.message.length, `${path} ${name}: ${error.message}`).toBeLessThan(2000);
        }
      }
  }
});
