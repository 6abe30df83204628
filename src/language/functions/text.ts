import { failFormula, failText } from "../../errors.ts";
import type { FunctionEntry, Functions, Value } from "../../types.ts";
import { fixed } from "../numerals.ts";
import { elementwise, isList, kindOf, toList, toNumber, toText } from "../values.ts";
import { entry } from "./entry.ts";

function decimalsOf(value: Value): number {
  const decimals = toNumber(value, "fixed");
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 100
    ? decimals
    : failFormula(`fixed takes a whole number of decimals from 0 to 100, not ${decimals}.`);
}

/** So many steps for each element of a list, or for a single value. */
const perElement = (steps: number) => ((value: Value) => steps * (isList(value) ? value.length : 1)) as FunctionEntry["cost"];
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

/** Writing texts, and reading numbers from them. */
export const text: Functions = {
  concat: entry("...parts", "Texts and numbers one after the other.", ['concat("a", 1)', "a1"], "text", (...parts: Value[]) =>
    parts.map(plainText).join(""),
  ),
  join: entry(
    "list separator?",
    "The elements of a list as one text.",
    ['join(["a", "b"], "-")', "a-b"],
    "text",
    (list: Value, separator: Value = ", ") => toList(list, "join").map(plainText).join(toText(separator, "join")),
  ),
  lower: entry(
    "text",
    "In small letters.",
    ['lower("AB")', "ab"],
    "text",
    perText("lower", (value) => toText(value, "lower").toLowerCase()),
  ),
  upper: entry(
    "text",
    "In capital letters.",
    ['upper("ab")', "AB"],
    "text",
    perText("upper", (value) => toText(value, "upper").toUpperCase()),
  ),
  characters: entry("text", "The characters of a text as a list.", ['characters("ab")', ["a", "b"]], "texts", (value: Value) => [
    ...toText(value, "characters"),
  ]),
  fixed: {
    ...entry(
      "x decimals",
      "A number with so many decimals, as text.",
      ["fixed(2, 2)", "2.00"],
      "numberText",
      perText("fixed", (x, decimals) => fixed(toNumber(x, "fixed"), decimalsOf(decimals), { grouping: false })),
    ),
    cost: perElement(25),
  },
  plural: entry(
    "n one many",
    "The word for n things: one for 1, else many.",
    ['plural(2, "step", "steps")', "steps"],
    "numberText",
    perText("plural", (n, one, many) => (toNumber(n, "plural") === 1 ? one! : many!)),
  ),
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
