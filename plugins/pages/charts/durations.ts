// Axes of durations: ticks on whole seconds, minutes or hours, written as 1:45:30.
import type { InputSchema, OutputDefinition } from "formulary";
import { convert, type Environment } from "formulary/compiler";

/** What an axis of durations needs beside its numbers. */
export interface Durations {
  /** Milliseconds in one of the axis's unit. */
  milliseconds: number;
  text: (value: number) => string;
}

/** The durations of a field that has a form (`as: h:mm:ss`), in the unit of the axis: min, or min/km; undefined for other fields. */
export function durationsOf({ as }: Pick<OutputDefinition, "as">, unit: string, environment: Environment): Durations | undefined {
  if (as === undefined) return undefined;
  const [time = "s"] = unit.split("/");
  const { kinds, units } = environment;
  const write = kinds.of({ type: "number", as }).write({ as, unit: time }, environment, 6);
  return { milliseconds: 1000 * convert(1, units.parse(time), units.parse("s")), text: (value) => write(value, {}) };
}

/** What stands in place of the unit: "h:mm:ss", or "m:ss /km". */
export const durationUnit = (as: string, unit: string): string => [as, ...unit.split("/").slice(1)].join(" /");

/** A duration as it was typed, "1:45:30", in the declared unit; undefined for another text or field. */
export function durationIn(text: string, schema: InputSchema, environment: Environment): number | undefined {
  if (schema.as === undefined) return undefined;
  const value = environment.kinds.of({ ...schema, type: "number" }).read(schema, environment)(text, "", {
    sent: {},
    faults: [],
    inputs: {},
  });
  return typeof value === "number" ? value : undefined;
}
