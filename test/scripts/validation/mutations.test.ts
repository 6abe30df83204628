import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFile, readCatalogue } from "../../../scripts/validation/file.ts";
import { addCounts, type Mutations, mutate, notices, type Sampling, shareTable } from "../../../scripts/validation/mutations/mutate.ts";
import { language } from "../../language/evaluate.ts";
import { folder, good } from "./good.ts";

function mutated(text: string, sampling?: Sampling): Mutations {
  const path = join(folder, "physics/kinetic-energy.yaml");
  writeFileSync(path, text);
  const mutations = mutate(openFile(path, readCatalogue([folder], language)).file!, sampling);
  rmSync(path);
  return mutations;
}
const kindsOf = ({ survivors }: Mutations) => [...new Set(survivors.map(({ message }) => message.split(" goes unseen")[0]))];
const planted = ({ counts }: Mutations) => Object.values(counts).reduce((sum, count) => sum + count.planted, 0);

/** A file in which every kind of mistake has a place, and an example that notices it. */
const full = `title: Kinetic energy
description: The energy of a body from its mass and speed.
subcategory: energy-momentum
inputs:
  type: object
  required: [mass, speed]
  properties:
    mass: { type: number, title: Mass, unit: kg, minimum: 0.5, maximum: 1000 }
    speed: { type: number, title: Speed, unit: m/s, minimum: 0, maximum: 100 }
    wear: { type: number, title: Wear, minimum: 1, maximum: 5, default: 2 }
    kind: { type: string, title: Kind, enum: [car, van, bus], default: car }
checks:
  - require: mass * speed < quantity(90000, "kg*m/s")
    at: mass
    message: That is too much.
constants:
  half: { value: 0.5, source: definition }
tables:
  shares: { car: 1.5, van: 2.5, bus: 3.5 }
  classes: [[0, low], [100, middle], [200, high]]
formulas:
  energy: half * mass * speed ^ 2
  share: shares[kind] * wear * if(wear > 4, 10, 1)
  burned: number(energy, "kJ") / 10
  class: band(classes, number(energy, "J"))
outputs:
  energy: { label: Kinetic energy, unit: kJ, significant: 4 }
  share: { label: Share, significant: 4 }
  burned: { label: Burned, unit: kJ, plain: true, significant: 4 }
  class: { label: Class, type: text }
explanation:
  - "{{ mass }} at {{ speed }} carry {{ energy }}, a share of {{ share }}, with {{ burned }} burned."
  - when: class == "low"
    text: That is low.
usage: Give the speed relative to the ground.
limits: Far below the speed of light.
examples:
  - title: Light
    inputs: { mass: 2, speed: 5 }
    outputs: { energy: 0.02500, share: 3.000, burned: 0.002500, class: low }
    says: [carry 0.025 kJ, share of 3, with 0.0025 kJ burned., That is low.]
    origin: derived
  - title: Every kind and class
    inputs: { speed: 10 }
    each: { mass: [2, 4, 4], kind: [car, van, bus], wear: [4, 4, 5], energy: [0.1000, 0.2000, 0.2000], share: [6.000, 10.00, 175.0], class: [middle, high, high] }
    origin: derived
  - title: Too much
    inputs: { mass: 950, speed: 99 }
    refused: mass
  - title: Just too much
    inputs: { mass: 900, speed: 100 }
    refused: mass
  - title: Heavy
    inputs: { mass: 1001, speed: 1 }
    refused: mass
  - title: Almost nothing
    inputs: { mass: 0.4, speed: 1 }
    refused: mass
  - title: Fast
    inputs: { mass: 1, speed: 101 }
    refused: speed
  - title: New and worn out
    inputs: { mass: 1, speed: 1 }
    each: { wear: [0.5, 5.5] }
    refused: wear
references:
  - { title: "Halliday, Resnick, Walker: Fundamentals of Physics, 10th ed.", locator: section 7-1 }
`;

