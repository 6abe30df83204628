// Formulas as people write them. The walk over a tree is the same for every notation; what a fraction or a root looks like is not.
import type { Tree } from "formulary";
import { toWords } from "formulary/compiler";

/** How one notation writes the parts of a formula; all parts that it is given are written already. */
export interface Notation {
  /** Everything stands in one line: a division is "a / b", and functions are called by their names. */
  linear: boolean;
  number: (value: number) => string;
  /** A text of the formula. */
  text: (text: string) => string;
  /** A unit as files write it, m^3/s; of a notation that is not linear. */
  unit: (unit: string) => string;
  /** Words of the language: "if ", " and ". */
  words: (words: string) => string;
  symbol: (name: string) => string;
  /** A sign such as "+", "≤" or ",". */
  sign: (sign: string) => string;
  /** The sign of a negated part. */
  minus: string;
  row: (...parts: string[]) => string;
  brackets: (open: string, close: string, inner: string) => string;
  fraction: (above: string, below: string) => string;
  power: (base: string, exponent: string) => string;
  /** A part of a list or table, or a logarithm's base. */
  index: (target: string, index: string) => string;
  root: (inner: string, degree?: string) => string;
  cases: (lines: [value: string, condition: string][]) => string;
}

/** Writes a tree, in brackets where its precedence is lower than `least`. */
export type WriteTree = (tree: Tree, least?: number) => string;

/** Precedences; an operation with a lower precedence than its position needs is in brackets. */
const precedence = { choose: 0, or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, negate: 7, power: 8, atom: 9 };
const signs: Record<string, [sign: string, precedence: number]> = {
  "+": ["+", precedence.add],
  "-": ["−", precedence.add],
  "*": ["·", precedence.multiply],
  "/": ["/", precedence.multiply],
  "%": ["mod", precedence.multiply],
  "==": ["=", precedence.compare],
  "!=": ["≠", precedence.compare],
  "<": ["<", precedence.compare],
  "<=": ["≤", precedence.compare],
  ">": [">", precedence.compare],
  ">=": ["≥", precedence.compare],
};

/** Makes the writer of trees in a notation. */
export function createWriter(notation: Notation): WriteTree {
  const { linear, row, sign, text, words, symbol } = notation;
  const bracketed = (inner: string) => notation.brackets("(", ")", inner);
  const precedenceOf = (tree: Tree): number => {
    if (tree.kind === "binary") {
      if (tree.operator === "/" && !linear) return precedence.atom;
      return tree.operator === "^" ? precedence.power : signs[tree.operator]![1];
    }
    if (tree.kind === "number") return tree.value < 0 ? precedence.negate : precedence.atom;
    if (!linear && unitOf(tree, "quantity") !== undefined) return precedence.multiply;
    if (tree.kind === "negate" || tree.kind === "not" || tree.kind === "and" || tree.kind === "or") return precedence[tree.kind];
    return tree.kind === "choose" && !linear ? precedence.choose : precedence.atom;
  };
  const write: WriteTree = (tree, least = 0) => {
    const inner = writeBare(tree);
    return precedenceOf(tree) < least ? bracketed(inner) : inner;
  };
  const writeBare = (tree: Tree): string => {
    switch (tree.kind) {
      case "number":
        return notation.number(tree.value);
      case "text":
        return text(tree.value === "" ? "nothing" : toWords(tree.value));
      case "boolean":
        return words(tree.value ? "yes" : "no");
      case "name":
        return symbol(tree.name);
      case "negate":
        return row(notation.minus, write(tree.operand, isNegative(tree.operand) ? precedence.atom : precedence.negate));
      case "not":
        return row(words("not "), write(tree.operand, precedence.not));
      case "and":
      case "or":
        return row(write(tree.left, precedence[tree.kind]), words(` ${tree.kind} `), write(tree.right, precedence[tree.kind]));
      case "choose":
        return linear ? applied(symbol("if"), [tree.condition, tree.yes, tree.otherwise]) : notation.cases(branchesOf(tree));
      case "list":
        return notation.brackets("[", "]", separated(tree.items));
      case "index":
        return indexed(tree, []);
      case "call":
        return call(tree);
      default:
        return binary(tree);
    }
  };
  const binary = ({ operator, left, right }: Extract<Tree, { kind: "binary" }>): string => {
    if (operator === "/" && !linear) return fraction(left, [right]);
    // the base of a power needs brackets around a fraction, too
    if (operator === "^")
      return notation.power(
        write(left, isFraction(left) || (!linear && unitOf(left, "number") !== undefined) ? precedence.atom + 1 : precedence.atom),
        exponent(right),
      );
    const [printed, level] = signs[operator]!;
    const point = operator === "*" && (linear || right.kind === "number" || left.kind === "number") ? "×" : printed;
    // a - (b - c) is not a - b - c: the right side of these needs brackets; and so does what begins with a sign of its own
    const strict = operator === "-" || operator === "%" || operator === "/";
    const isComparison = level === precedence.compare;
    return row(
      write(left, level),
      sign(point),
      write(right, beginsNegative(right) && !isComparison ? precedence.atom : strict ? level + 1 : level),
    );
  };
  /** Whether the first sign that is written of a part is a minus. */
  const beginsNegative = (tree: Tree): boolean =>
    isNegative(tree) || (tree.kind === "binary" && precedenceOf(tree) === precedence.multiply && beginsNegative(tree.left));
  /** rows[i].price as one name with two indexes. */
  const indexed = (tree: Tree, indexes: Tree[]): string => {
    if (tree.kind === "index" && !linear) return indexed(tree.target, [tree.index, ...indexes]);
    if (tree.kind === "index") return notation.index(write(tree.target, precedence.atom), write(tree.index));
    const [only] = indexes;
    return notation.index(write(tree, precedence.atom), indexes.length === 1 ? write(only!) : row(separated(indexes)));
  };
  const exponent = (tree: Tree) => write(tree, linear ? precedence.atom : 0);
  /** a / b / c as one fraction: a over b · c. */
  const fraction = (left: Tree, under: Tree[]): string => {
    if (isFraction(left)) return fraction(left.left, [left.right, ...under]);
    const product = under.reduce((whole, each): Tree => ({ kind: "binary", operator: "*", left: whole, right: each }));
    return notation.fraction(write(left), write(product));
  };
  const branchesOf = (tree: Tree): [string, string][] => {
    if (tree.kind !== "choose") return [[write(tree), words("otherwise")]];
    return [[write(tree.yes), row(words("if "), write(tree.condition))], ...branchesOf(tree.otherwise)];
  };
  const separated = (parts: Tree[]) => parts.map((part) => write(part)).join(sign(","));
  const applied = (name: string, parts: Tree[]) => row(name, bracketed(separated(parts)));
  const call = (tree: Call): string => {
    const { name, arguments: operands } = tree;
    const [only] = operands;
    const own = operands.length === 1 && Object.hasOwn(shorthand, name) ? shorthand[name] : undefined;
    if (own && !linear) return own(only!);
    const [amountUnit, bareUnit] = linear ? [] : [unitOf(tree, "quantity"), unitOf(tree, "number")];
    if (amountUnit !== undefined) return row(write(only!, precedence.multiply), words(" "), notation.unit(amountUnit));
    if (bareUnit !== undefined) return notation.fraction(write(only!), notation.unit(bareUnit));
    if (name === "hypot" && operands.length > 1 && !linear) return notation.root(write(operands.map(squared).reduce(sumOf)));
    if (name === "pow" && operands.length === 2) return notation.power(write(only!, precedence.atom), exponent(operands[1]!));
    if (Object.hasOwn(logarithms, name) && !linear)
      return applied(notation.index(symbol("log"), notation.number(logarithms[name]!)), operands);
    return applied(symbol(name), operands);
  };
  /** Functions with a notation of their own. */
  const shorthand: Record<string, (tree: Tree) => string> = {
    sqrt: (tree) => notation.root(write(tree)),
    cbrt: (tree) => notation.root(write(tree), notation.number(3)),
    abs: (tree) => notation.brackets("|", "|", write(tree)),
    floor: (tree) => notation.brackets("⌊", "⌋", write(tree)),
    ceil: (tree) => notation.brackets("⌈", "⌉", write(tree)),
    exp: (tree) => notation.power(symbol("e"), write(tree)),
    factorial: (tree) => row(write(tree, precedence.atom), sign("!")),
  };
  return write;
}

