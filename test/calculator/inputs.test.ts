// calculator-format, sentence by sentence.
import type { CalcError } from "formulary";
import { describe, expect, it, vi } from "vitest";
import { calculate, calculatorOf, environment, faultsAt, file, number, refusal, valuesOf } from "./calculators.ts";

describe("inputs", () => {
  const optional = calculatorOf(
    file(
      { a: number(), b: number(", optional: true") },
      "formulas: { sum: 'if(given(b), a + b, a)', twice: 2 * b }\noutputs: { sum: { label: S }, twice: { label: T, when: given(b) } }\nexplanation: ['{{ a }}', { when: given(b), text: 'and {{ b }}' }]\n",
    ),
  );
  it("may be absent where they are neither required nor defaulted, and formulas ask", () => {
    expect(valuesOf(optional, { a: 1 })).toEqual({ sum: 1 });
    expect(valuesOf(optional, { a: 1, b: 2 })).toEqual({ sum: 3, twice: 4 });
    expect(calculate(optional, { a: 1 }).explanation).toBe("1");
    expect(calculate(optional, { a: 1, b: 2 }).explanation).toBe("1 and 2");
  });
  it("that are read without having been asked for make the output fail by name", () => {
    const careless = calculatorOf(
      file({ a: number(), b: number(", optional: true") }, "formulas: { sum: a + b }\noutputs: { sum: { label: S } }\n"),
    );
    expect(refusal(() => calculate(careless, { a: 1 })).message).toMatch(/sum.*"b" was not given/);
  });

  const conditional = calculatorOf(
    file(
      {
        method: "{ type: string, title: M, enum: [plain, fat], default: plain }",
        fat: number(', when: method == "fat"'),
        extra: number(', when: method == "fat", default: 5'),
      },
      "formulas: { r: { by: method, plain: 1, fat: fat + extra } }\noutputs: { r: { label: R } }\n",
    ),
  );
  it("with a when are required where it holds, filled by their default, and refused elsewhere", () => {
    expect(valuesOf(conditional, {})).toEqual({ r: 1 });
    expect(valuesOf(conditional, { method: "fat", fat: 2 })).toEqual({ r: 7 });
    expect(faultsAt(() => calculate(conditional, { method: "fat" }))).toEqual(["/inputs/fat required"]);
    expect(faultsAt(() => calculate(conditional, { fat: 3 }))).toEqual(["/inputs/fat when"]);
  });
  it("with a when leave the faults of other inputs to those, whatever was sent there", () => {
    const listed = calculatorOf(
      file(
        {
          xs: "{ type: array, title: Xs, maxItems: 5, items: { type: number, minimum: 0, maximum: 9, unit: m } }",
          more: number(", when: count(xs) > 2"),
        },
        "formulas: { r: 'number(sum(xs), \"m\")', s: 'if(given(more), more, 0)' }\noutputs: { r: { label: R }, s: { label: S } }\n",
      ),
    );
    for (const xs of ["abc", 1.2e56, false, { a: 1 }, [["b"]]])
      expect(faultsAt(() => calculate(listed, { xs, more: 2 }))[0]).toMatch(/^\/inputs\/xs/);
  });
  it("with a when are published as if/then", () => {
    const { inputs } = conditional.detail() as { inputs: { allOf: object[] } };
    expect(inputs.allOf[0]).toEqual({
      if: { properties: { method: { const: "fat" } }, required: ["method"] },
      then: { required: ["fat"] },
      else: { properties: { fat: false } },
    });
  });

  it("may default to the day, which the answer says", () => {
    const dated = calculatorOf(
      file(
        { on: "{ type: string, title: On, format: date, default: today }" },
        "formulas: { day: weekdayName(on) }\noutputs: { day: { label: Day, type: text } }\nexplanation: '{{ on }} is a {{ day }}.'\n",
      ),
    );
    const outcome = calculate(dated, {}, "2026-11-21");
    expect(outcome.assumed).toEqual({ on: "2026-11-21" });
    expect(outcome.explanation).toBe("21 November 2026 is a Saturday.");
    expect(calculate(dated, { on: "2024-10-07" }).assumed).toBeUndefined();
    expect(faultsAt(() => calculate(dated, { on: "2024-02-30" }))).toEqual(["/inputs/on format"]);
  });

  it("arrays, rows, matrices and clock times are checked to the cell", () => {
    const rows = calculatorOf(
      `inputs:\n  type: object\n  required: [rows, m]\n  properties:\n    rows:\n      type: array\n      title: Courses\n      minItems: 1\n      maxItems: 3\n      items:\n        type: object\n        required: [grade, at]\n        properties:\n          grade: { type: number, title: Grade, minimum: 0, maximum: 5 }\n          at: { type: string, title: At, format: clock }\n          weight: { type: number, title: Weight, minimum: 0, maximum: 9, default: 1 }\n    m: { type: array, title: M, format: squareMatrix, maxItems: 9, items: { type: array, maxItems: 9, items: { type: number, minimum: -9, maximum: 9 } } }\n    w: { type: array, title: W, sameLength: rows, maxItems: 3, items: { type: number, minimum: 0, maximum: 1 }, default: [1] }\nformulas: { mean: 'sum(rows["grade"] * rows["weight"]) / sum(rows["weight"])', n: count(m) + count(w) }\noutputs: { mean: { label: Mean }, n: { label: N } }\n`,
    );
    expect(valuesOf(rows, { rows: [{ grade: 4, at: "08:30" }], m: [[1]] })).toEqual({ mean: 4, n: 2 });
    expect(
      faultsAt(() =>
        calculate(rows, {
          rows: [
            { grade: 9, at: "8:30" },
            { at: "25:00", mark: 1 },
          ],
          m: [[1, 2], [3]],
        }),
      ),
    ).toEqual([
      "/inputs/rows/0/grade maximum",
      "/inputs/rows/0/at format",
      "/inputs/rows/1/grade required",
      "/inputs/rows/1/mark additionalProperties",
      "/inputs/rows/1/at format",
      "/inputs/m shape",
      "/inputs/w shape",
    ]);
    expect(
      faultsAt(() =>
        calculate(rows, {
          rows: [
            { grade: 4, at: "08:30" },
            { grade: 1, at: "09:30" },
          ],
          m: [
            [1, 2],
            [3, 4],
          ],
        }),
      ),
    ).toEqual(["/inputs/w shape"]);
  });

  it("take choices from a table's keys, titles from oneOf, and durations as people write them", () => {
    const choices = calculatorOf(
      file(
        {
          planet: "{ type: string, title: P, choices: g }",
          who: "{ type: integer, title: W, oneOf: [{ const: 2, title: Forced deviation }, { const: 0, title: None }], default: 0 }",
          time: "{ type: number, title: T, unit: min, as: h:mm:ss, minimum: 0, maximum: 600 }",
        },
        "tables: { g: { values: { earth: 9.8, moon: 1.62 }, unit: m/s^2, source: test } }\nformulas: { v: 'g[planet] * time', score: who }\noutputs: { v: { label: V, unit: m/s }, score: { label: S }, again: { label: A, of: spent, unit: s, as: h:mm:ss } }\nexplanation: '{{ planet }}, {{ who }}, {{ time }}, {{ again }}'\n",
      ).replace("score: who }", "score: who, spent: time }"),
    );
    const outcome = calculate(choices, { planet: "moon", time: "1:30:30", who: 2 });
    expect(outcome.results.v!.value).toBe(8796.6);
    expect(outcome.explanation).toBe("Moon, Forced deviation, 1:30:30, 1:30:30");
    expect(valuesOf(choices, { planet: "moon", time: 90.5 }).v).toBe(8796.6);
    expect(faultsAt(() => calculate(choices, { planet: "moon", time: "90:30" }))).toEqual(["/inputs/time format"]);
    expect(faultsAt(() => calculate(choices, { planet: "mars", time: "soon", who: 1 }))).toEqual([
      "/inputs/time format",
      "/inputs/planet enum",
      "/inputs/who enum",
    ]);
  });

  it("take and show a pace as a duration per length", () => {
    const pace = calculatorOf(
      file(
        { pace: "{ type: number, title: P, unit: min/km, as: 'm:ss', minimum: 0, maximum: 60 }" },
        "formulas: { p: pace }\noutputs: { p: { label: P, unit: min/mi, as: 'm:ss' } }\nexplanation: '{{ pace }} is {{ p }}'\n",
      ),
    );
    expect(calculate(pace, { pace: "5:00" }).explanation).toBe("5:00 /km is 8:03 /mi");
    expect(calculate(pace, { pace: { value: 12, unit: "km/h" } }).results.p!.formatted).toBe("8:03 /mi");
  });

  it("read a formula typed by the client in the same safe language", () => {
    const typed = calculatorOf(
      file(
        { f: "{ type: string, title: F, format: expression, variables: [x], maxLength: 99 }" },
        "formulas: { area: 'integrate(f, 0, 1)', at: f(2) }\noutputs: { area: { label: A }, at: { label: B } }\nexplanation: 'under {{ f }}'\n",
      ),
    );
    expect(valuesOf(typed, { f: "3x²" })).toEqual({ area: 1, at: 12 });
    expect(calculate(typed, { f: "3x²" }).explanation).toBe("under 3x²");
    for (const f of ["3x +", "process.exit()", "y", "constructor(1)", 'import("fs")'])
      expect(faultsAt(() => calculate(typed, { f }))).toEqual(["/inputs/f expression"]);
    expect(refusal(() => calculate(typed, { f: "abs(sin(50x)) + 0 sum(range(1, 9999))" })).code).toBe("too_much_work");
  });
});

