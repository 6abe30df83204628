// What pages derive from the catalogue: made once for each version of it, since a changed file makes a new version.
import type { Calculator, Kernel } from "formulary";

/** Calls `make` for a calculator once per version of the catalogue. */
export function createVersionCache<Value>(
  { catalog }: Pick<Kernel, "catalog">,
  make: (calculator: Calculator) => Value,
): (calculator: Calculator) => Value {
  let version: object | undefined;
  let values = new Map<Calculator, Value>();
  return (calculator) => {
    if (version !== catalog.version()) [version, values] = [catalog.version(), new Map()];
    let value = values.get(calculator);
    if (value === undefined) values.set(calculator, (value = make(calculator)));
    return value;
  };
}