type Call = Extract<Tree, { kind: "call" }>;
/**
 * The unit of quantity(5, "mm") or of number(x, "mm"). A number that was put into number() is in SI, so beside another unit it would
 * look wrong, and there is none.
 */
function unitOf(tree: Tree, name: "quantity" | "number"): string | undefined {
  if (tree.kind !== "call" || tree.name !== name) return undefined;
  const [value, unit] = tree.arguments;
  return unit?.kind === "text" && !(name === "number" && value!.kind === "number") ? unit.value : undefined;
}

const squared = (tree: Tree): Tree => ({ kind: "binary", operator: "^", left: tree, right: { kind: "number", value: 2 } });
const sumOf = (left: Tree, right: Tree): Tree => ({ kind: "binary", operator: "+", left, right });

const logarithms: Record<string, number> = { log10: 10, log2: 2 };
const isFraction = (tree: Tree): tree is Extract<Tree, { kind: "binary" }> => tree.kind === "binary" && tree.operator === "/";
const isNegative = (tree: Tree): boolean => (tree.kind === "number" && tree.value < 0) || tree.kind === "negate";

/** The name and the parameters of a formula's head: "f(x, y)". */
export function headOf(head: string): { name: string; parameters?: string[] } {
  const [, name = head, parameters] = /^(\w+)\(([^)]*)\)$/.exec(head) ?? [];
  return parameters === undefined ? { name } : { name, parameters: parameters.split(",").map((each) => each.trim()) };
}

/** A head as a tree: a name, or a call with names. */
export function headTree(head: string): Tree {
  const { name, parameters } = headOf(head);
  const nameOf = (each: string): Tree => ({ kind: "name", name: each });
  return parameters ? { kind: "call", name, arguments: parameters.map(nameOf) } : nameOf(name);
}

/** Mantissa and exponent of a number that JavaScript writes with one: "1.5", -9 for 1.5e-9. */
export function scientific(value: number): { mantissa: string; exponent: number } | undefined {
  const [, mantissa, exponent] = /^(-?[\d.]+)e([+-]?\d+)$/.exec(String(value)) ?? [];
  return mantissa === undefined ? undefined : { mantissa, exponent: Number(exponent) };
}

/** A name in parts: its letters, and the digits at its end as an index. */
export function partsOf(name: string): { letters: string; index?: string } {
  const [, letters = name, index] = /^([A-Za-z]+?)(\d+)$/.exec(name) ?? [];
  return index === undefined ? { letters } : { letters, index };
}

/** Greek letters by their names in formulas. */
export const greek: Record<string, string> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  eta: "η",
  theta: "θ",
  kappa: "κ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  chi: "χ",
  psi: "ψ",
  omega: "ω",
  PI: "π",
};
