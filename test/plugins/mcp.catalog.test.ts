// What agents are told of each calculator fits into a model's context.
import { createServer } from "formulary";
import { expect, describe as group, it } from "vitest";
import { briefLength, describe } from "../../plugins/mcp/describe.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { sample } from "../catalog/files.ts";

group("the brief description of every calculator", async () => {
  const { kernel } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
  const calculators = sample(kernel.catalog.list().calculators, 800).map(({ slug }) => kernel.catalog.get(slug)!);
  const briefs = calculators.map((calculator) => ({ slug: calculator.slug, length: JSON.stringify(describe(calculator, false)).length }));
  it("has about 2,500 tokens at most", () => {
    expect(briefs.filter(({ length }) => length > briefLength)).toEqual([]);
  });
  it("has an example, and the whole one says more", () => {
    const without = calculators.filter((calculator) => (describe(calculator, false) as { examples: unknown[] }).examples.length === 0);
    expect(without.map(({ slug }) => slug)).toEqual([]);
    const whole = calculators.map((calculator) => JSON.stringify(describe(calculator, true)).length);
    expect(whole.filter((length, at) => length <= briefs[at]!.length)).toEqual([]);
  });
});
