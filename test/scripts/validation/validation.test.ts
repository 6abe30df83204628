import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Definition, FunctionEntry } from "formulary";
import { readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { openCache } from "../../../scripts/validation/cache.ts";
import { compareVersions, toMarkdown } from "../../../scripts/validation/compare.ts";
import { checkDimensionRules, dimensionRule } from "../../../scripts/validation/dimension-rules.ts";
import { openFile, readCatalogue } from "../../../scripts/validation/file.ts";
import { listOf, pure, type QuantityKind, quantityOf } from "../../../scripts/validation/quantity-kind.ts";
import { readCatalogueFiles } from "../../../scripts/validation/shared-files.ts";
import { checkFile, ruleEntries, validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";
import { addCategory, folder, good } from "./good.ts";

describe("the range", () => {
  const proved = (text: string) => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, text);
    const outcome = validate(readCatalogue([folder], language), [path]);
    rmSync(path);
    expect(outcome.findings).toEqual([]);
    return outcome.proved;
  };
  it("is proved where intervals show that every number stays finite", () => {
    expect(proved(good)).toBe(1);
    expect(proved(good.replace("momentum: mass * speed\n", "momentum: mass * speed * sqrt(mass / mass)\n"))).toBe(1);
  });
  it.each([
    ["proved one choice after the other, where all at once prove nothing", 'if(method == "classic", 1, -1)', 1],
    ["sampled where one of the choices proves nothing", 'if(method == "classic", 1, mass / mass + mass / mass - 1)', 0],
  ])("is %s", (_, divisor, count) => {
    expect(proved(good.replace("momentum: mass * speed\n", `momentum: mass * speed / (${divisor})\n`))).toBe(count);
  });
  it.each([
    [
      "a divisor that may be 0 for all that intervals know",
      "momentum: mass * speed * (1 + speed) / (1 + speed - 0 * speed)\n"
        .replace(/1 \+ speed/g, 'quantity(1, "m/s") + speed')
        .replace("- 0 * speed", "- 0 * speed - speed + speed"),
    ],
    ["a function that they do not know", "momentum: mass * speed * hypot(0.6, 0.8)\n"],
    ["an own function", "twice(x): 2 * x\n  momentum: twice(mass * speed) / 2\n"],
  ])("is sampled with %s", (_, formula) => {
    expect(proved(good.replace("momentum: mass * speed\n", formula))).toBe(0);
  });
});

describe("the cache of findings", () => {
  it("answers until the file or a shared file changes", () => {
    const [path, cachePath] = [join(folder, "physics/kinetic-energy.yaml"), join(folder, "cache/validated.json")];
    writeFileSync(path, good);
    const checked = checkFile(readCatalogue([folder], language), path);
    const open = () => openCache(readCatalogueFiles([folder]), [], cachePath);
    const first = open();
    expect(first.get(path)).toBeUndefined();
    first.set(path, checked);
    first.save();
    expect(open().get(path)).toEqual(JSON.parse(JSON.stringify(checked)));
    writeFileSync(path, good.replace("usage: Give", "usage: Take"));
    expect(open().get(path)).toBeUndefined();
    writeFileSync(path, good);
    const units = readFileSync(join(folder, "_units.yaml"), "utf8");
    writeFileSync(join(folder, "_units.yaml"), `${units}# a note\n`);
    expect(open().get(path)).toBeUndefined();
    writeFileSync(join(folder, "_units.yaml"), units);
    writeFileSync(cachePath, "{");
    expect(open().get(path)).toBeUndefined();
    rmSync(path);
    rmSync(join(folder, "cache"), { recursive: true });
  });
});

