// Numbers from texts.
import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, quoted } from "formulary/functions";
import { perElement } from "./arguments.ts";

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?\s*$/i;
const isNumber = (value: Value): boolean =>
  typeof value === "number" || (typeof value === "string" && decimal.test(value) && Number.isFinite(Number(value)));

function toNumeral(value: Value): number {
  if (isNumber(value) || typeof value === "boolean") return Number(value);
  return typeof value === "string" ? failText(`${quoted(value)} is not a number.`) : failFormula("number needs numbers or texts.");
}

/** Reading numbers from texts. */
export const reading: Functions = {
  number: entry(
    "value",
    "Yes and no as 1 and 0, a text as its number; number(x, unit) gives the number of a quantity in a unit.",
    ["number(true)", 1],
    "plain",
    (value: Value) => perElement("number", toNumeral)(value),
  ),
  isNumber: entry("value", "Whether a text is a number.", ['isNumber("12.5")', true], "condition", (value: Value) =>
    perElement("isNumber", isNumber)(value),
  ),
};
