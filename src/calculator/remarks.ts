// Remarks on an answer: a value outside its plausible span, and rules that have ended.
import { attempt } from "../errors.ts";
import { isList } from "../language/values.ts";
import type { Definition, OutputDefinition, Path, Remark, State, Value, Values } from "../types.ts";
import { convert } from "../units/convert.ts";
import { isOwnLength } from "../units/notation.ts";
import type { Compilation } from "./formulas.ts";
import { durationKind } from "./kinds/duration.ts";
import type { Environment } from "./kinds/kind.ts";
import { numberKind } from "./kinds/number.ts";
import { firstUnit, unitText } from "./kinds/units.ts";

/** What is remarkable about a value in the unit of its output; undefined where it is plausible. */
export type SpanCheck = (value: Value, state: State) => Remark | undefined;

/** The check of an output with `minimum` or `maximum`, which are in its unit (in the first one where an input chooses). */
export function compileSpan(name: string, output: OutputDefinition, compilation: Compilation): SpanCheck | undefined {
  const { minimum = -Infinity, maximum = Infinity, label, unit, type = "number" } = output;
  if (minimum === -Infinity && maximum === Infinity) return undefined;
  const { environment, findings } = compilation;
  const path: Path = ["outputs", name, output.minimum === undefined ? "maximum" : "minimum"];
  if (type !== "number" && type !== "list")
    findings.add("bounds", path, `"minimum" and "maximum" say what numbers are plausible; "${name}" is of type ${type}.`);
  if (minimum >= maximum) findings.add("bounds", path, `The minimum ${minimum} of "${name}" must be below its maximum ${maximum}.`);
  const first = unit && firstUnit(unit);
  const kind = output.as === undefined ? numberKind : durationKind;
  const write = findings.attempt(path, () => kind.write({ unit: first, as: output.as }, environment, 15), String);
  const bare = numberKind.write({}, environment, 15);
  const inner = output.as === undefined ? bare : write;
  // a unit that is none has a finding of its own
  const range = attempt(() =>
    rangeText(
      output,
      (bound) => write(bound, {}),
      (bound) => inner(bound, {}),
    ),
  );
  const message = `${label} is outside what is plausible (${range}): check the inputs.`;
  const isOutside = spanTest(output, environment);
  return (value, { values }) => (isOutside(value, values) ? { output: name, code: "outside_plausible", message } : undefined);
}

/** Whether a value of an output lies outside its plausible span; `values` are the inputs, of which one may choose the unit. */
export function spanTest({ minimum = -Infinity, maximum = Infinity, unit }: OutputDefinition, { units }: Environment) {
  const first = unit && firstUnit(unit);
  return (value: Value, values: Values): boolean => {
    const current = unit && unitText(unit, values);
    const scale = (bound: number) =>
      current === first || isOwnLength(first!) || !Number.isFinite(bound)
        ? bound
        : convert(bound, units.parse(first!), units.parse(current!));
    const numbers = isList(value) ? value : [value];
    return numbers.some((each) => typeof each === "number" && (each < scale(minimum) || each > scale(maximum)));
  };
}

function rangeText({ minimum, maximum }: OutputDefinition, write: (bound: number) => string, bare: (bound: number) => string): string {
  if (maximum === undefined) return `at least ${write(minimum!)}`;
  if (minimum === undefined) return `at most ${write(maximum)}`;
  // a unit after the number is written once, a sign before it twice
  const low = write(minimum).startsWith(bare(minimum)) ? bare(minimum) : write(minimum);
  return `${low} to ${write(maximum)}`;
}

/** The remark on rules that ended before a day (YYYY-MM-DD). */
export function outOfDate({ valid }: Pick<Definition, "valid">, day: string): Remark | undefined {
  if (valid?.to === undefined || day <= valid.to) return undefined;
  const these = valid.jurisdiction === undefined ? "These" : `${valid.jurisdiction}: these`;
  return { code: "out_of_date", message: `${these} rules held until ${valid.to}. Look for the ones that hold now.` };
}