describe("checks", () => {
  it("apply only where their condition is true", () => {
    const checked = calculatorOf(
      file(
        { year: number(", grouping: false"), more: number() },
        "checks:\n  - require: more > 5\n    when: year > 2000\n    at: more\n    message: Too little in {{ year }}.\n  - require: more < 9\n    when: sqrt(year) >= 0\n    message: Too much.\nformulas: { d: year + more }\noutputs: { d: { label: D } }\n",
      ).replaceAll("maximum: 1000", "maximum: 3000"),
    );
    expect(valuesOf(checked, { year: 1999, more: 1 })).toEqual({ d: 2000 });
    const [fault] = refusal(() => checked.validate({ year: 2023, more: 1 }, "2026-01-15")).errors;
    expect(fault).toEqual({ path: "/inputs/more", code: "check", message: "Too little in 2023." });
    expect(refusal(() => checked.validate({ year: 4, more: 9 }, "2026-01-15")).message).toBe("Too much.");
    // its condition cannot be computed
    expect(valuesOf(checked, { year: -4, more: 9 })).toEqual({ d: 5 });
  });
  const checked = calculatorOf(
    file(
      { a: number(), b: number() },
      "checks:\n  - require: b > a\n    at: [a, b]\n    message: B must be above {{ a }}.\n  - require: sqrt(b - 10) >= 0\n    message: Too small.\nformulas: { d: b - a }\noutputs: { d: { label: D } }\n",
    ),
  );
  it("are tried in order, and the first that fails is answered at its inputs", () => {
    expect(valuesOf(checked, { a: 1, b: 12 })).toEqual({ d: 11 });
    const error = refusal(() => calculate(checked, { a: 3, b: 2 }));
    expect(error.errors).toEqual([
      { path: "/inputs/a", code: "check", message: "B must be above 3." },
      { path: "/inputs/b", code: "check", message: "B must be above 3." },
    ]);
  });
  it("that cannot be computed count as broken", () => {
    expect(faultsAt(() => calculate(checked, { a: 1, b: 2 }))).toEqual(["/inputs check"]);
  });
});

