// What stands in a query, read by the catalogue's own calculators.
import { createServer } from "formulary";
import { describe, expect, it } from "vitest";
import { functionPlugins } from "../../scripts/plugins.ts";

describe("numbers, units and texts of a query", async () => {
  const { kernel } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
  const first = (q: string) => kernel.catalog.list({ q, limit: 1 }).calculators[0];
  const converted = (value: number, from: string, to: string) => ({ value, from, to });

  it.each<[query: string, slug: string, inputs: object]>([
    ["kg to lbs", "mass-converter", converted(1, "kg", "lb")],
    ["5 ft in cm", "length-converter", converted(5, "ft", "cm")],
    ["what is 6ft in m?", "length-converter", converted(6, "ft", "m")],
    ["in to cm", "length-converter", converted(1, "in", "cm")],
    ["3 ft 6 in to m", "length-converter", converted(42, "in", "m")],
    [`5'10" in cm`, "length-converter", converted(70, "in", "cm")],
    ["convert 3/8 in to mm", "length-converter", converted(0.375, "in", "mm")],
    ["1,000 m to ft", "length-converter", converted(1000, "m", "ft")],
    ["nautical mile to km", "length-converter", converted(1, "nmi", "km")],
    ["100 f to c", "temperature-converter", converted(100, "°F", "°C")],
    ["-40 C to F", "temperature-converter", converted(-40, "°C", "°F")],
    ["150 kw to hp", "power-converter", converted(150, "kW", "hp")],
    ["500 mb to gb", "data-size-converter", converted(500, "MB", "GB")],
    ["30 mpg to l/100km", "fuel-economy-converter", converted(30, "mpg", "L/100km")],
    ["12 stone 4 lb in kg", "mass-converter", converted(172, "lb", "kg")],
    ["how many ounces are in a pound", "mass-converter", converted(1, "lb", "oz")],
    ["how many cups in 2 liters", "volume-converter", converted(2, "L", "cup")],
    ["1 1/2 cups to ml", "volume-converter", converted(1.5, "cup", "mL")],
    ["1 hour 30 minutes in seconds", "time-converter", converted(90, "min", "s")],
    ["20% of 50", "percentage", { percentage: 20, value: 50 }],
    ["what is 15 percent of 1,250?", "percentage", { percentage: 15, value: 1250 }],
    ["15 percent tip on 80", "tip-and-split", { tipRate: 15, bill: 80 }],
    ["tip 20% on $85", "tip-and-split", { tipRate: 20, bill: 85 }],
    ["12% vat on 200", "value-added-tax", { rate: 12, net: 200 }],
    ["loan of 250,000 at 5.5% for 30 years", "loan-payment", { principal: 250_000, rate: 5.5, years: 30 }],
    ["mortgage of $400000 at 6% over 25 years", "mortgage-amortization", { principal: 400_000, rate: 6, years: 25 }],
    ["how much will 2500 be worth in 7 years at 3%", "compound-interest", { principal: 2500, years: 7, rate: 3 }],
    ["500 a month at 7% for 20 years", "future-value-of-deposits", { deposit: 500, rate: 7, years: 20 }],
    ["how long to double my money at 4.5%", "rule-of-72", { rate: 4.5 }],
    ["bmi 70kg 1.75m", "body-mass-index", { weight: { value: 70, unit: "kg" }, height: { value: 1.75, unit: "m" } }],
    ["bmi 5'10 180 lb", "body-mass-index", { weight: { value: 180, unit: "lb" }, height: { value: 70, unit: "in" } }],
    ["ohms law 12 V 2 A", "ohms-law", { voltage: 12, current: 2 }],
    ["MMCDXCIV", "roman-numerals", { value: "MMCDXCIV" }],
    ["roman numeral 1994", "roman-numerals", { value: "1994" }],
    ["0x1F in decimal", "number-base-converter", { number: "0x1F" }],
    ["what is 7 in binary", "number-base-converter", { number: "7" }],
    ["H2SO4", "molar-mass", { formula: "H2SO4" }],
    ["molar mass of C6H12O6", "molar-mass", { formula: "C6H12O6" }],
    ["Fe + O2 -> Fe2O3", "chemical-equation-balancer", { equation: "Fe + O2 -> Fe2O3" }],
    ["192.168.1.10/24", "ipv4-subnet", { address: "192.168.1.10/24" }],
  ])("%s", (query, slug, inputs) => {
    const { slug: found, inputs: read } = first(query)!;
    expect([found, read]).toEqual([slug, inputs]);
    const calculator = kernel.catalog.get(slug)!;
    expect(calculator.run(calculator.validate(read, "2026-11-24")).explanation).not.toBe("");
  });

  it.each([
    "bmi 70 1.75",
    "bmi 70 kg",
    "loan 250000 over 30 years",
    "1994",
    "2 to 3",
    "80 in 3 ways",
    "BMI",
    "NPV",
    "cm to feet and inches",
  ])("%s can mean several things, and fills nothing", (query) =>
    expect(kernel.catalog.list({ q: query, limit: 5 }).calculators.filter(({ inputs }) => inputs)).toEqual([]),
  );
  it("a reading of a query with a category stays in it", () => {
    const { calculators } = kernel.catalog.list({ q: "5 ft in cm", category: "finance" });
    expect(calculators.filter(({ inputs, category }) => inputs !== undefined || category !== "finance")).toEqual([]);
  });
});
