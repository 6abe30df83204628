// Formulas with their numbers in one line of plain text: "1000 × (1 + 0.05 / 1)^(1 × 10)".
import type { Tree } from "formulary";
import { createWriter, type Notation, scientific } from "./notation.ts";

const line: Notation = {
  linear: true,
  number: (value) => {
    const { mantissa, exponent } = scientific(value) ?? {};
    return mantissa === undefined ? String(value).replace("-", "−") : `${mantissa.replace("-", "−")}e${exponent}`;
  },
  text: (text) => `"${text}"`,
  unit: (unit) => unit,
  words: (words) => words,
  symbol: (name) => (name === "PI" ? "π" : name),
  sign: (sign) => (sign === "," ? ", " : ` ${sign} `),
  minus: "−",
  row: (...parts) => parts.join(""),
  brackets: (open, close, inner) => open + inner + close,
  fraction: (above, below) => `${above} / ${below}`,
  power: (base, exponent) => `${base}^${exponent}`,
  index: (target, index) => `${target}[${index}]`,
  root: (inner) => `sqrt(${inner})`,
  cases: (lines) => lines.map(([value, condition]) => `${value} ${condition}`).join("; "),
};

/** A tree in one line. */
export const toLine: (tree: Tree) => string = createWriter(line);