describe("units", () => {
  const kinetic = calculatorOf(
    file(
      {
        mass: "{ type: number, title: M, unit: g, minimum: 0, maximum: 1e6 }",
        speed: "{ type: number, title: S, unit: km/h, minimum: 0, maximum: 1000 }",
      },
      "formulas: { energy: mass * speed ^ 2 / 2 }\noutputs: { energy: { label: E, unit: kJ }, again: { label: E, of: energy, unit: BTU } }\nexplanation: '{{ mass }} at {{ speed }}: {{ energy }}'\n",
    ),
  );
  it("reach formulas in coherent SI and leave in the declared unit", () => {
    expect(valuesOf(kinetic, { mass: 2000, speed: 36 })).toEqual({ energy: 0.1, again: 0.0947817120313317 });
  });
  it("may be sent in any compatible unit, and are shown as they were sent", () => {
    const outcome = calculate(kinetic, { mass: { value: 2, unit: "kg" }, speed: { value: 10, unit: "m/s" } });
    expect(outcome.results.energy!.value).toBe(0.1);
    expect(outcome.explanation).toBe("2 kg at 10 m/s: 0.1 kJ");
    expect(faultsAt(() => calculate(kinetic, { mass: { value: 2, unit: "m" }, speed: { value: 1, unit: "furlongs" } }))).toEqual([
      "/inputs/mass unit",
      "/inputs/speed unit",
    ]);
  });
  it("leave plain numbers alone, per field or for the file", () => {
    const plain = calculatorOf(
      file(
        {
          t: "{ type: number, title: T, unit: °C, plain: true, minimum: -50, maximum: 50 }",
          p: "{ type: number, title: P, unit: dB, minimum: 0, maximum: 100 }",
        },
        "formulas: { r: t + p }\noutputs: { r: { label: R, unit: °C, plain: true } }\n",
      ),
    );
    expect(valuesOf(plain, { t: 20, p: 5 })).toEqual({ r: 25 });
    expect(valuesOf(plain, { t: { value: 68, unit: "°F" }, p: 5 })).toEqual({ r: 25 });
    const whole = calculatorOf(
      `plain: true\n${file({ t: "{ type: number, title: T, unit: cm, minimum: 0, maximum: 50 }" }, "formulas: { r: 2 * t }\noutputs: { r: { label: R, unit: kg } }\n")}`,
    );
    expect(valuesOf(whole, { t: 20 })).toEqual({ r: 40 });
  });
  it("take a percentage as a ratio, and answer it as a percentage", () => {
    const percent = calculatorOf(
      file(
        {
          p: "{ type: number, title: P, unit: '%', minimum: 0, maximum: 100 }",
          q: "{ type: number, title: Q, unit: '%', plain: true, minimum: 0, maximum: 100 }",
        },
        "formulas: { r: 1 + p, s: p, d: p - q / 100, bare: 'number(p, \"%\")' }\noutputs: { r: { label: R }, s: { label: S, unit: '%' }, d: { label: D, unit: pp }, bare: { label: B } }\n",
      ),
    );
    expect(valuesOf(percent, { p: 7, q: 5 })).toEqual({ r: 1.07, s: 7, d: 2, bare: 7 });
    expect(valuesOf(percent, { p: { value: 0.07, unit: "1" }, q: 5 })).toEqual({ r: 1.07, s: 7, d: 2, bare: 7 });
  });
  it("that another input chooses give ranges in the first one, and show what was sent", () => {
    const bmi = calculatorOf(
      file(
        {
          weight: "{ type: number, title: Weight, unit: { by: unit, metric: kg, imperial: lb }, minimum: 10, maximum: 635 }",
          unit: "{ type: string, title: U, enum: [metric, imperial], default: metric }",
        },
        "formulas: { w: weight }\noutputs: { w: { label: W, unit: { by: unit, metric: kg, imperial: lb }, decimals: 1 } }\nexplanation: '{{ weight }} {{ w }}'\n",
      ),
    );
    expect(calculate(bmi, { weight: 154, unit: "imperial" }).explanation).toBe("154 lb 154.0 lb");
    expect(calculate(bmi, { weight: 1399, unit: "imperial" }).results.w!.unit).toBe("lb");
    expect(faultsAt(() => calculate(bmi, { weight: 1401, unit: "imperial" }))).toEqual(["/inputs/weight maximum"]);
    expect(faultsAt(() => calculate(bmi, { weight: 1401 }))).toEqual(["/inputs/weight maximum"]);
  });
  it("of a substance convert between mass and amount", () => {
    const lab = calculatorOf(
      file(
        { c: "{ type: number, title: C, unit: mg/dL, substance: creatinine, plain: true, minimum: 0, maximum: 50 }" },
        "formulas: { r: c }\noutputs: { r: { label: R, unit: mg/dL, plain: true } }\n",
      ),
    );
    expect(valuesOf(lab, { c: { value: 88.4, unit: "µmol/L" } }).r).toBeCloseTo(1, 3);
  });
  it("show a plain number in a second unit too", () => {
    const level = calculatorOf(
      file(
        { a: number(", unit: dB") },
        "formulas: { level: a }\noutputs: { level: { label: L, unit: dB }, nepers: { label: N, of: level, unit: Np, decimals: 4 } }\nexplanation: '{{ level }} is {{ nepers }}'\n",
      ),
    );
    expect(calculate(level, { a: 20 }).explanation).toBe("20 dB is 2.3026 Np");
  });
  it("of constants and tables, own and shared, convert too", () => {
    const physics = calculatorOf(
      file(
        { t: "{ type: number, title: T, unit: min, minimum: 0, maximum: 9 }" },
        "constants: { g: standardGravity, lapse: { value: 6.5, unit: K/km, source: ICAO } }\ntables: { speeds: { values: [{ name: slow, v: 36 }], unit: { v: km/h }, source: test } }\nformulas: { fall: g * t ^ 2 / 2, cooling: lapse * fall, way: 'speeds[\"v\"][0] * t' }\noutputs: { fall: { label: F, unit: m }, cooling: { label: C, unit: K }, way: { label: W, unit: km } }\n",
      ),
    );
    expect(valuesOf(physics, { t: 1 })).toEqual({ fall: 17651.97, cooling: 114.737805, way: 0.6 });
  });
  it("of shared constants and tables stand in the detail with name, title, unit and source", () => {
    const water = calculatorOf(
      file(
        { m: "{ type: number, title: M, unit: kg, minimum: 0, maximum: 9 }" },
        'constants: { density: waterDensity20 }\ntables: { radius: nominalEquatorialRadii, own: { a: 1 } }\nformulas: { v: m / density, r: \'radius["earth"] * own["a"]\' }\noutputs: { v: { label: V, unit: L }, r: { label: R, unit: km } }\n',
      ),
    );
    const { constants, tables } = water.detail() as { constants: Record<string, object>; tables: Record<string, object> };
    expect(constants.density).toEqual({ name: "waterDensity20", ...environment.constants.waterDensity20 });
    expect(constants.density).toMatchObject({ value: 998.2, unit: "kg/m^3", title: expect.any(String), source: expect.any(String) });
    expect(tables.radius).toEqual({ name: "nominalEquatorialRadii", ...(environment.tables.nominalEquatorialRadii as object) });
    expect(tables.radius).toMatchObject({ unit: "km", title: expect.any(String), source: expect.any(String), values: { earth: 6378.1 } });
    expect(tables.own).toEqual({ a: 1 });
  });
  it("take numbers out and put them in where a formula says so", () => {
    const stairs = calculatorOf(
      file(
        { rise: "{ type: number, title: R, unit: m, minimum: 0, maximum: 9 }" },
        "formulas: { steps: 'ceil(number(rise, \"cm\") / 18)', each: rise / steps, ok: 'each <= quantity(18, \"cm\")' }\noutputs: { steps: { label: S, unit: '{step}' }, each: { label: E, unit: mm, decimals: 1 }, ok: { label: O, type: boolean } }\nexplanation: '{{ steps }} of {{ each }}: {{ ok }}'\n",
      ),
    );
    expect(calculate(stairs, { rise: 2.7 }).explanation).toBe("15 steps of 180.0 mm: yes");
    expect(calculate(stairs, { rise: 0.17 }).explanation).toBe("1 step of 170.0 mm: yes");
  });
});

