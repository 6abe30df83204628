// Uncertainties against the worked examples of JCGM 100:2008 (annex H), and against what can be derived by hand.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Kernel } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Uncertainty } from "../../plugins/uncertainty/index.ts";
import type { Sensitivity } from "../../plugins/uncertainty/sensitivity.ts";
import { lastDigit } from "../../plugins/uncertainty/write.ts";
import { functionPlugins } from "../../scripts/plugins.ts";

const number = (name: string, more = "") => `    ${name}: { type: number, title: ${name}, minimum: -1.0e+9, maximum: 1.0e+9${more} }\n`;
const file = (inputs: string, rest: string) =>
  `title: Test\ndescription: A test.\nsubcategory: all\nplain: true\nexplanation: "-"\ninputs:\n  type: object\n  properties:\n${inputs}${rest}`;

const files: Record<string, string> = {
  "end-gauge": file(
    ["standard", "difference", "expansion", "deviation", "expansions", "temperatures"].map((name) => number(name)).join(""),
    "formulas:\n  length: standard + difference - standard * (expansions * deviation + expansion * temperatures)\noutputs:\n  length: { label: Length, unit: nm }\n",
  ),
  impedance: file(
    number("voltage") + number("current") + number("phase"),
    "formulas:\n  resistance: voltage / current * cos(phase)\n  reactance: voltage / current * sin(phase)\n  impedance: voltage / current\noutputs:\n  resistance: { label: R, unit: Ω }\n  reactance: { label: X, unit: Ω }\n  impedance: { label: Z, unit: Ω }\n",
  ),
  dissipation: file(
    number("voltage") + number("resistance") + number("slope") + number("degrees"),
    "formulas:\n  power: voltage ^ 2 / (resistance * (1 + slope * degrees))\noutputs:\n  power: { label: P, unit: W }\n",
  ),
  calibration: file(
    number("offset") + number("slope") + number("reading"),
    "formulas:\n  correction: offset + slope * (reading - 20)\noutputs:\n  correction: { label: Correction, decimals: 4 }\n",
  ),
  square: file(number("x"), "formulas:\n  y: x ^ 2\noutputs:\n  y: { label: Y }\n"),
  root: file(number("x") + number("n"), "formulas:\n  y: sqrt(x)\n  kind: if(x > 0, 1, 2)\noutputs:\n  y: { label: Y }\n"),
  sum: file(
    `${number("a", ", unit: km")}${number("b", ", unit: km")}    n: { type: integer, title: N, minimum: 0, maximum: 9 }\n    t: { type: number, title: T, minimum: -273, maximum: 1000, unit: °C, default: 20 }\n`,
    "formulas:\n  total: a + b\n  warm: t\n  price: a * 2\noutputs:\n  total: { label: Total, unit: km }\n  warm: { label: Warm, unit: °C }\n  price: { label: Price, unit: currency }\n",
  ),
  dear: file(number("x"), "formulas:\n  term(k): x / (k + 1)\n  y: sum(map(term, range(0, 3000)))\noutputs:\n  y: { label: Y }\n"),
};

interface Answered {
  normalizedInputs: object;
  result: { results: Record<string, { value: number; uncertainty: Uncertainty }>; sensitivity: Record<string, Sensitivity[]> };
}

