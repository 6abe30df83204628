// Converters: `converts: length` in a file is written out as an ordinary calculator with inputs, tables, formulas and outputs of
// that quantity, before it is compiled.
import { type Environment, type Findings, sameDimension } from "formulary/compiler";
import { type Definition, definePlugin, didYouMean, type Unit, type UnitChoice } from "formulary/functions";

/** Brings `converts` and `units` of calculator files. */
export default () =>
  definePlugin({
    name: "converters",
    hooks: { define: (definition, { environment, findings }) => expandConverter(definition, environment, findings) },
  });

const range = 1e15;

function expandConverter(definition: Definition, environment: Environment, findings: Findings): Definition {
  const { converts } = definition;
  if (converts === undefined) return definition;
  for (const key of ["inputs", "formulas", "outputs", "constants", "tables", "checks"] as const)
    if (definition[key] !== undefined) findings.add("compile", [key], `A converter has no "${key}": everything comes from _units.yaml.`);
  const quantity = environment.units.quantities.get(converts);
  if (!quantity) {
    findings.add(
      "unknown-unit",
      ["converts"],
      `There is no quantity "${converts}" in _units.yaml.${didYouMean(converts, environment.units.quantities.keys())}`,
    );
    return definition;
  }
  const symbols = definition.units ?? quantity.units.map((unit) => unit.symbol);
  const units = symbols.flatMap((symbol, at) =>
    findings.attempt(["units", at], () => [{ symbol, unit: environment.units.parse(symbol) }], []),
  );
  if (units.length < 2) return definition;
  const names = new Map(quantity.units.map((unit) => [unit.symbol, unit.name]));
  const choices = units.map(({ symbol, unit }) => ({
    const: symbol,
    title: names.has(symbol) && names.get(symbol) !== unit.symbol ? `${names.get(symbol)} (${unit.symbol})` : unit.symbol,
  }));
  const by = (input: string): UnitChoice => ({ by: input, ...Object.fromEntries(symbols.map((symbol) => [symbol, symbol])) });
  const table = (value: (unit: (typeof units)[number]["unit"]) => number) =>
    Object.fromEntries(units.map(({ symbol, unit }) => [symbol, value(unit)]));
  const offsets = units.some(({ unit }) => unit.offset !== 0);
  const reciprocal = (unit: Unit) => !sameDimension(unit.dimension, units[0]!.unit.dimension);
  const inverse = units.some(({ unit }) => reciprocal(unit));
  const absolute = offsets && units.some(({ symbol }) => symbol === "K");
  return {
    ...definition,
    plain: true,
    inputs: {
      type: "object",
      required: ["value", "from", "to"],
      properties: {
        value: { type: "number", title: quantity.title, unit: by("from"), plain: true, minimum: inverse ? 0 : -range, maximum: range },
        from: { type: "string", title: "From", oneOf: choices },
        to: { type: "string", title: "To", oneOf: choices },
      },
    },
    ...(absolute && { checks: [{ require: "inSI >= 0", at: "value", message: "This lies below absolute zero." }] }),
    ...(inverse && {
      checks: [{ require: "value != 0 or inverse[from] == inverse[to]", at: "value", message: "0 {{ from }} has no value in {{ to }}." }],
    }),
    tables: {
      factors: table((unit) => unit.factor),
      ...(offsets && { offsets: table((unit) => unit.offset) }),
      ...(inverse && { inverse: table((unit) => (reciprocal(unit) ? 1 : 0)) }),
    },
    formulas: formulasOf(offsets, inverse),
    outputs: {
      result: { label: "Converted", unit: by("to"), significant: 10 },
      all: {
        label: "In every unit",
        type: "table",
        ...(inverse && { when: "value != 0" }),
        columns: { symbol: { label: "Unit", type: "text" }, amount: { label: quantity.title, significant: 10 } },
      },
    },
    explanation: definition.explanation ?? "{{ value }} is {{ result }}.",
  };
}

/** From the chosen unit to coherent SI, and from there to each unit. */
function formulasOf(offsets: boolean, inverse: boolean): Record<string, string> {
  const inSI = offsets ? "(value + offsets[from]) * factors[from]" : "value * factors[from]";
  const outOfSI = offsets ? "base / factors[unit] - offsets[unit]" : "base / factors[unit]";
  return {
    inSI: inverse ? "if(inverse[from] == 1, 1 / (value * factors[from]), value * factors[from])" : inSI,
    "convert(unit, base)": inverse ? "if(inverse[unit] == 1, 1 / base, base) / factors[unit]" : outOfSI,
    result: offsets ? "round(convert(to, inSI), 10)" : "convert(to, inSI)",
    symbol: "keys(factors)",
    amount: offsets ? "round(map(convert, symbol, inSI), 10)" : "map(convert, symbol, inSI)",
  };
}
