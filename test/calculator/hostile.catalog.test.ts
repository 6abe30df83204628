// Hostile inputs for the calculators of the catalogue, each kind with its id.
import { CalcError, type Calculator, type InputSchema } from "formulary";
import { describe, expect, it } from "vitest";
import { readCalculators } from "../catalog/files.ts";

const calculators = readCalculators();

/** The outcome of a calculation: the values, or the code of the refusal; anything else is thrown. */
const outcomeOf = (calculator: Calculator, inputs: unknown): string | Record<string, unknown> => {
  try {
    return Object.fromEntries(
      Object.entries(calculator.run(calculator.validate(inputs, "2026-11-21")).results).map(([name, { value }]) => [name, value]),
    );
  } catch (error) {
    if (error instanceof CalcError) return error.code;
    throw error;
  }
};
const allowed = ["invalid_inputs", "no_finite_result", "unreadable_text", "too_much_work"];

describe("every calculator of the catalogue", () => {
  const ulp = (x: number, up: boolean) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x === 0 ? 0 : x);
    if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
    view.setBigInt64(0, view.getBigInt64(0) + (x > 0 === up ? 1n : -1n));
    return view.getFloat64(0);
  };
  it("SCH-006 takes its bounds and refuses one unit in the last place beyond", () => {
    for (const [path, calculator, definition] of calculators) {
      const [example] = definition.examples ?? [];
      // beside a length with its unit a number is converted, and its bounds hold to 12 digits
      const hasUnits = Object.values(example?.inputs ?? {}).some((value) => typeof value === "object" && value !== null && "unit" in value);
      for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {})) {
        if (
          (hasUnits && schema.unit === "length") ||
          (schema.type !== "number" && schema.type !== "integer") ||
          schema.when !== undefined ||
          typeof schema.unit === "object" ||
          schema.enum ||
          schema.oneOf
        )
          continue;
        const faultOf = (value: number) => {
          try {
            calculator.validate({ ...example!.inputs, [name]: value }, "2026-11-21");
            return false;
          } catch (error) {
            if (!(error instanceof CalcError)) throw error;
            return error.errors.some((fault) => fault.path === `/inputs/${name}` && /imum$|type/.test(fault.code));
          }
        };
        if (schema.minimum !== undefined)
          expect([path, name, faultOf(schema.minimum), faultOf(ulp(schema.minimum, false))]).toEqual([path, name, false, true]);
        if (schema.maximum !== undefined)
          expect([path, name, faultOf(schema.maximum), faultOf(ulp(schema.maximum, true))]).toEqual([path, name, false, true]);
      }
    }
  });

  it("SCH-020 answers extreme inputs with finite values or a refusal, never anything else", () => {
    for (const [path, calculator, definition] of calculators) {
      const properties = Object.entries(definition.inputs?.properties ?? {});
      const extreme = (pick: (schema: InputSchema) => number | undefined) =>
        Object.fromEntries(
          Object.entries({ ...definition.examples?.[0]?.inputs }).map(([name, value]) => {
            const schema = properties.find(([key]) => key === name)?.[1];
            return [
              name,
              schema && (schema.type === "number" || schema.type === "integer") && !schema.enum && !schema.oneOf
                ? (pick(schema) ?? value)
                : value,
            ];
          }),
        );
      const cases = [
        () => 1e308,
        () => -1e308,
        () => 5e-324,
        () => 0,
        () => -1,
        ({ minimum }: InputSchema) => minimum,
        ({ maximum }: InputSchema) => maximum,
      ];
      for (const pick of cases) {
        const outcome = outcomeOf(calculator, extreme(pick));
        if (typeof outcome === "string") expect(allowed, path).toContain(outcome);
        else expect(JSON.stringify(outcome).replace(/"[^"]*":/g, ""), path).not.toMatch(/null|NaN|Infinity/);
      }
    }
  });
});
