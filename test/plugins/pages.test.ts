import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer, type Server } from "formulary";
import { type Environment, parse } from "formulary/compiler";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import functionsNumerical from "../../plugins/functions-numerical/index.ts";
import pages, { readAsset } from "../../plugins/pages/index.ts";
import query, { readNumber } from "../../plugins/query/index.ts";
import search from "../../plugins/search/index.ts";
import solve from "../../plugins/solve/index.ts";
import steps, { formulaToMathML } from "../../plugins/steps/index.ts";
import { formulaToLatex } from "../../plugins/steps/latex.ts";
import { toLine } from "../../plugins/steps/line.ts";
import uncertainty from "../../plugins/uncertainty/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { serve } from "./served.ts";

let server: Server;
let environment: Environment;
beforeAll(async () => {
  const { folder, server: other } = await serve();
  await other.close();
  await writeFile(
    join(folder, "finance/fuel.yaml"),
    `title: Fuel\ndescription: Fuel for a journey.\nsubcategory: interest-basics\ninputs: { type: object, required: [consumption], properties: { consumption: { type: number, title: Consumption, unit: L/100km, minimum: 0, maximum: 100 } } }\nformulas: { fuel: 100000 * consumption }\noutputs: { fuel: { label: Fuel, unit: L } }\nexplanation: "{{ fuel }}"\n`,
  );
  server = await createServer({
    catalog: [folder],
    plugins: [
      functionsNumerical(),
      search(),
      solve(),
      steps(),
      query(),
      uncertainty(),
      visitors({ perMinute: 60 }),
      pages({ publicUrl: "https://calc.example.org/", repository: "https://git.example.org/formulary" }),
    ],
  });
  environment = server.kernel.catalog.environment();
});
afterAll(() => server.close());
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.app.request(path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe("a number that a visitor types", () => {
  const length = { unit: "m" };
  const money = { unit: "currency" };
  it.each([
    ["1000", money, 1000, undefined],
    ["1,000", money, 1000, "Read as 1,000"],
    ["1 000 000", money, 1e6, "Read as 1,000,000"],
    ["1\u202f000,5", money, undefined, "Write 1000.5 with a point"],
    ["$1,234.50", money, 1234.5, "Read as 1,234.5"],
    ["2.5k", money, 2500, "Read as 2,500"],
    ["3M", money, 3e6, "Read as 3,000,000"],
    ["-7", money, -7, undefined],
    ["−7", money, -7, undefined],
    ["1e3", money, 1000, undefined],
    [".5", money, 0.5, undefined],
    ["12,5", money, undefined, "Write 12.5 with a point"],
    ["1.000,50", money, undefined, "with a point"],
    ["1,0000", money, undefined, "with a point"],
    ["5%", { unit: "%" }, 5, undefined],
    ["5 %", { unit: "" }, 0.05, "Read as 0.05"],
    ["5%", length, undefined, "not a percentage"],
    ["1 1/2", length, 1.5, "Read as 1.5 m"],
    ["3/4", length, 0.75, "Read as 0.75 m"],
    ["1/0", length, undefined, "is not a number"],
    ["6 ft", length, { value: 6, unit: "ft" }, "Read as 6 ft"],
    ["6 kg", length, undefined, "no unit that fits here"],
    ["5'9\"", { unit: "cm" }, { value: 69, unit: "in" }, "Read as 69 in"],
    ["5 ft 9 in", { unit: "cm" }, { value: 69, unit: "in" }, "Read as 69 in"],
    ["12 stone 4 lb", { unit: "kg" }, { value: 172, unit: "lb" }, "Read as 172 lb"],
    ["1 h 30 min", { unit: "h" }, { value: 90, unit: "min" }, "Read as 90 min"],
    ["1h30m", { unit: "min" }, { value: 90, unit: "min" }, "Read as 90 min"],
    ["1h 30", { unit: "min" }, { value: 90, unit: "min" }, "Read as 90 min"],
    ["5 ft 9 kg", length, undefined, "no unit that fits here"],
    ["100+50", money, 150, "Read as 150"],
    ["100 + 50 - 20.5", length, 129.5, "Read as 129.5 m"],
    ["10-5", length, undefined, "no unit that fits here"],
    ["5 K", { unit: "°C" }, { value: 5, unit: "K" }, "Read as 5 K"],
    ["abc", money, undefined, "“abc” is not a number."],
    ["", money, undefined, "is not a number"],
    ["1e999", money, Number.POSITIVE_INFINITY, undefined],
  ])("%j has one reading or none", (text, field, value, message) => {
    const reading = readNumber(text, { ...field, environment });
    if (value === undefined) expect(reading.error).toContain(message);
    else expect(reading).toEqual({ value, ...(message && { interpretation: message }) });
  });
});

describe("a formula on a page", () => {
  it.each([
    ["a / b / c", "<mfrac><mi>a</mi><mrow><mi>b</mi><mo>·</mo><mi>c</mi></mrow></mfrac>"],
    ["a - (b - c)", '<mo>−</mo><mrow><mo stretchy="false">(</mo><mrow><mi>b</mi><mo>−</mo><mi>c</mi></mrow>'],
    ["(a + b) ^ 2", '<msup><mrow><mo stretchy="false">(</mo>'],
    ["-x ^ 2", "<mrow><mo>−</mo><msup><mi>x</mi><mn>2</mn></msup></mrow>"],
    ["sqrt(x1)", "<msqrt><msub><mi>x</mi><mn>1</mn></msub></msqrt>"],
    ["2 * PI * radius", "<mn>2</mn><mo>×</mo><mi>π</mi>"],
    ["if(a > 1, b, c)", "<mtext>otherwise</mtext>"],
    ['unit == "<b>"', "&lt;b&gt;"],
    ["1.5e-9 * x", "<msup><mn>10</mn><mn>-9</mn></msup>"],
    ['a * quantity(2, "m^3/s")', "<mn>2</mn><mtext>\u00a0</mtext><mtext>m³/s</mtext>"],
    ['quantity(2, "mSv") ^ 2', '<msup><mrow><mo stretchy="false">(</mo><mrow><mn>2</mn><mtext>\u00a0</mtext><mtext>mSv</mtext></mrow>'],
    ['number(height, "cm") ^ 2', "<mfrac><mi>height</mi><mtext>cm</mtext></mfrac>"],
    ["hypot(a, b + 1)", "<msqrt><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><msup><mrow><mo stretchy="],
    ['number(1.8, "cm")', "<mtext>cm</mtext>"],
  ])("%s", (source, part) => {
    expect(formulaToMathML("y", source)).toContain(part);
  });
  it.each([
    ['a * quantity(2, "m^3/s")', "y = a \\cdot 2\\text{ }\\mathrm{m^{3}/s}", 'a × quantity(2, "m^3/s")'],
    ['number(height, "cm") ^ 2', "y = {\\left( \\frac{\\mathit{height}}{\\mathrm{cm}} \\right)}^{2}", 'number(height, "cm")^2'],
    ["hypot(a, b)", "y = \\sqrt{{a}^{2} + {b}^{2}}", "hypot(a, b)"],
  ])("%s as LaTeX, and in one line", (source, latex, line) => {
    expect(formulaToLatex("y", parse(source))).toBe(latex);
    expect(toLine(parse(source))).toBe(line);
  });
});

describe("pages", () => {
  it("have a content security policy that allows nothing inline, and only those for embedding may be in a frame", async () => {
    const { headers, html } = await get("/calculators/compound-interest");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    // code to copy is text, and no part of the page
    expect(html.replace(/<pre[\s\S]*?<\/pre>/g, "")).not.toMatch(/ style=|<style| on\w+=|javascript:/);
    expect([...html.matchAll(/<script(?![^>]*(src=|ld\+json))/g)]).toEqual([]);
    expect((await get("/embed/compound-interest")).headers.get("content-security-policy")).toContain("frame-ancestors *");
  });

  it("have at most 15 kB of script, and load nothing from another address", async () => {
    const scripts = ["app.js", "sw.js"].map((name) =>
      readAsset(new URL("../../plugins/pages/index.ts", import.meta.url).href, `assets/${name}`),
    );
    expect(scripts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(15_000);
    const { html } = await get("/calculators/compound-interest");
    for (const [, address] of html.matchAll(/(?:src|href)="(https?:[^"]*)"/g))
      expect(address).toMatch(/^https:\/\/(calc\.example\.org|git\.example\.org)/);
  });

  it("have a canonical link, structured data and a link to edit the file", async () => {
    const { html } = await get("/calculators/compound-interest?principal=5&rate=1&years=1");
    expect(html).toContain('<link rel="canonical" href="https://calc.example.org/calculators/compound-interest"/>');
    expect(html).toContain("https://git.example.org/formulary/edit/main/catalog/finance/compound-interest.yaml");
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(html)![1]!)).toMatchObject({ "@type": "WebApplication", name: "Compound interest" });
  });

  it("escape the texts that a visitor types", async () => {
    const { status, html } = await get(`/calculators/compound-interest?principal=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(status).toBe(422);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&lt;script>alert(1)&lt;/script>");
    const search = await get(`/?q=${encodeURIComponent("<img src=x>")}`);
    expect(search.html).not.toContain("<img");
  });

  it("show the typed text beside every error, with status 422", async () => {
    const { status, html } = await get("/calculators/compound-interest?principal=1%2C5&rate=500&years=10");
    expect(status).toBe(422);
    expect(html).toContain('value="1,5"');
    expect(html).toContain("Write 1.5 with a point");
    expect(html).toContain("must be at most 100");
    expect(html).not.toContain('class="main-result"');
  });

  it("have a chart over a number whose unit is the reciprocal of a declared unit with the range 0 to 100", async () => {
    const { status, html } = await get("/calculators/fuel?consumption=30&consumption.unit=mpg");
    expect(status).toBe(200);
    // 0 mpg has no consumption, so the curve starts after it
    expect(/<desc id="chart-0-description">(.*?)<\/desc>/.exec(html)?.[1]).toMatch(
      /^From .* at 3 to .* at 60; .* This calculation: .* at 30\.$/,
    );
  });

  it("show the error of a calculator without a result for the inputs", async () => {
    const { status, html } = await get("/calculators/share?parts=0");
    expect(html).toContain("There is no result for share");
    expect(status).toBe(422);
  });

  it("are listed for search engines and language models", async () => {
    expect((await get("/sitemap.xml")).html).toContain("<loc>https://calc.example.org/calculators/compound-interest</loc>");
    expect((await get("/robots.txt")).html).toContain("Sitemap: https://calc.example.org/sitemap.xml");
    expect((await get("/llms.txt")).html).toContain("https://calc.example.org/api/v1/calculators?q=");
  });

  it("that do not exist have an error page with a search form", async () => {
    const { status, html } = await get("/calculators/compund-interest");
    expect(status).toBe(404);
    expect(html).toContain('<a href="/calculators/compound-interest">');
    expect(html).toContain('type="search"');
    for (const path of ["/nothing", "/categories/nothing", "/a/b/c", "/embed/nothing"]) {
      const answer = await get(path, { accept: "text/html,*/*" });
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([404, "text/html; charset=utf-8"]);
    }
  });

  it("do not replace the errors of the API", async () => {
    const { status, headers } = await get("/api/v1/nothing");
    expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });

  it("have assets that are cached for a year, at addresses that change with their content", async () => {
    const { html } = await get("/");
    const path = /href="(\/assets\/app-[\w-]+\.css)"/.exec(html)![1]!;
    const { status, headers } = await get(path);
    expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(headers.get("cache-control")).toContain("immutable");
  });

  it("have a limit per minute for one address", async () => {
    const answers = [];
    for (let request = 0; request < 70; request++) answers.push(await get("/calculators/share?parts=2"));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused.html).toContain("One address may ask 60 times a minute");
    // reading is free: the limit is for calculations with inputs of one's own
    for (const path of ["/", "/calculators/share", "/calculators/compound-interest", "/embed/share"])
      expect((await get(path)).status).not.toBe(429);
  });
});
