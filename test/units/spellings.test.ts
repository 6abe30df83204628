import { readFileSync } from "node:fs";
import { convert, createUnits, readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";

const read = readDocument("catalog/_units.yaml", readFileSync("catalog/_units.yaml", "utf8"), { bytes: 1 << 20 });
const file = read.document!.data as {
  prefixes: Record<string, { name: string }>;
  quantities: Record<string, { units: Record<string, { name: string; plural?: string; prefixes?: boolean | "binary" }> }>;
};
const units = createUnits(file as never);
const messageOf = (text: string, wanted?: string): string => {
  try {
    return `read as ${units.parse(text, wanted === undefined ? undefined : units.parse(wanted)).text}`;
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a name is understood where a symbol is", () => {
  it.each([
    ["µg", "microgram", "micrograms", "Micrograms", "MICROGRAM", "mcg", "ug", "μg", "microgrammes"],
    ["°F", "Fahrenheit", "fahrenheit", "degrees Fahrenheit", "Degree fahrenheit", "deg F", "º F", "ºF", "degrees F"],
    ["°C", "Celsius", "degrees C", "degree Celsius", "centigrade", "deg C"],
    ["mmHg", "mm Hg", "mmhg", "millimeters of mercury", "millimetre of mercury"],
    ["inHg", "in Hg", "inches Hg", "inches of mercury"],
    ["mpg", "mpg (US)", "miles per gallon", "miles per US gallon", "MPG (US)"],
    ["impmpg", "mpg (imp)", "mpg (UK)", "miles per imperial gallon"],
    ["ft^2", "sq ft", "sq. ft.", "square feet", "Square Foot", "feet squared", "SQ FT", "sqft"],
    ["in^3", "cu in", "cu. in.", "cubic inches", "Cubic Inch"],
    ["m^2", "square metres", "square meter", "sq m", "metres squared", "m squared"],
    ["ft^3", "cubic feet", "cu ft", "Cu. Ft."],
    ["m^3", "cubic meters", "cubic metre", "cu m"],
    ["L", "litre", "Liters", "LITRES"],
    ["m/s", "metres per second", "meters per second", "m per s", "metres/second"],
    ["km/h", "kilometers per hour", "kilometres per hour", "kph", "KPH", "km per hour"],
    ["m/s^2", "m/s/s", "metres per second squared", "meters per second per second"],
    ["min/km", "minutes per kilometer", "minutes/kilometre"],
    ["lb", "lbs", "LBS", "Pounds", "lb."],
    ["mL", "cc", "millilitres", "milliliter"],
    ["floz", "fl oz", "fl. oz.", "US fluid ounces", "fluid ounce"],
    ["ozt", "oz t", "troy ounces"],
    ["MPa", "megapascals", "Megapascal"],
    ["kWh", "kilowatt-hours", "kilowatt hour"],
    ["psi", "PSI", "pounds per square inch"],
    ["lbf*ft", "ft lb", "ft-lb", "foot-pounds", "pound-feet", "newton metres"],
    ["lbfft", "ft lb", "ft·lb", "foot-pounds", "joules"],
    ["L/100km", "liters per 100 km", "litres per 100 kilometres"],
    ["W/(m^2*K)", "watts per square metre kelvin"],
    ["µg/(kg*min)", "micrograms per kilogram per minute", "mcg/kg/min", "micrograms/(kilogram*minute)"],
  ])("%s", (symbol, ...texts) => {
    const unit = units.parse(symbol);
    const own = texts.filter((text) => !["newton metres", "joules"].includes(text));
    for (const text of own) expect([text, Number(convert(1, units.parse(text, unit), unit).toPrecision(12))]).toEqual([text, 1]);
    for (const text of texts) expect(() => convert(1, units.parse(text, unit), unit)).not.toThrow();
  });

  const entries = Object.values(file.quantities).flatMap((quantity) => Object.entries(quantity.units));
  it("every name and plural of the file means its unit, in a field of that unit, in three cases and both spellings", () => {
    for (const [symbol, { name, plural = `${name}s` }] of entries) {
      const unit = units.parse(symbol);
      const american = (text: string) => text.replace(/(me|li)tre/g, "$1ter");
      for (const text of [name, plural, name.toUpperCase(), american(plural), `${plural[0]!.toUpperCase()}${plural.slice(1)}`])
        if (!messageOf(text, symbol).includes("may be more than one unit")) {
          const found = units.parse(text, unit);
          // a symbol keeps its meaning: PH is a petahenry
          if (found.text !== text) expect([text, found.factor, found.dimension]).toEqual([text, unit.factor, unit.dimension]);
        }
    }
  });
  it("every prefix before the name of a unit that takes one is that much of it, or nothing", () => {
    let known = 0;
    for (const [symbol, { name, prefixes }] of entries.filter(([, each]) => each.prefixes))
      for (const [, prefix] of Object.entries(file.prefixes) as [string, { name: string; factor: number }][]) {
        const unit = units.parse(symbol);
        const text = `${prefix.name}${name}s`;
        if (prefixes !== "binary" && /^(ki|me|gi|te|pe|ex)bi/.test(text)) continue;
        if (!messageOf(text).startsWith("read as")) continue;
        known++;
        expect([text, (units.parse(text).factor / unit.factor / Number(prefix.factor)).toFixed(9)]).toEqual([text, "1.000000000"]);
      }
    expect(known).toBeGreaterThan(800);
  });
});

describe("what is not certain is refused", () => {
  it.each([
    ["horsepower", "hp", '"hp" or "PS"'],
    ["Calories", "kJ", '"cal" or "kcal"'],
    ["atmospheres", "Pa", '"atm" or "at"'],
    ["GAL", undefined, '"Gal" or "gal"'],
  ])("%s", (text, wanted, message) => {
    expect(messageOf(text, wanted)).toContain(message);
  });
  it.each([
    ["mW", 0.001],
    ["MW", 1e6],
    ["Mm", 1e6],
    ["mm", 0.001],
    ["fT", 1e-15],
    ["gallon", 0.003785411784],
    ["calorie", 4.184],
  ])("the symbol %s keeps its size", (text, factor) => {
    expect(units.parse(text).factor).toBe(factor);
    expect(units.parse(text, units.parse("ft")).factor).toBe(factor);
  });
  it.each(["KG", "MG", "picotonne", "milliinch", "kilofoot", "square", "per", "a per", "square per m", "constructor per m", "squared"])(
    "%s is no unit",
    (text) => {
      expect(messageOf(text)).toMatch(/cannot be read/);
    },
  );
});

describe("a hint is of the same prefix and fits the field", () => {
  it.each([
    ["microgrm", "mg", "microgram"],
    ["mikrogram", "mg", "microgram"],
    ["micrograns", "mg", "micrograms"],
    ["miligram", "mg", "milligram"],
    ["milligramm", "mg", "milligrams"],
    ["killogram", "mg", "kilogram"],
    ["farenheit", "°C", "fahrenheit"],
    ["kilometrs per hour", "m/s", "kilometers"],
  ])("%s in a field of %s: %s", (text, wanted, hint) => {
    expect(messageOf(text, wanted)).toContain(`Did you mean "${hint}"?`);
  });
  it.each([
    ["mkg", "mg"],
    ["mgc", "mg"],
    ["ugr", "mg"],
    ["milogram", "mg"],
    ["decogram", "mg"],
    ["zeptagram", "mg"],
    ["microgrm", "mL"],
    ["farenheit", "mg"],
    ["tone", "mg"],
    ["mimeter", "m"],
    ["egagram", "mg"],
  ])("%s in a field of %s has none", (text, wanted) => {
    expect(messageOf(text, wanted)).not.toContain("Did you mean");
    expect(messageOf(text, wanted)).toContain("cannot be read");
  });
  it("never another prefix, whatever letter of a name is wrong", () => {
    const names = ["nano", "micro", "milli", "centi", "kilo", "mega"].flatMap((prefix) =>
      ["gram", "meter", "liter", "mole"].map((base) => [prefix, base]),
    );
    for (const [prefix, base] of names as [string, string][])
      for (let at = 0; at < prefix.length + base.length; at++)
        for (const letter of ["", "a", "i", "k", "l", "m", "o"]) {
          const word = prefix + base;
          const text = word.slice(0, at) + letter + word.slice(at + 1);
          const [, hint] =
            /Did you mean "(.*?)"/.exec(messageOf(text, base === "gram" ? "mg" : base[0] === "l" ? "L" : base === "mole" ? "mol" : "m")) ??
            [];
          if (hint !== undefined) expect([text, hint.startsWith(prefix)]).toEqual([text, true]);
        }
  });
});

describe("any text is refused in bounded time", () => {
  const hostile = [
    "x".repeat(100),
    `${"a ".repeat(49)}zz`,
    "square ".repeat(14),
    "kg per ".repeat(14),
    "(".repeat(100),
    "milli".repeat(20),
    "-".repeat(100),
    "µ".repeat(100),
  ];
  it.each(hostile)("%s", (text) => {
    const start = process.cpuUsage().user;
    for (let count = 0; count < 50; count++) messageOf(text, "mg");
    // 0.4 ms where the machine is quiet
    expect((process.cpuUsage().user - start) / 50).toBeLessThan(5000);
  });
  it("more than 100 characters at once", () => {
    expect(messageOf(" ".repeat(1e6))).toContain("100 characters");
  });
});
