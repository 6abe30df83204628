// The form of a calculator in a browser: keys, rows, conditions, units, solving backwards.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browsed, mainResult, servePages } from "./browsed-pages.ts";
import { hasBrowser } from "./browser.ts";

let server: Browsed["server"];
let visit: Browsed["visit"];
beforeAll(async () => {
  ({ server, visit } = await servePages());
});
afterAll(() => server?.close());

describe.skipIf(!hasBrowser)("the form of a calculator", () => {
  it("an error is shown beside its field, which gets the focus", () =>
    visit("/calculators/compound-interest", async (page) => {
      await page.getByRole("textbox", { name: "Principal" }).fill("12,5");
      await page.getByRole("textbox", { name: "Annual rate" }).fill("500");
      await page.getByRole("button", { name: "Calculate" }).click();
      await page.locator("#f-principal-message .error").waitFor();
      expect(await page.locator("#f-principal-message").textContent()).toMatch(/Write 12.5 with a point/);
      expect(await page.locator("#f-rate-message").textContent()).toMatch(/at most 100/);
      await page.waitForFunction(() => document.activeElement?.id === "f-principal");
      expect(await page.getByRole("textbox", { name: "Principal" }).getAttribute("aria-invalid")).toBe("true");
      expect(await page.locator("#result").textContent()).toMatch(/2 fields need another look/);
      await page.getByRole("textbox", { name: "Principal" }).fill("1,000");
      await page.getByRole("textbox", { name: "Annual rate" }).fill("5%");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$1,628.89");
    }));

  it("everything works with the keyboard alone", () =>
    visit("/calculators/simple-interest", async (page) => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
      await page.keyboard.press("Enter");
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate(() => document.activeElement?.id)) === "f-principal") break;
      }
      await page.keyboard.press("Control+A");
      await page.keyboard.type("200");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => new URL(location.href).searchParams.get("principal") === "200");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("f-principal");
      expect(await mainResult(page).count()).toBe(1);
    }));

  it("a click adds a row, and moves the focus into it", () =>
    visit("/calculators/mortgage-amortization", async (page) => {
      await page.getByLabel("Month number, row 1").fill("6");
      await page.getByLabel("Amount, row 1").fill("1000");
      await page.getByRole("button", { name: "Add a row" }).click();
      await page.getByLabel("Month number, row 2").waitFor();
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === "lumpSums.1.month");
      expect(await page.getByLabel("Amount, row 1").inputValue()).toBe("1000");
    }));

  it("a click removes a row, with or without JavaScript, and Enter does not", () => {
    const path = "/calculators/grade-point-average?courses.0.grade=A&courses.0.credits=3&courses.1.grade=B&courses.1.credits=4";
    const removed = async (page: Page) => {
      await page.getByLabel("Credits, row 2").press("Enter");
      await page.waitForURL(/courses\.1\.credits=4/);
      await page.getByRole("button", { name: "Remove row 1" }).click();
      await page.waitForURL((address) => !/courses\.0\.credits=3|remove-row/.test(address.search));
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent?.startsWith("3.00"));
      expect(await page.getByLabel("Credits, row 1").inputValue()).toBe("4");
    };
    return Promise.all([visit(path, removed), visit(path, removed, { javaScriptEnabled: false })]);
  });

  it("a field appears when a choice needs it", () =>
    visit("/calculators/basal-metabolic-rate", async (page) => {
      const conditional = page.locator("[id^=when-]");
      const visibleBefore = await conditional.filter({ visible: true }).count();
      const method = page.locator("select[name=method]");
      for (const option of await method.locator("option").all()) {
        await method.selectOption((await option.getAttribute("value"))!);
        await page.waitForFunction(
          (value) => new URL(location.href).searchParams.get("method") === value,
          await option.getAttribute("value"),
        );
      }
      expect(await conditional.count()).toBeGreaterThan(0);
      expect(await conditional.filter({ visible: true }).count()).not.toBe(visibleBefore);
    }));

  it("a unit may be chosen beside a field or typed into it", () =>
    visit("/calculators/kinetic-energy", async (page) => {
      await page.getByLabel("Mass", { exact: true }).fill("");
      await page.getByLabel("Unit of Mass").selectOption("lb");
      await page.getByLabel("Mass", { exact: true }).fill("2");
      await page.waitForURL(/mass=2&mass\.unit=lb/);
      const chosen = await mainResult(page).textContent();
      await page.getByLabel("Unit of Mass").selectOption("kg");
      await page.getByLabel("Mass", { exact: true }).fill("2 lb");
      await page.getByText("Read as 2 lb").waitFor();
      expect(await mainResult(page).textContent()).toBe(chosen);
    }));

  it("solves backwards for the input that gives a result", () =>
    visit("/calculators/compound-interest?principal=1000&rate=5&years=10", async (page) => {
      await page.getByText("Work backwards").click();
      await page.getByRole("link", { name: "Find Time" }).click();
      await page.getByLabel("Wanted: Future value").fill("2000");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent?.startsWith("14.2"));
    }));

  it("takes another value for a result that is clicked, finds another input, and goes back with it", () =>
    visit("/calculators/compound-interest?principal=1000&rate=5&years=10", async (page) => {
      await page.getByRole("button", { name: "Give a value: Total interest" }).click();
      await page.getByLabel("Wanted: Total interest").waitFor();
      await page.keyboard.type("2000");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$3,180.18");
      await page.getByLabel("Find").selectOption("Time");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent?.startsWith("22.5"));
      expect(await page.getByLabel("Principal").inputValue()).toBe("1000");
      await page.getByRole("link", { name: "Back to the inputs" }).click();
      await page.waitForFunction(() => document.querySelector(".other-results")?.textContent?.includes("$2,000.00"));
    }));
});
