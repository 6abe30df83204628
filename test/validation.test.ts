// validate-catalog: a good file has no finding; each mistake gives exactly the finding meant, at its line.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCache } from "../scripts/validation/cache.ts";
import { compareVersions, toMarkdown } from "../scripts/validation/compare.ts";
import { openSubject, readCatalogue } from "../scripts/validation/file.ts";
import { orderKeys, tidy } from "../scripts/validation/fix.ts";
import { keyOrder } from "../scripts/validation/form.ts";
import { mutate } from "../scripts/validation/mutations.ts";
import { readCatalogueFiles } from "../scripts/validation/shared-files.ts";
import { checkFile, rules, validate } from "../scripts/validation/validate.ts";
import { functions } from "./language/evaluate.ts";

const good = `title: Kinetic energy
description: The energy of a body from its mass and speed.
subcategory: energy-momentum
aliases: [energy of motion]
inputs:
  type: object
  required: [mass, speed]
  properties:
    mass: { type: number, title: Mass, unit: kg, minimum: 0.001, maximum: 1.0e+6 }
    speed: { type: number, title: Speed, unit: km/h, minimum: 0, maximum: 10000 }
    method: { type: string, title: Method, enum: [classic, halved], default: classic }
constants:
  half: { value: 0.5, source: definition }
formulas:
  energy: { by: method, classic: half * mass * speed ^ 2, halved: mass * speed ^ 2 / 2 }
  momentum: mass * speed
outputs:
  energy: { label: Kinetic energy, unit: kJ, significant: 4 }
  momentum: { label: Momentum, unit: kg*m/s }
explanation: "{{ mass }} at {{ speed }} carry {{ energy }}; the momentum is {{ momentum }}."
usage: Give the speed relative to the ground.
limits: Far below the speed of light.
examples:
  - title: A ton at 36 km/h
    inputs: { mass: 1000, speed: 36 }
    outputs: { energy: 50, momentum: 10000 }
    origin: derived
  - title: By the other road
    inputs: { mass: 10, speed: 72, method: halved }
    outputs: { energy: 2 }
    origin: computed
    source: Python fractions, 10 * 20 ** 2 / 2000
references:
  - { title: "Halliday, Resnick, Walker: Fundamentals of Physics, 10th ed.", locator: section 7-1 }
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "formulary-"));
  mkdirSync(join(folder, "physics"));
  for (const name of ["_units.yaml", "_constants.yaml", "_tables.yaml", "_substances.yaml", "physics/_category.yaml"])
    cpSync(join("catalog", name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The findings of one file as "rule:line". */
function findings(text: string, slug = "kinetic-energy"): string[] {
  const path = join(folder, `physics/${slug}.yaml`);
  writeFileSync(path, text);
  const { reports } = validate(readCatalogue([folder], functions), [path]);
  rmSync(path);
  return reports.map(({ rule, line }) => `${rule}:${line}`);
}
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;

it("a good file has no finding", () => {
  expect(findings(good)).toEqual([]);
});

const formulaPart = good.slice(good.indexOf("    method: {"), good.indexOf("outputs:"));
const wordsPart = good.slice(good.indexOf("  momentum: { label"), good.indexOf("usage:"));
/** A mistake: what to replace, by what, and where the finding is meant to stand (a part of the broken file). */
const mistakes: [rule: string, what: string, from: string, to: string, at: string][] = [
  ["yaml", "a colon inside a formula", "momentum: mass * speed\n", 'momentum: mass > 0 ? "a" : "b"\n', "momentum: mass > 0"],
  ["yaml", "a key twice", "usage: Give", "title: Again\nusage: Give", "title: Again"],
  ["yaml", "an alias", "momentum: mass * speed\n", "momentum: *speed\n", "momentum: *speed"],
  ["yaml", "a tag", "momentum: mass * speed\n", "momentum: !x speed\n", "momentum: !x"],
  ["yaml", "an anchor", "title: Kinetic energy", "title: &t Kinetic energy", "title"],
  ["shape", "a stray key", "usage: Give", "useage: Give", "useage"],
  ["shape", "a missing description", "description: The energy of a body from its mass and speed.\n", "", "title"],
  ["shape", "a comma that ends a text", "title: Mass, unit", "title: Mass, of the body, unit", "mass: {"],
  ["shape", "a number as title", "title: Kinetic energy", "title: 360", "title: 360"],
  ["shape", "a regular expression", "enum: [classic, halved]", "pattern: (a+)+, enum: [classic, halved]", "method: {"],
  ["shape", "an unknown type", "mass: { type: number", "mass: { type: float", "mass: {"],
  ["subcategory", "a subcategory of another folder", "energy-momentum", "mortgages", "subcategory"],
  [
    "key-order",
    "the description first",
    "title: Kinetic energy\ndescription: The energy of a body from its mass and speed.\n",
    "description: The energy of a body from its mass and speed.\ntitle: Kinetic energy\n",
    "title: Kinetic",
  ],
  ["title", "the word calculator", "title: Kinetic energy", "title: Kinetic energy calculator", "title"],
  ["title", "Capitals On Every Word", "title: Kinetic energy", "title: Kinetic Energy Formula Thing", "title"],
  ["title", "a small first letter", "title: Kinetic energy", "title: kinetic energy", "title"],
  ["sentence", "a description without a full stop", "mass and speed.\n", "mass and speed\n", "description"],
  ["sentence", "HTML", "Far below the speed", "Far <b>below</b> the speed", "limits"],
  ["label", "an input without a title", "title: Mass, ", "", "mass: {"],
  ["cut-formula", "a comment that eats a formula", "momentum: mass * speed\n", "momentum: mass * speed # / 2\n", "momentum: mass"],
  ["references", "none", good.slice(good.indexOf("references:")), "", "title"],
  ["references", "no place in it", ", locator: section 7-1", "", '- { title: "Halliday'],
  ["sources", "a constant from nowhere", ", source: definition }", " }", "half:"],
  ["review", "a review that is due", "examples:\n", "valid: { from: 2020-01-01, review: 2021-01-01 }\nexamples:\n", "valid"],
  ["unknown-name", "a mistyped input", "mass * speed\n", "mas * speed\n", "momentum: mas "],
  ["unknown-name", "a mistyped function", "momentum: mass * speed\n", "momentum: mass * speed * abss(1)\n", "momentum: mass"],
  ["unknown-name", "a shared constant that is none", "half: { value: 0.5, source: definition }", "half: standardGravty", "half"],
  ["unknown-name", "a name in the explanation", "{{ momentum }}", "{{ momentun }}", "explanation"],
  [
    "unknown-name",
    "a name in a check",
    "constants:\n",
    "checks:\n  - require: masss > 0\n    at: mass\n    message: No.\nconstants:\n",
    "require: masss",
  ],
  ["unknown-unit", "a mistyped unit", "unit: km/h", "unit: kmh2", "speed: {"],
  ["unknown-unit", "an unknown substance", "unit: kg, min", "unit: kg, substance: unobtainium, min", "mass: {"],
  ["cycle", "two formulas in a circle", "momentum: mass * speed\n", "momentum: mass * other\n  other: momentum / mass\n", "momentum: mass"],
  ["name", "a name used twice", "momentum: mass * speed\n", "half: mass * speed\n", "half: mass"],
  ["name", "a reserved name", "half: {", "PI: {", "PI: {"],
  [
    "name",
    "a parameter that hides an input",
    "momentum: mass * speed\n",
    "f(mass): mass * 2\n  momentum: f(mass) / 2 * speed\n",
    "f(mass)",
  ],
  ["bounds", "a number without a range", ", minimum: 0, maximum: 10000 }", " }", "speed: {"],
  ["bounds", "a minimum above the maximum", "minimum: 0, maximum: 10000", "minimum: 20000, maximum: 10000", "speed: {"],
  ["bounds", "a default that is no choice", "default: classic", "default: modern", "method: {"],
  ["syntax", "an assignment", "momentum: mass * speed\n", "momentum: m = mass * speed\n", "momentum: m ="],
  ["syntax", "a bare log", "momentum: mass * speed\n", "momentum: mass * speed * log(10)\n", "momentum: mass"],
  [
    "syntax",
    "a chain of comparisons",
    "constants:\n",
    'checks:\n  - require: 0 < number(mass, "kg") < 9\n    at: mass\n    message: No.\nconstants:\n',
    "require: 0",
  ],
  [
    "syntax",
    "not before a comparison",
    "constants:\n",
    'checks:\n  - require: not method == "x"\n    at: method\n    message: No.\nconstants:\n',
    "require: not",
  ],
  ["syntax", "a brace that is not closed", "{{ momentum }}.", "{{ momentum ", "explanation"],
  ["syntax", "a formula that ends too early", "momentum: mass * speed\n", "momentum: mass * (speed\n", "momentum: mass"],
  ["compile", "a method without a formula", ", halved: mass * speed ^ 2 / 2", "", "energy: {"],
  [
    "compile",
    "an output without a formula",
    "  momentum: { label: Momentum, unit: kg*m/s }\n",
    "  impulse: { label: Momentum, unit: kg*m/s }\n",
    "impulse",
  ],
  ["compile", "too few arguments", "momentum: mass * speed\n", "momentum: mass * speed * atan2(1)\n", "momentum: mass"],
  [
    "unused",
    "an input that nothing reads",
    "    method: {",
    "    colour: { type: boolean, title: Colour, default: false }\n    method: {",
    "colour",
  ],
  ["unused", "a formula that nothing reads", "momentum: mass * speed\n", "momentum: mass * speed\n  spare: mass / 2\n", "spare"],
  [
    "unreachable",
    "a condition that never changes",
    "momentum: mass * speed\n",
    "momentum: if(true, mass * speed, mass * speed)\n",
    "momentum: if",
  ],
  ["braces", "single braces in a text", "carry {{ energy }}", "carry {energy}", "explanation:"],
  [
    "zero-difference",
    "a difference compared with 0",
    "momentum: mass * speed\n",
    "momentum: if(mass - half * mass == 0, mass * speed, mass * speed)\n",
    "momentum: if",
  ],
  ["dimension", "a forgotten square", "halved: mass * speed ^ 2 / 2", "halved: mass * speed / 2", "halved: mass"],
  ["dimension", "a conversion factor", "momentum: mass * speed\n", "momentum: mass * speed / 3.6\n", "momentum: mass"],
  ["dimension", "a sum of unlike things", "momentum: mass * speed\n", "momentum: mass * speed + mass\n", "momentum: mass"],
  ["dimension", "a pure number for a unit", "momentum: mass * speed\n", "momentum: mass * speed / (mass * speed)\n", "momentum: {"],
  ["dimension", "an expression with a dimension in the explanation", "{{ momentum }}", "{{ mass * speed }}", "explanation"],
  [
    "plain-for-nothing",
    "plain on a number without unit",
    formulaPart,
    formulaPart
      .replace("    method: {", "    share: { type: number, title: Share, plain: true, minimum: 1, maximum: 2, default: 1 }\n    method: {")
      .replace("momentum: mass * speed", "momentum: mass * speed * share"),
    "share: {",
  ],
  ["bounds", "an input that is required and has a default", "required: [mass, speed]", "required: [mass, speed, method]", "required:"],
  ["examples", "an output that no example names", "outputs: { energy: 50, momentum: 10000 }", "outputs: { energy: 50 }", "momentum: {"],
  ["examples", "a method that no example uses", "{ mass: 10, speed: 72, method: halved }", "{ mass: 10, speed: 72 }", "energy: {"],
  ["origin", "an example from nowhere", "    origin: derived\n", "", "- title: A ton"],
  ["origin", "a computed example without its source", "    source: Python fractions, 10 * 20 ** 2 / 2000\n", "", "- title: By the other"],
  ["example", "a wrong expected value", "energy: 50,", "energy: 51,", "energy: 51"],
  ["example", "a decimal comma", "energy: 50, momentum", "energy: 50,0, momentum", "energy: 50,0"],
  ["sentence", "a sentence of the template", "Give the speed relative to the ground.", "What to measure, and how.", "usage"],
  ["unknown-name", "pi in small letters", "momentum: mass * speed\n", "momentum: mass * speed * pi / pi\n", "momentum: mass"],
  [
    "unknown-name",
    "a table in a sentence",
    wordsPart,
    wordsPart
      .replace("explanation:", "  plan: { label: Plan, type: table, columns: { x: { label: X, formula: 1 } } }\nexplanation:")
      .replace("{{ momentum }}", "{{ plan }}"),
    "explanation",
  ],
  ["syntax", "Math.sqrt", "momentum: mass * speed\n", "momentum: mass * Math.sqrt(speed ^ 2)\n", "momentum: mass"],
  ["yaml", "an explanation that starts with a brace", 'explanation: "{{ mass }}', "explanation: {{ mass }}", "explanation"],
  ["example", "a value a thousand times too large", "energy: 50,", "energy: 50000,", "energy: 50000"],
  [
    "unused-choice",
    "two choices that nothing tells apart",
    formulaPart,
    formulaPart
      .replace("    method: {", "    colour: { type: string, title: Colour, enum: [red, blue, green], default: red }\n    method: {")
      .replace("momentum: mass * speed", 'momentum: if(colour == "green", mass * speed, mass * speed)'),
    "colour: {",
  ],
  [
    "table-keys",
    "a row that no choice asks for",
    formulaPart,
    formulaPart
      .replace("formulas:\n", "tables:\n  share: { classic: 1, halved: 1, other: 2 }\nformulas:\n")
      .replace("momentum: mass * speed", "momentum: mass * speed * share[method]"),
    "share: {",
  ],
  [
    "plain-conversion",
    "a factor in a plain file",
    good.slice(good.indexOf("inputs:\n"), good.indexOf("outputs:\n")),
    `plain: true\n${good.slice(good.indexOf("inputs:\n"), good.indexOf("outputs:\n")).replace("momentum: mass * speed", "momentum: mass * (speed / 60)")}`,
    "momentum: mass",
  ],
  [
    "loose-example",
    "a value so coarse that it agrees with much",
    "{ mass: 1000, speed: 36 }\n    outputs: { energy: 50, momentum: 10000 }",
    "{ mass: 1008, speed: 36 }\n    outputs: { energy: 50, momentum: 10080 }",
    "outputs: { energy: 50,",
  ],
  [
    "range",
    "a division by zero at the end of a range",
    "momentum: mass * speed\n",
    "momentum: mass * speed * (speed / speed)\n",
    "inputs:",
  ],
  [
    "range",
    "a root of a negative number",
    "momentum: mass * speed\n",
    'momentum: mass * speed * sqrt(1 - number(speed, "km/h") / 5000) / sqrt(1 - number(speed, "km/h") / 5000)\n',
    "inputs:",
  ],
];

describe("each mistake is found by its rule, at its line", () => {
  it.each(mistakes)("%s: %s", (rule, _, from, to, at) => {
    expect(good).toContain(from);
    const broken = good.replace(from, to);
    const found = findings(broken);
    expect(found[0]).toBe(`${rule}:${lineOf(broken, at)}`);
    // nothing but the one meant, its echoes at other places aside, and the word that numbers wait for units
    expect(new Set(found.map((each) => each.split(":")[0])).size).toBeLessThanOrEqual(3);
  });
  it("slug: a name with capitals", () => {
    expect(findings(good, "Kinetic_Energy")).toEqual(["slug:1"]);
  });
  it("sixty mistakes and more, at least one for every rule", () => {
    const covered = new Set([...mistakes.map(([rule]) => rule), "slug"]);
    // a health file and a distribution's tail need files of their own
    expect(rules.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual(["population", "upper-tail"]);
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
  });
  it("population: a health file that does not say whom it holds for", () => {
    mkdirSync(join(folder, "medicine"), { recursive: true });
    cpSync("catalog/medicine/_category.yaml", join(folder, "medicine/_category.yaml"));
    const path = join(folder, "medicine/kinetic-energy.yaml");
    writeFileSync(path, good.replace("energy-momentum", "cardiology"));
    const { reports } = validate(readCatalogue([folder], functions), [path]);
    rmSync(join(folder, "medicine"), { recursive: true });
    expect(reports.map(({ rule }) => rule)).toContain("population");
  });
});

describe("the range", () => {
  const proved = (text: string) => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, text);
    const outcome = validate(readCatalogue([folder], functions), [path]);
    rmSync(path);
    expect(outcome.reports).toEqual([]);
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

describe("what earlier runs found", () => {
  it("is taken from them until the file or what it shares changes", () => {
    const [path, place] = [join(folder, "physics/kinetic-energy.yaml"), join(folder, "kept/validated.json")];
    writeFileSync(path, good);
    const checked = checkFile(readCatalogue([folder], functions), path);
    const open = () => openCache(readCatalogueFiles([folder]), [], place);
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
    writeFileSync(place, "{");
    expect(open().get(path)).toBeUndefined();
    rmSync(path);
    rmSync(join(folder, "kept"), { recursive: true });
  });
});

describe("a careless author reads what to write instead", () => {
  it.each([
    ["a power without its sign", "unit: kg*m/s }", "unit: kg*m/s2 }", "A power is written s^2."],
    ["an unquoted unit", "momentum: mass * speed\n", "momentum: quantity(9.81, m) * mass\n", 'in quotes: quantity(x, "m/s^2").'],
    ["a key at the wrong level", "  momentum: mass * speed\n", "momentum: mass * speed\n", "indent it as far as"],
    ["an equals sign", "  momentum: mass * speed\n", "  momentum = mass * speed\n", 'with a colon, "name: formula"'],
    ["an output without its unit", ", unit: kg*m/s }", " }", "it declares no unit."],
    [
      "a shared constant",
      "half * mass * speed ^ 2",
      "standardGravity * mass",
      "under constants, such as standardGravity: standardGravity.",
    ],
    [
      "degrees",
      "momentum: mass * speed\n",
      "momentum: mass * speed * sin(level)\n",
      'if level is meant in degrees, give it the unit "°"',
      "    method: {",
      "    level: { type: number, title: Level, minimum: 0, maximum: 90, default: 30 }\n    method: {",
    ],
  ])("%s", (_, from, to, words, also = "", addition = "") => {
    expect(good).toContain(from);
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace(from, to).replace(also, addition));
    const { reports } = validate(readCatalogue([folder], functions), [path]);
    rmSync(path);
    expect(reports.map(({ message }) => message).join(" ")).toContain(words);
  });
});

describe("what stands beside calculators", () => {
  it("comes from several folders, of which the first one's entries count", () => {
    const second = join(folder, "../second");
    mkdirSync(join(second, "physics"), { recursive: true });
    writeFileSync(
      join(second, "physics/_category.yaml"),
      readFileSync(join(folder, "physics/_category.yaml"), "utf8").replace(/^title: .*/m, "title: Other"),
    );
    writeFileSync(join(second, "_constants.yaml"), "ownConstant: { value: 2 }\n");
    const { categories, shared } = readCatalogue([folder, second], functions);
    expect(categories.get("physics")?.title).not.toBe("Other");
    expect(readCatalogue([second, folder], functions).categories.get("physics")?.title).toBe("Other");
    expect(shared.constants.ownConstant?.value).toBe(2);
    rmSync(second, { recursive: true });
  });
  it("is refused with the name of a folder that is not there", () => {
    expect(() => readCatalogueFiles(["nowhere"])).toThrow("The catalogue folder nowhere cannot be read (ENOENT)");
  });
});

describe("between files", () => {
  it("one slug, one name and one formula belong to one calculator", () => {
    const catalogue = () => readCatalogue([folder], functions);
    mkdirSync(join(folder, "finance"));
    cpSync("catalog/finance/_category.yaml", join(folder, "finance/_category.yaml"));
    const numbers = good
      .replace(/unit: (kg|km\/h), /g, "")
      .replace(/, unit: [^,} ]+/g, "")
      .replace("    method: { type: string, title: Method, enum: [classic, halved], default: classic }\n", "")
      .replace(/ {2}energy: \{ by.*\n/, "  energy: half * mass * speed ^ 2\n")
      .replace("energy: 50, momentum: 10000", "energy: 648000, momentum: 36000")
      .replace(", method: halved", "")
      .replace("{ energy: 2 }", "{ energy: 25920 }");
    writeFileSync(join(folder, "physics/first.yaml"), numbers);
    writeFileSync(
      join(folder, "physics/second.yaml"),
      numbers
        .replaceAll("speed", "pace")
        .replaceAll("mass", "load")
        .replace("Kinetic energy", "Other thing")
        .replace("energy of motion", "other"),
    );
    const { reports } = validate(catalogue(), catalogue().paths, { whole: true });
    expect(reports.map(({ rule }) => rule)).toEqual(["duplicate-formula"]);
    // with choices among the inputs there are no numbers to compare, but the formulas are the same
    const long = good.replace(
      "momentum: mass * speed",
      "momentum: mass * speed + mass * speed / 2 - mass * speed / 4 + mass * speed / 8 - mass * speed / 8 - mass * speed / 4",
    );
    writeFileSync(join(folder, "physics/first.yaml"), long);
    writeFileSync(
      join(folder, "physics/second.yaml"),
      long
        .replaceAll("speed", "pace")
        .replaceAll("mass", "load")
        .replace("Kinetic energy", "Energy, kinetic")
        .replace("energy of motion", "other"),
    );
    expect(validate(catalogue(), catalogue().paths, { whole: true }).reports.map(({ rule }) => rule)).toEqual([
      "near-title",
      "duplicate-formula",
    ]);
    writeFileSync(join(folder, "physics/first.yaml"), numbers);
    writeFileSync(join(folder, "physics/second.yaml"), good);
    writeFileSync(join(folder, "finance/first.yaml"), good.replace("energy-momentum", "interest-basics"));
    const again = validate(catalogue(), catalogue().paths, { whole: true });
    expect(new Set(again.reports.map(({ rule }) => rule))).toEqual(new Set(["duplicate-slug", "alias"]));
    rmSync(join(folder, "finance"), { recursive: true });
    for (const name of ["first", "second"]) rmSync(join(folder, `physics/${name}.yaml`));
  });
});

describe("the command", () => {
  const command = (...words: string[]) => spawnSync("scripts/validate-catalog", words, { encoding: "utf8" });
  it("is clean over the catalogue, and ends with 0", () => {
    const { status, stdout } = command();
    expect([status, stdout.trim().split("\n").at(-1)]).toEqual([
      0,
      expect.stringMatching(/^\d+ files, \d+ examples: 0 errors, 0 warnings \(range proved of \d+, sampled of \d+\)\.$/),
    ]);
  });
  it("shows a finding like a compiler, and ends with 1", () => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace("mass * speed\n", "mas * speed\n"));
    const { status, stdout } = command(path);
    rmSync(path);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /kinetic-energy\.yaml:16:13 error unknown-name: .*needs "mas".*Did you mean "mass"\?\n {2}14 \|.*\n {2}15 \|.*\n {2}16 \| {3}momentum: mas \* speed\n {5}\| {13}\^\n {2}17 \| outputs:/,
    );
  });
  it.each([
    ["json", /"rule": "unknown-name"/],
    ["github", /::error file=.*,line=16,col=13,title=unknown-name::/],
    ["junit", /<failure type="unknown-name"/],
    ["sarif", /"ruleId": "unknown-name"/],
  ])("reports for %s", (reporter, form) => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace("mass * speed\n", "mas * speed\n"));
    const { stdout } = command(path, "--reporter", reporter);
    rmSync(path);
    expect(stdout).toMatch(form);
    if (reporter === "json" || reporter === "sarif") expect(() => JSON.parse(stdout)).not.toThrow();
  });
  it("explains its rules, and ends with 2 when it cannot run", () => {
    expect(command("--explain", "dimension").stdout).toMatch(/Cure:/);
    expect(command("--list-rules").stdout.trim().split("\n")).toHaveLength(rules.length);
    expect(command("--explain", "nothing").status).toBe(2);
    expect(command("no/such/file.yaml").status).toBe(2);
    expect(command("--reporter", "xml").status).toBe(2);
  });
  it("--fix puts keys in order and keeps comments", () => {
    const mixed = "# about the title\ntitle: A\nusage: U.\n# about the inputs\ninputs:\n  type: object # stays\ndescription: D.\n";
    expect(orderKeys(mixed, keyOrder)).toBe(
      "# about the title\ntitle: A\ndescription: D.\n# about the inputs\ninputs:\n  type: object # stays\nusage: U.\n",
    );
    expect(orderKeys(good, keyOrder)).toBe(good);
    expect(tidy(`${good.replace(/\n/g, "  \r\n")}\r\n\r\n`, keyOrder)).toBe(good);
  });
  it("--plain says how many files of each category see no units", () => {
    expect(command("--plain").stdout).toMatch(/^medicine +\d+ % {2}\d+ of \d+: .*corrected-qt/m);
  });
  it("--changed looks only at files that differ from a revision", () => {
    const head = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    expect(command("--changed", head).status).toBeLessThanOrEqual(1);
  });
});

it("opening a file that is no map says so", () => {
  const path = join(folder, "physics/list.yaml");
  writeFileSync(path, "- a\n");
  expect(openSubject(path, readCatalogue([folder], functions)).finding?.message).toMatch(/must be a map/);
  rmSync(path);
});

describe("a new calculator", () => {
  const make = (name: string) =>
    spawnSync(process.execPath, ["dist/scripts/new-calculator.js", name], { encoding: "utf8", env: { ...process.env, CATALOG: folder } });
  it("is a file that compiles, and whose gaps the validator asks for", () => {
    const path = join(folder, "physics/made-by-a-test.yaml");
    expect(make("physics/made-by-a-test").stdout).toMatch(/is written/);
    expect(make("physics/made-by-a-test").stderr).toMatch(/exists already/);
    const { reports } = validate(readCatalogue([folder], functions), [path]);
    rmSync(path);
    expect([...new Set(reports.map(({ rule }) => rule))].sort()).toEqual(["examples", "references", "sentence"]);
  });
  it.each([
    ["nowhere/x", /The categories are/],
    ["physics/Bad_Name", /is no slug/],
  ])("%s is refused", (name, message) => {
    const { status, stderr } = make(name);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe("--thorough", () => {
  it("catches every single change of a well-tested file, and lists what a weak one lets through", () => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    const count = (text: string) => {
      writeFileSync(path, text);
      const { total, survivors } = mutate(openSubject(path, readCatalogue([folder], functions)).subject!);
      rmSync(path);
      return [total > 0, survivors.map(({ line }) => line)];
    };
    expect(count(good)).toEqual([true, []]);
    expect(
      count(
        good
          .replace("mass: 1000, speed: 36 }", "mass: 1, speed: 3.6 }")
          .replace("energy: 50, momentum: 10000", "momentum: 1")
          .replace("momentum: mass * speed\n", 'momentum: mass * speed * number(mass, "kg")\n'),
      ),
    ).toEqual([true, expect.arrayContaining([16])]);
  });
});

describe("--compare", () => {
  it("says which outputs moved, by how much, and which examples", () => {
    const { shared } = readCatalogue([folder], functions);
    const [before, after] = [
      good,
      good.replace("momentum: mass * speed\n", "momentum: 1.01 * mass * speed\n").replace("maximum: 10000 }", "maximum: 100 }"),
    ].map((text) => readDocument("x", text).document!.data as Definition) as [Definition, Definition];
    const same = compareVersions("kinetic-energy", [before, before], shared);
    expect([same.moved, same.examples, same.onlyOld]).toEqual([[], [], 0]);
    const comparison = compareVersions("kinetic-energy", [before, after], shared);
    expect(comparison.moved.map(({ output }) => output)).toEqual(["momentum"]);
    expect(comparison.moved[0]!.change).toBeCloseTo(0.01 / 1.01, 9);
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
