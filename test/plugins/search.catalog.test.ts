// What people type, against the catalogue: queries with the calculators that may come first, or "-" where there is nothing to find.
import { readFileSync } from "node:fs";
import { createServer } from "formulary";
import { describe, expect, it } from "vitest";
import { functionPlugins } from "../../scripts/plugins.ts";

const queries = readFileSync("test/plugins/search-queries.tsv", "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => line.split("\t") as [query: string, wanted: string])
  .map(([query, wanted]) => ({ query, wanted: wanted === "-" ? [] : wanted.split("|") }));

describe("queries of people", async () => {
  const { kernel } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
  const found = queries.map(({ query, wanted }) => ({
    query,
    wanted,
    slugs: kernel.catalog.list({ q: query }).calculators.map(({ slug }) => slug),
  }));
  const about = found.filter(({ wanted }) => wanted.length > 0);
  const nothing = found.filter(({ wanted }) => wanted.length === 0);
  const describeAll = (some: typeof found) =>
    some.map(({ query, slugs }) => `${query}: ${slugs.slice(0, 3).join(", ") || "nothing"}`).join("\n");

  it("name calculators that exist", () => {
    expect(about.flatMap(({ wanted }) => wanted).filter((slug) => kernel.catalog.get(slug)?.slug !== slug)).toEqual([]);
    expect(about.length).toBeGreaterThanOrEqual(240);
    expect(nothing.length).toBeGreaterThanOrEqual(60);
  });
  it("find the right one first (95 %), or among three (99 %)", () => {
    const notFirst = about.filter(({ wanted, slugs }) => !wanted.includes(slugs[0]!));
    const lost = about.filter(({ wanted, slugs }) => !slugs.slice(0, 3).some((slug) => wanted.includes(slug)));
    expect(notFirst.length / about.length, describeAll(notFirst)).toBeLessThanOrEqual(0.05);
    expect(lost.length / about.length, describeAll(lost)).toBeLessThanOrEqual(0.01);
  });
  // with a thousand calculators more words are known: "stock tips" finds tips, "capital of australia" a tax
  it("are answered with nothing where there is nothing (93 %)", () => {
    const noise = nothing.filter(({ slugs }) => slugs.length > 0);
    expect(noise.length / nothing.length, describeAll(noise)).toBeLessThanOrEqual(0.07);
  });
  it("suggest another query for a mistyped word beside an unknown one", () => {
    const { total, suggestions = [] } = kernel.catalog.list({ q: "morgage flibbertigibbet" });
    expect([total, suggestions[0]]).toEqual([0, "mortgage"]);
    for (const each of suggestions) expect(kernel.catalog.list({ q: each }).total).toBeGreaterThan(0);
    expect(kernel.catalog.list({ q: "asdfghjkl" })).toEqual({ total: 0, calculators: [] });
  });
});
