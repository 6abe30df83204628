// From a formula's value to what is answered: converted to the field's unit, of the right type, finite, cleaned.
import { CalcError } from "../errors.ts";
import { roundTo } from "../language/numbers.ts";
import { isList, kindOf } from "../language/values.ts";
import type { OutputDefinition, Path, State, Value } from "../types.ts";
import type { Compilation } from "./formulas.ts";
import type { Kind } from "./kinds/kind.ts";
import { unitText } from "./kinds/units.ts";
import { outward } from "./state.ts";

/** Formula's value → numbers of the field's unit; as they are where the field or file is plain. */
export function outwardOf(
  field: Pick<OutputDefinition, "unit" | "plain">,
  { definition, environment }: Compilation,
): (value: Value, state: State) => Value {
  if (field.unit === undefined || field.plain || definition.plain) return (value) => value;
  const { unit } = field;
  if (typeof unit === "string") return (value) => outward(value, unit, environment);
  return (value, state) => outward(value, unitText(unit, state.values), environment);
}

/** The condition of an output, column or part; always true where there is none. */
export function compileWhen(when: unknown, path: Path, compilation: Compilation): (state: State) => boolean {
  const run = when === undefined ? undefined : compilation.expression(when, path);
  if (!run) return () => true;
  return (state) => {
    const value = run(state, []);
    if (typeof value !== "boolean") throw new CalcError("formula", { message: `A "when" must be yes or no and is ${kindOf(value)}.` });
    return value;
  };
}

const describe = (value: Value): string =>
  typeof value === "number" ? (Number.isNaN(value) ? "not a number" : Number.isFinite(value) ? "a number" : "infinite") : kindOf(value);

/** The value, where it is of its type and finite; otherwise the error that says which output is not. */
export function checked(value: Value, kind: Kind, name: string): Value {
  const { result } = kind;
  const said = result && !result.test(value) ? `is ${describe(value)}, not ${result.words}` : undefined;
  if (said) throw new CalcError("no_finite_result", { message: `There is no result for ${name} with these inputs: it ${said}.` });
  return value;
}

/** Throws for a whole number that a double cannot hold exactly, in an output where every digit is taken as exact. */
export function checkExact(value: Value, name: string): Value {
  if (Number.isInteger(value) && Math.abs(value as number) > Number.MAX_SAFE_INTEGER)
    throw new CalcError("no_finite_result", { message: `${name} is a whole number too large to be exact (above 2^53).` });
  return value;
}

/** 15 significant digits; whole numbers exact; no negative zero. */
export function cleaned(value: Value): Value {
  if (typeof value === "number")
    return Number.isInteger(value) ? (Math.abs(value) > Number.MAX_SAFE_INTEGER ? roundTo(value, 15) : value + 0) : roundTo(value, 15);
  return isList(value) ? value.map(cleaned) : value;
}
