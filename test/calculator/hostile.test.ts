// Hostile formulas and inputs, each with its id; what is expected stands in the name of the test.

import { CalcError } from "formulary";
import { describe, expect, it } from "vitest";
import { createCalculator } from "../../src/calculator/lazy.ts";
import { evaluate } from "../language/evaluate.ts";
import { calculate, calculatorOf, definitionOf, environment, faultsOf, refusal, valuesOf } from "./calculators.ts";

const withFormula = (formula: string) =>
  `inputs: { type: object, required: [a, rate], properties: { a: { type: number, title: A, minimum: -1e9, maximum: 1e9 }, rate: { type: number, title: Rate, minimum: 0, maximum: 100 } } }\nformulas: { r: ${JSON.stringify(formula)}, used: a + rate }\noutputs: { r: { label: R }, used: { label: U } }\n`;

describe("no formula reaches code: refused when the file is read", () => {
  it.each([
    ["YML-001", 'eval("process.exit()")'],
    ["YML-001", "process.exit()"],
    ["YML-001", 'require("fs")'],
    ["YML-001", 'constructor("return process")()'],
    ["YML-001", "this"],
    ["YML-001", "globalThis"],
    ["YML-001", '[]["constructor"]["constructor"]("return 1")()'],
    ["YML-001", "__proto__"],
    ["YML-001", "`$" + "{a}`"],
    ["YML-004", "constructor 5"],
    ["YML-004", "toString 5"],
    ["YML-007", "f(a) = secret + a"],
    ["YML-007", "lambda_NaN(0)"],
    ["YML-008", "rate = rate * 100; rate"],
    ["YML-009", "a; rate"],
    ["YML-014", '"a" || "b"'],
    ["YML-016", "min + 1"],
    ["YML-016", "min(sqrt, a)"],
    ["YML-017", "undeclared + 1"],
    ["YML-022", "!a"],
    ["YML-022", "log(100)"],
    ["YML-022", "not a == rate"],
    ["YML-025", "1e999"],
  ])("%s %s", (_, formula) => {
    expect(faultsOf(withFormula(formula)).length).toBeGreaterThan(0);
  });

  it("YML-001 even the constructor of a list is no entry", () => {
    expect(() => evaluate('[1]["constructor"]')).toThrow(CalcError);
    expect(() => evaluate('"a"["constructor"]')).toThrow(CalcError);
    for (const formula of ["[1].constructor", "[[1]][0].constructor", "PI.constructor", "sqrt(4).constructor.constructor(1)"])
      expect(() => evaluate(formula)).toThrow(CalcError);
    expect(() => evaluate("map(constructor, [1])")).toThrow(CalcError);
  });
  it("YML-008 the client's inputs are unchanged after every calculation", () => {
    const calculator = calculatorOf(withFormula("a + rate"));
    const inputs = Object.freeze({ a: 1, rate: 2 });
    expect(valuesOf(calculator, inputs)).toEqual({ r: 3, used: 3 });
  });
  it("YML-011 a text that grows without end is cut off", () => {
    const source = Array.from({ length: 60 }).reduce<string>(
      (inner) => `join([${inner}, ${inner.length < 200 ? inner : '"x"'}, "y"])`,
      '"a"',
    );
    expect(() => evaluate(source.slice(0, 1990))).toThrow(CalcError);
    expect(() => evaluate('fold(concat, fill("xxxxxxxxxx", 2000), "")')).toThrow("the most is 10000");
  });
  it.each(['"x" + 1', '-"5"', '"a" < "b"'])("YML-014 texts only meet in == and !=: %s", (formula) => {
    expect(refusal(() => calculate(calculatorOf(withFormula(formula)), { a: 1, rate: 1 })).code).toBe("no_finite_result");
  });
  it("YML-017 with file, line and nearest name", () => {
    expect(faultsOf(withFormula("raet * 2"))[0]).toMatch(/formulas\.r.*"raet".*Did you mean "rate"/);
  });
  it.each(["PI", "true", "false", "and", "or", "not"])("YML-019 an input may not be called %s", (name) => {
    expect(
      faultsOf(
        `inputs: { type: object, properties: { "${name}": { type: number, title: A, minimum: 0, maximum: 1 } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      ).join(),
    ).toMatch(/reserved/);
  });
  it.each(["E", "min", "max", "if", "length", "exp", "sign", "sum", "constructor", "toString", "in"])(
    "YML-019 an input may be called %s, and is then the input",
    (name) => {
      // "in" and "if" lex as names or calls; where the parser cannot read them as values, the file is refused, never misread
      const text = `inputs: { type: object, required: ["${name}"], properties: { "${name}": { type: number, title: A, minimum: 0, maximum: 9 } } }\nformulas: { r: "${name} * 2" }\noutputs: { r: { label: R } }\n`;
      const faults = faultsOf(text);
      if (faults.length > 0) expect(["in", "if"]).toContain(name);
      else expect(valuesOf(calculatorOf(text), { [name]: 4 })).toEqual({ r: 8 });
    },
  );
  it("YML-020 a cycle is refused with its path", () => {
    expect(
      faultsOf("inputs: { type: object, properties: {} }\nformulas: { a: b, b: c, c: a }\noutputs: { a: { label: A } }\n").join(),
    ).toMatch(/a → b → c → a/);
  });
  it("YML-021 the order in the file does not matter", () => {
    const parts = ["first: second + 1", "second: third * 2", "third: a"];
    for (const order of [parts, [...parts].reverse()])
      expect(
        valuesOf(
          calculatorOf(
            `inputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 9 } } }\nformulas: { ${order.join(", ")} }\noutputs: { first: { label: F }, third: { label: T } }\n`,
          ),
          { a: 3 },
        ),
      ).toEqual({ first: 7, third: 3 });
  });
  it("YML-022 operators bind as in mathematics", () => {
    expect([evaluate("-3 ^ 2"), evaluate("2 ^ 3 ^ 2"), evaluate("10 % 3")]).toEqual([-9, 512, 1]);
  });
});

describe("inputs that try to be more than data", () => {
  const calculator = calculatorOf(`${withFormula("a")}explanation: "{{ a }}"\n`);
  it("SCH-010 an input called constructor is missing from {}", () => {
    const named = calculatorOf(
      "inputs: { type: object, required: [constructor, toString], properties: { constructor: { type: number, title: C, minimum: 0, maximum: 1 }, toString: { type: number, title: T, minimum: 0, maximum: 1 } } }\nformulas: { r: constructor + toString }\noutputs: { r: { label: R } }\n",
    );
    expect(refusal(() => calculate(named, {})).errors.map(({ code }) => code)).toEqual(["required", "required"]);
    expect(valuesOf(named, { constructor: 1, toString: 1 })).toEqual({ r: 2 });
  });
  it("SCH-011 a default sent is a default left out", () => {
    const defaulted = definitionOf(
      "inputs: { type: object, properties: { a: { type: number, title: A, minimum: 0, maximum: 9, default: 3 }, b: { type: number, title: B, minimum: 0, maximum: 9, default: 0 } } }\nformulas: { r: a + b }\noutputs: { r: { label: R } }\n",
    );
    const made = createCalculator(
      { path: "x", slug: "x", category: "x", definition: () => defaulted },
      { environment, revision: "", urlOf: (slug) => slug },
    );
    const key = (inputs: object) => JSON.stringify(made.validate(inputs, "2026-11-21"));
    expect(new Set([{}, { a: 3 }, { b: 0, a: 3 }, { b: -0 }].map(key)).size).toBe(1);
    expect(refusal(() => made.validate({ a: null }, "2026-11-21")).errors[0]!.code).toBe("type");
  });
  it("SCH-015 a list of 100,000 numbers", () => {
    const list = calculatorOf(
      "inputs: { type: object, required: [l], properties: { l: { type: array, title: L, maxItems: 100, items: { type: number, minimum: 0, maximum: 1 } } } }\nformulas: { r: sum(l) }\noutputs: { r: { label: R } }\n",
    );
    expect(refusal(() => calculate(list, { l: new Array(100_000).fill(0.5) })).errors).toEqual([
      expect.objectContaining({ path: "/inputs/l", code: "maxItems" }),
    ]);
    expect(refusal(() => calculate(list, { l: new Array(100_000).fill("x") })).errors.length).toBeLessThanOrEqual(20);
  });
  const objects: [unknown][] = [
    [{ type: "IEXPREVAL", value: "x" }],
    [{ value: 1, unit: "__proto__" }],
    [{ value: 1, unit: "kg", extra: 1 }],
    [{ valueOf: 5 }],
    [[[]]],
  ];
  it.each(objects)("SCH-017 %j for a number", (value) => {
    expect(refusal(() => calculate(calculator, { a: value, rate: 1 })).code).toBe("invalid_inputs");
  });
  it("SCH-018 a text comes back as it was sent, and no template in it is read", () => {
    const echo = calculatorOf(
      'inputs: { type: object, required: [t], properties: { t: { type: string, title: T, maxLength: 200 } } }\nformulas: { r: concat(t) }\noutputs: { r: { label: R, type: text } }\nexplanation: "<{{ t }}>"\n',
    );
    for (const t of ["<script>alert(1)</script>", "$" + "{1}", "{{ r }}", "%s", "a\u0000b", "\ud800"]) {
      const { results, explanation } = calculate(echo, { t });
      expect([results.r!.value, explanation]).toEqual([t, `<${t}>`]);
    }
  });
});
