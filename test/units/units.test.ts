import { readFileSync } from "node:fs";
import { convert, converts, createUnits, fromSI, readDocument, sameDimension, toSI, type Unit } from "formulary/compiler";
import { all, create } from "mathjs";
import { describe, expect, it } from "vitest";
import { parseProduct } from "../../src/units/product.ts";

const read = readDocument("catalog/_units.yaml", readFileSync("catalog/_units.yaml", "utf8"), { bytes: 1 << 20 });
if (!read.document) throw new Error(read.finding?.message);
const file = read.document.data as {
  quantities: Record<
    string,
    { distinct?: boolean; units: Record<string, { source?: string; own?: boolean; plain?: boolean; offset?: number }> }
  >;
};
const units = createUnits(file as never);
const between = (x: number, from: string, to: string) => convert(x, units.parse(from), units.parse(to));

describe("the registry", () => {
  const entries = Object.values(file.quantities).flatMap(({ units: each }) => Object.entries(each));
  it("holds at least 250 units, each with a source", () => {
    expect(entries.length).toBeGreaterThanOrEqual(250);
    expect(entries.filter(([, { source }]) => !source)).toEqual([]);
  });
  it("gives a compound unit the factor and dimension of its parts", () => {
    for (const [text] of entries.filter(([key]) => /[*/^]/.test(key) && key !== "deg^2")) {
      const unit = units.parse(text);
      const product = parseProduct(text, (word) => units.parse(word));
      const own = Object.fromEntries(Object.entries(unit.dimension).filter(([base]) => !base.startsWith("only ")));
      expect([text, sameDimension(product.dimension, own)]).toEqual([text, true]);
      expect(Math.abs(product.factor / unit.factor - 1)).toBeLessThan(1e-13);
    }
  });
  it("converts every unit to every other of its quantity and back", () => {
    for (const { units: group, distinct } of Object.values(file.quantities)) {
      const names = Object.keys(group).filter((name) => !group[name]!.own);
      for (const name of names) {
        const there = between(3.7, names[0]!, name);
        const back = between(there, name, names[0]!);
        expect(Math.abs(back - 3.7), `${names[0]} ↔ ${name} (${distinct})`).toBeLessThan(1e-9);
      }
    }
  });
});

describe("conversions known by definition", () => {
  it.each([
    [1, "in", "cm", 2.54],
    [1, "mi", "ft", 5280],
    [1, "lb", "oz", 16],
    [1, "gal", "in^3", 231],
    [1, "acre", "ft^2", 43560],
    [36, "km/h", "m/s", 10],
    [100, "°C", "°F", 212],
    [-40, "°F", "°C", -40],
    [0, "°C", "K", 273.15],
    [9, "Δ°F", "K", 5],
    [1, "kWh", "MJ", 3.6],
    [1, "rpm", "deg/s", 6],
    [180, "deg", "rad", Math.PI],
    [60, "bpm", "Hz", 1],
    [500, "ppm", "%", 0.05],
    [2, "dozen", "gross", 1 / 6],
    [1, "KiB", "bit", 8192],
    [100, "Mbps", "MB/s", 12.5],
    [5, "min/km", "km/h", 12],
    [12, "km/h", "min/km", 5],
    [10, "L/100km", "km/L", 10],
    [1, "atm", "Pa", 101325],
    [760, "Torr", "atm", 1],
    [1, "N*m", "lbf*ft", 0.737562149277265],
    [1, "Np", "dB", 8.685889638065037],
    [2, "m²·s⁻¹", "St", 20000],
    [1, "μg/dL", "ng/mL", 10],
    [1, "mL/(min*1.73m^2)", "L/(min*1.73m^2)", 0.001],
    [1, "kWh/100km", "J/m", 36],
    [12, "currency/month", "currency/year", 144],
    [1, "km^2", "m^2", 1e6],
    [1, "s/m^(1/3)", "s/m^(1/3)", 1],
    [3, "Ω", "mΩ", 3000],
  ])("%d %s is … %s", (x, from, to, expected) => {
    expect(between(x, from, to)).toBeCloseTo(expected, 10);
  });
  it.each([
    ["M_sun", 1.3271244e20],
    ["M_earth", 3.986004e14],
    ["M_jup", 1.2668653e17],
  ])("%s is the nominal mass parameter (IAU 2015 resolution B3) over CODATA's G, to seven digits", (mass, parameter) => {
    expect((between(1, mass, "kg") * 6.6743e-11) / parameter).toBeCloseTo(1, 6);
  });
});

describe("what measures different things never converts", () => {
  it.each([
    ["N*m", "J"],
    ["Gy", "Sv"],
    ["Bq", "Hz"],
    ["rpm", "Hz"],
    ["VA", "W"],
    ["lm", "cd"],
    ["kg", "m"],
    ["USD", "EUR"],
    ["USD", "currency"],
    ["{egg}", "{person}"],
    ["dB", "dBA"],
    ["Δ°C", "°C"],
    ["°F", "Δ°F"],
    ["pH", "%"],
    ["mol", "Eq"],
    ["kg/s", "kg"],
  ])("%s and %s", (from, to) => {
    expect(() => between(1, from, to)).toThrow();
    expect(converts(units.parse(from), units.parse(to))).toBe(false);
  });
});

