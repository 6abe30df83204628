// Every example of every calculator, and what must hold of all of them.
import { readdirSync, readFileSync } from "node:fs";
import type { Definition } from "formulary";
import { compileDefinition, readDocument, shapeFindings } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { dimensionFindings } from "../scripts/validation/dimensions.ts";
import { runExample } from "../scripts/validation/examples.ts";
import { createCalculator } from "../src/calculator/lazy.ts";
import { shared } from "./calculator/calculators.ts";

const paths = readdirSync("catalog", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: category }) =>
    readdirSync(`catalog/${category}`)
      .filter((file) => /^[^_].*\.yaml$/.test(file))
      .map((file) => ({ category, slug: file.replace(".yaml", ""), path: `catalog/${category}/${file}` })),
  );

const files = paths.map(({ category, slug, path }) => {
  const read = readDocument(path, readFileSync(path, "utf8"));
  if (!read.document) throw new Error(`${path}:${read.finding?.line} ${read.finding?.message}`);
  const definition = read.document.data as Definition;
  return {
    category,
    slug,
    path,
    definition,
    document: read.document,
    calculator: createCalculator(
      { path, slug, category, definition: () => definition },
      { shared, revision: "test", urlOf: (each) => each },
    ),
  };
});

it("five hundred calculators or more, in 32 categories of eight or more", () => {
  expect(files.length).toBeGreaterThanOrEqual(500);
  const sizes = new Map<string, number>();
  for (const { category } of files) sizes.set(category, (sizes.get(category) ?? 0) + 1);
  expect(sizes.size).toBe(32);
  expect([...sizes].filter(([, size]) => size < 8)).toEqual([]);
  expect(new Set(files.map(({ slug }) => slug)).size).toBe(files.length);
});

describe.each(files)("$path", ({ category, definition, document, calculator }) => {
  it("is of the format, compiles, and its dimensions fit", () => {
    const faults = [
      ...shapeFindings(definition, "calculator"),
      ...compileDefinition(definition, shared).findings,
      ...dimensionFindings(definition, shared),
    ];
    expect(faults.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([]);
  });
  it("stands in a subcategory of its category, and names where it comes from", () => {
    const read = readDocument("category", readFileSync(`catalog/${category}/_category.yaml`, "utf8"));
    expect(Object.keys((read.document!.data as { subcategories: object }).subcategories)).toContain(definition.subcategory);
    expect(definition.references?.length).toBeGreaterThan(0);
    for (const reference of definition.references ?? []) expect(reference.locator ?? reference.url).toBeDefined();
  });
  const examples = definition.examples ?? [];
  it("has two examples or more, which together name every output", () => {
    expect(examples.length).toBeGreaterThanOrEqual(2);
    const named = new Set(examples.flatMap(({ outputs = {} }) => Object.keys(outputs)));
    expect(Object.keys(definition.outputs ?? {}).filter((name) => !named.has(name))).toEqual([]);
  });
  it.each(examples.map((example, index) => ({ ...example, index })))("example: $title", ({ index, inputs, solve }) => {
    expect(runExample(calculator, index, { document, shared }).map(({ message }) => message)).toEqual([]);
    if (!calculator.hasFormula || solve !== undefined) return;
    const { explanation } = calculator.run(calculator.accept(inputs, "2026-01-15"));
    expect(explanation).not.toBe("");
    expect(explanation).not.toMatch(/NaN|undefined|Infinity|\{\{| {2}/);
  });
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
    expect(files.filter(({ definition }) => uses(definition)).length).toBeGreaterThanOrEqual(3);
  });
});
