// What a visitor takes along in a browser: copies, charts as files, and pages without a connection.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browsed, servePages } from "./browsed-pages.ts";
import { hasBrowser } from "./browser.ts";

let server: Browsed["server"];
let visit: Browsed["visit"];
beforeAll(async () => {
  ({ server, visit } = await servePages());
});
afterAll(() => server?.close());

const path = "/calculators/compound-interest?principal=1000&rate=5&years=10";
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const permissions = ["clipboard-read", "clipboard-write"];

describe.skipIf(!hasBrowser)("what a visitor takes along", () => {
  it("is the result with its link, at a click", () =>
    visit(
      path,
      async (page) => {
        await page.getByRole("button", { name: "Copy the result" }).click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
        const lines = (await copied(page)).split("\n");
        expect(lines[0]).toBe("Compound interest");
        expect(lines[1]).toMatch(/: \$1,628\.89$/);
        expect(lines.at(-1)).toMatch(/\/calculators\/compound-interest\?.*principal=1000/);
        await page.getByRole("button", { name: "Copy the result" }).waitFor();
      },
      { permissions },
    ));

  it("is selected for copying by hand where a browser lets no script copy, and the button says so and then is as before", () =>
    visit(path, async (page) => {
      await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
      const button = page.getByRole("button", { name: "Copy the result" });
      await button.click();
      const said = page.getByRole("button", { name: "Selected: copy it now" });
      await said.click();
      expect(await page.evaluate(() => String(getSelection()))).toContain("$1,628.89");
      await button.waitFor();
    }));

  it("is the call in three languages, also after another number was typed", () =>
    visit(
      path,
      async (page) => {
        await page.getByRole("textbox", { name: "Principal" }).fill("2000");
        await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$3,257.79");
        await page.getByText("The same over the API").click();
        const languages = { curl: /^curl .*\/api\/v1\/calculate/, JavaScript: /await fetch\(/, Python: /^import requests/ };
        for (const [at, words] of Object.values(languages).entries()) {
          const button = page.locator("#api-call .code button").nth(at);
          await button.click();
          await expect.poll(() => button.textContent()).toBe("Copied");
          expect(await copied(page)).toMatch(words);
          expect(await copied(page)).toContain('"principal"');
          expect(await copied(page)).toContain("2000");
        }
      },
      { permissions },
    ));

  it("is a chart as SVG with its colours, and as PNG in twice its size", () =>
    visit(path, async (page) => {
      const save = async (format: string) => {
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page
            .getByRole("button", { name: `The chart as ${format}` })
            .first()
            .click(),
        ]);
        expect(file.suggestedFilename()).toBe(`Compound interest.${format.toLowerCase()}`);
        return readFile(await file.path());
      };
      const svg = (await save("SVG")).toString();
      expect(svg).toMatch(/^<svg /);
      expect(svg).toMatch(/stroke: rgb\(/);
      const png = await save("PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      const [, width] = /viewBox="0 0 (\d+) /.exec(svg)!;
      expect(png.readUInt32BE(16)).toBe(2 * Number(width));
    }));

  it("needs no connection for pages that were opened before, and says so for others", () =>
    visit("/", async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      const url = page.url();
      await page.goto(new URL(path, url).href);
      await page.waitForFunction(async (href) => (await (await caches.open("pages")).match(href)) !== undefined, page.url());
      await page.context().setOffline(true);
      await page.reload();
      expect(await page.locator(".main-result output").textContent()).toBe("$1,628.89");
      await page.goto(new URL("/calculators/body-mass-index", url).href);
      expect(await page.locator("h1").textContent()).toBe("No connection");
      await page.context().setOffline(false);
      await page.goto(new URL("/calculators/body-mass-index", url).href);
      expect(await page.locator("h1").textContent()).toContain("Body mass index");
    }));

  it("does not let the browser ask twice for a page, where what is shown once would be lost", () =>
    visit("/", async (page) => {
      const preload = await page.evaluate(async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled);
      expect(preload).toBe(false);
    }));

  it("shows no button that needs a script where there is none", () =>
    visit(path, async (page) => expect(await page.locator(".scripted:visible").count()).toBe(0), { javaScriptEnabled: false }));
});