describe("whether one unit converts to another is what a conversion says", () => {
  const all = [...units.quantities.values()].flatMap((quantity) => quantity.units.map(({ symbol }) => units.parse(symbol)));
  const isRefused = (from: Unit, to: Unit, substance?: object) => {
    try {
      convert(1, from, to, substance as never);
      return false;
    } catch {
      return true;
    }
  };
  it("for pairs of units, all of those with an offset, a reciprocal or a difference among them", () => {
    const others = all.filter(({ offset, inverse, difference }, at) => offset !== 0 || inverse || difference || at % 5 === 0);
    const pairs = others.flatMap((from) => all.map((to) => [from, to] as const));
    expect(pairs.filter(([from, to]) => converts(from, to) === isRefused(from, to))).toEqual([]);
    expect(pairs.filter(([from, to]) => from !== to && converts(from, to)).length).toBeGreaterThan(500);
  });
  it.each([
    ["mg/dL", "mmol/L", { molarMass: 180.156 }, true],
    ["mg/dL", "mEq/L", { molarMass: 180.156 }, false],
    ["mg/dL", "mEq/L", { molarMass: 40.078, equivalents: 2 }, true],
    ["IU", "µg", { molarMass: 384.6 }, false],
    ["IU", "µg", { molarMass: 384.6, unit: 2.5e-8 }, true],
    ["mg/dL", "mmol", { molarMass: 100 }, false],
  ])("from %s to %s by a substance %j: %s", (from, to, substance, expected) => {
    expect(converts(units.parse(from), units.parse(to), substance)).toBe(expected);
    expect(isRefused(units.parse(from), units.parse(to), substance)).toBe(!expected);
  });
});

describe("an unreadable unit is refused in words", () => {
  it.each([
    ["furlngs", 'Did you mean "furlongs"?'],
    ["kg/", "ends too early"],
    ["kg/(m*s", '")" is missing'],
    ["m^", "no place there"],
    ["L/100 km", "glued"],
    ["__proto__", "not a known unit"],
    ["constructor", "not a known unit"],
    ["m".repeat(200), "100 characters"],
  ])("%s", (text, message) => {
    if (text === "L/100 km") expect(units.parse(text).text).toBe("L/100km");
    else expect(() => units.parse(text)).toThrow(message);
  });
});

describe("formulas see coherent SI", () => {
  it.each([
    [36, "km/h", 10],
    [25, "°C", 298.15],
    [180, "deg", Math.PI],
    [5, "%", 0.05],
    [7, "%", 0.07],
    [2, "pp", 0.02],
    [3, "‰", 0.003],
    [25, "bp", 0.0025],
    [40, "ppm", 4e-5],
    [12, "ppb", 1.2e-8],
    [3, "dB", 3],
    [7, "{stitch|stitches}", 7],
    [1, "kB", 8000],
    [100, "currency", 100],
    [2, "%/K", 0.02],
  ])("%d %s → %d and back", (x, text, si) => {
    const unit = units.parse(text);
    expect(toSI(x, unit)).toBeCloseTo(si, 12);
    expect(fromSI(toSI(x, unit), unit)).toBe(x);
  });
  it("without losing a digit of 20,000 numbers with two decimals, in ten units", () => {
    for (const text of ["km/h", "cm", "mm", "°C", "°F", "lb", "deg", "kPa", "kWh", "min"]) {
      const unit = units.parse(text);
      for (let cents = 0; cents < 20_000; cents += 10) expect(fromSI(toSI(cents / 100, unit), unit)).toBe(cents / 100);
    }
  });
});

describe("a substance's mass, amount, charge and units are one thing", () => {
  const bySubstance = (x: number, from: string, to: string, substance: object) =>
    convert(x, units.parse(from), units.parse(to), substance as never);
  it.each([
    [1, "mg/dL", "µmol/L", { molarMass: 113.12 }, 88.4017],
    [100, "mg/dL", "mmol/L", { molarMass: 180.156 }, 5.551],
    [10, "mg/dL", "mEq/L", { molarMass: 40.078, equivalents: 2 }, 4.9903],
    [2.5, "mmol/L", "mEq/L", { molarMass: 40.078, equivalents: 2 }, 5],
    [40, "IU", "µg", { molarMass: 384.6, unit: 2.5e-8 }, 1],
  ])("%d %s is … %s", (x, from, to, substance, expected) => {
    expect(bySubstance(x, from, to, substance)).toBeCloseTo(expected, 3);
  });
  it("but not another dimension", () => {
    expect(() => bySubstance(1, "mg/dL", "mmol", { molarMass: 100 })).toThrow();
  });
});

describe("an independent library (mathjs) agrees", () => {
  const math = create(all!, {});
  it.each([
    ["in", "inch", "m"],
    ["yd", "yard", "m"],
    ["mi", "mile", "m"],
    ["acre", "acre", "m^2"],
    ["gal", "gallon", "m^3"],
    ["qt", "quart", "m^3"],
    ["cup", "cup", "m^3"],
    ["floz", "fluidounce", "m^3"],
    ["lb", "poundmass", "kg"],
    ["oz", "ounce", "kg"],
    ["ton", "ton", "kg"],
    ["gr", "grain", "kg"],
    ["lbf", "poundforce", "N"],
    ["psi", "psi", "Pa"],
    ["atm", "atm", "Pa"],
    ["bar", "bar", "Pa"],
    ["hp", "hp", "W"],
    ["BTU", "BTU", "J"],
    ["eV", "eV", "J"],
    ["deg", "deg", "rad"],
    ["gon", "grad", "rad"],
    ["mph", "mi/h", "m/s"],
    ["°F", "degF", "K"],
    ["Å", "angstrom", "m"],
    ["rod", "rod", "m"],
    ["chain", "chain", "m"],
  ])("on %s", (ours, theirs, si) => {
    const unit = units.parse(ours);
    const expected = math.unit(10, theirs).toNumber(si);
    // mathjs carries some of these with six digits
    expect(Math.abs(toSI(10, unit) / expected - 1)).toBeLessThan(2e-5);
  });
});
