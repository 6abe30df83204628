// Numbers of a time unit that people write as a duration (`as: h:mm:ss`): "1:45:30".
import type { UnitChoice } from "../../types.ts";
import { convert } from "../../units/convert.ts";
import type { Environment, Kind, Writer } from "./kind.ts";
import { numberKind } from "./number.ts";
import { firstUnit, unitText } from "./units.ts";
import { createValueWriter } from "./write.ts";

export const durationKind: Kind = {
  ...numberKind,
  read: (schema, environment) => {
    const form = schema.as!;
    const readNumber = numberKind.read(schema, environment);
    return (value, path, reading) => {
      if (typeof value !== "string") return readNumber(value, path, reading);
      const seconds = secondsOf(value, form);
      if (seconds !== undefined)
        return convert(seconds, environment.units.parse("s"), environment.units.parse(splitDuration(firstUnit(schema.unit)).time));
      const hint = `Send it as "${form}" or as a number (${firstUnit(schema.unit)}).`;
      reading.faults.push({ path, code: "format", message: `"${value.slice(0, 40)}" is not a duration.`, hint });
      return value;
    };
  },
  write: (field, environment, digits) =>
    writeDuration({ form: field.as!, unit: field.unit, otherwise: createValueWriter(field, environment, { digits }) }, environment),
  // clients may also send the text, such as "1:45:30"
  publish: (schema, environment) => ({ type: [schema.type, "string"], ...numberKind.publish(schema, environment) }),
};

function writeDuration(
  { form, unit, otherwise }: { form: string; unit: UnitChoice | undefined; otherwise: Writer },
  environment: Environment,
): Writer {
  const second = environment.units.parse("s");
  return (value, values) => {
    if (typeof value !== "number") return otherwise(value, values);
    const { time, per } = splitDuration(unitText(unit, values));
    const total = Math.round(Math.abs(convert(value, environment.units.parse(time), second)));
    const sign = value < 0 && total > 0 ? "-" : "";
    return `${sign}${clockText(total, form)}${per && ` /${environment.units.parse(per).symbol}`}`;
  };
}

/** A duration's unit and what it is per: "min/km" → min, km. */
function splitDuration(unit: string): { time: string; per: string } {
  const [time = "", ...rest] = unit.split("/");
  return { time: time || "s", per: rest.join("/") };
}

function clockText(total: number, form: string): string {
  const two = (n: number) => String(n).padStart(2, "0");
  if (form === "m:ss") return `${Math.floor(total / 60)}:${two(total % 60)}`;
  if (form === "h:mm:ss") return `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`;
  const minutes = Math.round(total / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

/** "1:45:30" in a form as a number of seconds; undefined for another text. */
function secondsOf(text: string, form: string): number | undefined {
  const parts = /^(\d{1,6})(?::([0-5]?\d))?(?::([0-5]?\d(?:\.\d+)?))?$/.exec(text.trim());
  if (!parts || parts[2] === undefined) return undefined;
  const [first, second, third] = [Number(parts[1]), Number(parts[2]), parts[3] === undefined ? undefined : Number(parts[3])];
  if (form === "h:mm") return third === undefined ? first * 3600 + second * 60 : undefined;
  if (third !== undefined) return first * 3600 + second * 60 + third;
  // "48:30" could be minutes or hours where hours are expected: refuse it
  return form === "m:ss" ? first * 60 + second : undefined;
}
