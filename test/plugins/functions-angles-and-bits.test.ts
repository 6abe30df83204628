// Unwrapping against numpy.unwrap, critical values against scipy.stats and mpmath, bits against Python.
import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { evaluate } from "../language/evaluate.ts";

describe("unwrap", () => {
  it.each<[string, number[]]>([
    [
      "unwrap([0, 3, -3, 2, -2.5, 0.5, 3.5, -3.1])",
      [0, 3, 3.2831853071795862, 2, 3.7831853071795862, 6.783185307179586, 9.783185307179586, 9.466370614359173],
    ],
    ["unwrap([350, 10, 355, 170, 190, -10], 360)", [350, 370, 355, 530, 550, 710]],
    ["unwrap([0, 180, 0, 180], 360)", [0, 180, 0, 180]],
    ["unwrap([0, PI, 2 * PI])", [0, Math.PI, 2 * Math.PI]],
    ["unwrap([0, 1000.25, -1000], 1)", [0, 0.25, 0]],
    ["unwrap([])", []],
    ["unwrap([7])", [7]],
  ])("%s", (source, expected) => {
    const value = evaluate(source) as number[];
    expect(value).toHaveLength(expected.length);
    for (const [at, x] of expected.entries()) expect(value[at]).toBeCloseTo(x, 12);
  });
  it.each([
    ["unwrap(5)", "unwrap needs a list of numbers and got a number."],
    ["unwrap([1, 0 / 0])", "unwrap needs finite numbers and got NaN"],
    ["unwrap([1], 0)", "The period of unwrap must be a number above 0, not 0."],
    ['unwrap(["a"])', "unwrap needs numbers and got a text."],
  ])("%s is refused", (source, message) => {
    expect(() => evaluate(source)).toThrow(message);
  });
});

describe("criticalValue", () => {
  it.each<[string, number]>([
    ["criticalValue(0.95)", 1.959963984540054],
    ["criticalValue(0.95, 10)", 2.228138851986274],
    ["criticalValue(0.99, 1)", 63.656741162871526],
    ["criticalValue(0.999, 2.5)", 18.277893528131457],
    ["criticalValue(0.95, 1 / 0)", 1.959963984540054],
  ])("%s", (source, expected) => {
    expect(Math.abs((evaluate(source) as number) / expected - 1)).toBeLessThan(1e-12);
  });
  it("takes lists", () => {
    expect(evaluate("round(criticalValue([0.9, 0.95], [5, 6]), 6)")).toEqual([2.015048, 2.446912]);
  });
  it.each([
    ["criticalValue(95)", "The confidence level must be a number above 0 and below 1, such as 0.95, not 95."],
    ["criticalValue(1)", "The confidence level must be a number above 0 and below 1, such as 0.95, not 1."],
    ["criticalValue(0.95, 0)", "The number of degrees of freedom must be a number above 0, not 0."],
    ["criticalValue(0 / 0)", "criticalValue needs numbers and got something that is none"],
    ['criticalValue("0.95")', "criticalValue needs numbers and got a text."],
  ])("%s is refused", (source, message) => {
    expect(() => evaluate(source)).toThrow(message);
  });
});

describe("reverseBits", () => {
  it.each<[string, Value]>([
    ["reverseBits(29, 8)", 184],
    ["reverseBits(1, 53)", 4503599627370496],
    ["reverseBits(4503599627370497, 53)", 4503599627370497],
    ["reverseBits(0, 4)", 0],
    ["reverseBits([1, 2, 3], 2)", [2, 1, 3]],
    ["reverseBits(79764919, 32)", 3988292384], // the polynomial of CRC-32: 04C11DB7 and EDB88320
  ])("%s", (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });
  it.each([
    ["reverseBits(256, 8)", "reverseBits: 256 does not fit into 8 bits."],
    ["reverseBits(1, 54)", "reverseBits needs a whole number from 1 to 53, not 54."],
    ["reverseBits(-1, 8)", "reverseBits needs a whole number from 0, not -1."],
    ["reverseBits(1.5, 8)", "reverseBits needs a whole number from 0, not 1.5."],
  ])("%s is refused", (source, message) => {
    expect(() => evaluate(source)).toThrow(message);
  });
});
