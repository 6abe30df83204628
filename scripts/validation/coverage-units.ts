// Units of plain outputs, which convert nothing: only an example that expects a value with its unit holds them.
import type { OutputDefinition, Path } from "formulary";
import { attempt, type Environment, exampleCases, sameDimension } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";
import type { RuleFinding } from "./rule.ts";

/** A plain output or column with a unit, and the nearest other unit of the same quantity. */
interface PlainUnit {
  path: Path;
  unit: string;
  other: string;
}

/** The plain outputs and columns of a file whose unit may be mistaken for another one. */
export const plainUnits = ({ definition, environment }: CalculatorFile): PlainUnit[] =>
  Object.entries(definition.outputs ?? {})
    .flatMap(([name, output]): [Path, OutputDefinition][] => [
      [["outputs", name], output],
      ...Object.entries(output.columns ?? {}).map(([key, column]): [Path, OutputDefinition] => [["outputs", name, "columns", key], column]),
    ])
    .flatMap(([path, { unit, plain }]) => {
      if (typeof unit !== "string" || unit.startsWith("{")) return [];
      // a unit that is none has a finding of its own
      const parsed = attempt(() => environment.units.parse(unit));
      if (!parsed || (!plain && !definition.plain && !parsed.plain)) return [];
      const first = /^[^\s*/^()]+/.exec(unit)?.[0];
      const other = first === undefined ? undefined : nearestUnit(first, environment);
      return other === undefined ? [] : [{ path, unit, other: other + unit.slice(first!.length) }];
    });

/** The plain outputs and columns of which no example expects a value with a unit. */
export function unmetUnits(file: CalculatorFile): RuleFinding[] {
  const cases = exampleCases(file.compiled().definition);
  const { outputs: written = {} } = file.definition;
  return plainUnits(file)
    .filter(({ path: [, output, , named] }) => {
      // a comparison is a table of methods
      const column = written[output!]?.type === "comparison" ? "value" : named;
      const values = cases.map(({ example: { outputs = {} } }) => outputs[output!]);
      const cells = values.flatMap((value) => (column === undefined ? value : cellsOf(value, String(column))));
      return !cells.flat().some((cell) => isObject(cell) && typeof cell.unit === "string");
    })
    .map(({ path, unit, other }) => ({
      path,
      message: `No example expects ${path.at(-1)} with its unit, so that ${other} in its place would go unseen: { value: …, unit: ${JSON.stringify(unit)} }.`,
    }));
}

/** The cells of a column that an example expects: by row, as a list, or in rows. */
const cellsOf = (value: unknown, column: string): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((row) => (isObject(row) ? [row[column]] : []))
    : isObject(value)
      ? Object.values(value[column] ?? {})
      : [];

const isObject = (value: unknown): value is Record<string, object> => value !== null && typeof value === "object" && !Array.isArray(value);

/** The unit of the same dimension whose size is nearest, but not the same. */
function nearestUnit(text: string, { units }: Environment): string | undefined {
  const parse = (symbol: string) => {
    try {
      return units.parse(symbol);
    } catch {
      return undefined;
    }
  };
  const own = parse(text);
  if (!own) return undefined;
  const distance = (factor: number) => Math.abs(Math.log(factor / own.factor));
  const others = [...units.quantities.values()]
    .flatMap((quantity) => quantity.units.map(({ symbol }) => parse(symbol)))
    .filter((unit) => unit !== undefined)
    .filter(
      ({ dimension, factor, text }) => sameDimension(dimension, own.dimension) && distance(factor) > 1e-6 && /^[\p{L}%‰°]+$/u.test(text),
    );
  return others.sort((a, b) => distance(a.factor) - distance(b.factor))[0]?.text;
}
