// Formulas as MathML Core: divisions become fractions, and choices become cases behind a brace.
import type { Tree } from "formulary";
import { parse, prettyUnit, toWords } from "formulary/compiler";
import { createWriter, greek, headTree, type Notation, partsOf, scientific } from "./notation.ts";

const row = (...parts: string[]) => `<mrow>${parts.join("")}</mrow>`;
const operator = (sign: string) => `<mo>${escaped(sign)}</mo>`;
// MathML drops spaces at the ends of a text unless they are no-break spaces
const text = (words: string) => `<mtext>${escaped(words).replace(/^ | $/g, "\u00a0")}</mtext>`;
const escaped = (words: string) => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
/** A bracket that is as high as its content, where that is higher than a line. */
const bracket = (sign: string, inner: string) => (/<m(frac|table|root)/.test(inner) ? operator(sign) : `<mo stretchy="false">${sign}</mo>`);

const mathML: Notation = {
  linear: false,
  number: (value) => {
    const { mantissa, exponent } = scientific(value) ?? {};
    if (mantissa === undefined) return `<mn>${String(value).replace("-", "−")}</mn>`;
    return row(`<mn>${mantissa}</mn>`, operator("×"), `<msup><mn>10</mn><mn>${exponent}</mn></msup>`);
  },
  text,
  unit: (unit) => text(prettyUnit(unit)),
  words: text,
  symbol: (name) => {
    const { letters, index } = partsOf(name);
    const written = `<mi>${Object.hasOwn(greek, letters) ? greek[letters] : escaped(toWords(letters))}</mi>`;
    return index === undefined ? written : `<msub>${written}<mn>${index}</mn></msub>`;
  },
  sign: operator,
  minus: operator("−"),
  row,
  brackets: (open, close, inner) => row(bracket(open, inner), inner, bracket(close, inner)),
  fraction: (above, below) => `<mfrac>${above}${below}</mfrac>`,
  power: (base, exponent) => `<msup>${base}${exponent}</msup>`,
  index: (target, index) => `<msub>${target}${index}</msub>`,
  root: (inner, degree) => (degree === undefined ? `<msqrt>${inner}</msqrt>` : `<mroot>${inner}${degree}</mroot>`),
  cases: (lines) => {
    const rows = lines.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`);
    return row(operator("{"), `<mtable>${rows.join("")}</mtable>`);
  },
};
const write = createWriter(mathML);
const math = (head: string, body: string) => `<math displaystyle="true">${row(write(headTree(head)), operator("="), body)}</math>`;

/** A formula as MathML: `name = …`. */
export const formulaToMathML = (head: string, source: string | number | boolean): string => math(head, write(parse(source)));

/** A tree as MathML: `head = …`, or by itself. */
export const treeToMathML = (tree: Tree, head?: string): string =>
  head === undefined ? `<math displaystyle="true">${write(tree)}</math>` : math(head, write(tree));

/** A formula that has a branch for each method of a choice, with a line for each. */
export const choiceToMathML = (head: string, branches: [method: string, source: string | number | boolean][]): string =>
  math(head, mathML.cases(branches.map(([method, source]) => [write(parse(source)), text(`for ${toWords(method)}`)])));
