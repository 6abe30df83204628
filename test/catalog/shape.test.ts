// Which formats and types a file may use depends on the plugins: what none of them brings is refused, as any unknown one.
import { definePlugin } from "formulary";
import { createEnvironment, shapeFindings } from "formulary/compiler";
import { formatKind, textKind } from "formulary/functions";
import { expect, it } from "vitest";
import { functions, language } from "../language/evaluate.ts";

const definition = (format: string, type: string) => ({
  title: "Days",
  description: "A day.",
  subcategory: "days",
  inputs: { type: "object", properties: { day: { type: "string", title: "Day", format } } },
  formulas: { r: "day" },
  outputs: { r: { label: "R", type } },
  examples: [{ title: "One", inputs: {}, outputs: { r: "2024-01-01" }, origin: "derived" }],
  references: [{ title: "A book", locator: "page 1" }],
});
function messages(format: string, type: string, kinds = language.kinds): string[] {
  const { environment } = createEnvironment([], { functions, kinds, currency: "$" });
  return shapeFindings(definition(format, type), environment.kinds).map(({ message }) => message);
}

it("takes the formats and types of the program and of its plugins", () => {
  for (const format of ["date", "clock", "matrix", "squareMatrix", "expression"]) expect(messages(format, "date")).toEqual([]);
  for (const type of ["number", "text", "boolean", "date", "clock", "list", "matrix", "table", "comparison"])
    expect(messages("date", type)).toEqual([]);
});
it("refuses others, and names all in the order of the schema", () => {
  expect(messages("dates", "expression")).toEqual([
    expect.stringContaining("format must be one of date, clock, matrix, squareMatrix, expression."),
    expect.stringContaining("type must be one of number, text, boolean, date, clock, list, matrix, table, comparison."),
  ]);
});
it("refuses those of a plugin that is missing", () => {
  expect(messages("date", "clock", {})).toEqual([
    expect.stringContaining("format must be one of matrix, squareMatrix."),
    expect.stringContaining("type must be one of number, text, boolean, list, matrix, table, comparison."),
  ]);
});
it("puts those of further plugins behind; what has no result is no type", () => {
  const { result: _, ...secret } = textKind;
  const { kinds = {} } = definePlugin({
    name: "colours",
    kinds: { colour: formatKind("colour", { words: "a colour", test: () => true }), secret },
  });
  expect(messages("colour", "colour", { ...language.kinds, ...kinds })).toEqual([]);
  expect(messages("secret", "secret", { ...language.kinds, ...kinds })).toEqual([expect.stringContaining("table, comparison, colour.")]);
});
