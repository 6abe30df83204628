// calculator-format, sentence by sentence.
import { describe, expect, it } from "vitest";
import { calculate, calculatorOf, faultsOf, refusal, valuesOf } from "./calculators.ts";

const number = (more = "") => `{ type: number, title: X, minimum: -1000, maximum: 1000${more} }`;
/** A file of number inputs, formulas and outputs with one label each. */
const file = (inputs: Record<string, string>, rest: string) =>
  `inputs:\n  type: object\n  required: [${Object.entries(inputs)
    .filter(([, schema]) => !/default|when|optional/.test(schema))
    .map(([name]) => name)
    .join(", ")}]\n  properties:\n${Object.entries(inputs)
    .map(([name, schema]) => `    ${name}: ${schema.replace(", optional: true", "")}\n`)
    .join("")}${rest}`;
const faultsAt = (work: () => unknown) => refusal(work).errors.map(({ path, code }) => `${path} ${code}`);

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
          planet: "{ type: string, title: P, enum: { keys: g } }",
          who: "{ type: integer, title: W, oneOf: [{ const: 2, title: Forced deviation }, { const: 0, title: None }], default: 0 }",
          time: "{ type: number, title: T, unit: min, as: h:mm:ss, minimum: 0, maximum: 600 }",
        },
        "tables: { g: { values: { earth: 9.8, moon: 1.62 }, unit: m/s^2, source: test } }\nformulas: { v: 'g[planet] * time', score: who }\noutputs: { v: { label: V, unit: m/s }, score: { label: S }, again: { label: A, of: spent, unit: s, as: h:mm:ss } }\nexplanation: '{{ planet }}, {{ who }}, {{ time }}, {{ again }}'\n",
      ).replace("score: who }", "score: who, spent: time }"),
    );
    const outcome = calculate(choices, { planet: "moon", time: "1:30:30", who: 2 });
    expect(outcome.results.v!.value).toBe(8796.6);
    expect(outcome.explanation).toBe("moon, Forced deviation, 1:30:30, 1:30:30");
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
          p: "{ type: number, title: P, unit: '%', minimum: 0, maximum: 100 }",
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

describe("formulas", () => {
  it("are computed on demand: what no shown output needs is never touched", () => {
    const lazy = calculatorOf(
      file(
        { a: number() },
        "formulas: { bad: 'first([])', used: a + 1, out: bad }\noutputs: { used: { label: U }, out: { label: O, when: a > 5 } }\n",
      ),
    );
    expect(valuesOf(lazy, { a: 1 })).toEqual({ used: 2 });
    expect(refusal(() => calculate(lazy, { a: 6 })).errors.map(({ path }) => path)).toEqual(["/results/out"]);
  });
  it("with parameters are handed to map, fold, scan, iterate and root", () => {
    const own = calculatorOf(
      file(
        { rate: number() },
        "formulas: { 'pv(k)': 100 / (1 + rate) ^ k, 'grow(x, n)': x * n, 'off(x, target)': x ^ 3 - target, total: 'sum(map(pv, range(0, 2)))', product: 'fold(grow, [1, 2, 3], 1)', running: 'scan(grow, [1, 2, 3], 1)', cube: 'root(off, 0, 10, 27)' }\noutputs: { total: { label: T }, product: { label: P }, running: { label: R, type: list }, cube: { label: C } }\n",
      ),
    );
    expect(valuesOf(own, { rate: 0 })).toEqual({ total: 300, product: 6, running: [1, 2, 6], cube: 3 });
  });
  it("may be called like a function, and win over it", () => {
    const named = calculatorOf(
      file(
        { list: "{ type: array, title: L, maxItems: 9, items: { type: number, minimum: 0, maximum: 9 } }" },
        "formulas: { mean: mean(list), count: count(list), 'double(x)': 2 * x, twice: 'sum(map(double, list))' }\noutputs: { mean: { label: M }, count: { label: C }, twice: { label: T } }\n",
      ),
    );
    expect(valuesOf(named, { list: [1, 3] })).toEqual({ mean: 2, count: 2, twice: 8 });
  });
  it("that choose a method with lists are looked up by position as well", () => {
    const calculator = calculatorOf(
      "inputs: { type: object, required: [how], properties: { how: { type: string, title: H, enum: [up, down] } } }\nformulas: { list: { by: how, up: '[1, 2, 3]', down: '[30, 20, 10]' }, third: 'list[2]', other: 'list[\"up\"]' }\noutputs: { third: { label: T }, other: { label: O, type: list } }\n",
    );
    expect(valuesOf(calculator, { how: "down" })).toEqual({ third: 10, other: [1, 2, 3] });
  });
  it("that choose a method give the chosen one, any other by name, and a comparison of those that apply", () => {
    const methods = calculatorOf(
      file(
        {
          a: number(),
          how: "{ type: string, title: H, oneOf: [{ const: half, title: Halved }, { const: twice, title: Doubled }, { const: more, title: With more }], default: half }",
          extra: number(", optional: true"),
        },
        "formulas: { r: { by: how, half: a / 2, twice: 2 * a, more: a + extra }, both: 'r[\"half\"] + r[\"twice\"]' }\noutputs: { r: { label: R, decimals: 1 }, both: { label: B }, all: { label: All, type: comparison, of: r, decimals: 1 } }\nexplanation: '{{ how }}: {{ r }}'\n",
      ),
    );
    const outcome = calculate(methods, { a: 4, how: "twice" });
    expect(outcome.explanation).toBe("Doubled: 8.0");
    expect(outcome.results.both!.value).toBe(10);
    expect(outcome.results.all!.value).toEqual([
      { method: "half", title: "Halved", value: 2, formatted: "2.0", chosen: false },
      { method: "twice", title: "Doubled", value: 8, formatted: "8.0", chosen: true },
    ]);
  });
});

