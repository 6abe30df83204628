// Formulas as LaTeX for mathematics mode, with the commands of amsmath.
import type { Tree } from "formulary";
import { toWords } from "formulary/compiler";
import { createWriter, greek, headTree, type Notation, partsOf, scientific } from "./notation.ts";

const commands: Record<string, string> = {
  "−": " - ",
  "·": " \\cdot ",
  "×": " \\times ",
  mod: " \\bmod ",
  "=": " = ",
  "≠": " \\ne ",
  "<": " < ",
  "≤": " \\le ",
  ">": " > ",
  "≥": " \\ge ",
  "+": " + ",
  ",": ", ",
};
const brackets: Record<string, string> = { "⌊": "\\lfloor", "⌋": "\\rfloor", "⌈": "\\lceil", "⌉": "\\rceil" };
const special: Record<string, string> = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const escaped = (words: string) => words.replace(/[\\~^]|[#$%&_{}]/g, (sign) => special[sign] ?? `\\${sign}`);
/** Functions that have a command of their own. */
const functions = new Set(["sin", "cos", "tan", "sinh", "cosh", "tanh", "ln", "log", "exp", "min", "max", "gcd"]);
const unitSigns = (unit: string) =>
  escaped(unit).replaceAll("*", " \\cdot ").replaceAll("°", "^{\\circ}").replaceAll("µ", "\\mu ").replaceAll("Δ", "\\Delta ");
const text = (words: string) => `\\text{${escaped(words)}}`;

const latex: Notation = {
  linear: false,
  number: (value) => {
    const { mantissa, exponent } = scientific(value) ?? {};
    return mantissa === undefined ? String(value) : `${mantissa} \\times 10^{${exponent}}`;
  },
  text,
  unit: (unit) =>
    `\\mathrm{${unit
      .split(/\^\(?(-?\d+)\)?/)
      .map((part, at) => (at % 2 ? `^{${part}}` : unitSigns(part)))
      .join("")}}`,
  words: text,
  symbol: (name) => {
    const { letters, index } = partsOf(name);
    const greekName = letters === "PI" ? "pi" : letters;
    const command = Object.hasOwn(greek, letters) || functions.has(letters);
    const written = command
      ? `\\${greekName}`
      : letters.length === 1
        ? letters
        : `\\mathit{${escaped(toWords(letters)).replaceAll(" ", "\\ ")}}`;
    return index === undefined ? written : `${written}_{${index}}`;
  },
  minus: "-",
  sign: (sign) => commands[sign] ?? sign,
  // a command that ends in a letter must not run into the next one
  row: (...parts) => parts.reduce((line, part) => line + (/\\[a-z]+$/i.test(line) && /^[a-z]/i.test(part) ? " " : "") + part, ""),
  brackets: (open, close, inner) => {
    const [left, right] = [open, close].map((each) => brackets[each] ?? each);
    return `\\left${left} ${inner} \\right${right}`;
  },
  fraction: (above, below) => `\\frac{${above}}{${below}}`,
  power: (base, exponent) => `{${base}}^{${exponent}}`,
  index: (target, index) => `{${target}}_{${index}}`,
  root: (inner, degree) => (degree === undefined ? `\\sqrt{${inner}}` : `\\sqrt[${degree}]{${inner}}`),
  cases: (lines) => `\\begin{cases} ${lines.map((cells) => cells.join(" & ")).join(" \\\\ ")} \\end{cases}`,
};
const write = createWriter(latex);

/** A formula as LaTeX: `name = …`. */
export const formulaToLatex = (head: string, tree: Tree): string => `${write(headTree(head))} = ${write(tree)}`;
