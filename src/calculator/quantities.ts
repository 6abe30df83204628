// Units in a request: those wanted for outputs, and those of inputs whose unit another input chooses.
import { CalcError, type Fault } from "../errors.ts";
import type { InputSchema, OutputDefinition, Values } from "../types.ts";
import { convert } from "../units/convert.ts";
import { isOwnLength } from "../units/notation.ts";
import type { Environment } from "./kinds/kind.ts";
import { firstUnit, mustBeSendable, unitHint, unitText } from "./kinds/units.ts";

/** Faults of the units that a request wants outputs in. */
export function unitFaults(
  units: Record<string, string>,
  outputs: Record<string, OutputDefinition>,
  { values, environment }: { values: Values; environment: Environment },
): Fault[] {
  return Object.entries(units).flatMap(([name, unit]) => {
    const output = Object.hasOwn(outputs, name) ? outputs[name]! : undefined;
    const declared = unitText(output?.unit, values);
    const fault = (code: string, message: string, hint: string) => [{ path: `/units/${escapePointer(name)}`, code, message, hint }];
    if (!output)
      return fault(
        "output",
        `"${name}" is not an output of this calculator.`,
        `The outputs are ${Object.keys(outputs).join(", ") || "none"}.`,
      );
    const wanted = { unit, declared: output.columns ? "" : declared, label: output.label, substance: output.substance };
    const converted = convertTo(wanted, 1, environment);
    return typeof converted === "number" ? [] : fault("unit", converted.message, converted.hint);
  });
}
/** A number input in another unit; throws a fault at /units where it does not convert. */
export function inputIn(
  unit: string,
  { name, schema }: { name: string; schema: InputSchema },
  { values, environment }: { values: Values; environment: Environment },
): number {
  const wanted = { unit, declared: unitText(schema.unit, values), label: schema.title ?? name, substance: schema.substance };
  const converted = convertTo(wanted, values[name] as number, environment);
  if (typeof converted === "number") return converted;
  const { message } = converted;
  throw new CalcError("invalid_inputs", { message, errors: [{ path: `/units/${escapePointer(name)}`, code: "unit", ...converted }] });
}

/** A unit that a request wants a quantity in, beside what its file says of it. */
interface Wanted {
  unit: string;
  declared: string;
  label: string;
  substance: string | undefined;
}

/** A value in the unit wanted, or why it cannot be had in it. */
function convertTo({ unit, declared, label, substance = "" }: Wanted, value: number, environment: Environment) {
  if (declared === "" || isOwnLength(declared)) return { message: `${label} has no unit to convert from.`, hint: "Leave it out of units." };
  try {
    mustBeSendable(unit);
    const from = environment.units.parse(declared);
    return convert(value, from, environment.units.parse(unit, from), environment.substances[substance]);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    return { message: error.message, hint: `Ask for it in ${unitHint(declared, environment)}.` };
  }
}
/** A name as a part of a JSON pointer. */
export const escapePointer = (name: string) => name.slice(0, 100).replace(/~/g, "~0").replace(/\//g, "~1");

/** Converts values to the first unit of a unit choice, which is the unit of their range. */
export function inFirstUnits(values: Values, choosing: [string, InputSchema][], environment: Environment): Values {
  let converted: Values | undefined;
  for (const [name, { unit }] of choosing) {
    const value = values[name];
    if (typeof unit !== "object" || typeof value !== "number") continue;
    const [chosen, first] = [unitText(unit, values), firstUnit(unit)];
    if (chosen !== first)
      (converted ??= { ...values })[name] = convert(value, environment.units.parse(chosen), environment.units.parse(first));
  }
  return converted ?? values;
}
