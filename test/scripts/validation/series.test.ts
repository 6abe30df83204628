import { exampleCases, examplesToTry } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { findings, good, lineOf } from "./good.ts";

const withExample = (...lines: string[]) => good.replace("references:\n", `${lines.map((line) => `  ${line}\n`).join("")}references:\n`);
const found = (...lines: string[]) => {
  const text = withExample(...lines);
  return findings(text).map((each) => each.replace(/:\d+$/, (line) => `: ${text.split("\n")[Number(line.slice(1)) - 1]!.trim()}`));
};

describe("a series of examples", () => {
  const series = (speeds: string, energies: string, more = "") => [
    "- title: Faster and faster",
    "  inputs: { mass: 2 }",
    `  each: { speed: [${speeds}], energy: [${energies}]${more} }`,
    "  origin: derived",
  ];
  it("is run element by element", () => {
    expect(found(...series("36, 72, 108", "0.1000, 0.4000, 0.9000"))).toEqual([]);
    const text = withExample(...series("36, 72, 108", "0.1000, 0.5000, 0.9000"));
    expect(findings(text)).toEqual([`example:${lineOf(text, "0.5000")}`]);
  });
  it("may say a piece of the explanation for each element", () => {
    expect(found(...series("36, 72", "0.1000, 0.4000", ", says: [carry 0.1 kJ, carry 0.4 kJ]"))).toEqual([]);
    expect(found(...series("36, 72", "0.1000, 0.4000", ", says: [carry 0.1 kJ, carry 0.5 kJ]"))).toHaveLength(1);
  });
  it("has lists of one length, by names of inputs and outputs", () => {
    expect(found(...series("36, 72", "0.1000"))).toEqual([expect.stringContaining("example-form: each:")]);
    expect(found(...series("36", "0.1000", ", enrgy: [1]"))).toEqual([expect.stringContaining("example-form: each:")]);
    expect(found(...series("36", "0.1000"), "  solve: speed")).toEqual(["example-form: solve: speed"]);
  });
  it("reaches clients element by element, and the page with its first", () => {
    const definition = {
      inputs: { type: "object" as const, properties: { a: { type: "number" as const }, b: { type: "string" as const } } },
      examples: [
        { title: "Fixed", inputs: { a: 1 } },
        {
          title: "All",
          inputs: { a: 2 },
          each: { b: ["x", { value: 1, unit: "m" }], out: [3, 4], says: ["p", "q"] },
          outputs: { more: 5 },
        },
        { title: "None", inputs: { a: -1 }, refused: "a" },
      ],
    };
    expect(exampleCases(definition).map(({ example }) => example)).toEqual([
      { title: "Fixed", inputs: { a: 1 } },
      { title: "All: x", inputs: { a: 2, b: "x" }, outputs: { more: 5, out: 3 }, says: "p" },
      { title: "All: 1 m", inputs: { a: 2, b: { value: 1, unit: "m" } }, outputs: { more: 5, out: 4 }, says: "q" },
      { title: "None", inputs: { a: -1 }, refused: "a" },
    ]);
    expect(examplesToTry(definition).map(({ title }) => title)).toEqual(["Fixed", "All: x"]);
  });
});

describe("an example that expects a refusal", () => {
  const refusal = (...lines: string[]) => ["- title: Backwards", "  inputs: { mass: 2, speed: -1 }", ...lines.map((line) => `  ${line}`)];
  it("is met by a refusal at that input", () => {
    expect(found(...refusal("refused: speed"))).toEqual([]);
    expect(found(...refusal("refused: speed", "says: must be at least 0"))).toEqual([]);
    expect(found(...refusal("refused: mass"))).toEqual(["example: refused: mass"]);
    expect(found(...refusal("refused: speed", "says: too fast"))).toEqual(["example: says: too fast"]);
  });
  it("is not met by an answer", () => {
    expect(found("- title: Forwards", "  inputs: { mass: 2, speed: 1 }", "  refused: speed")).toEqual(["example: - title: Forwards"]);
  });
  it("names inputs, and no outputs", () => {
    expect(found(...refusal("refused: sped"))).toEqual(["example-form: refused: sped"]);
    expect(found(...refusal("refused: speed", "outputs: { energy: 1 }"))).toEqual(["example-form: outputs: { energy: 1 }"]);
    expect(found(...refusal("refused: speed", "origin: derived"))).toEqual(["example-form: origin: derived"]);
  });
  it("points at no input where the check names none", () => {
    const check = 'checks:\n  - require: mass * speed < quantity(100000, "kg*m/s")\n    message: Too much.\nconstants:\n';
    const text = (refused: string) =>
      withExample("- title: Too much", "  inputs: { mass: 1000000, speed: 100 }", `  refused: ${refused}`).replace("constants:\n", check);
    expect(findings(text("true"))).toEqual([]);
    expect(findings(text("mass"))).toEqual([`example:${lineOf(text("mass"), "refused: mass")}`]);
  });
});