describe("a request with thousands of faults", () => {
  const list = (maxItems: number) =>
    calculatorOf(
      file(
        { plates: `{ type: array, title: Plates, maxItems: ${maxItems}, items: { type: number, unit: kg, minimum: 0, maximum: 100 } }` },
        "formulas: { n: count(plates) }\noutputs: { n: { label: N } }\n",
      ),
    );
  const plates = Array.from({ length: 3000 }, (_, at) => ({ value: 1, unit: `${"m".repeat(1 + (at % 6))}/kilo${at}` }));
  const unitsRead = (work: () => unknown): number => {
    const parse = vi.spyOn(environment.units, "parse");
    work();
    const { length } = parse.mock.calls;
    parse.mockRestore();
    return length;
  };
  it("is read no further than its faults are reported", () => {
    const calculator = list(5000);
    let error: CalcError | undefined;
    expect(unitsRead(() => (error = refusal(() => calculator.validate({ plates }, "2026-01-01"))))).toBeLessThan(100);
    expect(error!.errors).toHaveLength(20);
    expect(error!.message).toMatch(/^More than 20 inputs are not valid; the first: /);
  });
  it("is not read where a list is too long", () => {
    const calculator = list(10);
    expect(
      unitsRead(() => expect(faultsAt(() => calculator.validate({ plates }, "2026-01-01"))).toEqual(["/inputs/plates maxItems"])),
    ).toBeLessThan(5);
  });
});
