import { createServer as createHttp } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allFiles, sample } from "../catalog/files.ts";
import { type Browsed, mainResult, servePages } from "./browsed-pages.ts";
import { axe, hasBrowser, openPage } from "./browser.ts";

let server: Browsed["server"];
let url: string;
let visit: Browsed["visit"];
beforeAll(async () => {
  ({ server, url, visit } = await servePages());
});
afterAll(() => server?.close());

describe.skipIf(!hasBrowser)("in a browser", () => {
  it("the search shows matches while a visitor types, and the result of a calculator follows the inputs", () =>
    visit("/", async (page) => {
      await page.getByRole("searchbox").pressSequentially("compund intrest");
      await page
        .locator("#search-results")
        .getByRole("link", { name: /^Compound interest/ })
        .click();
      await page.getByRole("textbox", { name: "Principal" }).fill("2500");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$4,072.24");
      expect(page.url()).toContain("principal=2500");
      expect(await page.getByRole("textbox", { name: "Principal" }).inputValue()).toBe("2500");
      expect(await page.locator("#result figure desc").first().textContent()).toMatch(/This calculation: 4,072.2 at 10/);
      await page.getByLabel("Chart over").selectOption("Annual rate");
      await page.waitForFunction(() => document.querySelector("#result figcaption")?.textContent?.includes("annual rate"));
    }));

  it("the search obeys the keys: slash, arrows, Enter, Escape; and remembers what was looked for", () =>
    visit("/", async (page) => {
      const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.slice(0, 17));
      await page.locator("h1").click();
      await page.keyboard.press("/");
      expect(await focused()).toBe("q");
      await page.keyboard.type("compound interest");
      await page.locator("#search-results h2").waitFor();
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Compound interest");
      await page.keyboard.press("ArrowUp");
      expect(await focused()).toBe("q");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      expect(await focused()).toBe("q");
      await page.keyboard.press("Escape");
      expect(await focused()).not.toBe("q");
      await page.getByRole("searchbox").fill("ohms law");
      await page.getByRole("searchbox").press("Enter");
      await page.waitForURL(/calculators\/ohms-law/);
      await page.goto(new URL("/", page.url()).href);
      expect(await page.locator("#searches a").allTextContents()).toEqual(["ohms law"]);
      expect(await page.getByText("Popular:").count()).toBe(1);
    }));
  it("the front page has the calculators seen lately and those with a star, which this browser alone keeps", () =>
    visit("/calculators/ohms-law", async (page) => {
      const home = () => page.goto(new URL("/", page.url()).href);
      const texts = (id: string) => page.locator(`#${id} a`).allTextContents();
      const star = page.getByRole("button", { name: "Favourite" });
      await star.click();
      expect(await star.getAttribute("aria-pressed")).toBe("true");
      await page.goto(new URL("/calculators/kinetic-energy?mass=5&speed=3", page.url()).href);
      expect(await star.getAttribute("aria-pressed")).toBe("false");
      await home();
      expect([await texts("recent"), await texts("favourites")]).toEqual([["Kinetic energy", "Ohm's law"], ["Ohm's law"]]);
      await page.getByRole("searchbox").fill("loan");
      await page.locator("#recent").waitFor({ state: "hidden" });
      await page.getByRole("searchbox").fill("");
      await page.locator("#recent").waitFor({ state: "visible" });
      await page.getByRole("button", { name: "Clear: Seen lately" }).click();
      await home();
      expect([await texts("recent"), await texts("favourites")]).toEqual([[], ["Ohm's law"]]);
      expect(await axe(page)).toEqual([]);
      await page.locator("#favourites a").click();
      await star.click();
      await home();
      expect(await page.locator("#favourites").isVisible()).toBe(false);
    }));
  it("a search shows the result of what stands in the query", () =>
    visit("/?q=bmi+70kg+1.75m", async (page) => {
      expect(await page.locator(".tiles output").allTextContents()).toEqual([
        "A body mass index of 22.86 kg/m² lies in the WHO category “Normal weight” for adults.",
      ]);
      await page.getByRole("searchbox").fill("5 ft 10 in in cm");
      await page.getByText("70 in is 177.8 cm.").click();
      await page.waitForURL(/calculators\/length-converter\?value=70&from=in&to=cm/);
      expect(await page.locator("#result").textContent()).toContain("177.8");
    }));
  it("a search names categories, and says where to look when nothing is found", () =>
    visit("/?q=options", async (page) => {
      expect(await page.getByRole("link", { name: /Options/ }).count()).toBeGreaterThan(0);
      await page.goto(new URL("/?q=morgage+flibbertigibbet", page.url()).href);
      await page.getByRole("link", { name: "mortgage", exact: true }).click();
      await page
        .getByRole("link", { name: /^Mortgage/ })
        .first()
        .waitFor();
    }));

  it("a visitor chooses units for all pages, and a number follows the unit that is chosen beside it", () =>
    visit("/calculators/kinetic-energy", async (page) => {
      await page.getByRole("link", { name: "US", exact: true }).click();
      const mass = page.locator("input[name=mass]");
      expect(await mass.inputValue()).toBe("2646");
      await page.locator("select[name='mass.unit']").selectOption("kg");
      await page.waitForURL(/mass=1200\.2054&mass\.unit=kg/);
      expect(await mass.inputValue()).toBe("1200.2054");
      await page.locator("select[name='mass.unit']").selectOption("lb");
      await page.waitForURL(/mass=2646&mass\.unit=lb/);
      expect([await mass.inputValue(), page.url().includes(".from")]).toEqual(["2646", false]);
    }));
  it("a chart says the values under the pointer, and under the arrow keys", () =>
    visit("/calculators/withdrawal-rules", async (page) => {
      const chart = page.locator("svg.chart").first();
      const caption = page.locator("figcaption").first();
      const title = await caption.textContent();
      await chart.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await chart.boundingBox())!;
      await page.mouse.move(x + 0.99 * width, y + height / 2);
      expect(await caption.textContent()).toBe("Age 94: Fixed amount 81,856, Percentage 50,398, Guardrails 66,304, Amortization 94,670");
      await page.mouse.move(x, y - 20);
      expect(await caption.textContent()).toBe(title);
      await chart.focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      expect(await caption.textContent()).toMatch(/^Age 66: Fixed amount 41,000/);
      await page.keyboard.press("Tab");
      expect([await caption.textContent(), await page.locator(".pointer").count()]).toEqual([title, 0]);
    }));
  it("a printed page has the inputs, the result and the table, and nothing to press", () =>
    visit("/calculators/mortgage-amortization?principal=300000&rate=6&years=30", async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const seen of ["#result .main-result", "#table-schedule", "input[name=principal]"])
        expect(await page.locator(seen).isVisible()).toBe(true);
      for (const hidden of ["#calculate button", ".site-header", "footer", "#chart-over"])
        expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    }));
  it("all rows stay while a visitor types, and the link goes to the table", () =>
    visit("/calculators/mortgage-amortization?principal=300000&rate=6&years=30", async (page) => {
      await page
        .getByRole("link", { name: /Show all/ })
        .first()
        .click();
      expect(new URL(page.url()).hash).toBe("#table-schedule");
      await page.getByRole("textbox", { name: "Loan amount" }).fill("200000");
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$1,199.10");
      expect(await page.locator("#table-schedule tbody tr").count()).toBe(360);
    }));
  it("a page stays when the connection fails or too much was asked, says so, and tries again", () =>
    visit("/calculators/compound-interest?principal=1000&rate=5&years=10", async (page) => {
      const status = page.locator("#result [role=status]");
      // a resource that is still on its way would fail with an error of its own
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await page.getByRole("textbox", { name: "Principal" }).fill("2500");
      await page.waitForFunction(() => document.querySelector("#result [role=status]")?.textContent?.startsWith("No connection"));
      expect(await mainResult(page).textContent()).toBe("$1,628.89");
      await page.context().setOffline(false);
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$4,072.24");
      expect(await status.textContent()).toBe("");
      let refusals = 0;
      await page.route("**/calculators/**", (route) =>
        refusals++ === 0 ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "busy" }) : route.continue(),
      );
      await page.getByRole("textbox", { name: "Principal" }).fill("1000");
      await page.waitForFunction(() => document.querySelector("#result [role=status]")?.textContent?.includes("trying again in 1 s"));
      await page.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$1,628.89");
      expect(refusals).toBe(2);
    }));
  it("everything works without JavaScript: search, form, units, chart, rows", () =>
    visit(
      "/?q=mortgage",
      async (page) => {
        await page.getByRole("link", { name: /^Mortgage payment and amortization/ }).click();
        await page.getByRole("textbox", { name: "Loan amount" }).fill("300k");
        await page.getByLabel("Month number, row 1").fill("12");
        await page.getByLabel("Amount, row 1").fill("5,000");
        await page.getByRole("button", { name: "Add a row" }).click();
        expect(await page.getByLabel("Month number, row 1").inputValue()).toBe("12");
        await page.getByLabel("Month number, row 2").fill("24");
        await page.getByLabel("Amount, row 2").fill("5000");
        await page.getByRole("button", { name: "Calculate" }).click();
        expect(await mainResult(page).textContent()).toBe("$1,798.65");
        expect(await page.getByText("Read as 300,000").count()).toBe(1);
        expect(await page.locator("#table-schedule tbody tr").count()).toBe(12);
        await page.getByRole("link", { name: /Show all/ }).click();
        expect(await page.locator("#table-schedule tbody tr").count()).toBeGreaterThan(300);
      },
      { javaScriptEnabled: false },
    ));

  it("the address of a result shows the same result in another browser", () =>
    visit("/calculators/compound-interest?principal=1000&rate=5&years=10&compounding=monthly", async (page) => {
      expect(await mainResult(page).textContent()).toBe("$1,647.01");
      expect(await page.getByLabel("Compounding").inputValue()).toBe("monthly");
      const link = await page.getByRole("link", { name: "link to this result" }).getAttribute("href");
      expect(new URL(link!, url).searchParams.get("compounding")).toBe("monthly");
    }));

  it("without JavaScript the first field with an error gets the focus too", () =>
    visit(
      "/calculators/compound-interest?principal=abc&rate=5&years=10",
      async (page) => {
        await page.waitForFunction(() => document.activeElement?.id === "f-principal");
        expect(await page.locator("#f-principal-message").textContent()).toMatch(/is not a number/);
      },
      { javaScriptEnabled: false },
    ));

  // wide pages have the same parts beside each other: some of them are enough
  const wide = ["/", "/categories/finance", "/calculators/compound-interest", "/calculators/mortgage-amortization"];
  it.each([
    [1200, wide],
    [
      360,
      [
        ...wide,
        "/?q=loan",
        "/calculators/npv-irr",
        "/calculators/matrix-product",
        "/calculators/length-converter",
        "/calculators/qt-correction",
        "/calculators/compound-interest?principal=x",
        "/calculators/compound-interest?rate=5&years=10&solve-for=principal&solve-target=2000",
        "/embed/compound-interest",
        "/nothing-here",
      ],
    ],
  ] as const)("axe finds no violation on any kind of page %d pixels wide, and no page is wider than the screen", async (width, paths) => {
    for (const path of paths) {
      const page = await openPage({ viewport: { width, height: 800 } });
      await page.goto(url + path);
      expect(await axe(page), path).toEqual([]);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(beyond, path).toBe(0);
      await page.context().close();
    }
  });

  it("no page of a sample of calculators is wider than a phone, and no text of a chart is cut", () =>
    visit(
      "/",
      async (page) => {
        const faults: string[] = [];
        for (const { slug } of sample(allFiles, 120)) {
          await page.goto(`${url}/calculators/${slug}`);
          const [wide, cut] = await page.evaluate(() => {
            const isCut = (text: Element) => {
              const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg")!.getBoundingClientRect()];
              return inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 2);
            };
            const texts = [...document.querySelectorAll("#result svg.chart text")].filter(isCut).map((text) => text.textContent);
            return [document.documentElement.scrollWidth - document.documentElement.clientWidth, texts] as const;
          });
          if (wide > 0 || cut.length > 0) faults.push(`${slug}: ${wide} too wide, cut: ${cut.join(", ")}`);
        }
        expect(faults).toEqual([]);
      },
      { viewport: { width: 360, height: 800 } },
    ));

  it.each([
    ["at once", ""],
    ["later than the frames", "late"],
  ])("a frame on another site gets the height of its calculator, where the script comes %s", async (_, when) => {
    const host = createHttp((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<iframe src="${url}/embed/bmi-prime" width="100%" height="100"></iframe><iframe src="${url}/embed/compound-interest" width="100%" height="100"></iframe>${
          when === ""
            ? `<script src="${url}/embed.js"></script>`
            : `<script>onload = () => setTimeout(() => document.head.append(Object.assign(document.createElement("script"), { src: "${url}/embed.js" })), 500)</script>`
        }`,
      );
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const { port } = host.address() as { port: number };
    const page = await openPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => Number(document.querySelectorAll("iframe")[1]!.height) > 500);
    const frame = page.frames().find((each) => each.url().includes("compound-interest"))!;
    // by role, since the chart over this input has its name too
    await frame.getByRole("textbox", { name: "Principal" }).fill("5000");
    await frame.waitForFunction(() => document.querySelector(".main-result output")?.textContent === "$8,144.47");
    await page.context().close();
    host.close();
  });
});
