import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../../scripts/validation/file.ts";
import { validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";
import { folder, good } from "./good.ts";

/** The good file with lines before its examples, formulas, outputs and at its end. */
interface Parts {
  inputs?: string;
  checks?: string;
  tables?: string;
  formulas?: string;
  outputs?: string;
  examples?: string;
  explanation?: string;
}
const indented = (text = "", spaces = 2) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => `${" ".repeat(spaces)}${line}\n`)
    .join("");

function fileOf({ inputs, checks, tables, formulas, outputs, examples, explanation }: Parts): string {
  const block = (key: string, text?: string) => (text === undefined ? "" : `${key}:\n${indented(text)}`);
  return good
    .replace("constants:\n", `${indented(inputs, 4)}${block("checks", checks)}constants:\n`)
    .replace("formulas:\n", `${block("tables", tables)}formulas:\n${indented(formulas)}`)
    .replace("explanation: ", `${indented(outputs)}explanation: `)
    .replace(/explanation: (.*)\n/, (line, text) =>
      explanation === undefined ? line : `explanation:\n  - ${text}\n${indented(explanation)}`,
    )
    .replace("references:\n", `${indented(examples)}references:\n`);
}

/** The findings of a file, and its text. */
function check(parts: Parts, text = fileOf(parts)) {
  const path = join(folder, "physics/kinetic-energy.yaml");
  writeFileSync(path, text);
  const { findings } = validate(readCatalogue([folder], language), [path]);
  rmSync(path);
  return { text, findings };
}
/** What the rules of coverage find in a file, as "place: message"; any other finding fails the test. */
function unmet(parts: Parts): string[] {
  const { text, findings } = check(parts);
  expect(findings.filter(({ rule }) => !rule.startsWith("unmet-")).map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
  return findings.map(({ rule, line, message }) => `${rule} at ${text.split("\n")[line - 1]!.trim().split(/[:{]/)[0]}: ${message}`);
}
const example = (inputs: string, outputs: string) =>
  `- title: Another one\n  inputs: { mass: 10, speed: 36, ${inputs} }\n  outputs: { ${outputs} }\n  origin: derived\n`;

describe("rows and columns of tables", () => {
  const metal = {
    inputs: "metal: { type: string, title: Metal, enum: [steel, brass, zinc], default: steel }",
    tables: "metals: { steel: { density: 7.85, grade: hard }, brass: { density: 8.5, grade: soft }, zinc: { density: 7.14, grade: soft } }",
    formulas: 'density: metals[metal]["density"]\ngrade: metals[metal]["grade"]',
    outputs: "density: { label: Relative density }\ngrade: { label: Grade, type: text }",
  };
  const all =
    "- title: Every metal\n  inputs: { mass: 1, speed: 36 }\n  each: { metal: [steel, brass, zinc], density: [7.850, 8.500, 7.140], grade: [hard, soft, soft] }\n  origin: derived\n";
  it("are met by a series", () => expect(unmet({ ...metal, examples: all })).toEqual([]));
  it("are found where no example looks them up, in one finding", () => {
    expect(unmet({ ...metal, examples: example("metal: brass", "density: 8.500, grade: soft") })).toEqual([
      'unmet-choice at metal: No example takes the choice "zinc" of metal: add it to an "each".',
      'unmet-row at metals: No example looks up the row "zinc" of metals: add it to an "each". No example expects a value that depends on the row "steel" of metals: name one, with enough digits.',
    ]);
  });
  it("are found where examples look them up and expect nothing of them", () => {
    const densities = all.replace(", grade: [hard, soft, soft]", "");
    expect(unmet({ ...metal, examples: `${densities}${example("metal: zinc", "grade: soft")}` })).toEqual([
      'unmet-row at metals: No example expects a value that depends on the cells "steel" "grade", "brass" "grade" of metals: name one, with enough digits.',
    ]);
  });
  it("are not asked of a shared table", () => {
    const shared = {
      tables: "numbers: preferredNumbers",
      formulas: 'series: numbers["e6"][1]',
      outputs: "series: { label: Second preferred number }",
      examples: example("method: classic", "series: 1.500"),
    };
    expect(unmet(shared)).toEqual([]);
  });
  it("leaves the table as it was", () => {
    expect(unmet({ ...metal, examples: all })).toEqual(unmet({ ...metal, examples: all }));
  });
});

describe("bands", () => {
  const marks = (examples: string) =>
    unmet({
      inputs: "mark: { type: number, title: Mark, minimum: 0, maximum: 100, default: 30 }",
      tables: "letters: [[0, F], [60, D], [70, C]]",
      formulas: "letter: band(letters, mark)",
      outputs: "letter: { label: Letter, type: text }",
      examples: `${example("method: classic", "letter: F")}${examples}`,
    });
  const series = (given: string, letters: string) =>
    `- title: Marks\n  inputs: { mass: 1, speed: 36 }\n  each: { mark: [${given}], letter: [${letters}] }\n  origin: derived\n`;
  it("are met on their thresholds", () => expect(marks(series("60, 70", "D, C"))).toEqual([]));
  it("are found where no example stands on a threshold", () => {
    expect(marks(series("65, 70", "D, C"))).toEqual([
      'unmet-edge at letters: No example stands on the threshold 60 of letters: add it to an "each", since a shifted one would go unseen.',
    ]);
  });
  it("are found where no example lies in one", () => {
    expect(marks(series("60", "D"))).toEqual([
      expect.stringMatching(/^unmet-(row|edge) at letters/),
      expect.stringMatching(/^unmet-(row|edge) at letters/),
    ]);
  });
});

describe("choices and defaults", () => {
  const flag = {
    inputs: "halved: { type: boolean, title: Halved, default: false }",
    formulas: "share: if(halved, 1, 2)",
    outputs: "share: { label: Divisor }",
  };
  it("are found where no example takes or leaves them", () => {
    expect(unmet({ ...flag, examples: example("halved: false", "share: 2.000") })).toEqual([
      'unmet-choice at halved: No example takes the choice true of halved: add it to an "each".',
    ]);
    expect(unmet({ ...flag, examples: example("halved: true", "share: 1.000") })).toEqual([]);
  });
  it("are found where every example sends an input with a default", () => {
    const { findings } = check({}, good.replace("speed: 36 }", "speed: 36, method: classic }"));
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'unmet-default: No example leaves out method, so its default "classic" is never used: let one do so.',
    ]);
  });
  it("may be today, which no example needs to leave out; but an example that does must hold on another day", () => {
    const day = {
      inputs:
        'on: { type: string, title: On, format: date, default: today }\nby: { type: string, title: By, format: date, default: "2029-12-31" }',
      checks: "- require: by > on\n  at: by\n  message: That is over.\n",
      formulas: 'days: number(daysBetween(on, by), "day")',
      outputs: "days: { label: Days }",
    };
    const refused = '- title: Over\n  inputs: { mass: 1000, speed: 36, on: "2030-01-01" }\n  refused: by\n';
    const found = (inputs: string, days: string) =>
      check({ ...day, examples: example(inputs, `days: ${days}`) + refused }).findings.map(({ rule, message }) => `${rule}: ${message}`);
    expect(
      found('on: "2029-12-30", by: "2029-12-31"', "1.000").filter((each) =>
        /^(today|unmet-default): (No example leaves out on|"Another one")/.test(each),
      ),
    ).toEqual([]);
    expect(found('by: "2026-01-25"', "10.00")).toContainEqual(
      expect.stringMatching(/^today: "Another one" is refused on 2031-08-20: give "on"/),
    );
  });
  it("are looked for in rows", () => {
    const rows = {
      inputs:
        "parts: { type: array, title: Parts, maxItems: 9, items: { type: object, required: [kind], properties: { kind: { type: string, title: Kind, enum: [a, b] } } } }",
      formulas: 'kinds: if(given(parts), count(parts["kind"]), 0)\ntwos: if(given(parts), sum(parts["kind"] == "b"), 0)',
      outputs: "kinds: { label: Parts }\ntwos: { label: Of the second kind }",
    };
    expect(unmet({ ...rows, examples: example("parts: [{ kind: a }]", "kinds: 1.000, twos: 0") })).toEqual([
      expect.stringContaining('No example takes the choice "b" of parts.kind'),
    ]);
    expect(unmet({ ...rows, examples: example("parts: [{ kind: a }, { kind: b }]", "kinds: 2.000, twos: 1.000") })).toEqual([]);
  });
});

