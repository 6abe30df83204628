import fc from "fast-check";
import { fixed, roundTo, significant } from "formulary/functions";
import { describe, expect, it } from "vitest";

describe("numbers are written as people write them", () => {
  it.each([
    [1628.894626777442, 2, "1,628.89"],
    [1.005, 2, "1.01"],
    [2.5, 0, "3"],
    [-0.001, 2, "0.00"],
    [-1234.5, 1, "-1,234.5"],
    [0, 2, "0.00"],
    [999999.995, 2, "1,000,000.00"],
    [1e20, 2, "100,000,000,000,000,000,000.00"],
    [1e-9, 3, "0.000"],
    [123, 0, "123"],
  ])("%d with %d decimals is %s", (x, decimals, text) => {
    expect(fixed(x, decimals)).toBe(text);
  });
  it.each([
    [1628.894626777442, 6, "1,628.89"],
    [0.1 + 0.2, 15, "0.3"],
    [0.00001234567, 3, "0.0000123"],
    [1.5e-9, 6, "1.5 × 10⁻⁹"],
    [6.02214076e23, 9, "6.02214076 × 10²³"],
    [123456789, 6, "123,457,000"],
    [-1e-7, 6, "-1 × 10⁻⁷"],
    [100, 6, "100"],
    [0, 6, "0"],
    [1994, 6, "1,994"],
  ])("%d with %d digits is %s", (x, digits, text) => {
    expect(significant(x, digits)).toBe(text);
  });
  it("without separators where years and ports are meant", () => {
    expect(significant(1994, 6, { grouping: false })).toBe("1994");
    expect(fixed(8080, 0, { grouping: false })).toBe("8080");
  });
  it("fixed agrees with exact decimal arithmetic on 20,000 numbers", () => {
    for (let n = 0; n < 20_000; n++) {
      const cents = Math.floor(((n * 2654435761) % 4294967296) * 10);
      expect(fixed(cents / 100, 2, { grouping: false })).toBe(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
    }
  });
});

it("a number of so many digits is what JavaScript's own text of it reads as, to the last bit", () => {
  const short = fc.tuple(fc.integer(), fc.integer({ min: 0, max: 12 })).map(([whole, places]) => whole / 10 ** places);
  const half = fc.tuple(fc.nat(9999), fc.integer({ min: -9, max: 9 })).map(([whole, places]) => (whole + 0.5) * 10 ** places);
  fc.assert(
    fc.property(fc.oneof(fc.double(), short, half), fc.integer({ min: 1, max: 15 }), (x, digits) =>
      Object.is(roundTo(x, digits), Number(x.toPrecision(digits))),
    ),
    { numRuns: 20_000 },
  );
});