describe("shared files and categories", () => {
  it("come from several folders, and the first folder wins", () => {
    const second = join(folder, "../second");
    mkdirSync(join(second, "physics"), { recursive: true });
    writeFileSync(
      join(second, "physics/_category.yaml"),
      readFileSync(join(folder, "physics/_category.yaml"), "utf8").replace(/^title: .*/m, "title: Other"),
    );
    writeFileSync(join(second, "_constants.yaml"), "ownConstant: { value: 2 }\n");
    const { categories, environment } = readCatalogue([folder, second], language);
    expect(categories.get("physics")?.title).not.toBe("Other");
    expect(readCatalogue([second, folder], language).categories.get("physics")?.title).toBe("Other");
    expect(environment.constants.ownConstant?.value).toBe(2);
    rmSync(second, { recursive: true });
  });
  it("have their shape and their popular calculators checked", () => {
    const own = mkdtempSync(join(tmpdir(), "formulary-categories-"));
    const write = (name: string, more: string) => {
      mkdirSync(join(own, name));
      writeFileSync(
        join(own, `${name}/_category.yaml`),
        `title: Sums\ndescription: Sums.\ngroup: science\nsubcategories: { basic: Basic }\n${more}\n`,
      );
    };
    write("sums", "popular: [double, treble]");
    write("typo", "noticed: Odd.");
    writeFileSync(join(own, "sums/double.yaml"), good);
    const { categories } = readCatalogueFiles([own]);
    const messages = categories.flatMap(([, { findings }]) => findings.map(({ line, column, message }) => `${line}:${column} ${message}`));
    expect(messages).toEqual([
      '5:19 There is no calculator "treble" in this folder.',
      '5:10 "noticed" is not a key of the format here. Did you mean "notice"?',
    ]);
    rmSync(own, { recursive: true });
  });
  it("are refused with the name of a folder that does not exist", () => {
    expect(() => readCatalogueFiles(["nowhere"])).toThrow("The catalogue folder nowhere cannot be read (ENOENT)");
  });
});

/** The rules of the findings in a catalogue of some files, all of which can be explained. */
function rulesOf(texts: Record<string, string>): string[] {
  const file = (name: string) => join(folder, `${name}.yaml`);
  addCategory("finance");
  for (const [name, text] of Object.entries(texts)) writeFileSync(file(name), text);
  const catalogue = readCatalogue([folder], language);
  const names = validate(catalogue, catalogue.paths, { whole: true }).findings.map(({ rule }) => rule);
  rmSync(join(folder, "finance"), { recursive: true });
  for (const name of Object.keys(texts)) rmSync(file(name), { force: true });
  for (const name of names) expect(ruleEntries.map((entry) => entry.name)).toContain(name);
  return names;
}

describe("between files", () => {
  const renamed = (text: string, title: string) =>
    text.replaceAll("speed", "pace").replaceAll("mass", "load").replace("Kinetic energy", title).replace("energy of motion", "other");
  const numbers = good
    .replace(/unit: (kg|km\/h), /g, "")
    .replace(/, unit: [^,} ]+/g, "")
    .replace("    method: { type: string, title: Method, enum: [classic, halved], default: classic }\n", "")
    .replace(/ {2}energy: \{ by.*\n/, "  energy: half * mass * speed ^ 2\n")
    .replace("energy: 50, momentum: 10000", "energy: 648000, momentum: 36000")
    .replace(", method: halved", "")
    .replace("{ energy: 2 }", "{ energy: 25920 }");

  it("the same numbers under other names are one calculator", () => {
    const texts = { "physics/first": numbers, "physics/second": renamed(numbers, "Other thing") };
    expect(rulesOf(texts)).toEqual(["duplicate-formula"]);
  });
  it("the same formulas are one calculator, where choices among the inputs leave no numbers to compare", () => {
    const terms = [
      "mass * speed",
      "+ mass * speed / 2",
      "- mass * speed / 4",
      "+ mass * speed / 8",
      "- mass * speed / 8 - mass * speed / 4",
    ];
    const long = good.replace("momentum: mass * speed", `momentum: ${terms.join(" ")}`);
    const texts = { "physics/first": long, "physics/second": renamed(long, "Energy, kinetic") };
    expect(rulesOf(texts)).toEqual(["near-title", "duplicate-formula"]);
  });
  it("formulas that use the one before them twice are compared without writing them all out", () => {
    const steps = Array.from({ length: 40 }, (_, at) => `  half${at + 1}: half${at} / 2 + half${at} / 2`);
    const chain = good.replace("momentum: mass * speed", ["momentum: half40", "  half0: mass * speed", ...steps].join("\n"));
    const texts = { "physics/first": chain, "physics/second": renamed(chain, "Other thing") };
    expect(rulesOf(texts)).toEqual(["duplicate-formula"]);
  });
  it("one slug and one name belong to one calculator", () => {
    const other = good.replace("energy-momentum", "interest-basics");
    const texts = { "physics/first": numbers, "physics/second": good, "finance/first": other };
    expect(new Set(rulesOf(texts))).toEqual(new Set(["duplicate-slug", "alias"]));
  });
});