describe("planted mistakes", () => {
  it("are noticed in a file whose examples meet everything", () => {
    const { counts, survivors } = mutated(full);
    expect(survivors.map(({ message }) => message)).toEqual([]);
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(["table cell", "label", "constant", "default", "choice", "bound", "unit", "check deleted", "part deleted"]),
    );
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining([
        "condition of a formula",
        "condition of a part",
        "limit of a check",
        "name in a sentence",
        "another operator",
      ]),
    );
  });
  const words = "    says: [carry 0.025 kJ, share of 3, with 0.0025 kJ burned., That is low.]\n";
  const refusal = (title: string, inputs: string, place: string) =>
    `  - title: ${title}\n    inputs: { ${inputs} }\n    refused: ${place}\n`;
  it.each<[string, [string, string][], string]>([
    [
      "a row",
      [
        ["kind: [car, van, bus]", "kind: [car, van, van]"],
        ["175.0]", "125.0]"],
      ],
      "table cell",
    ],
    [
      "a threshold",
      [
        ["mass: [2, 4, 4]", "mass: [2.4, 4, 4]"],
        ["energy: [0.1000,", "energy: [0.1200,"],
      ],
      "table cell",
    ],
    ["a part", [[words, ""]], "part deleted"],
    ["a sentence", [[words, ""]], "name in a sentence"],
    ["a plain unit", [[words, ""]], "unit"],
    ["a bound", [[refusal("Fast", "mass: 1, speed: 101", "speed"), ""]], "bound"],
    ["an edge", [[refusal("Just too much", "mass: 900, speed: 100", "mass"), ""]], "< for <="],
  ])("go unseen where no example meets %s", (_, replacements, kind) => {
    expect(kindsOf(mutated(full))).not.toContain(kind);
    for (const [part] of replacements) expect(full).toContain(part);
    expect(kindsOf(mutated(replacements.reduce((text, [part, other]) => text.replace(part, other), full)))).toContain(kind);
  });
  it("stand at their place, with what stands there now", () => {
    const { survivors } = mutated(good.replace("outputs: { energy: 2 }", "outputs: { momentum: 200 }"));
    const branch = survivors.find(({ message }) => message.includes("formulas.energy.halved"));
    expect(branch).toMatchObject({ rule: "mutation", severity: "warning", line: 16 });
  });
  it("are not planted in a file with mistakes of its own", () => {
    expect(planted(mutated(full.replace("share: 3.000", "share: 4.000")))).toBe(0);
  });
  it("may be sampled, and the samples together are all", () => {
    const all = planted(mutated(full));
    const parts = [0, 1, 2].map((seed) => planted(mutated(full, { every: 3, seed })));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
    expect(Math.max(...parts)).toBeLessThan(all / 2);
  });
  it("are counted in a table by kind", () => {
    const counts: Mutations["counts"] = {};
    for (const text of [full, good]) addCounts(counts, mutated(text).counts);
    const [head, ...lines] = shareTable(counts).split("\n");
    expect(head).toMatch(/^change +planted +noticed +share/);
    expect(lines.map((line) => line.split("  ")[0])).toEqual([...Object.keys(counts).sort(), "all"]);
    expect(notices).toContain("examples");
  });
});

describe("the catalogue", () => {
  // Files of several fields whose examples pin their data and formulas down; the whole catalogue: npm run mutate.
  const files = [
    "health-nutrition/daily-energy-and-macros",
    "health-nutrition/blood-alcohol",
    "electrical-electronics/pcb-trace-width",
    "biology/primer-melting-temperature",
    "civil-engineering/beam-deflection",
    "tax-payroll/salary-conversion",
  ];
  const pinned = ["table cell", "constant", "default", "choice", "condition of a formula", "another operator", "another input"];
  const catalogue = readCatalogue(["catalog"], language);
  const counts: Mutations["counts"] = {};
  for (const name of files) addCounts(counts, mutate(openFile(`catalog/${name}.yaml`, catalogue).file!, { every: 2 }).counts);
  it.each(pinned)("notices a mistake of the kind %s in well-covered files", (kind) => {
    const { planted, ...noticed } = counts[kind]!;
    expect(planted).toBeGreaterThan(0);
    expect(Object.values(noticed).reduce((sum, count) => sum + count, 0) / planted).toBeGreaterThanOrEqual(0.95);
  });
});
