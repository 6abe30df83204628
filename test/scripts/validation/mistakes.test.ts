import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../../scripts/validation/file.ts";
import { rules } from "../../../scripts/validation/rules.ts";
import { validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";
import { addCategory, findings, folder, good, lineOf } from "./good.ts";

it("a good file has no finding", () => {
  expect(findings(good)).toEqual([]);
});

const formulaPart = good.slice(good.indexOf("    method: {"), good.indexOf("outputs:"));
const wordsPart = good.slice(good.indexOf("  momentum: { label"), good.indexOf("usage:"));
/** A mistake: what to replace, by what, and the part of the broken file where the finding must be reported. */
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
  [
    "references",
    "an address that is not encrypted",
    "locator: section 7-1 }",
    'locator: section 7-1, url: "http://example.org" }',
    '- { title: "Halliday',
  ],
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
  ["unknown-unit", "a mistyped unit of an output", "unit: kg*m/s }", "unit: kgg*m/s, minimum: 0 }", "momentum: {"],
  ["unknown-unit", "an unknown substance", "unit: kg, min", "unit: kg, substance: unobtainium, min", "mass: {"],
  ["locator", "pages that fall", "section 7-1", "pages 363-355", '- { title: "Halliday'],
  ["locator", "a year to come", "10th ed.", "10th ed. (2977)", '- { title: "Halliday'],
  ["locator", "a chapter without its number", "section 7-1", "chapter on energy", '- { title: "Halliday'],
  ["placeholder", "an alias of the template", "energy of motion", "another name that people search for", "aliases:"],
  ["no-questions", "a file without questions", /questions: .*\n/.exec(good)![0], "", "title:"],
  ["show", "a shown formula that gives something else", "explanation:", 'show: { momentum: "mass * speed / 2" }\nexplanation:', "show:"],
  ["show", "a shown formula that is none", "explanation:", "show: { impulse: true }\nexplanation:", "show:"],
  ["show", "a shown formula with a mistyped name", "explanation:", 'show: { momentum: "mas * speed" }\nexplanation:', "show:"],
  [
    "chart",
    "a bell without a deviation of the file",
    "explanation:",
    "chart: { kind: bell, mean: mass, deviation: spread }\nexplanation:",
    "chart:",
  ],
  [
    "chart",
    "bands of a table that is missing",
    "explanation:",
    "chart: { kind: bands, of: energy, table: levels }\nexplanation:",
    "chart:",
  ],
  ["chart", "two units on one axis", "explanation:", "chart: { kind: line, x: speed, y: [energy, momentum] }\nexplanation:", "chart:"],
  ["chart", "dots over an input", "explanation:", "chart: { kind: scatter, x: speed, y: energy }\nexplanation:", "chart:"],
  ["chart", "a chart of nothing", "explanation:", "chart: { kind: line, x: spead, y: energy }\nexplanation:", "chart:"],
  ["span", "a corner outside the plausible span", "significant: 4 }", "significant: 4, maximum: 1000 }", "energy: { label"],
  ["no-span", "an enormous result", "maximum: 1.0e+6", "maximum: 1.0e+12", "energy: { label"],
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
  [
    "dimension",
    "methods of two dimensions that no output shows itself",
    "momentum: mass * speed\n",
    "way: { by: method, classic: mass, halved: speed }\n  momentum: way * mass * speed / way\n",
    "way: {",
  ],
  [
    "dimension",
    "a quantity joined to a text",
    "momentum: mass * speed\n",
    'words: concat("m = ", mass)\n  momentum: if(words == "", 0, 1) * mass * speed\n',
    "words:",
  ],
  [
    "compile",
    "an output of an input",
    "  momentum: { label: Momentum, unit: kg*m/s }\n",
    "  momentum: { label: Momentum, unit: kg*m/s }\n  m: { label: M, of: mass, unit: kg }\n",
    "m: { label: M, of",
  ],
  [
    "dimension",
    "the helper that is wrong, not its callers",
    "momentum: mass * speed\n",
    "f(x): x + mass\n  momentum: f(speed) * speed\n",
    "f(x)",
  ],
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
  [
    "example-form",
    "a series of two lengths",
    "    inputs: { mass: 10, speed: 72, method: halved }\n    outputs: { energy: 2 }\n",
    "    inputs: { mass: 10, method: halved }\n    each: { speed: [72, 36], energy: [2] }\n",
    "each:",
  ],
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
  it.each(mistakes)("%s: %s", (...[rule, , from, to, at]) => {
    expect(good).toContain(from);
    const broken = good.replace(from, to);
    const all = findings(broken);
    expect(all[0]).toBe(`${rule}:${lineOf(broken, at)}`);
    // The same mistake may cause findings of one more rule, and the one that examples wait for the units.
    expect(new Set(all.map((each) => each.split(":")[0])).size).toBeLessThanOrEqual(3);
  });
  it("slug: a name with capitals", () => {
    expect(findings(good, "Kinetic_Energy")).toEqual(["slug:1"]);
  });
  it("sixty mistakes and more, at least one for every rule", () => {
    const covered = new Set([...mistakes.map(([rule]) => rule), "slug"]);
    // Health files and the tails of distributions need files of their own; coverage, series and examples of today have tests of their own.
    const others = rules.map(({ name }) => name).filter((name) => !covered.has(name) && !name.startsWith("unmet-"));
    expect(others).toEqual(["population", "upper-tail", "today"]);
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
  });
  it("population: a health file that does not say whom it holds for", () => {
    addCategory("medicine");
    const path = join(folder, "medicine/kinetic-energy.yaml");
    writeFileSync(path, good.replace("energy-momentum", "cardiology"));
    const { findings } = validate(readCatalogue([folder], language), [path]);
    rmSync(join(folder, "medicine"), { recursive: true });
    expect(findings.map(({ rule }) => rule)).toContain("population");
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
  ])("%s", (...[, from, to, words, also = "", addition = ""]) => {
    expect(good).toContain(from);
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace(from, to).replace(also, addition));
    const { findings } = validate(readCatalogue([folder], language), [path]);
    rmSync(path);
    expect(findings.map(({ message }) => message).join(" ")).toContain(words);
  });
});