describe("a file that cannot run says everything that is wrong with it, where, and how to mend it", () => {
  it.each([
    [
      "an unknown name",
      file({ height: number() }, "formulas: { r: heigth }\noutputs: { r: { label: R } }\n"),
      /formulas\.r: formulas\.r needs "heigth".*Did you mean "height"/,
    ],
    ["a cycle", file({ a: number() }, "formulas: { b: c + a, c: b }\noutputs: { b: { label: B } }\n"), /in a circle: b → c → b/],
    [
      "a name used twice",
      file({ a: number() }, "formulas: { a: 1 }\noutputs: { a: { label: B } }\n"),
      /"a" is already the name of an input/,
    ],
    ["a reserved name", file({ PI: number() }, "formulas: { r: 1 }\noutputs: { r: { label: B } }\n"), /reserved/],
    [
      "a parameter that hides an input",
      file({ a: number() }, "formulas: { 'f(a)': a, r: f(a) }\noutputs: { r: { label: B } }\n"),
      /parameter "a" is also an input/,
    ],
    [
      "a missing method",
      file({ how: "{ type: string, title: H, enum: [x, y] }" }, "formulas: { r: { by: how, x: 1 } }\noutputs: { r: { label: B } }\n"),
      /choice "y" of how has no formula/,
    ],
    [
      "an extra method",
      file(
        { how: "{ type: string, title: H, enum: [x, y] }" },
        "formulas: { r: { by: how, x: 1, y: 2, z: 3 } }\noutputs: { r: { label: B } }\n",
      ),
      /"z" is not a choice of how/,
    ],
    [
      "an output without a formula",
      file({ a: number() }, "formulas: { result: a }\noutputs: { resutl: { label: B } }\n"),
      /has no formula. Did you mean "result"/,
    ],
    [
      "an unknown unit",
      file({ a: "{ type: number, title: A, unit: furlog, minimum: 0, maximum: 1 }" }, "formulas: { r: 1 }\noutputs: { r: { label: B } }\n"),
      /Did you mean "furlong"/,
    ],
    [
      "an unknown constant",
      file({ a: number() }, "constants: { g: standardGravty }\nformulas: { r: a * g }\noutputs: { r: { label: B } }\n"),
      /no shared constant.*Did you mean "standardGravity"/,
    ],
    [
      "an unknown substance",
      file(
        { a: "{ type: number, title: A, unit: mg/dL, substance: creatinin, minimum: 0, maximum: 1 }" },
        "formulas: { r: 1 }\noutputs: { r: { label: B } }\n",
      ),
      /Did you mean "creatinine"/,
    ],
    [
      "a number without a range",
      file({ a: "{ type: number, title: A }" }, "formulas: { r: a }\noutputs: { r: { label: B } }\n"),
      /minimum and a maximum/,
    ],
    [
      "a minimum above the maximum",
      file({ a: "{ type: number, title: A, minimum: 5, maximum: 1 }" }, "formulas: { r: a }\noutputs: { r: { label: B } }\n"),
      /minimum 5 is above/,
    ],
    [
      "a required input with a when",
      "inputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 1, when: true } } }\nformulas: { r: 1 }\noutputs: { r: { label: B } }\n",
      /leave it out of "required"/,
    ],
    [
      "an open brace in the explanation",
      file({ a: number() }, "formulas: { r: a }\noutputs: { r: { label: B } }\nexplanation: '{{ r'\n"),
      /without "}}"/,
    ],
    [
      "an unknown name in the explanation",
      file({ a: number() }, "formulas: { r: a }\noutputs: { r: { label: B } }\nexplanation: '{{ __proto__ }} {{ rr }}'\n"),
      /"__proto__", which is not defined/,
    ],
    ["an unknown quantity", "converts: lenght\n", /Did you mean "length"/],
    ["an entry with nothing", "inputs: { type: object, properties: {} }\n", /needs "page"/],
    [
      "a wrong number of arguments",
      file({ a: number() }, "formulas: { 'f(x)': x, r: 'f(a, 1)' }\noutputs: { r: { label: B } }\n"),
      /takes 1 argument and is given 2/,
    ],
  ])("%s", (_, text, message) => {
    expect(faultsOf(text).join("\n")).toMatch(message);
  });
});

