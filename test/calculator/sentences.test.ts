import { describe, expect, it } from "vitest";
import { calculate, calculatorOf, faultsOf, file, number } from "./calculators.ts";

const explained = (inputs: Record<string, string>, rest: string, sent: object): string =>
  calculate(calculatorOf(file(inputs, rest)), sent).explanation;

describe("a part with otherwise", () => {
  const said = (x: number) =>
    explained(
      { x: number(), y: number(", optional: true") },
      "formulas: { a: x }\noutputs:\n  a: { label: A }\nexplanation:\n  - { when: x > 0, text: Above. }\n  - { otherwise: true, text: Not above. }\n  - { when: y > 0, text: Never. }\n  - { otherwise: true, text: Nor this. }\n",
      { x },
    );
  it("is said where the part before is not, and neither where the condition names an absent input", () => {
    expect(said(1)).toBe("Above.");
    expect(said(0)).toBe("Not above.");
  });
  it("needs a condition before it", () => {
    const rest = "formulas: { a: x }\noutputs:\n  a: { label: A }\nexplanation:\n  - Always.\n  - { otherwise: true, text: Never. }\n";
    expect(faultsOf(file({ x: number() }, rest))).toEqual([
      'explanation.1: "otherwise" stands for "when", after a part that has a "when".',
    ]);
  });
});

describe("words of a sentence", () => {
  const loss = "formulas: { change: x }\noutputs:\n  change: { label: Change, unit: currency, decimals: 2 }\n";
  it("size(x) is a number without its sign, written as that number", () => {
    const text = `${loss}explanation: "It loses {{ size(change) }}, sent as {{ size(x) }}."\n`;
    expect(explained({ x: number() }, text, { x: -934.5 })).toBe("It loses $934.50, sent as 934.5.");
  });
  it("size takes an output that shows another formula", () => {
    const turns =
      'formulas: { angle: x }\noutputs:\n  angle: { label: A, unit: rad }\n  turns: { label: T, of: angle, unit: rev, decimals: 2 }\nexplanation: "{{ size(turns) }} back."\n';
    expect(explained({ x: "{ type: number, title: X, unit: deg, minimum: -900, maximum: 900 }" }, turns, { x: -180 })).toBe(
      "0.50 rev back.",
    );
  });
  it("both stand inside other calls too", () => {
    const inputs = { metal: "{ type: string, title: Metal, oneOf: [{ const: st, title: Carbon steel }] }", x: number() };
    const text = `${loss}explanation: '{{ if(x < 0, size(change), "nothing") }} of {{ if(x < 0, lower(metal), "air") }}, {{ lower("AB") }}.'\n`;
    expect(explained(inputs, text, { metal: "st", x: -2 })).toBe("$2.00 of carbon steel, ab.");
  });
  it.each([
    ["steel", "carbon steel"],
    ["pvc", "PVC pipe"],
    ["glass", "E-glass"],
  ])("lower(metal) is the title of %s for the middle of a sentence", (metal, title) => {
    const metals = "[{ const: steel, title: Carbon steel }, { const: pvc, title: PVC pipe }, { const: glass, title: E-glass }]";
    const inputs = { metal: `{ type: string, title: Metal, oneOf: ${metals} }` };
    const rest = 'formulas: { a: 1 }\noutputs:\n  a: { label: A }\nexplanation: "Made of {{ lower(metal) }}."\n';
    expect(explained(inputs, rest, { metal })).toBe(`Made of ${title}.`);
  });
  it.each([
    [12.3456789, "12.3456789"],
    [9.411764705882353, "9.41176"],
    [0.1 + 0.2, "0.3"],
    [1 / 3e9, "3.33333 × 10⁻¹⁰"],
  ])("an input of %d is written as %s: digits that were typed, never raw ones", (x, written) => {
    const rest = 'formulas: { a: x }\noutputs:\n  a: { label: A }\nexplanation: "From {{ x }}."\n';
    expect(explained({ x: number() }, rest, { x })).toBe(`From ${written}.`);
  });
});

describe("a formula that is a YAML list", () => {
  it("is a list formula, with lists in it", () => {
    const calculator = calculatorOf(
      file(
        { x: number() },
        "formulas:\n  squares: [x, x ^ 2, 3]\n  pairs: [[0, x], [1, 5]]\n  last: pairs[1][1]\noutputs:\n  squares: { label: A, type: list }\n  last: { label: B }\n",
      ),
    );
    expect(calculate(calculator, { x: 2 }).results).toMatchObject({ squares: { value: [2, 4, 3] }, last: { value: 5 } });
    expect((calculator.detail() as { formulas: object }).formulas).toEqual({
      squares: "[x, x ^ 2, 3]",
      pairs: "[[0, x], [1, 5]]",
      last: "pairs[1][1]",
    });
  });
});

describe("an empty cell", () => {
  it("is none, and the row has no such key; an empty text stays", () => {
    const rest =
      'formulas:\n  n: [1, 2]\n  cell(i): if(i == 1, none, i * x)\n  cells: map(cell, n)\n  texts: ["", "b"]\noutputs:\n  plan: { label: P, type: table, columns: { n: { label: N }, cells: { label: C }, texts: { label: T, type: text } } }\n';
    const { results } = calculate(calculatorOf(file({ x: number() }, rest.replace('["", "b"]', `['""', '"b"']`))), { x: 5 });
    expect(results.plan!.value).toEqual([
      { n: 1, texts: "" },
      { n: 2, cells: 10, texts: "b" },
    ]);
  });
  it("has a name that no file may take", () => {
    expect(faultsOf(file({ none: number() }, "formulas: { a: none }\noutputs:\n  a: { label: A }\n"))[0]).toContain("reserved");
  });
});

describe("the parameter of a formula", () => {
  it("has no name of the file; the message proposes another", () => {
    const rest = "formulas:\n  k: x\n  f(k): k + 1\n  a: f(2) + k\noutputs:\n  a: { label: A }\n";
    expect(faultsOf(file({ x: number() }, rest))).toEqual([
      'formulas.f(k): The parameter "k" is also a formula: choose another name, such as "eachK".',
    ]);
  });
});
