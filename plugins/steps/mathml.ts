// Formulas as MathML Core: divisions become fractions, and choices become cases behind a brace.
import type { Tree } from "formulary";
import { parse, toWords } from "formulary/compiler";

/** A formula as MathML: `name = …`. */
export function formulaToMathML(head: string, source: string | number | boolean): string {
  return math(row(headOf(head), operator("="), write(parse(source), 0)));
}

/** A formula that has a branch for each method of a choice, with a line for each. */
export function choiceToMathML(head: string, branches: [method: string, source: string | number | boolean][]): string {
  const lines = branches.map(([method, source]) => [write(parse(source), 0), textElement(`for ${toWords(method)}`)]);
  return math(row(headOf(head), operator("="), cases(lines)));
}

const math = (inner: string) => `<math displaystyle="true">${inner}</math>`;
const row = (...parts: string[]) => `<mrow>${parts.join("")}</mrow>`;
const operator = (sign: string) => `<mo>${escaped(sign)}</mo>`;
// MathML drops spaces at the ends of a text unless they are no-break spaces
const textElement = (text: string) => `<mtext>${escaped(text).replace(/^ | $/g, "\u00a0")}</mtext>`;
/** A bracket that is as high as its content, where that is higher than a line. */
const bracket = (sign: string, inner: string) => (/<m(frac|table|root)/.test(inner) ? operator(sign) : `<mo stretchy="false">${sign}</mo>`);
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

function headOf(head: string): string {
  const [, name = head, parameters] = /^(\w+)\(([^)]*)\)$/.exec(head) ?? [];
  return parameters === undefined
    ? symbol(name)
    : applied(
        symbol(name),
        parameters.split(",").map((each) => symbol(each.trim())),
      );
}

const greek: Record<string, string> = {
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

/** A name in a formula: Greek letters by their names, digits at the end as an index, "straightLine" as words. */
export function symbol(name: string): string {
  const [, base = name, index] = /^([A-Za-z]+?)(\d+)$/.exec(name) ?? [];
  const letters = `<mi>${Object.hasOwn(greek, base) ? greek[base] : escaped(toWords(base))}</mi>`;
  return index === undefined ? letters : `<msub>${letters}<mn>${index}</mn></msub>`;
}

/** Precedences; an operation with a lower precedence than its position needs is in brackets. */
const precedence = { choose: 0, or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, negate: 7, power: 8, atom: 9 };
const signs: Record<string, [sign: string, precedence: number]> = {
  "+": ["+", precedence.add],
  "-": ["−", precedence.add],
  "*": ["·", precedence.multiply],
  "%": ["mod", precedence.multiply],
  "==": ["=", precedence.compare],
  "!=": ["≠", precedence.compare],
  "<": ["<", precedence.compare],
  "<=": ["≤", precedence.compare],
  ">": [">", precedence.compare],
  ">=": ["≥", precedence.compare],
};

/** A tree, in brackets where its precedence is lower than `least`. */
function write(tree: Tree, least: number): string {
  const inner = writeBare(tree);
  return precedenceOf(tree) < least ? bracketed(inner) : inner;
}
const bracketed = (inner: string) => row(bracket("(", inner), inner, bracket(")", inner));

function precedenceOf(tree: Tree): number {
  if (tree.kind === "binary")
    return tree.operator === "/" ? precedence.atom : tree.operator === "^" ? precedence.power : signs[tree.operator]![1];
  if (tree.kind === "number") return tree.value < 0 ? precedence.negate : precedence.atom;
  if (tree.kind === "negate" || tree.kind === "not" || tree.kind === "and" || tree.kind === "or") return precedence[tree.kind];
  return tree.kind === "choose" ? precedence.choose : precedence.atom;
}

function writeBare(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return number(tree.value);
    case "text":
      return textElement(tree.value === "" ? "nothing" : toWords(tree.value));
    case "boolean":
      return textElement(tree.value ? "yes" : "no");
    case "name":
      return symbol(tree.name);
    case "negate":
      return row(operator("−"), write(tree.operand, precedence.negate));
    case "not":
      return row(textElement("not "), write(tree.operand, precedence.not));
    case "and":
    case "or":
      return row(write(tree.left, precedence[tree.kind]), textElement(` ${tree.kind} `), write(tree.right, precedence[tree.kind]));
    case "choose":
      return cases(branchesOf(tree));
    case "list":
      return between("[", "]")(separated(tree.items.map((item) => write(item, 0))));
    case "index":
      return `<msub>${write(tree.target, precedence.atom)}${write(tree.index, 0)}</msub>`;
    case "call":
      return call(tree.name, tree.arguments);
    default:
      return binary(tree);
  }
}

