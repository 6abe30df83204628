// Texts from values.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, finiteNumber, fixed, plainText, toList, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";

/** A cost for each element of a list, or for a single value. */
const steps = (each: number) =>
  ((...values: Value[]) =>
    each * Math.max(1, ...values.map((value) => (Array.isArray(value) ? value.length : 1)))) as FunctionEntry["cost"];

/** Writing texts. */
export const writing: Functions = {
  concat: {
    ...entry("...parts", "Texts and numbers joined to one text.", ['concat("a", 1)', "a1"], "joined", (...parts: Value[]) =>
      parts.map(plainText).join(""),
    ),
    cost: (...parts: Value[]) => parts.reduce<number>((sum, part) => sum + (Array.isArray(part) ? 2 * part.length : 0), 0),
  },
  join: {
    ...entry(
      "list separator?",
      "The elements of a list as one text.",
      ['join(["a", "b"], "-")', "a-b"],
      "text",
      (list: Value, separator: Value = ", ") => toList(list, "join").map(plainText).join(toText(separator, "join")),
    ),
    cost: (list: Value, separator: Value) =>
      Array.isArray(list) ? list.length * (1 + (typeof separator === "string" ? separator.length / 50 : 0)) : 0,
  },
  lower: entry(
    "text",
    "The text in lower case.",
    ['lower("AB")', "ab"],
    "text",
    perElement("lower", (value) => toText(value, "lower").toLowerCase()),
  ),
  upper: entry(
    "text",
    "The text in upper case.",
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
      "A number with a number of decimals, as a text.",
      ["fixed(2, 2)", "2.00"],
      "numberText",
      perElement("fixed", (x, decimals) => fixed(finiteNumber(x, "fixed"), wholeNumber(decimals, "fixed", [0, 100]), { grouping: false })),
    ),
    cost: steps(70),
  },
  plural: {
    ...entry(
      "n one many",
      "The word for n things: one for 1, else many.",
      ['plural(2, "step", "steps")', "steps"],
      "numberText",
      perElement("plural", (n, one, many) => (finiteNumber(n, "plural") === 1 ? one! : many!)),
    ),
    cost: steps(1),
  },
};