describe("checks, parts and columns", () => {
  const checks =
    '- require: momentum < quantity(100000, "kg*m/s")\n  at: [mass, speed]\n  message: Too much.\n- require: mass < quantity(900000, "kg")\n  at: mass\n  message: Too heavy.\n';
  const refusal = (inputs: string) => `- title: Refused\n  inputs: { ${inputs} }\n  refused: mass\n`;
  it("finds a check that refuses no example", () => {
    expect(unmet({ checks, examples: refusal("mass: 500000, speed: 100") })).toEqual([
      'unmet-check at - require: No example is refused by this check: add one with "refused: mass".',
    ]);
    expect(unmet({ checks, examples: refusal("mass: 500000, speed: 100") + refusal("mass: 950000, speed: 0") })).toEqual([]);
  });
  const explanation = '- when: momentum > quantity(90000, "kg*m/s")\n  text: That is much.\n- That is all.\n';
  it("finds a part of the explanation that no example shows", () => {
    const says =
      "- title: Twice as heavy\n  inputs: { mass: 2000, speed: 36 }\n  says: [That is all, carry 100 kJ]\n  outputs: { energy: 100 }\n  origin: derived\n";
    expect(unmet({ explanation, examples: says })).toEqual([
      'unmet-part at - when: No example shows this part of the explanation (where momentum > quantity(90000, "kg*m/s")): add one, and a piece of the part as "says".',
    ]);
    const fast = "- title: Fast\n  inputs: { mass: 1000, speed: 360 }\n  outputs: { energy: 5000 }\n  says: much\n  origin: derived\n";
    expect(unmet({ explanation, examples: fast + says })).toEqual([]);
  });
  it("finds a part of which no example expects a piece that stands nowhere else", () => {
    const twice = "- The momentum is {{ momentum }}.\n";
    const says = (piece: string) =>
      `- title: Twice as heavy\n  inputs: { mass: 2000, speed: 36 }\n  says: ${piece}\n  outputs: { energy: 100 }\n  origin: derived\n`;
    expect(unmet({ explanation: twice, examples: says("momentum is 20,000 kg·m/s") })).toEqual([
      expect.stringMatching(
        /^unmet-part at - ".*: No example expects a piece of this part: "A ton at 36 km\/h" shows "1,000 kg at 36 km\/h/,
      ),
      expect.stringMatching(/^unmet-part at - The momentum is .*: No example expects a piece/),
    ]);
    expect(unmet({ explanation: twice, examples: says('["carry 100 kJ", ". The momentum is"]') })).toEqual([]);
  });
  it("finds a plain output with a unit that no example expects", () => {
    const plain = {
      inputs: "level: { type: number, title: Level, unit: kJ, plain: true, minimum: 0, maximum: 9, default: 1 }",
      formulas: "doubled: 2 * level",
      outputs: "doubled: { label: Doubled, unit: kJ, plain: true }",
    };
    const expected = (value: string) => example("level: 2", `doubled: ${value}`);
    const left = example("method: classic", "doubled: 2.000");
    expect(unmet({ ...plain, examples: expected("4.000") + left })).toEqual([
      expect.stringMatching(/^unmet-unit at doubled: No example expects doubled with its unit, so that \S+ in its place would go unseen/),
    ]);
    expect(unmet({ ...plain, examples: expected("{ value: 4.000, unit: kJ }") + left })).toEqual([]);
  });
  const plan = {
    formulas: "step: 1..3\n".replace("1..3", "range(1, 3)"),
    outputs: "plan: { label: Steps, type: table, columns: { step: { label: Step }, momentum: { label: Momentum, unit: kg*m/s } } }",
  };
  it("finds a column that no example names", () => {
    expect(unmet({ ...plan, examples: example("method: classic", "plan: { step: { 1: 1.000 } }") })).toEqual([
      'unmet-column at plan: No example names the column "momentum" of plan: expect a cell, as { momentum: { 1: … } }.',
    ]);
    const both = example("method: classic", "plan: { step: { 1: 1.000 }, momentum: { last: 100.0 } }");
    expect(unmet({ ...plan, examples: both })).toEqual([]);
  });
  it("finds an output that is only expected to be absent", () => {
    const found = unmet({
      inputs: "further: { type: boolean, title: Further, default: false }",
      formulas: "twice: if(further, 2, 1)",
      outputs: "twice: { label: Twice, when: further }\nonce: { label: Once, of: twice }",
      examples: example("further: false", "twice: null") + example("further: true", "once: 2.000"),
    });
    expect(found).toEqual(['unmet-output at twice: No example expects a value of the output "twice", only its absence.']);
  });
});
