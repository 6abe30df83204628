// The dimension rules of groups, series, systems of equations and water vapour.
import { parse } from "formulary/compiler";
import { expect, it } from "vitest";
import { inferKind } from "../../../scripts/validation/infer-kind.ts";
import { listOf, type QuantityKind, quantityOf, text, unknown } from "../../../scripts/validation/quantity-kind.ts";
import { functions } from "../../language/evaluate.ts";

const [metre, kelvin, pascal, pure] = [quantityOf({ m: 1 }), quantityOf({ K: 1 }), quantityOf({ kg: 1, m: -1, s: -2 }), quantityOf({})];
const names: Record<string, QuantityKind> = {
  lengths: listOf(metre),
  temperature: kelvin,
  temperatures: listOf(kelvin),
  pressure: pascal,
  length: metre,
  places: listOf(text),
};

/** The kind of a formula; `both` stands for a formula of the unknowns that adds the first to a length, the second to a temperature. */
const kindOf = (source: string): QuantityKind =>
  inferKind(parse(source), {
    kindOf: (name) => names[name] ?? unknown,
    apply: (_, [unknowns]) => {
      const at = (k: number) => ({ kind: "index", target: { kind: "name", name: "v" }, index: { kind: "number", value: k } }) as const;
      const scope = { kindOf: (name: string) => (name === "v" ? unknowns! : names[name]!), apply: () => unknown, isCallable: () => false };
      for (const [k, name] of ["length", "temperature"].entries())
        inferKind(
          { kind: "binary", operator: "+", left: at(k), right: { kind: "name", name } },
          { ...scope, unitKind: () => unknown, functions, plain: false, percent: false },
        );
      return listOf(pure);
    },
    isCallable: (name) => name === "both",
    unitKind: (unit) => (unit === "m" ? metre : kelvin),
    functions,
    plain: false,
    percent: false,
  });

it.each<[string, QuantityKind]>([
  ["sumBy(places, lengths)", listOf(metre)],
  ["groups(places, lengths)", listOf(listOf(metre))],
  ["sortBy(lengths, places)", listOf(metre)],
  ["movingMean(lengths, 3)", listOf(metre)],
  ['decades(length, quantity(5, "m"))', listOf(metre)],
  ["decades(1, 100)", listOf(pure)],
  ["saturationPressure(temperature)", pascal],
  ["saturationPressure(temperatures)", listOf(pascal)],
  ['saturationTemperature(pressure, "ice")', kelvin],
])("%s has its dimension", (source, expected) => {
  expect(kindOf(source)).toEqual(expected);
});
it("the unknowns of a system have the dimensions of their start values; bare numbers may have any", () => {
  expect(kindOf("rootsOf(both, [length, temperature])")).toMatchObject({ items: [metre, kelvin] });
  expect(kindOf('rootsOf(both, [1, quantity(300, "K")])')).toMatchObject({ items: [unknown, kelvin] });
  expect(kindOf("rootsOf(both, [1, 2])")).toMatchObject({ is: "list", of: unknown });
});
it.each([
  ["saturationPressure(length)", "saturationPressure mixes"],
  ["saturationTemperature(temperature)", "saturationTemperature mixes"],
  ["saturationPressure(300)", "write quantity(300"],
  ["decades(length, temperature)", "decades mixes"],
  ["decades(1, 10, length)", "decades needs a pure number"],
  ["sumBy(places, lengths)[0] + temperature", "adds"],
  ["rootsOf(both, [temperature, length])", "adds"],
])("%s is a mistake", (source, message) => {
  expect(() => kindOf(source)).toThrow(message);
});
