import { describe, expect, it } from "vitest";
import { json, serveCatalogue } from "./catalogue.ts";

const { post } = serveCatalogue();
const ask = async (body: unknown) => {
  const response = await post(body);
  return { status: response.status, body: await json(response) };
};
const faults = (body: { errors: { path: string; code: string }[] }) => body.errors.map(({ path, code }) => `${path} ${code}`);
const compound = (more: object) =>
  ask({ calculator: "compound-interest", inputs: { principal: 1000, rate: 5 }, solveFor: "years", ...more });

describe("solveFor finds the input for which an output reaches a target", () => {
  it("and the result is the outcome there", async () => {
    const { status, body } = await compound({ target: { futureValue: 2000 } });
    expect(status).toBe(200);
    const years = Math.log(2) / Math.log(1.05);
    expect(body.solved).toEqual({
      name: "years",
      label: "Time",
      unit: "year",
      reaches: "equal",
      solutions: [{ value: expect.closeTo(years, 9), formatted: "14.2067 years" }],
    });
    expect(body.result.results.futureValue.value).toBeCloseTo(2000, 8);
    expect(Object.keys(body)).toEqual(["success", "calculator", "normalizedInputs", "solved", "result", "cached", "timestamp", "revision"]);
    expect(body.result.explanation).toContain("grows to $2,000.00 in 14.2067 years");
    expect(body.normalizedInputs).toMatchObject({ principal: 1000, rate: 5, years: expect.closeTo(years, 9), compounding: "annually" });
  });
  it("with the target in any unit that converts", async () => {
    const jump = (target: unknown) =>
      ask({ calculator: "jump-height", inputs: { mass: 75 }, solveFor: "flight", target: { height: target } });
    const [inMetres, inCentimetres] = await Promise.all([jump({ value: 0.3, unit: "m" }), jump(30)]);
    expect(inMetres.body.solved).toEqual(inCentimetres.body.solved);
    expect(inMetres.body.solved.solutions[0].value).toBeCloseTo(1000 * Math.sqrt((8 * 0.3) / 9.80665), 6);
  });
  it("and writes what it found as people do: six digits, and cents", async () => {
    const { body } = await ask({
      calculator: "compound-interest",
      inputs: { rate: 5, years: 10 },
      solveFor: "principal",
      target: { futureValue: 2_000_000 },
    });
    expect(body.solved.solutions[0].formatted).toBe("$1,227,826.51");
    expect(body.result.explanation).toContain("$1,227,826.51 at 5%");
    const row = await ask({ calculator: "rowing-power", inputs: { distance: 2000 }, solveFor: "time", target: { split: 112.5 } });
    expect(row.body.solved.solutions).toEqual([{ value: 450, formatted: "0:07:30" }]);
  });
  it("in the unit that was asked for, and among the results", async () => {
    const { body } = await compound({ target: { futureValue: 2000 }, units: { years: "month" } });
    const months = 12 * (Math.log(2) / Math.log(1.05));
    expect(body.solved).toMatchObject({ unit: "month", solutions: [{ value: expect.closeTo(months, 6), formatted: "170.48 months" }] });
    expect(Object.keys(body.result.results)[0]).toBe("years");
    expect(body.result.results.years).toMatchObject({ value: body.solved.solutions[0].value, label: "Time", unit: "month" });
    const refused = await compound({ target: { futureValue: 2000 }, units: { years: "kg" } });
    expect([refused.status, faults(refused.body)]).toEqual([422, ["/units/years unit"]]);
  });
  it("of a whole number the first that goes beyond the target, where none meets it", async () => {
    const { body } = await ask({
      calculator: "pcr-amplification",
      inputs: { templates: 100 },
      solveFor: "cycles",
      target: { copies: 1000 },
    });
    expect(body.solved).toMatchObject({ reaches: "at_least", solutions: [{ value: 4 }] });
    expect(body.result.results.copies.value).toBe(1600);
  });
  it("in the unit that another input chooses", async () => {
    const { body } = await ask({
      calculator: "body-mass-index",
      inputs: { unit: "imperial", height: 68 },
      solveFor: "weight",
      target: { bmi: 25 },
    });
    expect(body.solved).toMatchObject({ unit: "lb", solutions: [{ value: expect.closeTo((25 * (68 * 0.0254) ** 2) / 0.45359237, 6) }] });
  });
  it("in a converter, whose inputs no file lists", async () => {
    const { body } = await ask({
      calculator: "length-converter",
      inputs: { from: "m", to: "ft" },
      solveFor: "value",
      target: { result: 10 },
    });
    expect(body.solved.solutions).toEqual([{ value: 3.048, formatted: "3.048 m" }]);
  });
  it("for all solutions in range, in rising order, where the output has a kink", async () => {
    const { body } = await ask({
      calculator: "percentage-error",
      inputs: { accepted: 10 },
      solveFor: "measured",
      target: { percentError: 2 },
    });
    expect(body.solved.solutions.map(({ value }: { value: number }) => value)).toEqual([9.8, 10.2]);
  });
  it.each<[string, object, number, string[], RegExp]>([
    ["a target out of reach", { target: { futureValue: 5 } }, 422, ["/target/futureValue no_finite_result"], /goes from \$1,000.00 to/],
    ["an unknown output", { target: { futureVale: 5 } }, 422, ["/target/futureVale target"], /Did you mean "futureValue"\?/],
    ["an unknown input", { solveFor: "yaers", target: { futureValue: 5 } }, 422, ["/solveFor solveFor"], /Did you mean "years"\?/],
    ["a choice", { solveFor: "compounding", target: { futureValue: 5 } }, 422, ["/solveFor solveFor"], /cannot be solved for/],
    ["an input that is sent as well", { solveFor: "rate", target: { futureValue: 5 } }, 422, ["/inputs/rate inputs"], /leave it out/],
    [
      "another input at fault",
      { inputs: { principal: -1, rate: 5 }, target: { futureValue: 5 } },
      422,
      ["/inputs/principal minimum"],
      /at least/,
    ],
    ["a text instead of a name", { solveFor: 5, target: { futureValue: 5 } }, 422, ["/solveFor type"], /solveFor must be/],
    ["no target", {}, 422, ["/target required"], /target must be/],
    ["a target without solveFor", { solveFor: undefined, target: { futureValue: 5 } }, 422, ["/solveFor required"], /solveFor must be/],
    ["two targets", { target: { futureValue: 5, totalInterest: 6 } }, 422, ["/target maxProperties"], /one output and the value/],
    ["a target that is text", { target: { futureValue: "5" } }, 422, ["/target type"], /one output and the value/],
    ["a target of a foreign unit", { target: { futureValue: { value: 5, unit: "kg" } } }, 422, ["/target/futureValue unit"], /measure/],
    ["inputs that are a list", { inputs: [1], target: { futureValue: 5 } }, 422, ["/inputs type"], /must be an object/],
  ])("refuses %s", async (_, more, status, expected, message) => {
    const answer = await compound(more);
    expect([answer.status, ...faults(answer.body)]).toEqual([status, ...expected]);
    const { detail, errors } = answer.body;
    expect(`${detail} ${errors[0].hint ?? ""}`).toMatch(message);
  });
  it("says so where the output does not depend on the input", async () => {
    const { status, body } = await ask({
      calculator: "jump-height",
      inputs: { flight: 500 },
      solveFor: "mass",
      target: { height: 30.6457812500001 },
    });
    expect([status, body.code]).toEqual([422, "no_finite_result"]);
  });
  it("leaves out nothing that the answer needs: a calculator without formulas has nothing to solve", async () => {
    const { status, body } = await ask({
      calculator: "currency-converter",
      inputs: { from: "USD", to: "EUR" },
      solveFor: "amount",
      target: { result: 5 },
    });
    expect([status, faults(body)]).toEqual([422, ["/target/result target"]]);
  });
});

