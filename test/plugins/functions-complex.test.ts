import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

const pairs = (value: Value) => value as [number, number][];

describe("complex numbers", () => {
  gives([
    ["complexSum([[1, 2], [3, 4], [0, -6]])", [4, 0]],
    ["complexProduct([1, 1], [1, -1], 2)", [4, 0]],
    ["complexQuotient([1e200, 1e200], [1e200, -1e200])", [0, 1]],
    ["complexPower([1, 1], 8)", [16, 0]],
    ["complexPower([0, 2], -2)", [-0.25, 0]],
    ["complexSqrt([-1, -1e-300])", [5e-301, -1]],
    [
      "complexSqrt([[-4, 0], [3, 4]])",
      [
        [0, 2],
        [2, 1],
      ],
    ],
    ["complexRoots([-8, 0], 3)[1]", [-2, 0]],
    ["complexCos([PI / 2, 0])", [0, 0]],
    ["complexTanh([300, 1])[0]", 1],
    ["modulus([[3, 4], [5, 12]])", [5, 13]],
    ["argument([-1, 0])", Math.PI],
    ["argument([0, 0])", 0],
    ["fromPolar(2, 2 * PI / 3)[0]", -1],
    ["parallelImpedance(10, 20, 20)", [5, 0]],
    ["parallelImpedance([0, 1], [0, -1], [5, 0])", [5, 0]],
    ["parallelImpedance([[10, 0], [0, 0]])", [0, 0]],
  ]);

  // mpmath 1.3, 60 digits
  it.each<[string, [number, number]]>([
    ["complexExp([1, 2])", [-1.1312043837568135, 2.4717266720048188]],
    ["complexLog([0.6, 0.8000001])", [7.999999858009588e-8, 0.9272952780016074]],
    ["complexRoot([-11, 2], 3)", [1.2320508075688772, 1.8660254037844386]],
    ["complexPower([2, 3], [1, -1])", [9.20434248861135, -2.8440195083702235]],
  ])("%s to the last places", (source, expected) => {
    const [re, im] = run(source) as [number, number];
    expect(re / expected[0]).toBeCloseTo(1, 14);
    expect(im / expected[1]).toBeCloseTo(1, 14);
  });
});

