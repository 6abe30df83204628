// From a formula's value to what is answered: converted to the field's unit, of the right type, finite, cleaned.
import { CalcError } from "../errors.ts";
import { toDigits } from "../language/numerals.ts";
import { isList, kindOf } from "../language/values.ts";
import type { Definition, OutputDefinition, Path, State, Value } from "../types.ts";
import { isClock, isDate } from "./days.ts";
import type { Compiler } from "./formulas.ts";
import { unitText } from "./names.ts";
import { outward } from "./run.ts";

/** Formula's value → numbers of the field's unit; as they are where the field or file is plain. */
export function outwardOf(
  field: Pick<OutputDefinition, "unit" | "plain">,
  definition: Definition,
  { shared }: Compiler,
): (value: Value, state: State) => Value {
  if (field.unit === undefined || field.plain || definition.plain) return (value) => value;
  const { unit } = field;
  if (typeof unit === "string") return (value) => outward(value, unit, shared);
  return (value, state) => outward(value, unitText(unit, state.values), shared);
}

/** The condition of an output, column or part; always true where none is said. */
export function compileWhen(when: unknown, path: Path, compiler: Compiler): (state: State) => boolean {
  const run = when === undefined ? undefined : compiler.expression(when, path);
  if (!run) return () => true;
  return (state) => {
    const value = run(state, []);
    if (typeof value !== "boolean") throw new CalcError("formula", { message: `A "when" must be yes or no and is ${kindOf(value)}.` });
    return value;
  };
}

type Check = (value: Value) => string | undefined;
const is =
  (test: (value: Value) => boolean, words: string): Check =>
  (value) =>
    test(value) ? undefined : `is ${describe(value)}, not ${words}`;
const finite = (value: Value): boolean => typeof value === "number" && Number.isFinite(value);
const describe = (value: Value): string =>
  typeof value === "number" ? (Number.isNaN(value) ? "not a number" : Number.isFinite(value) ? "a number" : "infinite") : kindOf(value);

/** What each type of output must be. */
const types: Record<string, Check> = {
  number: is(finite, "a finite number"),
  text: is((value) => typeof value === "string", "a text"),
  boolean: is((value) => typeof value === "boolean", "yes or no"),
  date: is((value) => typeof value === "string" && isDate(value), "a date"),
  clock: is((value) => typeof value === "string" && isClock(value), "a time of day"),
  list: is(
    (value) => isList(value) && value.every((each) => typeof each === "string" || typeof each === "boolean" || finite(each)),
    "a list of finite numbers or texts",
  ),
  matrix: is((value) => isList(value) && value.every((row) => isList(row) && row.every(finite)), "rows of finite numbers"),
};

/** The value, where it is of its type and finite; otherwise the error that says which output is not. */
export function checked(value: Value, type: string, name: string, whole = false): Value {
  if (type === "number" && typeof value === "number" && Number.isFinite(value) && !whole) return value;
  const said = types[type]?.(value);
  if (said && type === "number" && typeof value !== "number")
    throw new CalcError("no_finite_result", {
      message: `There is no result for ${name} with these inputs: it ${said}. An output of another kind says so: type: ${typeof value === "string" ? "text" : typeof value === "boolean" ? "boolean" : "list"}.`,
    });
  if (said) throw new CalcError("no_finite_result", { message: `There is no result for ${name} with these inputs: it ${said}.` });
  if (whole && Number.isInteger(value) && Math.abs(value as number) > Number.MAX_SAFE_INTEGER)
    throw new CalcError("no_finite_result", { message: `${name} is a whole number too large to be exact (above 2^53).` });
  return value;
}

/** 15 significant digits; whole numbers exact; no negative zero. */
export function cleaned(value: Value): Value {
  if (typeof value === "number")
    return Number.isInteger(value) ? (Math.abs(value) > Number.MAX_SAFE_INTEGER ? toDigits(value, 15) : value + 0) : toDigits(value, 15);
  return isList(value) ? value.map(cleaned) : value;
}
