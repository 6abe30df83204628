// Mistakes in the units of plain outputs: another unit of the same quantity, which converts nothing.
import type { Definition, OutputDefinition, Path } from "formulary";
import { type Environment, sameDimension } from "formulary/compiler";
import { type Change, changeTo } from "./change.ts";

/** Every plain output and column with another unit of the same quantity. */
export const unitChanges = (definition: Definition, environment: Environment): Change[] =>
  Object.entries(definition.outputs ?? {}).flatMap(([name, output]) => [
    ...unitChange(["outputs", name], output, { definition, environment }),
    ...Object.entries(output.columns ?? {}).flatMap(([key, column]) =>
      unitChange(["outputs", name, "columns", key], column, { definition, environment }),
    ),
  ]);

interface Surroundings {
  definition: Definition;
  environment: Environment;
}
function unitChange(path: Path, { unit, plain }: OutputDefinition, { definition, environment }: Surroundings): Change[] {
  if (typeof unit !== "string" || unit.startsWith("{")) return [];
  if (!plain && !definition.plain && !environment.units.parse(unit).plain) return [];
  const first = /^[^\s*/^()]+/.exec(unit)?.[0];
  const other = first === undefined ? undefined : nearestUnit(first, environment);
  return other === undefined ? [] : [changeTo("unit", [...path, "unit"], other + unit.slice(first!.length))];
}

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
