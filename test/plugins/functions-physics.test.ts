// Saturation of water vapour against values of the releases of IAPWS and of Murphy and Koop; colours against the pairs of Sharma, Wu and
// Dalal (2005), table 1, and values of colour-science (Lindbloom's calculator).
import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate } from "../language/evaluate.ts";

const run = (source: string, values: Record<string, Value> = {}) => evaluate(source, values);

// Pure water against the CIPM formula (Tanaka et al., Metrologia 38 (2001) 301); ethanol and its halves against values of OIML R 22.
describe("the density of ethanol in water", () => {
  it.each([
    [0, 20, 998.2012],
    [0, 0, 999.84],
    [0, 40, 992.21],
    [1, 20, 789.24],
    [1, 0, 806.2151],
    [0.5, 20, 913.7706],
  ])("%s at %s °C", (share, celsius, expected) => {
    expect(Math.abs((run("ethanolWaterDensity(p, t + 273.15)", { p: share, t: celsius }) as number) - expected)).toBeLessThan(0.011);
  });
  it.each([
    ["ethanolWaterDensity(1.1, 293.15)", /from 0 to 1, not 1.1/],
    ["ethanolWaterDensity(0.5, 20)", /-20 to 40 °C/],
    ['ethanolWaterDensity("a", 293.15)', /number/],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("saturation pressure", () => {
  it.each([
    ["saturationPressure(273.16)", 611.657, 1e-6], // IAPWS SR1-86(1992), table 1
    ["saturationPressure(373.1243)", 101325, 1e-6],
    ["saturationPressure(647.096)", 22.064e6, 1e-12],
    ["saturationPressure(230)", 8.94735, 1e-6], // IAPWS R14-08(2011), table 3
    ["saturationPressure(300)", 3536.8, 1e-4], // Murphy and Koop (2005), table C1, this row and those below
    ['saturationPressure(240, "water")', 37.667, 1e-5],
    ['saturationPressure(210, "water")', 1.2335, 5e-5],
    ['saturationPressure(180, "water")', 0.011239, 5e-5],
    ['saturationPressure(273.15, "water")', 611.213, 1e-6],
    ['saturationPressure(273.15, "ice")', 611.154, 1e-5],
    ['saturationPressure(240, "ice")', 27.272, 3e-4],
    ["saturationPressure(210)", 0.70202, 5e-4],
  ])("%s", (source, expected, tolerance) => {
    expect(Math.abs((run(source) as number) / expected - 1)).toBeLessThan(tolerance);
  });
  it.each([
    ["saturationTemperature(100)", 252.8183063956177],
    ["saturationTemperature(2339)", 293.1486630347112],
    ["saturationTemperature(101325)", 373.1242958054116],
    ["saturationTemperature(22064000)", 647.096],
  ])("%s by mpmath", (source, expected) => {
    expect(run(source)).toBeCloseTo(expected, 10);
  });
  it("goes back and forth over water and ice, in lists too", () => {
    const temperatures = Array.from({ length: 500 }, (_, at) => 124 + at);
    for (const over of ["water", "ice"]) {
      const t = over === "water" ? temperatures : temperatures.filter((each) => each < 273);
      const back = run("saturationTemperature(saturationPressure(t, over), over)", { t, over }) as number[];
      for (const [at, value] of back.entries()) expect(value).toBeCloseTo(t[at]!, 9);
    }
  });
  it.each([
    ["saturationPressure(700)", "saturationPressure needs a temperature from 50 K to 647.096 K, not 700 K."],
    ["saturationPressure(20)", "saturationPressure needs a temperature from 50 K to 647.096 K, not 20 K."],
    ['saturationPressure(290, "ice")', "saturationPressure over ice needs a temperature from 50 K to 273.16 K, not 290 K."],
    ['saturationPressure(100, "water")', "saturationPressure over water needs a temperature from 123 K to 647.096 K, not 100 K."],
    ['saturationPressure(290, "snow")', 'saturationPressure needs "water" or "ice" as its second argument, not the text "snow".'],
    ["saturationPressure(0 / 0)", "saturationPressure needs finite numbers and got NaN"],
    ['saturationPressure("20")', "saturationPressure needs numbers and got a text."],
    ["saturationTemperature(0)", "saturationTemperature needs a pressure from"],
    ["saturationTemperature(3e7)", "to 2.20640e+7 Pa, not 30000000 Pa."],
    ["saturationTemperature(fill(1000, 9999))", "more than 100,000 steps"],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("colour differences", () => {
  it.each([
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
    [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
    [50, 2.8361, -74.02, 50, 0, -82.7485, 3.4412],
    [50, -1.3802, -84.2814, 50, 0, -82.7485, 1],
    [50, -1.1848, -84.8006, 50, 0, -82.7485, 1],
    [50, -0.9009, -85.5211, 50, 0, -82.7485, 1],
    [50, 0, 0, 50, -1, 2, 2.3669],
    [50, -1, 2, 50, 0, 0, 2.3669],
    [50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792],
    [50, 2.49, -0.001, 50, -2.49, 0.001, 7.1792],
    [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
    [50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195],
    [50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045],
    [50, -0.001, 2.49, 50, 0.001, -2.49, 4.8045],
    [50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461],
    [50, 2.5, 0, 50, 0, -2.5, 4.3065],
    [50, 2.5, 0, 73, 25, -18, 27.1492],
    [50, 2.5, 0, 61, -5, 29, 22.8977],
    [50, 2.5, 0, 56, -27, -3, 31.903],
    [50, 2.5, 0, 58, 24, 15, 19.4535],
    [50, 2.5, 0, 50, 3.1736, 0.5854, 1],
    [50, 2.5, 0, 50, 3.2972, 0, 1],
    [50, 2.5, 0, 50, 1.8634, 0.5757, 1],
    [50, 2.5, 0, 50, 3.2592, 0.335, 1],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.263],
    [61.2901, 3.7196, -5.3901, 61.4292, 2.248, -4.962, 1.8731],
    [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
    [22.7233, 20.0904, -46.694, 23.0331, 14.973, -42.5619, 2.0373],
    [36.4612, 47.858, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
    [90.8027, -2.0831, 1.441, 91.1528, -1.6435, 0.0447, 1.4441],
    [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
  ])("CIEDE2000 of %d %d %d and %d %d %d", (l1, a1, b1, l2, a2, b2, expected) => {
    const values = { p: [l1, a1, b1], q: [l2, a2, b2] };
    expect(Math.abs((run("deltaE(p, q)", values) as number) - expected)).toBeLessThanOrEqual(5.001e-5);
    expect(run("deltaE(p, q) - deltaE(q, p)", values)).toBeCloseTo(0, 10);
  });
  it.each([
    ["CIE76", 451.7133019736],
    ["CIE94", 83.7792255009],
    ["CIE94 textiles", 88.3355530575],
    ["CMC 2:1", 172.7047712866],
  ])("%s", (formula, expected) => {
    const values = { p: [100, 21.57210357, 272.2281935], q: [100, 426.67945353, 72.39590835], formula };
    expect(run("deltaE(p, q, formula)", values)).toBeCloseTo(expected, 9);
    expect(run("deltaE(p, p, formula)", values)).toBe(0);
  });
  it.each([
    ["deltaE([50, 0], [50, 0, 0])", "deltaE needs at least 3 values and got 2."],
    ["deltaE([50, 0, 0, 1], [50, 0, 0])", "deltaE takes up to 3 numbers (L*, a*, b*) and got 4."],
    ["deltaE(50, [50, 0, 0])", "deltaE needs a list of numbers (L*, a*, b*) and got a number."],
    ['deltaE([50, 0, 0], [50, 0, 0], "CIE1976")', "deltaE knows the formulas CIEDE2000, CIE94, CIE94 textiles, CIE76, CMC 2:1, CMC 1:1"],
    ["deltaE([50, 0, 0 / 0], [50, 0, 0])", "deltaE needs finite numbers and got NaN"],
    ['deltaE([50, 0, "x"], [50, 0, 0])', "deltaE needs numbers and got a text."],
  ])("%s is refused", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});