describe("outputs", () => {
  it("of every type are checked, converted and written", () => {
    const all = calculatorOf(
      file(
        { n: "{ type: integer, title: N, minimum: 0, maximum: 100 }" },
        "formulas: { money: n * 1000.5, word: 'if(n > 1, \"many\", \"one\")', yes: n > 1, day: 'addDays(\"2024-10-06\", n)', noon: '\"12:30\"', items: 'range(1, 3) * n', grid: '[[n, 0], [0, n]]', k: 'range(1, n)', square: k ^ 2 }\noutputs:\n  money: { label: Money, unit: currency, decimals: 2 }\n  word: { label: Word, type: text }\n  yes: { label: Yes, type: boolean }\n  day: { label: Day, type: date }\n  noon: { label: Noon, type: clock }\n  items: { label: Items, type: list, unit: kg, decimals: 1 }\n  grid: { label: Grid, type: matrix }\n  table: { label: Table, type: table, columns: { k: { label: K }, square: { label: Square, unit: m^2 }, word: { label: W, type: text }, cube: { label: Cube, formula: k ^ 3 } } }\nexplanation: '{{ money }}, {{ word }}, {{ yes }}, {{ day }}, {{ items }}, {{ grid }}, {{ n }} {{ plural(n, \"thing\", \"things\") }}, {{ show(-money, money) }}'\n",
      ),
    );
    const { results, explanation } = calculate(all, { n: 2 });
    expect(explanation).toBe("$2,001.00, many, yes, 8 October 2024, 2.0, 4.0, 6.0 kg, 2, 0; 0, 2, 2 things, -$2,001.00");
    expect(results.table!.value).toEqual([
      { k: 1, square: 1, word: "many", cube: 1 },
      { k: 2, square: 4, word: "many", cube: 8 },
    ]);
    expect(results.table!.columns).toMatchObject({ square: { label: "Square", unit: "m^2" } });
    expect(results.money).toEqual({ value: 2001, label: "Money", unit: "$", formatted: "$2,001.00" });
    expect(calculate(all, { n: 0 }).results.table!.value).toEqual([]);
  });
  it("of money per time keep the sign before and the time behind", () => {
    const rent = calculatorOf(
      file(
        { a: "{ type: number, title: A, unit: currency/day, minimum: 0, maximum: 99 }" },
        "formulas: { r: a }\noutputs: { r: { label: R, unit: currency/week, decimals: 2 } }\nexplanation: '{{ a }} is {{ r }}'\n",
      ),
    );
    expect(calculate(rent, { a: 2 }).explanation).toBe("$2/day is $14.00/week");
    expect(calculate(rent, { a: 2 }).results.r!.unit).toBe("$/week");
  });
  it.each([
    ["infinite", "1 / a"],
    ["not a number", "0 / a"],
    ["a text", '"x"'],
    ["a list", "[1, 2]"],
    ["a whole number too large", "2 ^ 60 + a"],
  ])("that are %s where a number belongs have no finite result", (_, formula) => {
    const broken = calculatorOf(file({ a: number() }, `formulas: { r: '${formula}' }\noutputs: { r: { label: R } }\n`));
    const error = refusal(() => calculate(broken, { a: 0 }));
    expect([error.code, error.errors[0]!.path]).toEqual(["no_finite_result", "/results/r"]);
  });
  it("never show a negative zero, and keep 15 digits", () => {
    const zero = calculatorOf(
      file({ a: number() }, "formulas: { r: -a, s: a + 1 / 3 }\noutputs: { r: { label: R, decimals: 2 }, s: { label: S } }\n"),
    );
    const { results } = calculate(zero, { a: -0 });
    expect(Object.is(results.r!.value, 0)).toBe(true);
    expect(results.r!.formatted).toBe("0.00");
    expect(results.s!.value).toBe(0.333333333333333);
  });
});

