// Hostile formulas, files and inputs, each with its id; what is expected stands in the name of the test.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CalcError, type Calculator, type Definition, type InputSchema } from "formulary";
import { createCatalog, parse, readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { createCalculator } from "../src/calculator/lazy.ts";
import { calculate, calculatorOf, definitionOf, faultsOf, refusal, shared, valuesOf } from "./calculator/calculators.ts";
import { evaluate } from "./language/evaluate.ts";

const withFormula = (formula: string) =>
  `inputs: { type: object, required: [a, rate], properties: { a: { type: number, title: A, minimum: -1e9, maximum: 1e9 }, rate: { type: number, title: Rate, minimum: 0, maximum: 100 } } }\nformulas: { r: ${JSON.stringify(formula)}, used: a + rate }\noutputs: { r: { label: R }, used: { label: U } }\n`;
const findingOf = (text: string) => readDocument("x.yaml", text).finding?.message;

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
    ["YML-001", "a.constructor"],
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

describe("no file gets more out of YAML than data", () => {
  it.each([
    ["YML-026", "formula: a ? b : c\n"],
    ["YML-028", "formula: !x + 1\n"],
    ["YML-028", "formula: *a\n"],
    ["YML-029", "%YAML 1.1\n---\nunit: no\n"],
    ["YML-031", "a: 1\na: 2\n"],
    ["YML-033", "a: &a [*a]\n"],
    ["YML-037", `a: ${"{ a: ".repeat(3000)}1${" }".repeat(3000)}\n`],
  ])("%s %j is refused with a sentence", (_, text) => {
    expect(findingOf(text)).toMatch(/\.$/);
  });
  it("YML-028 a formula that is a list is refused", () => {
    expect(() => parse(["a"])).toThrow("must be text");
  });

  const shapeFaults = async (text: string, name = "x") => {
    const folder = mkdtempSync(join(tmpdir(), "formulary-"));
    mkdirSync(join(folder, "c"));
    writeFileSync(join(folder, "_units.yaml"), readFileSync("catalog/_units.yaml"));
    writeFileSync(join(folder, "c/_category.yaml"), "title: C\ndescription: C.\ngroup: g\nsubcategories: { test: T }\n");
    writeFileSync(join(folder, `c/${name}.yaml`), text);
    const catalog = await createCatalog({ folders: [folder], functions: {} });
    await catalog.settle();
    rmSync(folder, { recursive: true });
    return { findings: catalog.findings().map(({ message }) => message), slugs: catalog.list().calculators.map(({ slug }) => slug) };
  };
  const base = "title: T\ndescription: D.\nsubcategory: test\nexplanation: e\n";
  it.each([
    ["YML-029 a number as title", base.replace("title: T", "title: 123"), /quote it/],
    [
      "YML-030 an infinite bound",
      `${base}inputs: { type: object, properties: { a: { type: number, title: A, minimum: .nan, maximum: .inf } } }\nformulas: { r: a }\noutputs: { r: { label: R } }\n`,
      /minimum|maximum/,
    ],
    ["YML-032 __proto__ as a key", `${base}__proto__: { a: 1 }\n`, /not a key/],
    ["YML-032 constructor as a key", `${base}constructor: 1\n`, /not a key/],
    ["YML-032 a merge key", `${base}<<: { formulas: 1 }\n`, /not a key/],
    [
      "YML-041 pattern",
      `${base}inputs: { type: object, properties: { a: { type: string, title: A, maxLength: 9, pattern: "(a+)+$" } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /"pattern" is not a key/,
    ],
    [
      "YML-041 $ref",
      `${base}inputs: { type: object, properties: { a: { $ref: "file:///etc/passwd" } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /"\$ref" is not a key/,
    ],
    [
      "YML-041 uniqueItems",
      `${base}inputs: { type: object, properties: { a: { type: array, title: A, maxItems: 9, uniqueItems: true, items: { type: number, minimum: 0, maximum: 1 } } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /"uniqueItems" is not a key/,
    ],
    [
      "YML-044 a minimum above the maximum",
      `${base}inputs: { type: object, properties: { a: { type: number, title: A, minimum: 5, maximum: 1 } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /above the maximum/,
    ],
    [
      "YML-044 a default outside its range",
      `${base}inputs: { type: object, properties: { a: { type: number, title: A, minimum: 0, maximum: 1, default: 7 } } }\nformulas: { r: a }\noutputs: { r: { label: R } }\n`,
      /default/,
    ],
    [
      "YML-044 a choice of the wrong type",
      `${base}inputs: { type: object, properties: { a: { type: string, title: A, enum: [1, 2] } } }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /type/,
    ],
    [
      "YML-045 an unknown name in the explanation",
      `${base.replace("explanation: e", 'explanation: "{{ a.b }}"')}inputs: { type: object, properties: {} }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /near character/,
    ],
    [
      "YML-045 an open brace",
      `${base.replace("explanation: e", 'explanation: "{{ a"')}inputs: { type: object, properties: {} }\nformulas: { r: 1 }\noutputs: { r: { label: R } }\n`,
      /without/,
    ],
  ])("%s is refused", async (_, text, message) => {
    const { findings, slugs } = await shapeFaults(text);
    expect(findings.join("\n")).toMatch(message);
    expect(slugs).toEqual([]);
  });
  it.each(["-a", "Con", "a--b", "ünïcode", "x".repeat(120)])("YML-039 the file name %s is refused", async (name) => {
    expect((await shapeFaults(base, name)).findings.join()).toMatch(/is no slug/);
  });
  it("YML-040 links, pipes and other irregular files are never opened", async () => {
    const folder = mkdtempSync(join(tmpdir(), "formulary-"));
    mkdirSync(join(folder, "c"));
    symlinkSync("/etc/passwd", join(folder, "c/passwd.yaml"));
    execFileSync("mkfifo", [join(folder, "c/pipe.yaml")]);
    mkdirSync(join(folder, "c/folder.yaml"));
    const catalog = await createCatalog({ folders: [folder], functions: {} });
    expect([catalog.list().total, catalog.findings()]).toEqual([0, []]);
    rmSync(folder, { recursive: true });
  });
});

const paths = readdirSync("catalog", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(`catalog/${name}`)
      .filter((file) => /^[^_].*\.yaml$/.test(file))
      .map((file) => `catalog/${name}/${file}`),
  );
const calculators = paths.map((path): [string, Calculator, Definition] => {
  const definition = readDocument(path, readFileSync(path, "utf8")).document!.data as Definition;
  return [
    path,
    createCalculator({ path, slug: "x", category: "x", definition: () => definition }, { shared, revision: "", urlOf: (slug) => slug }),
    definition,
  ];
});
/** The outcome of a calculation: the values, or the code of the refusal; anything else is thrown. */
const outcomeOf = (calculator: Calculator, inputs: unknown): string | Record<string, unknown> => {
  try {
    return Object.fromEntries(
      Object.entries(calculator.run(calculator.accept(inputs, "2026-11-21")).results).map(([name, { value }]) => [name, value]),
    );
  } catch (error) {
    if (error instanceof CalcError) return error.code;
    throw error;
  }
};
const allowed = ["invalid_inputs", "no_finite_result", "unreadable_text", "too_much_work"];

describe("inputs against the schema, for every calculator of the catalogue", () => {
  const ulp = (x: number, up: boolean) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x === 0 ? 0 : x);
    if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
    view.setBigInt64(0, view.getBigInt64(0) + (x > 0 === up ? 1n : -1n));
    return view.getFloat64(0);
  };
  it.each(calculators)("SCH-006 %s takes its bounds and refuses one unit in the last place beyond", (_, calculator, definition) => {
    const [example] = definition.examples ?? [];
    for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {})) {
      if (
        (schema.type !== "number" && schema.type !== "integer") ||
        schema.when !== undefined ||
        typeof schema.unit === "object" ||
        schema.enum ||
        schema.oneOf
      )
        continue;
      const faultOf = (value: number) => {
        try {
          calculator.accept({ ...example!.inputs, [name]: value }, "2026-11-21");
          return false;
        } catch (error) {
          if (!(error instanceof CalcError)) throw error;
          return error.errors.some(({ path, code }) => path === `/inputs/${name}` && /imum$|type/.test(code));
        }
      };
      if (schema.minimum !== undefined)
        expect([name, faultOf(schema.minimum), faultOf(ulp(schema.minimum, false))]).toEqual([name, false, true]);
      if (schema.maximum !== undefined)
        expect([name, faultOf(schema.maximum), faultOf(ulp(schema.maximum, true))]).toEqual([name, false, true]);
    }
  });

  it.each(calculators)(
    "SCH-020 %s answers extreme inputs with finite values or a refusal, never anything else",
    (_, calculator, definition) => {
      const properties = Object.entries(definition.inputs?.properties ?? {});
      const extreme = (pick: (schema: InputSchema) => number | undefined) =>
        Object.fromEntries(
          Object.entries({ ...definition.examples?.[0]?.inputs }).map(([name, value]) => {
            const schema = properties.find(([key]) => key === name)?.[1];
            return [
              name,
              schema && (schema.type === "number" || schema.type === "integer") && !schema.enum && !schema.oneOf
                ? (pick(schema) ?? value)
                : value,
            ];
          }),
        );
      const cases = [
        () => 1e308,
        () => -1e308,
        () => 5e-324,
        () => 0,
        () => -1,
        ({ minimum }: InputSchema) => minimum,
        ({ maximum }: InputSchema) => maximum,
      ];
      for (const pick of cases) {
        const outcome = outcomeOf(calculator, extreme(pick));
        if (typeof outcome === "string") expect(allowed).toContain(outcome);
        else expect(JSON.stringify(outcome).replace(/"[^"]*":/g, "")).not.toMatch(/null|NaN|Infinity/);
      }
    },
  );
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
      { shared, revision: "", urlOf: (slug) => slug },
    );
    const key = (inputs: object) => JSON.stringify(made.accept(inputs, "2026-11-21"));
    expect(new Set([{}, { a: 3 }, { b: 0, a: 3 }, { b: -0 }].map(key)).size).toBe(1);
    expect(refusal(() => made.accept({ a: null }, "2026-11-21")).errors[0]!.code).toBe("type");
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

it("every calculator runs where code from text is forbidden", () => {
  const script = `
    import { readFileSync } from "node:fs";
    import { compileDefinition, composePlugins, createShared, readDocument } from "./dist/src/index.js";
    import { functionPlugins } from "./dist/scripts/plugins.js";
    try { new Function("return 1")(); console.log("code ran"); } catch { console.log("forbidden"); }
    const { functions } = composePlugins(functionPlugins());
    const read = (path) => ({ path, shown: path, data: readDocument(path, readFileSync(path, "utf8"), { bytes: 1 << 20 }).document.data });
    const { shared } = createShared(["_units", "_constants", "_tables", "_substances"].map((name) => read("catalog/" + name + ".yaml")), { functions, currency: "$" });
    let ran = 0;
    for (const [path, inputs] of JSON.parse(readFileSync(0, "utf8"))) {
      const { compiled } = compileDefinition(read(path).data, shared);
      if (Object.keys(compiled.run(compiled.accept(inputs, "2026-11-21")).results).length > 0) ran++;
    }
    console.log(ran);
  `;
  const runs = calculators.filter(([, { hasFormula }]) => hasFormula).map(([path, , { examples = [] }]) => [path, examples[0]!.inputs]);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script],
    { encoding: "utf8", input: JSON.stringify(runs) },
  );
  expect([stderr, ...stdout.trim().split("\n")]).toEqual(["", "forbidden", String(runs.length)]);
});