describe("the dimension rule of a function", () => {
  const unity: FunctionEntry = { summary: "One.", params: [], example: null, dimension: "pure", call: () => 1 };
  const length = quantityOf({ m: 1 });
  const kindOf = (name: string, argument: QuantityKind) =>
    dimensionRule(name)!({ name: "f", kinds: [argument], apply: () => length, isFormula: () => false });

  it("exists for every built-in function", () => {
    expect(language.plugins.length).toBeGreaterThan(10);
    expect(() => checkDimensionRules(language.plugins)).not.toThrow();
  });
  it.each(["pure", "plian", "constructor", "__proto__", ""])("is refused by the name %j", (dimension) => {
    const plugin = { name: "own", functions: { unity: { ...unity, dimension } } };
    expect(() => checkDimensionRules([...language.plugins, plugin])).toThrow(
      `The function "unity" of the plugin "own" names the dimension rule "${dimension}", which does not exist: choose keep, `,
    );
  });
  it("of sign gives a pure number for each element, and a count gives one for all", () => {
    expect(language.functions.sign!.dimension).toBe("sign");
    expect([kindOf("sign", length), kindOf("sign", listOf(length))]).toEqual([pure, listOf(pure)]);
    expect([kindOf("count", length), kindOf("count", listOf(length))]).toEqual([pure, pure]);
  });
});

it("a file that is no map is refused with that reason", () => {
  const path = join(folder, "physics/list.yaml");
  writeFileSync(path, "- a\n");
  expect(openFile(path, readCatalogue([folder], language)).finding?.message).toMatch(/must be a map/);
  rmSync(path);
});

describe("--compare", () => {
  it("says which outputs changed, by how much, and which examples", () => {
    const { environment } = readCatalogue([folder], language);
    const [before, after] = [
      good,
      good.replace("momentum: mass * speed\n", "momentum: 1.01 * mass * speed\n").replace("maximum: 10000 }", "maximum: 100 }"),
    ].map((text) => readDocument("x", text).document!.data as Definition) as [Definition, Definition];
    const same = compareVersions("kinetic-energy", [before, before], environment);
    expect([same.changed, same.examples, same.onlyOld]).toEqual([[], [], 0]);
    const comparison = compareVersions("kinetic-energy", [before, after], environment);
    expect(comparison.changed.map(({ output }) => output)).toEqual(["momentum"]);
    expect(comparison.changed[0]!.change).toBeCloseTo(0.01 / 1.01, 9);
    expect(comparison.examples).toEqual(["A ton at 36 km/h", "By the other road"]);
    expect(toMarkdown([comparison])).toMatch(/\| momentum \| 9\.90e-3 \|/);
  });
});

describe("schema.json, which editors read", () => {
  const schema = JSON.parse(readFileSync("src/catalog/schema.json", "utf8"));
  it("is a JSON Schema, with a description on every key", () => {
    expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
    const undescribed: string[] = [];
    const visit = (node: Record<string, unknown>, path: string) => {
      for (const [key, value] of Object.entries((node.properties ?? {}) as Record<string, Record<string, unknown>>)) {
        if (!value.description && !value.$ref && !/enum|oneOf/.test(path)) undescribed.push(`${path}/${key}`);
        visit(value, `${path}/${key}`);
      }
    };
    visit(schema, "");
    for (const [name, definition] of Object.entries(schema.$defs as Record<string, Record<string, unknown>>)) visit(definition, name);
    expect(undescribed).toEqual([]);
  });
});
