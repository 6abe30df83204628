// What a calculation answers: each output from its formula to a checked, converted, written result.
import { didYouMean } from "../language/nearest.ts";
import { isList } from "../language/values.ts";
import type { OutputDefinition, Path, Remark, Result, State, Value } from "../types.ts";
import { convert, sameDimension } from "../units/convert.ts";
import { compileComparison, compileTable } from "./composites.ts";
import { createFindings } from "./findings.ts";
import type { Compilation } from "./formulas.ts";
import { durationKind } from "./kinds/duration.ts";
import type { Environment, Writer } from "./kinds/kind.ts";
import { numberKind } from "./kinds/number.ts";
import { publishedUnit, unitText } from "./kinds/units.ts";
import { compileSpan } from "./remarks.ts";
import { checkExact, checked, cleaned, compileWhen, outwardOf } from "./results.ts";

/** One compiled output: its result for a state, or undefined where its `when` is false. */
export interface Output {
  name: string;
  definition: OutputDefinition;
  applies: (state: State) => boolean;
  /** The value that is answered, checked and cleaned. */
  value: (state: State) => Value;
  result: (state: State) => Result;
  /** What is remarkable about the value, for outputs with a plausible span. */
  remark?: (state: State) => Remark | undefined;
  /** Writes another formula's value in the format of this output. */
  write: (value: Value, state: State) => string;
  /** The value in the unit of the output, for `{{ name }}`. */
  read: (state: State) => Value;
}

/** Compiles the outputs of a definition in order; adds findings for unknown formulas and for impossible combinations of keys. */
export function compileOutputs(compilation: Compilation): Output[] {
  return Object.entries(compilation.definition.outputs ?? {}).flatMap(([name, output]) => {
    const path = ["outputs", name];
    checkUnit(output, path, compilation);
    const span = compileSpan(name, output, compilation);
    const applies = compileWhen(output.when, [...path, "when"], compilation);
    const body =
      output.type === "table"
        ? compileTable(name, output, compilation)
        : output.type === "comparison"
          ? compileComparison(name, output, compilation)
          : compileSingle(name, output, compilation);
    if (!body) return [];
    const remark = span && ((state: State) => span(cleaned(body.read(state)), state));
    return [{ name, definition: output, applies, ...body, ...(remark && { remark }) }];
  });
}

type Body = Omit<Output, "name" | "definition" | "applies" | "remark">;

function compileSingle(name: string, output: OutputDefinition, compilation: Compilation): Body | undefined {
  const path = ["outputs", name];
  const source = output.of ?? name;
  const run = isComputed(source, path, compilation) ? compilation.expression(source, path) : undefined;
  if (!run) return undefined;
  const { environment } = compilation;
  const outside = inSecondUnit(output, compilation) ?? outwardOf(output, compilation);
  const { type = "number" } = output;
  const kind = output.as === undefined ? environment.kinds.ofType(type) : durationKind;
  const writer = compilation.findings.attempt(path, () => kind.write(output, environment, 6), undefined as unknown as Writer);
  const read = (state: State) => outside(run(state, []), state);
  const whole = mustBeExact(output, compilation);
  const declared = (state: State) => {
    const value = checked(read(state), kind, name);
    return cleaned(whole ? checkExact(value, name) : value);
  };
  const asked = (unit: string, state: State) =>
    environment.units.parse(unit, environment.units.parse(unitText(output.unit, state.values))).text;
  const answered = (state: State) => inUnit(declared(state), output, { unit: state.units[name], state, environment });
  return {
    read,
    value: answered,
    write: (value, state) => writer(outside(value, state), state.values),
    result: (state) => {
      const value = answered(state);
      const unit = state.units[name];
      // decimals and h:mm are meant for the declared unit
      const write = unit === undefined ? writer : numberKind.write({ unit: asked(unit, state), ...pick(output) }, environment, 6);
      const published = publishedUnit(unit ?? output.unit, state.values, environment);
      return { value, label: output.label, unit: published, formatted: write(value, state.values) };
    },
  };
}
/** Whether a formula without parameters has that name; adds a finding where none has. */
function isComputed(source: string, path: Path, { names, findings }: Compilation): boolean {
  const formula = names.formulas.get(source);
  if (formula && !formula.parameters) return true;
  const known = [...names.formulas.values()].filter((each) => !each.parameters).map((each) => each.name);
  const message = formula
    ? `"${source}" takes parameters, so it is no output.`
    : names.inputs.has(source)
      ? `"${source}" is an input: an output shows a formula. Add one that is ${source}.`
      : `The output "${source}" has no formula.${didYouMean(source, known)}`;
  findings.add("compile", path, message);
  return false;
}

const pick = ({ significant, grouping }: OutputDefinition) => ({
  ...(significant !== undefined && { significant }),
  ...(grouping !== undefined && { grouping }),
});

/** Numbers of the declared unit in the one that the request asks for. */
function inUnit(
  value: Value,
  output: OutputDefinition,
  { unit, state, environment }: { unit?: string; state: State; environment: Environment },
): Value {
  if (unit === undefined) return value;
  const from = environment.units.parse(unitText(output.unit, state.values));
  const to = environment.units.parse(unit, from);
  const each = (x: Value): Value =>
    typeof x === "number"
      ? cleaned(checked(convert(x, from, to, environment.substances[output.substance ?? ""]), numberKind, unit))
      : isList(x)
        ? x.map(each)
        : x;
  return each(value);
}

// A plain number of one unit in a second one ({ of: level, unit: Np }): formulas never saw SI, so it converts from unit to unit.
function inSecondUnit(output: OutputDefinition, { definition, environment, findings }: Compilation) {
  const first = output.of === undefined ? undefined : definition.outputs?.[output.of];
  if (typeof first?.unit !== "string" || typeof output.unit !== "string") return undefined;
  const [from, to] = [first.unit, output.unit].map((text) => findings.attempt(["outputs"], () => environment.units.parse(text), undefined));
  const plain = definition.plain || (first.plain && output.plain) || (from?.plain && to?.plain);
  if (!from || !to || !plain) return undefined;
  return (value: Value): Value => (typeof value === "number" ? convert(value, from, to) : value);
}

function checkUnit(output: OutputDefinition, path: Path, { definition, environment, findings }: Compilation): void {
  const { unit } = output;
  if (typeof unit === "string") findings.attempt([...path, "unit"], () => environment.units.parse(unit), undefined);
  if (typeof unit !== "object") return;
  const { by, ...choices } = unit;
  if (!definition.inputs?.properties[by]) findings.add("compile", [...path, "unit"], `The unit is chosen by "${by}", which is no input.`);
  const parsed = Object.values(choices).map((text) => findings.attempt([...path, "unit"], () => environment.units.parse(text), undefined));
  if (!output.plain && !definition.plain && parsed.some((each) => each && parsed[0] && !sameDimension(each.dimension, parsed[0].dimension)))
    findings.add("compile", [...path, "unit"], "The units of a choice must measure the same thing.");
}

// Above 2^53 a double skips whole numbers. Where a count is written without rounding, readers take its digits as exact.
function mustBeExact({ unit, significant, decimals = 0, type = "number" }: OutputDefinition, { environment }: Compilation): boolean {
  if (type !== "number" || significant !== undefined || decimals > 0) return false;
  const isCount = (text: string) => Object.keys(environment.units.parse(text).dimension).every((base) => base.startsWith("only "));
  return (
    unit === undefined ||
    (typeof unit === "string" &&
      createFindings().attempt([], () => environment.units.parse(unit).plain && isCount(unit) && unit !== "%", false))
  );
}
