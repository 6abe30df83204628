// Numbers and whole numbers, with or without a unit: 5, { value: 3, unit: "km" }.
import { CalcError } from "../../errors.ts";
import type { InputSchema, Path, Values } from "../../types.ts";
import { convert, toSI } from "../../units/convert.ts";
import type { Findings } from "../findings.ts";
import { checkRules, isNumber, typeRules } from "./keywords.ts";
import { type Environment, type Kind, mostFaults, type Reading } from "./kind.ts";
import { firstUnit, mustBeSendable, unitHint, unitInMessage, unitText } from "./units.ts";
import { createValueWriter } from "./write.ts";

/** The ends of an input's range; undefined where the definition says none. */
export function rangeOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: InputSchema): { low?: number; high?: number } {
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) };
}

export const numberKind: Kind = {
  check: (schema) => {
    const check = checkRules(typeRules(schema));
    const isInBounds = boundsOf(schema);
    return isInBounds ? (value, violations) => void (isInBounds(value) || check(value, violations)) : check;
  },
  read: (schema, environment) => (value, path, reading) => {
    if (typeof value === "number") return value === 0 ? 0 : value;
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? readQuantity(value as Record<string, unknown>, { schema, environment, path, reading })
      : value;
  },
  toFormula: (schema, environment, plain) => {
    const toNumber = plain || schema.plain ? undefined : conversion(schema, environment);
    return toNumber ? (value, values) => (typeof value === "number" ? toNumber(value, values) : value) : (value) => value;
  },
  write: (field, environment, digits) => createValueWriter(field, environment, { digits }),
  publish: ({ unit, plain }) => ({ ...(unit !== undefined && { unit }), ...(plain && { plain }) }),
  describe: (schema) => {
    const unit = unitInMessage(schema);
    const { low, high } = rangeOf(schema);
    return `${schema.type === "integer" ? "a whole number" : "a number"} from ${low} to ${high}${unit ? ` (${unit})` : ""}`;
  },
  examine: (schema, path, findings) => {
    const { low, high } = rangeOf(schema);
    if (low === undefined || high === undefined) findings.add("bounds", path, "A number needs a minimum and a maximum from real use.");
    examineRange(schema, path, findings);
  },
  result: { words: "a finite number", test: isNumber },
};

/** Adds a finding where the ends of a range are the wrong way round. */
export function examineRange(schema: InputSchema, path: Path, findings: Findings): void {
  const { low, high } = rangeOf(schema);
  if (low !== undefined && high !== undefined && !(low <= high))
    findings.add("bounds", path, `The minimum ${low} is above the maximum ${high}.`);
}

/** A fast check for schemas that only have bounds, which most inputs are. */
function boundsOf(schema: InputSchema): ((value: unknown) => boolean) | undefined {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (type !== "number" || multipleOf !== undefined) return undefined;
  // without a bound a number must still be finite
  const [least, most] = [minimum ?? -Number.MAX_VALUE, maximum ?? Number.MAX_VALUE];
  const [above, below] = [exclusiveMinimum ?? Number.NEGATIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY];
  return (value) => typeof value === "number" && value >= least && value <= most && value > above && value < below;
}

function conversion({ unit }: InputSchema, environment: Environment): ((x: number, values: Values) => number) | undefined {
  if (unit === undefined) return undefined;
  if (typeof unit === "string") {
    const parsed = environment.units.parse(unit);
    return parsed.formulaFactor === 1 && parsed.offset === 0 ? undefined : (x) => toSI(x, parsed);
  }
  return (x, values) => toSI(x, environment.units.parse(unitText(unit, values)));
}

interface QuantityContext {
  schema: InputSchema;
  environment: Environment;
  path: string;
  reading: Reading;
}

/** `{ value, unit }` as a number of the declared unit. */
function readQuantity(quantity: Record<string, unknown>, { schema, environment, path, reading }: QuantityContext): unknown {
  const { value, unit, ...more } = quantity;
  if (reading.faults.length > mostFaults) return quantity;
  if (typeof value !== "number" || typeof unit !== "string" || Object.keys(more).length > 0) return quantity;
  const declared = unitText(schema.unit, reading.inputs) || firstUnit(schema.unit);
  const isMoney = /^currency\b/.test(declared);
  try {
    if (isMoney && !/^currency\b|\$/.test(unit))
      throw new CalcError("unreadable_text", { message: "Amounts of money are in the reader's own currency: send the number alone." });
    mustBeSendable(unit);
    if (declared === "") throw new CalcError("unreadable_text", { message: "This input has no unit: send the number alone." });
    const substance = schema.substance === undefined ? undefined : environment.substances[schema.substance];
    const wanted = environment.units.parse(declared);
    const from = environment.units.parse(unit, wanted);
    const number = convert(value, from, wanted, substance);
    if (from.text !== wanted.text) reading.sent[path] = { value, unit: from.text };
    return number === 0 ? 0 : number;
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    const hint = declared && !isMoney ? `Send the value in ${unitHint(declared, environment)}.` : "Send the number alone.";
    reading.faults.push({ path, code: "unit", message: error.message, hint });
    return quantity;
  }
}
