// Texts made of values.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, fixed, plainText } from "formulary/functions";
import { perElement, toList, toNumber, toText } from "./arguments.ts";

function decimalsOf(value: Value): number {
  const decimals = toNumber(value, "fixed");
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= 100
    ? decimals
    : failFormula(`fixed takes a whole number of decimals from 0 to 100, not ${decimals}.`);
}

/** So many steps for each element of a list, or for a single value. */
const steps = (each: number) => ((value: Value) => each * (Array.isArray(value) ? value.length : 1)) as FunctionEntry["cost"];

/** Writing texts. */
export const writing: Functions = {
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
    perElement("lower", (value) => toText(value, "lower").toLowerCase()),
  ),
  upper: entry(
    "text",
    "In capital letters.",
    ['upper("ab")', "AB"],
    "text",
    perElement("upper", (value) => toText(value, "upper").toUpperCase()),
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
      perElement("fixed", (x, decimals) => fixed(toNumber(x, "fixed"), decimalsOf(decimals), { grouping: false })),
    ),
    cost: steps(25),
  },
  plural: entry(
    "n one many",
    "The word for n things: one for 1, else many.",
    ['plural(2, "step", "steps")', "steps"],
    "numberText",
    perElement("plural", (n, one, many) => (toNumber(n, "plural") === 1 ? one! : many!)),
  ),
};