describe("the uncertainty of results", () => {
  let kernel: Kernel;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "formulary-uncertainty-"));
    await mkdir(join(folder, "tests"));
    await writeFile(join(folder, "tests/_category.yaml"), "title: Tests\ndescription: Tests.\ngroup: tests\nsubcategories:\n  all: All\n");
    for (const [slug, text] of Object.entries(files)) await writeFile(join(folder, `tests/${slug}.yaml`), text);
    for (const name of ["_units", "_constants", "_tables", "_substances"])
      await writeFile(
        join(folder, `${name}.yaml`),
        await import("node:fs/promises").then(({ readFile }) => readFile(`catalog/${name}.yaml`)),
      );
    ({ kernel } = await createServer({ catalog: [folder], plugins: functionPlugins() }));
    expect(kernel.catalog.list().total).toBe(Object.keys(files).length);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const answer = async (calculator: string, inputs: object, more: object = {}) =>
    (await kernel.answer({ calculator, inputs, ...more })).body() as Answered;
  const uncertaintiesOf = async (...request: Parameters<typeof answer>) =>
    Object.fromEntries(Object.entries((await answer(...request)).result.results).map(([name, { uncertainty }]) => [name, uncertainty]));

  const gauge = {
    standard: { value: 50_000_623, uncertainty: 25 },
    difference: { value: 215, uncertainty: 9.7 },
    expansion: { value: 11.5e-6, uncertainty: 1.2e-6 },
    deviation: { value: -0.1, uncertainty: 0.41 },
    expansions: { value: 0, uncertainty: 0.58e-6 },
    temperatures: { value: 0, uncertainty: 0.029 },
  };
  it("JCGM 100 H.1, an end gauge: 31.7 nm to first order, 34 nm with the terms of higher order", async () => {
    const { length } = await uncertaintiesOf("end-gauge", gauge);
    // what the products of small quantities add is more than 5 %: the draws are answered
    expect(length!.method).toBe("Monte Carlo");
    expect(Math.abs(length!.value - 34)).toBeLessThan(1);
    const parts = Object.fromEntries(
      length!.budget.map(({ input, uncertainty, sensitivity }) => [input, Math.abs(uncertainty * sensitivity)]),
    );
    expect(parts.standard).toBeCloseTo(25, 6);
    expect(parts.difference).toBeCloseTo(9.7, 6);
    // table H.1: 2.9 nm and 16.6 nm
    expect(parts.expansions).toBeCloseTo(2.9, 1);
    expect(parts.temperatures).toBeCloseTo(16.7, 1);
    expect(Math.hypot(...Object.values(parts))).toBeCloseTo(31.7, 1);
    expect(length!.formatted).toBe("50,000,838 ± 34 nm");
  });
  it("JCGM 100 H.2, resistance and reactance from correlated readings", async () => {
    // table H.2: five readings of each
    const readings = {
      voltage: [5.007, 4.994, 5.005, 4.99, 4.999],
      current: [0.019663, 0.019639, 0.01964, 0.019685, 0.019678],
      phase: [1.0456, 1.0438, 1.0468, 1.0428, 1.0433],
    };
    const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
    const covariance = (a: number[], b: number[]) => mean(a.map((x, at) => (x - mean(a)) * (b[at]! - mean(b)))) / (a.length - 1);
    const input = (list: number[]) => ({ value: mean(list), uncertainty: Math.sqrt(covariance(list, list)) });
    const correlation = (a: number[], b: number[]) => covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
    const { voltage: V, current: I, phase } = readings;
    const inputs = { voltage: input(V), current: input(I), phase: input(phase) };
    const correlations = {
      voltage: { current: correlation(V, I), phase: correlation(V, phase) },
      current: { phase: correlation(I, phase) },
    };
    expect([correlation(V, I), correlation(V, phase), correlation(I, phase)].map((r) => Number(r.toFixed(2)))).toEqual([
      -0.36, 0.86, -0.65,
    ]);
    const { result } = await answer("impedance", inputs, { correlations });
    const { resistance, reactance, impedance } = result.results;
    expect([resistance!.value, reactance!.value, impedance!.value].map((x) => Number(x.toFixed(3)))).toEqual([127.732, 219.847, 254.26]);
    expect(resistance!.uncertainty.value).toBeCloseTo(0.071, 3);
    // 0.295 in H.2.4, from rounded values
    expect(Math.abs(reactance!.uncertainty.value - 0.295)).toBeLessThan(0.001);
    expect(impedance!.uncertainty.value).toBeCloseTo(0.236, 3);
    expect(resistance!.uncertainty).toMatchObject({ method: "first order", draws: 10_000 });
    expect(resistance!.uncertainty.budget.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 8);
    expect(reactance!.uncertainty.formatted).toBe("219.85 ± 0.30 Ω");
  });
  it("JCGM 100 H.3, the correction of a thermometer by a fitted line, whose offset and slope are correlated", async () => {
    // table H.6: eleven readings and corrections
    const readings = [21.521, 22.012, 22.512, 23.003, 23.507, 23.999, 24.513, 25.002, 25.503, 26.01, 26.511].map((t) => t - 20);
    const corrections = [-0.171, -0.169, -0.166, -0.159, -0.164, -0.165, -0.156, -0.157, -0.159, -0.161, -0.16];
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const n = readings.length;
    const squares = sum(readings.map((x) => x ** 2));
    const determinant = n * squares - sum(readings) ** 2;
    const slope = (n * sum(readings.map((x, at) => x * corrections[at]!)) - sum(readings) * sum(corrections)) / determinant;
    const offset = (sum(corrections) - slope * sum(readings)) / n;
    const variance = sum(corrections.map((b, at) => (b - offset - slope * readings[at]!) ** 2)) / (n - 2);
    const inputs = {
      offset: { value: offset, uncertainty: Math.sqrt((variance * squares) / determinant) },
      slope: { value: slope, uncertainty: Math.sqrt((variance * n) / determinant) },
      reading: 30,
    };
    const r = -sum(readings) / Math.sqrt(n * squares);
    expect([offset, inputs.offset.uncertainty, slope, inputs.slope.uncertainty, r].map((x) => Number(x.toPrecision(3)))).toEqual([
      -0.171, 0.00288, 0.00218, 0.000668, -0.93,
    ]);
    const { correction } = (await answer("calibration", inputs, { correlations: { offset: { slope: r } } })).result.results;
    expect(correction!.value).toBeCloseTo(-0.1494, 4);
    expect(correction!.uncertainty.value).toBeCloseTo(0.0041, 4);
    expect(correction!.uncertainty.formatted).toBe("-0.149 ± 0.004");
  });
  it("the derivatives of JCGM 100 5.1.3, the power of a resistor that depends on temperature", async () => {
    const [V, R, b, t] = [10, 50, 0.004, 25];
    const inputs = { voltage: V, resistance: R, slope: b, degrees: t };
    const { power } = (await answer("dissipation", inputs, { sensitivity: true })).result.sensitivity;
    const P = V ** 2 / (R * (1 + b * t));
    const byInput = Object.fromEntries(power!.map(({ input, derivative }) => [input, derivative]));
    expect(byInput.voltage).toBeCloseTo((2 * V) / (R * (1 + b * t)), 8);
    expect(byInput.resistance).toBeCloseTo(-P / R, 8);
    expect(byInput.slope).toBeCloseTo((-P * t) / (1 + b * t), 6);
    expect(byInput.degrees).toBeCloseTo((-P * b) / (1 + b * t), 8);
    // the input that moves the result most comes first: 1 % of the voltage is 2 % of the power
    expect(power![0]).toMatchObject({ input: "voltage", label: "voltage" });
    expect(power![0]!.elasticity).toBeCloseTo(2, 8);
    expect(power![0]!.moreInput).toBeCloseTo(P * (1.01 ** 2 - 1), 8);
    expect(power![0]!.lessInput).toBeCloseTo(P * (0.99 ** 2 - 1), 8);
  });
  it("is that of the draws where the first order says nothing", async () => {
    const { y } = await uncertaintiesOf("square", { x: { value: 0, uncertainty: 1 } });
    // the standard deviation of the square of a standard normal number is √2
    expect(y!.method).toBe("Monte Carlo");
    expect(Math.abs(y!.value / Math.SQRT2 - 1)).toBeLessThan(0.05);
  });
  it("is the same for the same request", async () => {
    const ask = () => uncertaintiesOf("square", { x: { value: 0, uncertainty: 1 } });
    expect(await ask()).toEqual(await ask());
  });
  it("takes the unit of the value, a share of it, and differences of temperatures", async () => {
    const inputs = {
      a: { value: 500, unit: "m", uncertainty: 30 },
      b: { value: 2, uncertainty: "2 %" },
      t: { value: 68, unit: "°F", uncertainty: 1.8 },
    };
    const { total, warm, price } = await uncertaintiesOf("sum", inputs);
    expect(total!.value).toBeCloseTo(0.05, 9);
    expect(total!.formatted).toBe("2.50 ± 0.05 km");
    expect(total!.budget.map(({ input, share }) => [input, Number(share.toFixed(6))])).toEqual(
      [
        ["b", 0.64],
        ["a", 0.36],
      ].concat([["t", 0]]),
    );
    expect(warm!.value).toBeCloseTo(1, 8);
    expect(warm!.formatted).toBe("20.0 ± 1.0 °C");
    expect(price!.formatted).toBe("$1.00 ± 0.06");
  });
  it("answers in the unit that the request asks for", async () => {
    const { total } = await uncertaintiesOf("sum", { a: { value: 1, uncertainty: 0.1 }, b: 2 }, { units: { total: "m" } });
    expect([total!.value, total!.formatted]).toEqual([100, "3,000 ± 100 m"]);
  });
  it("of a dear calculator is that of the first order, and says that nothing was drawn", async () => {
    const { y } = await uncertaintiesOf("dear", { x: { value: 2, uncertainty: 0.1 } });
    expect(y).toMatchObject({ method: "first order", draws: 0 });
    expect(y!.value / 0.1).toBeCloseTo(
      Array.from({ length: 3001 }, (_, k) => 1 / (k + 1)).reduce((a, b) => a + b, 0),
      6,
    );
  });
  it("at the edge of a domain takes the side that has results", async () => {
    const { result } = await answer("root", { x: 0, n: 1 }, { sensitivity: true });
    expect(result.sensitivity.y!.find(({ input }) => input === "x")!.derivative).toBeGreaterThan(0);
  });
  it("belongs to an answer only where a request says something of it", async () => {
    expect((await answer("sum", { a: 1, b: 2 })).result.results.total).not.toHaveProperty("uncertainty");
    expect((await answer("sum", { a: 1, b: 2 }, { sensitivity: false })).result).not.toHaveProperty("sensitivity");
    expect((await answer("sum", { a: { value: 1, uncertainty: 0 }, b: 2 })).result.results.total).not.toHaveProperty("uncertainty");
  });

  it.each<[what: string, inputs: object, more: object, path: string]>([
    ["a negative uncertainty", { a: { value: 1, uncertainty: -1 }, b: 2 }, {}, "/inputs/a/uncertainty"],
    ["a word", { a: { value: 1, uncertainty: "some" }, b: 2 }, {}, "/inputs/a/uncertainty"],
    ["that of a whole number", { a: 1, b: 2, n: { value: 3, uncertainty: 1 } }, {}, "/inputs/n/uncertainty"],
    [
      "a correlation with an input that has none",
      { a: { value: 1, uncertainty: 1 }, b: 2 },
      { correlations: { a: { b: 0.5 } } },
      "/correlations/a/b",
    ],
    ["a coefficient above 1", { a: 1, b: 2 }, { correlations: { a: { b: 2 } } }, "/correlations"],
    [
      "coefficients that differ",
      { a: { value: 1, uncertainty: 1 }, b: { value: 2, uncertainty: 1 } },
      { correlations: { a: { b: 0.5 }, b: { a: 0.4 } } },
      "/correlations/a/b",
    ],
    [
      "correlations that contradict each other",
      { a: { value: 1, uncertainty: 1 }, b: { value: 2, uncertainty: 1 }, t: { value: 2, uncertainty: 1 } },
      { correlations: { a: { b: 1, t: 1 }, b: { t: -1 } } },
      "/correlations",
    ],
    ["a search", { a: { value: 1, uncertainty: 1 } }, { solveFor: "b", target: { total: 3 } }, "/solveFor"],
    ["a quantity that is none", { a: { value: "1", uncertainty: 1 }, b: 2 }, {}, "/inputs/a"],
  ])("refuses %s, and says where", async (_, inputs, more, path) => {
    await expect(answer("sum", inputs, more)).rejects.toMatchObject({ code: "invalid_inputs", errors: [{ path }] });
  });

  it("has digits that match", () => {
    // Particle Data Group: 0.827 ± 0.119 is 0.83 ± 0.12, 0.827 ± 0.367 is 0.8 ± 0.4
    expect([0.119, 0.367, 0.99, 0.0354, 0.0355, 12, 950].map(lastDigit)).toEqual([-2, -1, -2, -3, -2, 0, 1]);
  });
});
