// The visitor's own units: the switch of the site, fields and results in preferred units, and numbers that follow their unit.
import { createServer } from "formulary";
import { afterAll, describe, expect, it } from "vitest";
import pages from "../../plugins/pages/index.ts";
import { createUnitChoices } from "../../plugins/pages/unit-choices.ts";
import { unitIn } from "../../plugins/pages/unit-systems.ts";
import visitors from "../../plugins/visitors/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { environment } from "../calculator/calculators.ts";
import { folderWith } from "./unit-systems-catalogue.ts";

describe("the table of preferred units", () => {
  const metric = [
    "mm",
    "cm",
    "m",
    "km",
    "mm^2",
    "cm^2",
    "m^2",
    "km^2",
    "ha",
    "mL",
    "L",
    "cm^3",
    "m^3",
    "g",
    "kg",
    "t",
    "°C",
    "km/h",
    "m/s",
  ];
  const others = ["kPa", "bar", "MPa", "hPa", "N", "N*m", "kg/m^3", "L/100km", "L/min"];
  it("has only units that a field of the declared unit offers", () => {
    const { unitsFor } = createUnitChoices(environment);
    for (const declared of [...metric, ...others]) {
      const american = unitIn("us", declared)!;
      expect(unitsFor(declared), declared).toContain(american);
      const back = unitIn("metric", american)!;
      expect(unitsFor(american), american).toContain(back);
    }
    for (const declared of ["km", "km/h", "L/100km", "mpg"]) expect(unitsFor(declared), declared).toContain(unitIn("uk", declared));
  });
  it("offers no unit of another world, and in a long form only those of a similar size, but shows one that was sent", () => {
    const { optionsFor } = createUnitChoices(environment);
    const offered = (declared: string, more = {}) =>
      [...optionsFor(declared, more).matchAll(/<option[^>]*>([^<]+)/g)].map(([, label]) => label);
    expect(offered("mm")).toEqual(expect.arrayContaining(["km", "mi", "nm", "furlongs"]));
    expect(offered("mm")).not.toContain("ly");
    expect(offered("AU")).toEqual(expect.arrayContaining(["km", "ly", "pc"]));
    expect(offered("kg")).not.toContain("solar masses");
    expect(offered("mm", { isLongForm: true })).toEqual(["mm", "nm", "µm", "cm", "dm", "m", "km", "mil", "in", "ft", "yd", "pica"]);
    expect(offered("m^2", { isLongForm: true })).toEqual(expect.arrayContaining(["m²", "ft²", "cm²"]));
    expect(optionsFor("mm", { chosen: "ly" })).toMatch(/<option selected>ly<\/option>$/);
    expect(optionsFor("mm", { chosen: "nonsense" })).not.toContain("selected");
  });
  it("leaves other units, and all of them without a choice", () => {
    expect([
      unitIn("us", "mol"),
      unitIn("us", "kWh"),
      unitIn(undefined, "kg"),
      unitIn("uk", "mi"),
      unitIn("uk", "lb"),
      unitIn("us", "toString"),
    ]).toEqual([...[undefined, undefined, undefined, undefined, "kg", undefined]]);
  });
});

describe("the pages of a visitor", async () => {
  const plugins = [...functionPlugins(), visitors({ perMinute: 1e6 }), pages({ publicUrl: "http://localhost" })];
  const server = await createServer({ catalog: [await folderWith()], plugins });
  afterAll(() => server.close());
  const ask = (path: string, units = "us") => server.app.request(path, { headers: { cookie: `theme=dark; units=${units}` } });
  const page = async (path: string, units?: string) => (await ask(path, units)).text();
  const field = (html: string, name: string) => ({
    text: new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1],
    unit: new RegExp(`name="${name}\\.unit"[^]*?<option selected[^>]*>([^<]*)`).exec(html)?.[1],
    hint: new RegExp(`id="f-${name}-hint"[^>]*>([^<]*)`).exec(html)?.[1],
  });

  it("have the example, its results and the ranges in the units of the chosen system, with few digits", async () => {
    const american = await page("/calculators/load");
    expect(field(american, "mass")).toEqual({ text: "154.3", unit: "lb", hint: "2.205 to 220.5" });
    expect(american).toMatch(/<output>308\.6\d* lb<.output>/);
    expect(american).toContain("An example. Put in your own numbers.");
    const declared = await page("/calculators/load", "declared");
    expect(field(declared, "mass")).toEqual({ text: "70", unit: "kg", hint: "1 to 100" });
    expect(declared).toContain("Example: Seventy kilograms.");
  });
  it("keep the author's example where its rounding would go beyond a limit", async () => {
    // 100 kg are 220.46 lb, which would be written as 220.5: more than the limit of 100 kg
    expect(field(await page("/calculators/least"), "mass").text).toBe("2.205");
    expect(field(await page("/calculators/most"), "mass").text).toBe("100");
  });
  it("take a number without a unit as the calculator's own, and results in units that were asked for", async () => {
    const html = await page("/calculators/load?mass=70");
    expect(field(html, "mass")).toMatchObject({ text: "70", unit: "kg" });
    expect(html).toMatch(/<output>308\.6\d* lb<.output>/);
    expect(await page("/calculators/load?mass=70&show-total=kg")).toContain("<output>140 kg</output>");
  });
  it("have the preferred unit beside an empty field", async () => {
    expect(field(await page("/calculators/load?mass="), "mass")).toMatchObject({ text: undefined, unit: "lb" });
  });
  it("write a number in the unit that is chosen for it", async () => {
    const converted = field(await page("/calculators/load?mass=70&mass.unit=lb&mass.unit.from=kg"), "mass");
    expect(converted).toMatchObject({ text: "154.32358", unit: "lb" });
    expect(field(await page("/calculators/load?mass=154.32358&mass.unit=kg&mass.unit.from=lb", "declared"), "mass").text).toBe("70");
    // what is no plain number, or no unit of the field, stays as it is
    expect(field(await page("/calculators/load?mass=70+kg&mass.unit=lb&mass.unit.from=kg"), "mass").text).toBe("70 kg");
    expect(field(await page("/calculators/load?mass=70&mass.unit=lb&mass.unit.from=furlong"), "mass").text).toBe("70");
    expect((await ask("/calculators/load?__proto__=1&__proto__.unit=lb&__proto__.unit.from=kg")).status).toBeLessThan(500);
  });
  it("leave a column that is called from", async () => {
    const html = await page("/calculators/progressive?amount=100&brackets.0.from=0&brackets.0.rate=10");
    expect(html).toContain("<output>10</output>");
  });
  it("are reached again after the choice, and no other site is", async () => {
    const answer = await ask("/units?system=us&back=%2Fcalculators%2Fload");
    expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([
      ...[303, "/calculators/load", "units=us; Path=/; Max-Age=31536000; SameSite=Lax"],
    ]);
    for (const back of ["//evil.example", "/\\evil.example", "https://evil.example", ""])
      expect((await ask(`/units?system=us&back=${encodeURIComponent(back)}`)).headers.get("location")).toBe("/");
    expect((await ask("/units?system=roman")).headers.get("set-cookie")).toBeNull();
    expect(await page("/calculators/load")).toContain('<a href="/units?system=uk&amp;back=%2Fcalculators%2Fload" rel="nofollow">UK</a>');
  });
});
