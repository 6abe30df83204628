// Hostile files, each with its id; what is expected stands in the name of the test.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCatalog, parse, readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";

const findingOf = (text: string) => readDocument("x.yaml", text).finding?.message;

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
    await catalog.verify();
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
      /needs "a", which is not defined/,
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
