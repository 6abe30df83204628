import { failFormula, failText } from "../../errors.ts";
import type { Functions, Value } from "../../types.ts";
import { elementwise, isList, kindOf, toNumber } from "../values.ts";
import { entry } from "./entry.ts";

/** A function of texts and numbers, applied to each element of lists. */
const perText =
  (name: string, one: (...values: Value[]) => Value) =>
  (...values: Value[]) =>
    elementwise(one, values, name);

/** A single value as text: numbers with up to 15 digits, yes and no. */
export function plainText(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
  return isList(value) ? value.map(plainText).join(", ") : failFormula(`${kindOf(value)} cannot be written as text.`);
}

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?\s*$/i;
const isNumber = (value: Value): boolean =>
  typeof value === "number" || (typeof value === "string" && decimal.test(value) && Number.isFinite(Number(value)));

function toNumeral(value: Value): number {
  if (typeof value !== "string") return toNumber(value, "number");
  return isNumber(value) ? Number(value) : failText(`"${value.slice(0, 40)}" is not a number.`);
}

/** Reading numbers from texts; plugins write and take texts apart. */
export const text: Functions = {
  number: entry(
    "value",
    "Yes and no as 1 and 0, a text as its number; number(x, unit) takes the number out of a quantity.",
    ["number(true)", 1],
    "plain",
    perText("number", toNumeral as (...values: Value[]) => Value),
  ),
  isNumber: entry(
    "value",
    "Whether a text is a number.",
    ['isNumber("12.5")', true],
    "condition",
    perText("isNumber", isNumber as (...values: Value[]) => Value),
  ),
};
