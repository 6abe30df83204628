// What a calculation answers: each output from its formula to a checked, converted, written result.
import { CalcError } from "../errors.ts";
import { didYouMean } from "../language/nearest.ts";
import { isList, kindOf } from "../language/values.ts";
import type { Definition, OutputDefinition, Result, State, Value } from "../types.ts";
import { sameDimension } from "../units/convert.ts";
import { isClock, isDate } from "./accept.ts";
import { compileComparison, compileTable } from "./composites.ts";
import type { Compiler } from "./formulas.ts";
import { attempt, type Path, unitText } from "./names.ts";
import { outward } from "./run.ts";
import { createWriter, publishedUnit, type Writer } from "./show.ts";

/** One output, ready: its result for a state, or undefined where its `when` is false. */
export interface Output {
  name: string;
  definition: OutputDefinition;
  applies: (state: State) => boolean;
  result: (state: State) => Result;
  /** How another formula's value is written in the manner of this one. */
  write: (value: Value, state: State) => string;
  /** The value as shown, for `{{ name }}`. */
  read: (state: State) => Value;
}

/** Compiles the outputs of a definition in order; reports what names no formula or cannot be. */
export function compileOutputs(definition: Definition, compiler: Compiler): Output[] {
  return Object.entries(definition.outputs ?? {}).flatMap(([name, output]) => {
    const path = ["outputs", name];
    checkUnit(output, path, definition, compiler);
    const applies = compileWhen(output.when, [...path, "when"], compiler);
    const body =
      output.type === "table"
        ? compileTable(name, output, definition, compiler)
        : output.type === "comparison"
          ? compileComparison(name, output, definition, compiler)
          : compileSingle(name, output, definition, compiler);
    return body ? [{ name, definition: output, applies, ...body }] : [];
  });
}

type Body = Pick<Output, "result" | "write" | "read">;

function compileSingle(name: string, output: OutputDefinition, definition: Definition, compiler: Compiler): Body | undefined {
  const path = ["outputs", name];
  const source = output.of ?? name;
  const formula = compiler.names.formulas.get(source);
  const known = [...compiler.names.formulas.values()].filter((each) => !each.parameters).map((each) => each.name);
  if (!formula || formula.parameters) {
    compiler.report(
      path,
      formula ? `"${source}" takes parameters, so it is no output.` : `The output "${source}" has no formula.${didYouMean(source, known)}`,
    );
    return undefined;
  }
  const run = compiler.expression(source, path);
  if (!run) return undefined;
  const { shared } = compiler;
  const convert = outwardOf(output, definition, compiler);
  const writer = attempt(() => createWriter(output, shared, { digits: 6 }), path, compiler.report, undefined as unknown as Writer);
  const read = (state: State) => convert(run(state, []), state);
  const whole = mustBeExact(output, compiler);
  return {
    read,
    write: (value, state) => writer(convert(value, state), state.values),
    result: (state) => {
      const value = cleaned(checked(read(state), output.type ?? "number", name, whole));
      return { value, label: output.label, unit: publishedUnit(output.unit, state.values, shared), formatted: writer(value, state.values) };
    },
  };
}

/** Formula's value → numbers of the field's unit; as they are where the field or file is plain. */
export function outwardOf(field: Pick<OutputDefinition, "unit" | "plain">, definition: Definition, { shared }: Compiler): (value: Value, state: State) => Value {
  if (field.unit === undefined || field.plain || definition.plain) return (value) => value;
  return (value, state) => outward(value, unitText(field.unit, state.values), shared);
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

function checkUnit(output: OutputDefinition, path: Path, definition: Definition, { shared, report }: Compiler): void {
  const { unit } = output;
  if (typeof unit === "string") attempt(() => shared.units.parse(unit), [...path, "unit"], report, undefined);
  if (typeof unit !== "object") return;
  const { by, ...choices } = unit;
  if (!definition.inputs?.properties[by]) report([...path, "unit"], `The unit is chosen by "${by}", which is no input.`);
  const parsed = Object.values(choices).map((text) => attempt(() => shared.units.parse(text), [...path, "unit"], report, undefined));
  if (!output.plain && !definition.plain && parsed.some((each) => each && parsed[0] && !sameDimension(each.dimension, parsed[0].dimension)))
    report([...path, "unit"], "The units of a choice must measure the same thing.");
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
  const said = types[type]?.(value);
  if (said) throw new CalcError("no_finite_result", { message: `There is no result for ${name} with these inputs: it ${said}.` });
  if (whole && Number.isInteger(value) && Math.abs(value as number) > Number.MAX_SAFE_INTEGER)
    throw new CalcError("no_finite_result", { message: `${name} is a whole number too large to be exact (above 2^53).` });
  return value;
}

// Above 2^53 a double skips whole numbers. Where a count is shown without rounding, a reader takes its digits as exact.
function mustBeExact({ unit, significant, decimals = 0, type = "number" }: OutputDefinition, { shared }: Compiler): boolean {
  if (type !== "number" || significant !== undefined || decimals > 0) return false;
  const isCount = (text: string) => Object.keys(shared.units.parse(text).dimension).every((base) => base.startsWith("only "));
  return unit === undefined || (typeof unit === "string" && attempt(() => shared.units.parse(unit).plain && isCount(unit) && unit !== "%", [], () => {}, false));
}

/** 15 significant digits; whole numbers exact; no negative zero. */
export function cleaned(value: Value): Value {
  if (typeof value === "number")
    return Number.isInteger(value)
      ? Math.abs(value) > Number.MAX_SAFE_INTEGER
        ? Number(value.toPrecision(15))
        : value + 0
      : Number(value.toPrecision(15));
  return isList(value) ? value.map(cleaned) : value;
}
