// Quantities as clients send them: numbers of the declared unit, { value, unit }, durations.
import { CalcError, type Fault } from "../errors.ts";
import { emptyRecord } from "../language/values.ts";
import type { Accepted, InputSchema, OutputDefinition, Values } from "../types.ts";
import { convert } from "../units/convert.ts";
import { firstUnit, type Shared, unitText } from "./names.ts";
import { readDuration, splitDuration } from "./show.ts";

/** What reading a request's inputs gathers. */
export interface Reading {
  shared: Shared;
  sent: Accepted["sent"];
  faults: Fault[];
  inputs: Record<string, unknown>;
}

type Reader = (given: unknown, path: string, reading: Reading) => unknown;

/** Makes what reads a value as sent, in the declared unit: { value, unit } converted, "1:45:30" as a number, -0 as 0. */
export function createReader(schema: InputSchema): Reader {
  const { type, as } = schema;
  const element = schema.items && createReader(withUnitOf(schema));
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    standard: field.default,
    read: createReader(field),
  }));
  const readers = new Map(fields.map(({ name, read }) => [name, read]));
  return (given, path, reading) => {
    if (typeof given === "number") return given === 0 ? 0 : given;
    if (as && typeof given === "string") return readDurationOf(given, schema, path, reading);
    if (given === null || typeof given !== "object") return given;
    if (Array.isArray(given)) {
      if (!element) return given;
      // most elements are numbers, and need no place for a fault
      return given.map((each, at) => (typeof each === "number" ? (each === 0 ? 0 : each) : element(each, `${path}/${at}`, reading)));
    }
    if (type === "number" || type === "integer") return readQuantity(given as Record<string, unknown>, schema, path, reading);
    if (!schema.properties) return given;
    const row = emptyRecord<unknown>();
    for (const [name, value] of Object.entries(given)) {
      const read = readers.get(name);
      row[name] = read ? read(value, `${path}/${name}`, reading) : value;
    }
    for (const { name, standard } of fields) if (standard !== undefined && !Object.hasOwn(row, name)) row[name] = standard;
    return row;
  };
}
const withUnitOf = ({ items, unit, substance }: InputSchema): InputSchema => ({
  ...(unit !== undefined && { unit }),
  ...(substance && { substance }),
  ...items!,
});

function readDurationOf(given: string, schema: InputSchema, path: string, reading: Reading): unknown {
  const seconds = readDuration(given, schema.as!);
  if (seconds === undefined) {
    reading.faults.push({
      path,
      code: "format",
      message: `"${given.slice(0, 40)}" is not a duration.`,
      hint: `Send it as "${schema.as}" or as a number (${firstUnit(schema.unit)}).`,
    });
    return given;
  }
  return convert(seconds, reading.shared.units.parse("s"), reading.shared.units.parse(splitDuration(firstUnit(schema.unit)).time));
}

function readQuantity(
  given: Record<string, unknown>,
  schema: InputSchema,
  path: string,
  { shared, sent, faults, inputs }: Reading,
): unknown {
  const { value, unit, ...more } = given;
  if (typeof value !== "number" || typeof unit !== "string" || Object.keys(more).length > 0) return given;
  const declared = unitText(schema.unit, inputs) || firstUnit(schema.unit);
  try {
    if (/^currency\b/.test(declared) && !/^currency\b|\$/.test(unit))
      throw new CalcError("unreadable_text", { message: "Amounts of money are in the reader's own currency: send the number alone." });
    if (declared === "") throw new CalcError("unreadable_text", { message: "This input has no unit: send the number alone." });
    const substance = schema.substance === undefined ? undefined : shared.substances[schema.substance];
    const number = convert(value, shared.units.parse(unit), shared.units.parse(declared), substance);
    if (unit !== declared) sent[path] = { value, unit };
    return number === 0 ? 0 : number;
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    faults.push({
      path,
      code: "unit",
      message: error.message,
      hint:
        declared && !/^currency\b/.test(declared)
          ? `Send a number of ${declared}, or another unit that converts to it.`
          : "Send the number alone.",
    });
    return given;
  }
}

/** Faults of the units that a request wants outputs in. */
export function unitFaults(
  units: Record<string, string>,
  outputs: Record<string, OutputDefinition>,
  { values, shared }: { values: Values; shared: Shared },
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
    if (declared === "" || output.columns) return fault("unit", `${output.label} has no unit to convert from.`, "Leave it out of units.");
    try {
      convert(1, shared.units.parse(declared), shared.units.parse(unit), shared.substances[output.substance ?? ""]);
      return [];
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      return fault("unit", error.message, `Ask for ${declared}, or another unit that it converts to.`);
    }
  });
}
/** A name as a part of a JSON pointer. */
export const escapePointer = (name: string) => name.slice(0, 100).replace(/~/g, "~0").replace(/\//g, "~1");

/** Ranges of a unit that another input chooses are in its first unit. */
export function inFirstUnits(values: Values, choosing: [string, InputSchema][], shared: Shared): Values {
  let converted: Values | undefined;
  for (const [name, { unit }] of choosing) {
    const value = values[name];
    if (typeof unit !== "object" || typeof value !== "number") continue;
    const [chosen, first] = [unitText(unit, values), firstUnit(unit)];
    if (chosen !== first) (converted ??= { ...values })[name] = convert(value, shared.units.parse(chosen), shared.units.parse(first));
  }
  return converted ?? values;
}