function number(value: number): string {
  const [, mantissa, exponent] = /^(-?[\d.]+)e([+-]?\d+)$/.exec(String(value)) ?? [];
  if (mantissa === undefined) return `<mn>${String(value).replace("-", "−")}</mn>`;
  return row(`<mn>${mantissa}</mn>`, operator("×"), `<msup><mn>10</mn><mn>${Number(exponent)}</mn></msup>`);
}

function binary({ operator: sign, left, right }: Extract<Tree, { kind: "binary" }>): string {
  if (sign === "/") return fraction(left, [right]);
  if (sign === "^")
    return `<msup>${write(left, left.kind === "binary" && left.operator === "/" ? precedence.atom + 1 : precedence.atom)}${write(right, 0)}</msup>`;
  const [printed, level] = signs[sign]!;
  const point = sign === "*" && (isNumberLiteral(right) || isNumberLiteral(left)) ? "×" : printed;
  // a - (b - c) is not a - b - c: the right side of these two needs brackets
  const after = sign === "-" || sign === "%" ? level + 1 : level;
  return row(write(left, level), operator(point), write(right, after));
}

/** a / b / c as one fraction: a over b · c. */
function fraction(left: Tree, under: Tree[]): string {
  if (left.kind === "binary" && left.operator === "/") return fraction(left.left, [left.right, ...under]);
  const product = under.reduce((whole, each): Tree => ({ kind: "binary", operator: "*", left: whole, right: each }));
  return `<mfrac>${write(left, 0)}${write(product, 0)}</mfrac>`;
}
const isNumberLiteral = (tree: Tree) => tree.kind === "number";

type Case = [value: string, condition: string];
function branchesOf(tree: Tree): Case[] {
  if (tree.kind !== "choose") return [[write(tree, 0), textElement("otherwise")]];
  return [[write(tree.yes, 0), row(textElement("if "), write(tree.condition, 0))], ...branchesOf(tree.otherwise)];
}
const cases = (lines: string[][]): string =>
  row(
    operator("{"),
    `<mtable>${lines.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`).join("")}</mtable>`,
  );

const separated = (parts: string[]) => parts.join(operator(","));
const applied = (name: string, parts: string[]) => row(name, bracketed(separated(parts)));
const between = (open: string, close: string) => (inner: string) => row(bracket(open, inner), inner, bracket(close, inner));

/** Functions with a notation of their own. */
const notations: Record<string, (inner: string, tree: Tree) => string> = {
  sqrt: (inner) => `<msqrt>${inner}</msqrt>`,
  cbrt: (inner) => `<mroot>${inner}<mn>3</mn></mroot>`,
  abs: between("|", "|"),
  floor: between("⌊", "⌋"),
  ceil: between("⌈", "⌉"),
  exp: (inner) => `<msup><mi>e</mi>${inner}</msup>`,
  factorial: (inner, tree) => row(precedenceOf(tree) < precedence.atom ? bracketed(inner) : inner, operator("!")),
};
const lowerIndex: Record<string, string> = { log10: "10", log2: "2" };

function call(name: string, operands: Tree[]): string {
  const parts = operands.map((each) => write(each, 0));
  if (operands.length === 1 && Object.hasOwn(notations, name)) return notations[name]!(parts[0]!, operands[0]!);
  if (name === "pow" && operands.length === 2) return `<msup>${write(operands[0]!, precedence.atom)}${parts[1]}</msup>`;
  if (Object.hasOwn(lowerIndex, name)) return applied(`<msub><mi>log</mi><mn>${lowerIndex[name]}</mn></msub>`, parts);
  return applied(symbol(name), parts);
}
