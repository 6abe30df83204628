// The working of any calculator: each line says what its formula computed, and each formula is LaTeX.
import { CalcError, createServer } from "formulary";
import temml from "temml";
import { describe, expect, it } from "vitest";
import type { Step } from "../../plugins/steps/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { sample } from "../catalog/files.ts";
import { evaluate } from "../language/evaluate.ts";

interface Answered {
  result: { steps: Step[]; results: Record<string, { value: unknown }> };
}

describe("the working of a calculation", async () => {
  const { kernel } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
  const answer = async (body: object) => (await kernel.answer({ ...body })).body() as Answered;
  const stepsOf = async (calculator: string, inputs: object) => (await answer({ calculator, inputs, steps: true })).result.steps;
  const line = ({ name, substituted, formatted }: Step) => `${name} = ${substituted} = ${formatted}`;

  it("puts the numbers into the formulas, in the order of evaluation", async () => {
    const steps = await stepsOf("compound-interest", { principal: 1000, rate: 5, years: 10 });
    expect(steps.map(line)).toEqual([
      "n = 1 = 1",
      "futureValue = 1000 × (1 + 0.05 / 1)^(1 × 10) = $1,628.89",
      "totalInterest = 1628.894627 − 1000 = $628.89",
      "effective = (1 + 0.05 / 1)^1 − 1 = 5.000%",
    ]);
    expect(steps[1]).toMatchObject({
      label: "Future value",
      formula: "principal * (1 + rate / n) ^ (n * years)",
      latex:
        "\\mathit{future\\ value} = \\mathit{principal} \\cdot {\\left( 1 + \\frac{\\mathit{rate}}{n} \\right)}^{n \\cdot \\mathit{years}}",
      value: 1628.89462677744,
      unit: "$",
    });
  });
  it("shows the branch that was taken, and why", async () => {
    const steps = await stepsOf("age", { birth: "2000-03-15", on: "2018-03-14" });
    const next = steps.find(({ name }) => name === "nextBirthday");
    expect(next).toMatchObject({ substituted: 'addMonths("2000-03-15", 12 × (17 + 1))', because: ["birthday is no"] });
  });
  it("shows the method that was chosen, and formulas that others call before their first use", async () => {
    const debts = [
      { name: "Card", balance: 3000, rate: 22, minimum: 90 },
      { name: "Store", balance: 800, rate: 15, minimum: 30 },
    ];
    const steps = await stepsOf("debt-snowball", { debts, extra: 200, strategy: "snowball" });
    const names = steps.map(({ name }) => name);
    expect(steps.find(({ name }) => name === "months")).toMatchObject({ method: "snowball" });
    expect(steps.find(({ name }) => name === "payDown")).toMatchObject({ parameters: ["owed", "pool"] });
    expect(names.indexOf("payDown")).toBeLessThan(names.indexOf("past"));
  });
  it("gives of a long list its first and last values and their number", async () => {
    const steps = await stepsOf("beam-point-loads", { span: 6, loads: [{ position: 3, force: 10 }] });
    const { list, value, formatted } = steps.find(({ name }) => name === "station")!;
    expect([list, value, formatted]).toEqual([{ count: 21, first: [0, 0.3, 0.6], last: 6 }, undefined, "0, 0.3, 0.6, …, 6 (21 values)"]);
  });
  it("belongs to the inputs that a search found", async () => {
    const { result } = await answer({
      ...{ calculator: "compound-interest", inputs: { principal: 1000, rate: 5 }, steps: true },
      ...{ solveFor: "years", target: { futureValue: 2000 } },
    });
    expect(result.steps.find(({ name }) => name === "futureValue")).toMatchObject({
      substituted: "1000 × (1 + 0.05 / 1)^(1 × 14.20669908)",
      formatted: "$2,000.00",
    });
  });
  it("is part of an answer only where it is asked for, and a member that is not yes or no is a fault", async () => {
    const inputs = { principal: 1000, rate: 5, years: 10 };
    expect((await answer({ calculator: "compound-interest", inputs, steps: false })).result).not.toHaveProperty("steps");
    await expect(answer({ calculator: "compound-interest", inputs, steps: "yes" })).rejects.toMatchObject({
      code: "invalid_inputs",
      errors: [{ path: "/steps", code: "type" }],
    });
  });

  const calculators = kernel.catalog.list().calculators.filter(({ hasFormula }) => hasFormula);
  it.each(sample(calculators).map(({ slug }) => slug))("of %s gives the value of each line", async (slug) => {
    const { definition } = kernel.catalog.get(slug)!;
    const [example] = (definition.examples ?? []).flatMap(({ inputs, outputs }) => (inputs && outputs ? [inputs] : []));
    if (!example) return;
    const { steps, results } = (await answer({ calculator: slug, inputs: example, steps: true })).result;
    const { outputs = {}, plain } = kernel.catalog.get(slug)!.completed();
    for (const [name, output] of Object.entries(outputs))
      if (results[name] && output.type !== "table" && output.type !== "comparison")
        expect(
          steps.map((step) => step.name),
          name,
        ).toContain(output.of ?? name);
    for (const { name, latex, substituted, value, unit } of steps) {
      // it throws where the LaTeX is wrong
      expect(temml.renderToString(latex, { throwOnError: true }), latex).toContain("<math");
      // lines with words, long lists or formulas by name are read by people alone
      const isNumber = typeof value === "number" && (plain || unit === "");
      if (!isNumber || substituted === undefined || /["…[\]]|[a-z]\w+(?!\w*\()/i.test(substituted.replace(/\b\d[\d.]*e[+-]?\d+/g, "1")))
        continue;
      // a number that is shown with ten digits may fall below the whole number that it is
      if (/\b(floor|ceil|round|div|mod)(To)?\(/.test(substituted)) continue;
      const again = valueOfLine(substituted);
      if (again === undefined) continue;
      checked += 1;
      expect(Math.abs((again as number) - value), `${name} = ${substituted} = ${value}`).toBeLessThanOrEqual(
        1e-6 * Math.max(1e-9, Math.abs(value)) + 1e-8,
      );
    }
  });
  /** The value of a line; undefined where it calls a formula of the file. */
  const valueOfLine = (text: string): unknown => {
    try {
      return evaluate(text.replaceAll("×", "*").replaceAll("−", "-").replaceAll("π", "PI"));
    } catch (error) {
      if (error instanceof CalcError) return undefined;
      throw error;
    }
  };
  let checked = 0;
  it("were computed again from their lines, many of them", () => {
    expect(checked).toBeGreaterThan(500);
  });
});
