// The lists: calculators and categories.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { json, serveCatalogue } from "./catalogue.ts";

const { get } = serveCatalogue();

describe("GET /api/v1/calculators", () => {
  const list = (query: string) => json(get(`/api/v1/calculators${query}`));
  const slugs = async (query: string) => (await list(query)).calculators.map((each: { slug: string }) => each.slug);

  it("lists every calculator in one line each", async () => {
    const { total, calculators } = await list("");
    expect(total).toBe(calculators.length);
    expect(total).toBeGreaterThanOrEqual(80);
    for (const each of calculators)
      expect(Object.keys(each)).toEqual(["slug", "title", "description", "category", "subcategory", "hasFormula"]);
  });
  it("finds what was meant: typos, prefixes, aliases", async () => {
    expect((await slugs("?q=compund%20intrest"))[0]).toBe("compound-interest");
    expect((await slugs("?q=compound%20int"))[0]).toBe("compound-interest");
    expect((await slugs("?q=BMI"))[0]).toBe("body-mass-index");
    expect(await slugs("?q=zzzzqqqq")).toEqual([]);
  });
  it("combines category or group with a query, and pages", async () => {
    const loans = await list("?category=finance&q=loan");
    expect(loans.total).toBeGreaterThan(0);
    // the slug of a category and of its group
    const group = ["finance", "investing", "business-economics", "tax-payroll"];
    expect(loans.calculators.filter(({ category }: { category: string }) => !group.includes(category))).toEqual([]);
    const science = await list("?category=science");
    expect(new Set(science.calculators.map((each: { category: string }) => each.category)).size).toBeGreaterThan(2);
    expect(await list("?category=nothing")).toEqual({ total: 0, calculators: [] });
    const page = await list("?category=finance&limit=2&offset=1");
    expect([page.calculators.length, page.calculators[0].slug]).toEqual([2, (await slugs("?category=finance"))[1]]);
    expect(page.total).toBeGreaterThan(2);
  });
  it("finds what computes a quantity from others, that which needs no more first", async () => {
    expect((await slugs("?gives=pressure&from=force,area"))[0]).toBe("pressure-force-area");
    expect((await slugs("?gives=Speed&from=length,time"))[0]).toBe("speed-distance-time");
    expect((await slugs("?gives=energy&from=mass,speed"))[0]).toBe("kinetic-energy");
    const density = await slugs("?from=mass,volume");
    expect(density[0]).toBe("density");
    expect(density).not.toContain("mass-converter");
    expect((await slugs("?gives=power&category=electrical-electronics&q=three%20phase"))[0]).toBe("three-phase-power");
    expect((await list("?gives=pressure")).total).toBeGreaterThan(20);
    const { status, detail } = await list("?gives=presure");
    expect([status, detail]).toEqual([400, expect.stringContaining('Did you mean "pressure"?')]);
  });
  it("suggests other words where nothing is found", async () => {
    expect(await list("?q=morgage%20flibbertigibbet")).toMatchObject({ total: 0, suggestions: ["mortgage"] });
    expect(await list("?q=zzzzqqqq")).toEqual({ total: 0, calculators: [] });
  });
  it.each(["?limit=-1", "?limit=x", "?offset=1.5", `?q=${"x".repeat(2001)}`])("refuses %s", async (query) => {
    expect((await get(`/api/v1/calculators${query}`)).status).toBe(400);
  });
  it("leaves noise out", async () => {
    expect((await slugs("?q=BMI%20calculator")).length).toBeLessThan(6);
    expect((await slugs("?q=BMI%20calculator"))[0]).toBe("body-mass-index");
    expect((await slugs("?q=tides")).length).toBeLessThan(6);
  });
  it.each(["?q=%ff", "?q=%00", "?q=(a%2B)%2B%24", `?q=${Array.from({ length: 50 }, () => "ab").join("+")}`])(
    "survives %s",
    async (query) => {
      expect((await get(`/api/v1/calculators${query}`)).status).toBe(200);
    },
  );
  it("answers 304 to its own ETag, and compresses", async () => {
    const plain = await get("/api/v1/calculators");
    const etag = plain.headers.get("etag")!;
    const same = await get("/api/v1/calculators", { "if-none-match": `"x", ${etag}` });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    expect((await get("/api/v1/calculators", { "if-none-match": '"other"' })).status).toBe(200);
    const text = await plain.text();
    const br = await get("/api/v1/calculators", { "accept-encoding": "gzip, br" });
    expect([br.headers.get("content-encoding"), br.headers.get("vary")]).toEqual(["br", "accept-encoding"]);
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(text);
    const gzip = await get("/api/v1/calculators", { "accept-encoding": "gzip, br;q=0" });
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(text);
    expect((await get("/api/v1/calculators", { "accept-encoding": "identity" })).headers.get("content-encoding")).toBeNull();
  });
});

describe("GET /api/v1/categories", () => {
  it("counts what is there", async () => {
    const { groups } = await json(get("/api/v1/categories"));
    const { total } = await json(get("/api/v1/calculators?limit=0"));
    expect(groups.reduce((sum: number, group: { count: number }) => sum + group.count, 0)).toBe(total);
    const categories = groups.flatMap((group: { categories: object[] }) => group.categories);
    expect(categories.length).toBeGreaterThanOrEqual(15);
    expect(categories.every((each: { count: number; subcategories: object[] }) => each.count > 0 && each.subcategories.length > 0)).toBe(
      true,
    );
  });
});