describe("converters and entries without formulas", () => {
  const length = calculatorOf("converts: length\nunits: [mm, cm, in, ft]\n");
  it("are one line of meaning", () => {
    const { results, explanation } = calculate(length, { value: 1, from: "in", to: "cm" });
    expect(results.result).toEqual({ value: 2.54, label: "Converted", unit: "cm", formatted: "2.54 cm" });
    expect(explanation).toBe("1 in is 2.54 cm.");
    expect(results.all!.value).toEqual([
      { symbol: "mm", amount: 25.4 },
      { symbol: "cm", amount: 2.54 },
      { symbol: "in", amount: 1 },
      { symbol: "ft", amount: 0.0833333333333333 },
    ]);
    expect(faultsAt(() => calculate(length, { value: 1, from: "m", to: "cm" }))).toEqual(["/inputs/from enum"]);
  });
  it("know offsets and absolute zero, and reciprocal units", () => {
    const temperature = calculatorOf("converts: temperature\n");
    expect(valuesOf(temperature, { value: -40, from: "°F", to: "°C" }).result).toBe(-40);
    expect(valuesOf(temperature, { value: 21.7, from: "°C", to: "°C" }).result).toBe(21.7);
    expect(faultsAt(() => calculate(temperature, { value: -500, from: "°F", to: "K" }))).toEqual(["/inputs/value check"]);
    const fuel = calculatorOf("converts: fuelEconomy\n");
    expect(valuesOf(fuel, { value: 10, from: "km/L", to: "L/100km" }).result).toBe(10);
    const speed = calculatorOf("converts: speed\nunits: [km/h, min/km]\n");
    expect(valuesOf(speed, { value: 5, from: "min/km", to: "km/h" }).result).toBe(12);
    expect(faultsAt(() => calculate(speed, { value: 0, from: "km/h", to: "min/km" }))).toEqual(["/inputs/value check"]);
    expect(valuesOf(speed, { value: 0, from: "km/h", to: "km/h" })).toEqual({ result: 0 });
    expect(valuesOf(calculatorOf("converts: length\n"), { value: 5, from: "ly", to: "AU" }).result).toBeCloseTo(316205.385, 2);
  });
  it("accept inputs and compute nothing", () => {
    const entry = calculatorOf(
      "inputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 1 } } }\npage: https://example.org\n",
    );
    expect(entry.hasFormula).toBe(false);
    expect(entry.accept({ a: 1 }, "2026-11-21").values).toEqual({ a: 1 });
    expect(faultsAt(() => entry.accept({}, "2026-11-21"))).toEqual(["/inputs/a required"]);
  });
});