describe("units answers outputs in other units", () => {
  const jump = (units: unknown) => ask({ calculator: "jump-height", inputs: { mass: 75, flight: 550 }, units });
  it("in results and explanation, to the digits that are worth showing", async () => {
    const [plain, asked] = await Promise.all([jump({}), jump({ energy: "kcal", height: "in" })]);
    const { energy, height, speed } = asked.body.result.results;
    expect(energy).toEqual({
      value: expect.closeTo(272.7332 / 4184, 6),
      label: "Work against gravity",
      unit: "kcal",
      formatted: "0.0651848 kcal",
    });
    expect(height.value).toBeCloseTo(plain.body.result.results.height.value / 2.54, 10);
    expect(height.unit).toBe("in");
    expect(speed).toEqual(plain.body.result.results.speed);
    expect(asked.body.result.explanation).toContain(`The jump rises ${height.formatted},`);
  });
  it("through a substance too", async () => {
    const { body } = await ask({
      calculator: "corrected-sodium-glucose",
      inputs: { sodium: 130, glucose: { value: 30, unit: "mmol/L" } },
      units: { corrected: "mg/dL" },
    });
    expect(body.result.results.corrected.unit).toBe("mg/dL");
    const plain = await ask({ calculator: "corrected-sodium-glucose", inputs: { sodium: 130, glucose: { value: 30, unit: "mmol/L" } } });
    expect(body.result.results.corrected.value / plain.body.result.results.corrected.value).toBeCloseTo(22.99 / 10, 4);
  });
  it("together with solveFor, whose target stays in its own unit", async () => {
    const { body } = await ask({
      calculator: "jump-height",
      inputs: { mass: 75 },
      solveFor: "flight",
      target: { height: 30 },
      units: { height: "m" },
    });
    expect(body.result.results.height).toMatchObject({ value: expect.closeTo(0.3, 9), unit: "m", formatted: "0.3 m" });
  });
  it.each<[string, unknown, string, RegExp]>([
    ["an unknown output", { enrgy: "kcal" }, "/units/enrgy output", /The outputs are height/],
    ["a unit that does not convert", { energy: "kg" }, "/units/energy unit", /measure different things/],
    ["an unknown unit", { energy: "kcall" }, "/units/energy unit", /kcal/],
    ["a unit that is no text", { energy: 5 }, "/units type", /units by output/],
    ["no object", "kcal", "/units type", /units by output/],
    [
      "more than a calculator could have",
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 5])),
      "/units maxProperties",
      /at most 100/,
    ],
    ["an inherited name", JSON.parse('{ "__proto__": "kcal" }'), "/units/__proto__ output", /The outputs are height/],
  ])("and refuses %s", async (_, units, fault, message) => {
    const { status, body } = await jump(units);
    expect([status, ...faults(body)]).toEqual([422, fault]);
    expect(`${body.detail} ${body.errors[0].hint ?? ""}`).toMatch(message);
  });
  it("and money into no other currency", async () => {
    const { status, body } = await compound({
      solveFor: undefined,
      inputs: { principal: 1, rate: 5, years: 1 },
      units: { futureValue: "EUR" },
    });
    expect([status, ...faults(body)]).toEqual([422, "/units/futureValue unit"]);
  });
});

describe("normalizedInputs", () => {
  it("are the inputs that were calculated with: in declared units, defaults filled", async () => {
    const { body } = await ask({ calculator: "jump-height", inputs: { mass: { value: 154, unit: "lb" }, flight: 550 } });
    expect(body.normalizedInputs).toEqual({ known: "flight", flight: 550, mass: expect.closeTo(69.853, 3) });
    const run = await ask({ calculator: "rowing-power", inputs: { distance: 2000, time: "0:07:30" } });
    expect(run.body.normalizedInputs).toEqual({ distance: 2000, time: 450 });
  });
});
