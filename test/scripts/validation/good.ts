// A calculator file without a mistake, and a small catalogue to break it in.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCatalogue } from "../../../scripts/validation/file.ts";
import { validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";

/** A file without a finding. */
export const good = `title: Kinetic energy
description: The energy of a body from its mass and speed.
subcategory: energy-momentum
aliases: [energy of motion]
questions: [how much energy does a moving car have, what does a moving body carry]
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

/** A catalogue of one category without calculators; each test leaves it as it was. */
export const folder = mkdtempSync(join(tmpdir(), "formulary-"));
for (const name of ["_units.yaml", "_constants.yaml", "_tables.yaml", "_substances.yaml"])
  cpSync(join("catalog", name), join(folder, name));
/** Gives the catalogue a category of the project, without the list of its popular calculators, which are not there. */
export function addCategory(name: string): void {
  mkdirSync(join(folder, name));
  const text = readFileSync(join("catalog", name, "_category.yaml"), "utf8");
  writeFileSync(join(folder, name, "_category.yaml"), text.replace(/^popular: .*\n/m, ""));
}
addCategory("physics");

/** The findings of one file as "rule:line". */
export function findings(text: string, slug = "kinetic-energy"): string[] {
  const path = join(folder, `physics/${slug}.yaml`);
  writeFileSync(path, text);
  const { findings } = validate(readCatalogue([folder], language), [path]);
  rmSync(path);
  return findings.map(({ rule, line }) => `${rule}:${line}`);
}
/** The line on which a part of a text stands. */
export const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
