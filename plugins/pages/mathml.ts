// A formula's tree as MathML Core: what is divided stands under a line, what is chosen behind a brace.
import type { Tree } from "formulary";
import { parse } from "formulary/compiler";
import { inWords } from "./detail.ts";

/** A formula's line, `name = …`, as MathML; `titles` are the words of choices that it compares with. */
export function formulaToMathML(head: string, source: string | number | boolean): string {
  return math(row(headOf(head), operator("="), write(parse(source), 0)));
}

/** A formula that is a choice of methods, a line for each. */
export function choiceToMathML(head: string, branches: [method: string, source: string | number | boolean][]): string {
  const lines = branches.map(([method, source]) => [write(parse(source), 0), words(`for ${inWords(method)}`)]);
  return math(row(headOf(head), operator("="), cases(lines)));
}

const math = (inner: string) => `<math displaystyle="true">${inner}</math>`;
const row = (...parts: string[]) => `<mrow>${parts.join("")}</mrow>`;
const operator = (sign: string) => `<mo>${escaped(sign)}</mo>`;
// spaces at the ends of a text are dropped unless they are hard ones
const words = (text: string) => `<mtext>${escaped(text).replace(/^ | $/g, "\u00a0")}</mtext>`;
/** A bracket as high as what it holds, where that is higher than a line. */
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

/** A name as it stands in a formula: one letter slanted, Greek as itself, a number behind it below, words as words. */
export function symbol(name: string): string {
  const [, base = name, index] = /^([A-Za-z]+?)(\d+)$/.exec(name) ?? [];
  const shown = `<mi>${Object.hasOwn(greek, base) ? greek[base] : escaped(inWords(base))}</mi>`;
  return index === undefined ? shown : `<msub>${shown}<mn>${index}</mn></msub>`;
}

/** Which operations bind how tightly; what binds less than its place demands stands in brackets. */
const binds = { choose: 0, or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, negate: 7, power: 8, atom: 9 };
const signs: Record<string, [sign: string, level: number]> = {
  "+": ["+", binds.add],
  "-": ["−", binds.add],
  "*": ["·", binds.multiply],
  "%": ["mod", binds.multiply],
  "==": ["=", binds.compare],
  "!=": ["≠", binds.compare],
  "<": ["<", binds.compare],
  "<=": ["≤", binds.compare],
  ">": [">", binds.compare],
  ">=": ["≥", binds.compare],
};

/** A tree, in brackets where it binds less than `least`. */
function write(tree: Tree, least: number): string {
  const level = levelOf(tree);
  const inner = shape(tree);
  return level < least ? bracketed(inner) : inner;
}
const bracketed = (inner: string) => row(bracket("(", inner), inner, bracket(")", inner));

function levelOf(tree: Tree): number {
  if (tree.kind === "binary") return tree.operator === "/" ? binds.atom : tree.operator === "^" ? binds.power : signs[tree.operator]![1];
  if (tree.kind === "number") return tree.value < 0 ? binds.negate : binds.atom;
  if (tree.kind === "negate" || tree.kind === "not" || tree.kind === "and" || tree.kind === "or") return binds[tree.kind];
  return tree.kind === "choose" ? binds.choose : binds.atom;
}

function shape(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return number(tree.value);
    case "text":
      return words(tree.value === "" ? "nothing" : inWords(tree.value));
    case "boolean":
      return words(tree.value ? "yes" : "no");
    case "name":
      return symbol(tree.name);
    case "negate":
      return row(operator("−"), write(tree.operand, binds.negate));
    case "not":
      return row(words("not "), write(tree.operand, binds.not));
    case "and":
    case "or":
      return row(write(tree.left, binds[tree.kind]), words(` ${tree.kind} `), write(tree.right, binds[tree.kind]));
    case "choose":
      return cases(branchesOf(tree));
    case "list":
      return between("[", "]")(separated(tree.items.map((item) => write(item, 0))));
    case "index":
      return `<msub>${write(tree.target, binds.atom)}${write(tree.index, 0)}</msub>`;
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
    return `<msup>${write(left, left.kind === "binary" && left.operator === "/" ? binds.atom + 1 : binds.atom)}${write(right, 0)}</msup>`;
  const [shown, level] = signs[sign]!;
  const point = sign === "*" && (isNumber(right) || isNumber(left)) ? "×" : shown;
  // a difference or a remainder reads from the left
  const after = sign === "-" || sign === "%" ? level + 1 : level;
  return row(write(left, level), operator(point), write(right, after));
}

/** a / b / c has one line, a over b · c. */
function fraction(left: Tree, under: Tree[]): string {
  if (left.kind === "binary" && left.operator === "/") return fraction(left.left, [left.right, ...under]);
  const product = under.reduce((whole, each): Tree => ({ kind: "binary", operator: "*", left: whole, right: each }));
  return `<mfrac>${write(left, 0)}${write(product, 0)}</mfrac>`;
}
const isNumber = (tree: Tree) => tree.kind === "number";

type Line = [value: string, condition: string];
function branchesOf(tree: Tree): Line[] {
  if (tree.kind !== "choose") return [[write(tree, 0), words("otherwise")]];
  return [[write(tree.yes, 0), row(words("if "), write(tree.condition, 0))], ...branchesOf(tree.otherwise)];
}
const cases = (lines: string[][]): string =>
  row(
    operator("{"),
    `<mtable>${lines.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`).join("")}</mtable>`,
  );

const separated = (parts: string[]) => parts.join(operator(","));
const applied = (name: string, parts: string[]) => row(name, bracketed(separated(parts)));
const between = (open: string, close: string) => (inner: string) => row(bracket(open, inner), inner, bracket(close, inner));

/** Functions that have a sign of their own. */
const own: Record<string, (inner: string, tree: Tree) => string> = {
  sqrt: (inner) => `<msqrt>${inner}</msqrt>`,
  cbrt: (inner) => `<mroot>${inner}<mn>3</mn></mroot>`,
  abs: between("|", "|"),
  floor: between("⌊", "⌋"),
  ceil: between("⌈", "⌉"),
  exp: (inner) => `<msup><mi>e</mi>${inner}</msup>`,
  factorial: (inner, tree) => row(levelOf(tree) < binds.atom ? bracketed(inner) : inner, operator("!")),
};
const lowerIndex: Record<string, string> = { log10: "10", log2: "2" };

function call(name: string, given: Tree[]): string {
  const parts = given.map((each) => write(each, 0));
  if (given.length === 1 && Object.hasOwn(own, name)) return own[name]!(parts[0]!, given[0]!);
  if (name === "pow" && given.length === 2) return `<msup>${write(given[0]!, binds.atom)}${parts[1]}</msup>`;
  if (Object.hasOwn(lowerIndex, name)) return applied(`<msub><mi>log</mi><mn>${lowerIndex[name]}</mn></msub>`, parts);
  return applied(symbol(name), parts);
}
