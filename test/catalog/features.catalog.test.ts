// What the catalogue must hold as a whole; of one calculator, see catalogue.catalog.test.ts.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { allFiles } from "./files.ts";

const definitions = allFiles.map(({ path }) => readDocument(path, readFileSync(path, "utf8")).document!.data as Definition);

it("five hundred calculators or more, in 32 categories of eight or more", () => {
  expect(allFiles.length).toBeGreaterThanOrEqual(500);
  const sizes = new Map<string, number>();
  for (const { path } of allFiles) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  expect(sizes.size).toBe(32);
  expect([...sizes].filter(([, size]) => size < 8)).toEqual([]);
  expect(new Set(allFiles.map(({ slug }) => slug)).size).toBe(allFiles.length);
});

describe("every feature of the format is used by three calculators or more", () => {
  const inputsOf = (definition: Definition) => Object.entries(definition.inputs?.properties ?? {});
  const some = (definition: Definition, test: (text: string) => boolean) => test(JSON.stringify(definition));
  const features: Record<string, (definition: Definition) => boolean> = {
    "optional inputs": (each) =>
      inputsOf(each).some(
        ([name, schema]) => !each.inputs?.required?.includes(name) && schema.default === undefined && schema.when === undefined,
      ),
    "conditional inputs": (each) => inputsOf(each).some(([, { when }]) => when !== undefined),
    "defaulted inputs": (each) => inputsOf(each).some(([, schema]) => schema.default !== undefined),
    checks: ({ checks }) => checks !== undefined,
    quantities: (each) => !each.plain && inputsOf(each).some(([, { unit, plain }]) => unit !== undefined && unit !== "%" && !plain),
    "plain files": ({ plain }) => plain === true,
    "plain inputs": (each) => inputsOf(each).some(([, { plain }]) => plain === true),
    substances: (each) => some(each, (text) => text.includes('"substance"')),
    durations: (each) => some(each, (text) => /"as":"h?:?m/.test(text)),
    "shared constants": ({ constants }) => Object.values(constants ?? {}).some((value) => typeof value === "string"),
    "own constants": ({ constants }) => Object.values(constants ?? {}).some((value) => typeof value === "object"),
    tables: ({ tables }) => tables !== undefined,
    "tables with a unit": ({ tables }) =>
      Object.values(tables ?? {}).some((table) => typeof table === "object" && table !== null && Object.hasOwn(table, "unit")),
    "formulas with parameters": ({ formulas }) => Object.keys(formulas ?? {}).some((name) => name.includes("(")),
    "choices of method": ({ formulas }) => Object.values(formulas ?? {}).some((formula) => typeof formula === "object"),
    comparisons: ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "comparison"),
    converters: ({ converts }) => converts !== undefined,
    texts: ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "text"),
    "yes or no": ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "boolean"),
    dates: ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "date"),
    lists: ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "list"),
    matrices: ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "matrix"),
    "tables of results": ({ outputs }) => Object.values(outputs ?? {}).some(({ type }) => type === "table"),
    "outputs in a second unit": ({ outputs }) =>
      Object.values(outputs ?? {}).some(({ of, type }) => of !== undefined && type !== "comparison"),
    "outputs that may be absent": ({ outputs }) => Object.values(outputs ?? {}).some(({ when }) => when !== undefined),
    "explanations in parts": ({ explanation }) => Array.isArray(explanation),
    "entries without formulas": ({ page }) => page !== undefined,
    rows: (each) => inputsOf(each).some(([, { items }]) => items?.type === "object"),
    "typed formulas": (each) => inputsOf(each).some(([, { format }]) => format === "expression"),
    "root finding": (each) => some(each, (text) => /\broot\(/.test(text)),
    "bands or brackets": (each) => some(each, (text) => /\b(band|brackets)\(/.test(text)),
  };
  it.each(Object.entries(features))("%s", (_, uses) => {
    expect(definitions.filter(uses).length).toBeGreaterThanOrEqual(3);
  });
});
