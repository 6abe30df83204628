import { describe, expect, it } from "vitest";
import { calculatorOf, faultsOf, refusal, valuesOf } from "./calculators.ts";

const metals = (rows = "steel: { title: Carbon steel, density: 7850, expansion: 12 }\n      brass: { density: 8500, expansion: 19 }") => `
  metals:
    source: A handbook
    columns: { density: kg/m^3, expansion: 1/MK }
    rows:
      ${rows}
`;
const text = ({ choices = "metals", tables = metals(), mass = "volume * metals[metal].density" } = {}) => `inputs:
  type: object
  required: [volume, metal]
  properties:
    volume: { type: number, title: Volume, unit: L, minimum: 0, maximum: 100 }
    metal: { type: string, title: Metal, choices: ${choices} }
tables:${tables}formulas:
  mass: ${mass}
outputs:
  mass: { label: Mass, unit: kg }
explanation: "{{ metal }}: {{ mass }}."
`;

describe("a table with columns", () => {
  it("gives each column in its unit, by the key of a row and the name of a column", () => {
    const calculator = calculatorOf(text());
    expect(valuesOf(calculator, { volume: 2, metal: "steel" })).toEqual({ mass: 15.7 });
    const growth = calculatorOf(text({ mass: "volume * metals[metal].density * metals.brass.expansion * quantity(1, 'K')" }));
    expect(valuesOf(growth, { volume: 2, metal: "steel" }).mass).toBeCloseTo(15.7 * 19e-6, 15);
  });
  it("offers its rows as choices, with their titles", () => {
    const calculator = calculatorOf(text());
    const published = calculator.detail().inputs as { properties: Record<string, { oneOf?: unknown; choices?: unknown }> };
    expect(published.properties.metal).toEqual({
      type: "string",
      title: "Metal",
      oneOf: [
        { const: "steel", title: "Carbon steel" },
        { const: "brass", title: "Brass" },
      ],
    });
    expect(calculator.run(calculator.validate({ volume: 1, metal: "brass" }, "2026-01-15")).explanation).toBe("Brass: 8.5 kg.");
    expect(refusal(() => valuesOf(calculator, { volume: 1, metal: "gold" })).errors[0]?.message).toBe("Metal must be one of steel, brass.");
  });
  it("leaves room for choices of the input's own", () => {
    const other = calculatorOf(
      text({
        choices: "[metals, other, { const: light, title: A light one }]",
        mass: "volume * if(metal == 'other', quantity(1, 'kg/L'), metal == 'light', quantity(2, 'kg/L'), metals[metal].density)",
      }),
    );
    expect(["steel", "other", "light"].map((metal) => valuesOf(other, { volume: 2, metal }).mass)).toEqual([15.7, 2, 4]);
    const titles = (other.completed().inputs!.properties.metal!.oneOf ?? []).map(({ title }) => title);
    expect(titles).toEqual(["Carbon steel", "Brass", "Other", "A light one"]);
  });
  it("may be an old map, whose keys are the choices", () => {
    const old = calculatorOf(
      text({
        tables: "\n  metals: { values: { softIron: 7870, brass: 8500 }, unit: kg/m^3, source: A handbook }\n",
        mass: "volume * metals[metal]",
      }),
    );
    expect(valuesOf(old, { volume: 1, metal: "softIron" })).toEqual({ mass: 7.87 });
    expect(old.completed().inputs!.properties.metal!.oneOf![0]).toEqual({ const: "softIron", title: "Soft iron" });
  });
  it.each([
    [
      "a missing cell",
      { tables: metals("steel: { density: 7850 }") },
      'tables.metals.rows.steel: The row "steel" has no expansion: every row needs every column.',
    ],
    [
      "a cell of no column",
      { tables: metals("steel: { density: 7850, expansion: 12, expnsion: 3 }") },
      'tables.metals.rows.steel.expnsion: "expnsion" is no column of this table: add it to columns. Did you mean "expansion"?',
    ],
    [
      "an unknown table",
      { choices: "metls" },
      'inputs.properties.metal.choices: There is no table "metls" with keys to take the choices from. Did you mean "metals"?',
    ],
    [
      "an unknown unit",
      { tables: metals().replace("kg/m^3", "grumbles/m^3") },
      expect.stringContaining('tables.metals: The unit "grumbles/m^3" cannot be read'),
    ],
  ])("is refused with %s", (_, options, message) => {
    expect(faultsOf(text(options))).toContainEqual(message);
  });
});

describe("a name after a dot", () => {
  const rows = (formula: string) =>
    calculatorOf(`inputs:
  type: object
  required: [sums]
  properties:
    sums: { type: array, title: Sums, maxItems: 9, items: { type: object, required: [amount], properties: { amount: { type: number, title: Amount, minimum: 0, maximum: 99 } } } }
formulas:
  pick(k): sums[k].amount
  total: ${formula}
outputs:
  total: { label: Total }
explanation: "-"
`);
  const sums = [{ amount: 3 }, { amount: 4.5 }];
  it.each([
    ["a column of rows", "sum(sums.amount)", 7.5],
    ["a cell of a row", "sums[1].amount + sums[0] . amount", 7.5],
    ["the result of a call", "sum(map(pick, indices(sums))) + last(sums).amount", 12],
    ["beside numbers and texts with dots", "if('a.b' == \"a.b\", 1.5 * sum(sums.amount), 0.5)", 11.25],
  ])("is %s", (_, formula, total) => {
    expect(valuesOf(rows(formula), { sums })).toEqual({ total });
  });
  it.each(["constructor", "__proto__", "toString", "hasOwnProperty", "length", "prototype"])("reaches own names only: %s", (name) => {
    for (const formula of [`sums.${name}`, `sums[0].${name}`, `sums.amount.${name}`, `first(sums).${name}.${name}`])
      expect(refusalOf(formula)).toMatch(
        /no entry|needs a table of rows|cannot be indexed|cannot be read|not part of|Something is missing/,
      );
  });
  it("takes no time for a long chain", () => {
    expect(refusalOf(`sums${".a".repeat(60)}`)).toMatch(/nests deeper|no entry|needs a table/);
    expect(faultsOf(`formulas: { a: "${"x.".repeat(990)}x" }\noutputs: { a: { label: A } }\n`).length).toBeGreaterThan(0);
  });

  function refusalOf(formula: string): string {
    try {
      return refusal(() => valuesOf(rows(formula), { sums })).message;
    } catch (error) {
      return (error as Error).message;
    }
  }
});
