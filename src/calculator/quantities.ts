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
    if (declared === "" || isOwnLength(declared) || output.columns)
      return fault("unit", `${output.label} has no unit to convert from.`, "Leave it out of units.");
    try {
      mustBeSendable(unit);
      const from = environment.units.parse(declared);
      convert(1, from, environment.units.parse(unit, from), environment.substances[output.substance ?? ""]);
      return [];
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      return fault("unit", error.message, `Ask for it in ${unitHint(declared, environment)}.`);
    }
  });
}
/** A number input in another unit; throws a fault at /units where it does not convert. */
export function inputIn(
  unit: string,
  { name, schema }: { name: string; schema: InputSchema },
  { values, environment }: { values: Values; environment: Environment },
): number {
  const declared = unitText(schema.unit, values);
  const fault = (message: string, hint: string) =>
    new CalcError("invalid_inputs", { message, errors: [{ path: `/units/${escapePointer(name)}`, code: "unit", message, hint }] });
  if (declared === "" || isOwnLength(declared))
    throw fault(`${schema.title ?? name} has no unit to convert from.`, "Leave it out of units.");
  try {
    mustBeSendable(unit);
    const from = environment.units.parse(declared);
    return convert(values[name] as number, from, environment.units.parse(unit, from), environment.substances[schema.substance ?? ""]);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    throw fault(error.message, `Ask for it in ${unitHint(declared, environment)}.`);
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
