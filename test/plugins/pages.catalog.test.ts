// The page of every calculator, empty and with each of its examples.
import { createServer, type Server } from "formulary";
import { examplesToTry } from "formulary/compiler";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pages from "../../plugins/pages/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { files, sample } from "../catalog/files.ts";

let server: Server;
beforeAll(async () => {
  server = await createServer({
    catalog: ["catalog"],
    plugins: [...functionPlugins(), visitors({ perMinute: 1e9 }), pages({ publicUrl: "http://localhost" })],
  });
});
afterAll(() => server.close());

const text = async (path: string) => {
  const response = await server.app.request(path);
  return { status: response.status, html: await response.text() };
};
/** The visible text of a page. */
const visibleText = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ");
const resultOf = (html: string) => /<section class="card result"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
const withoutCharts = (html: string) => html.replace(/<figure>[\s\S]*?<\/figure>/g, "");

describe("the page of every calculator", () => {
  // about 11 kB on the wire: forms with twenty inputs, tables with ten columns, links with all their values, and the call in three languages
  it("has at most 47 kB without its charts, and a chart where its file asks for one", async () => {
    const tooLarge: string[] = [];
    const undrawn: string[] = [];
    for (const { slug } of files) {
      const { status, html } = await text(`/calculators/${slug}`);
      expect(status, slug).toBe(200);
      expect(visibleText(html), slug).not.toMatch(/\[object/);
      expect(visibleText(resultOf(html)), slug).not.toMatch(/undefined|NaN/);
      if (withoutCharts(html).length > 47_000) tooLarge.push(`${slug} ${withoutCharts(html).length}`);
      const { chart = "none" } = server.kernel.catalog.get(slug)!.definition;
      if (chart !== "none" && !/<figure[ >]/.test(html)) undrawn.push(slug);
    }
    expect(tooLarge).toEqual([]);
    expect(undrawn, "charts that the first example does not draw").toEqual([]);
  });

  it("shows the expected results of each example, sent through its form", async () => {
    const wrong: string[] = [];
    for (const { slug } of sample(files, 500)) {
      const calculator = server.kernel.catalog.get(slug)!;
      const { html } = await text(`/calculators/${slug}`);
      const links = [...html.matchAll(/<a href="([^"]*)" data-example/g)].map(([, href]) => href!.replace(/&amp;/g, "&"));
      const examples = examplesToTry(calculator.definition);
      expect(links.length, slug).toBe(examples.length);
      for (const [at, example] of examples.entries()) {
        if (example.solve !== undefined || !calculator.hasFormula) continue;
        const { html: resultPage, status } = await text(links[at]!);
        const { outcome } = await server.kernel.calculate({ calculator: slug, inputs: example.inputs });
        expect(outcome.explanation, slug).not.toMatch(/^$|NaN|undefined|Infinity|\{\{| {2}/);
        const visible = visibleText(resultPage);
        for (const [name, { formatted, value }] of Object.entries(outcome.results)) {
          if (typeof value === "object" && !Array.isArray(value)) continue;
          if (Array.isArray(value) && (value.length === 0 || typeof value[0] === "object")) continue;
          if (!visible.includes(formatted.replace(/\s+/g, " ").trim()))
            wrong.push(`${slug} "${example.title}" ${name}: ${formatted} (${status}) ${links[at]}`);
        }
      }
    }
    expect(wrong.slice(0, 40)).toEqual([]);
  });
});
