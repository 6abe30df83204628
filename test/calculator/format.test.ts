// calculator-format, sentence by sentence.
import { describe, expect, it } from "vitest";
import { calculate, calculatorOf, faultsAt, faultsOf, file, number, refusal, valuesOf } from "./calculators.ts";

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

describe("a file that cannot run says everything that is wrong with it, where, and how to correct it", () => {
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
    expect(entry.validate({ a: 1 }, "2026-11-21").values).toEqual({ a: 1 });
    expect(faultsAt(() => entry.validate({}, "2026-11-21"))).toEqual(["/inputs/a required"]);
  });
});