describe("polynomial roots", () => {
  gives([
    [
      "polynomialRoots([1, -0.3, 0.03, -0.001])",
      [
        [0.1, 0],
        [0.1, 0],
        [0.1, 0],
      ],
    ],
    [
      "polynomialRoots([1, -2 / 3, 1 / 9])",
      [
        [1 / 3, 0],
        [1 / 3, 0],
      ],
    ],
    [
      "polynomialRoots([1, 2, 5])",
      [
        [-1, 2],
        [-1, -2],
      ],
    ],
    [
      "polynomialRoots([1, 0, 2, 0, 1])",
      [
        [0, 1],
        [0, 1],
        [0, -1],
        [0, -1],
      ],
    ],
    [
      "polynomialRoots([0, 0, 4, -2, 0, 0])",
      [
        [0, 0],
        [0, 0],
        [0.5, 0],
      ],
    ],
    [
      "polynomialRoots([1, -1e8, 1])",
      [
        [1e-8, 0],
        [99999999.99999999, 0],
      ],
    ],
    ["polynomialRoots([1e308, 1e308, 1e308])[0]", [-0.5, 0.8660254037844386]],
    [
      "polynomialRoots([1, -6, 15, -20, 15, -6, 1])",
      [
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
  ]);

  it("finds the fifteen roots of Wilkinson's polynomial exactly", () => {
    let p = [1];
    for (let root = 1; root <= 15; root++) p = [...p, 0].map((c, at) => c - root * (p[at - 1] ?? 0));
    expect(run("polynomialRoots(p)", { p })).toEqual(Array.from({ length: 15 }, (_, at) => [at + 1, 0]));
  });

  it("finds all forty roots of 1, and for mixed sizes what gives the polynomial back", () => {
    const ones = pairs(run("polynomialRoots(p)", { p: [1, ...new Array<number>(39).fill(0), -1] }));
    for (const [re, im] of ones) expect(Math.hypot(re, im)).toBeCloseTo(1, 15);
    const p = [1, -1001.001, 1002.001, -1.001 * 1000.999, 7];
    const back = run("polynomialFromRoots(polynomialRoots(p))", { p }) as number[];
    for (const [at, c] of back.entries()) expect(c / p[at]!).toBeCloseTo(1, 13);
  });
});

describe("polynomials", () => {
  gives([
    ["polynomialValue([1, -3, 2], [0, 1, 5])", [2, 0, 12]],
    ["complexPolynomialValue([1, 2, 5], [-1, 2])", [0, 0]],
    ["polynomialQuotient([1, 0, -0.01], [1, -0.1])", [1, 0.1]],
    ["polynomialRemainder([1, 0, -0.01], [1, -0.1])", [0]],
    ["polynomialQuotient([1], [1, 2])", [0]],
    ["polynomialGcd([2, -6, 4], [3, -3])", [1, -1]],
    ["polynomialGcd([1, 1], [1, 2])", [1]],
    ["polynomialDerivative([5, 1], 3)", [0]],
    ["polynomialFromRoots([[1, 2], [1, -2], 3])", [1, -5, 11, -15]],
    ["polynomialProduct([1, 2, 3], [4, 5])", [4, 13, 22, 15]],
    ['polynomialText([-1, 0, 1.5], "s")', "-s^2 + 1.5"],
  ]);
});

describe("the discrete Fourier transform", () => {
  it.each([1, 2, 3, 7, 8, 60, 97, 128, 1000])("of %s points agrees with its definition, and its inverse undoes it", (n) => {
    const x = Array.from({ length: n }, (_, k) => Math.sin(k * k) + 0.3);
    const spectrum = pairs(run("fft(x)", { x }));
    for (const at of [0, 1, n >> 1, n - 1]) {
      const term = (f: (angle: number) => number) => x.reduce((sum, value, k) => sum + value * f((2 * Math.PI * ((k * at) % n)) / n), 0);
      expect(spectrum[at % n]![0]).toBeCloseTo(term(Math.cos), 11);
      expect(spectrum[at % n]![1]).toBeCloseTo(at === 0 ? 0 : -term(Math.sin), 11);
    }
    const back = pairs(run("inverseFft(fft(x))", { x }));
    for (const [k, [re, im]] of back.entries()) {
      expect(re).toBeCloseTo(x[k]!, 13);
      expect(im).toBeCloseTo(0, 13);
    }
  });
  it("leaves nothing where a frequency is absent", () => {
    const spectrum = run("modulus(fft(map(cos, 2 * PI * 3 * range(0, 15) / 16)))") as number[];
    expect(spectrum.map((size) => size !== 0)).toEqual(spectrum.map((_, k) => k === 3 || k === 13));
  });
});

describe("what cannot be answered says why", () => {
  refuses([
    ["complexQuotient([1, 2], [0, 0])", "complexQuotient cannot divide by 0."],
    ["complexSum([1, 2, 3])", "complexSum needs a complex number [re, im] and got a list of 3."],
    ["complexLog(0)", "complexLog of 0 does not exist."],
    ["complexExp([1000, 0])", "The result of complexExp is not finite."],
    ["parallelImpedance([0, 1], [0, -1])", "These impedances are in parallel resonance: together they let no current through."],
    ["polynomialRoots([5])", "polynomialRoots needs a polynomial of degree 1 or more."],
    ["polynomialRoots(fill(1, 42))", "polynomialRoots takes polynomials up to degree 40; this one has 41."],
    ["polynomialQuotient([1, 2], [0])", "polynomialQuotient needs a polynomial other than 0."],
    ["polynomialFromRoots([[1, 2]])", "polynomialFromRoots needs complex roots in pairs"],
    ["fft(range(1, 4097))", "fft takes up to 4096 points and got 4097."],
  ]);
});
