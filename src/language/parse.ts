// Formula text → tree. The only importer of expr-eval, and only its `parse()` is ever called:
// its `evaluate`, `simplify` and `toJSFunction` leak, read inherited names, or run code (CVE-2026-12866).
import { Parser } from "expr-eval";
import { CalcError, failSyntax } from "../errors.ts";
import type { Operator, Tree } from "../types.ts";
import { bracketMembers, parenthesizeIndexedCalls, refuseForeignSyntax } from "./syntax.ts";
import { depthOf } from "./tree.ts";

/** Bounds of one formula and one calculation; past each a clear error. */
export const bounds = { characters: 2000, depth: 64, list: 10_000, steps: 100_000, text: 10_000 };

/** The tree of a formula's text; throws a CalcError that says what to write instead. */
export function parse(source: unknown): Tree {
  if (typeof source === "number" || typeof source === "boolean") return parse(String(source));
  if (typeof source !== "string") failSyntax("A formula must be text.");
  if (source.length > bounds.characters) failSyntax(`A formula may have ${bounds.characters} characters; this one has ${source.length}.`);
  refuseForeignSyntax(source);
  const tree = toTree(tokensOf(parenthesizeIndexedCalls(bracketMembers(source))));
  if (depthOf(tree) > bounds.depth) failSyntax(`This formula nests deeper than ${bounds.depth} levels.`);
  return tree;
}

interface Token {
  type: string;
  value: unknown;
}

const parser = reducedParser();

// Operator names lex before variables, and inherited names lex as operators ("constructor 5"): so the tables are
// replaced by prototype-less ones that keep the operators of the language and nothing else.
function reducedParser() {
  const full = new Parser({ allowMemberAccess: false, operators: { assignment: false, fndef: false, concatenate: false, in: false } });
  // as: expr-eval's type declarations leave its operator tables out
  const tables = full as unknown as Record<string, Record<string, unknown>>;
  const bare = (entries: object) => Object.assign(Object.create(null), entries);
  const { "-": minus, "+": plus, "!": bang, not } = tables.unaryOps!;
  tables.unaryOps = bare({ "-": minus, "+": plus, "!": bang, not });
  tables.functions = bare({});
  tables.consts = bare({ true: true, false: false });
  tables.binaryOps = bare(tables.binaryOps!);
  tables.ternaryOps = bare(tables.ternaryOps!);
  return full;
}

function tokensOf(source: string): Token[] {
  try {
    return (parser.parse(source) as unknown as { tokens: Token[] }).tokens;
  } catch (error) {
    if (error instanceof CalcError) throw error;
    const said = String((error as Error).message);
    const [, column = "1"] = /\[1:(\d+)\]/.exec(said) ?? [];
    const unknown = /Unknown character "(.*?)"/.exec(said);
    if (unknown) failSyntax(`The character "${unknown[1]}" is not part of the language (character ${column}).`);
    if (/unexpected TEOF|Expected \)/.test(said)) failSyntax("The formula ends too early: something is missing at its end.");
    return failSyntax(`Something is missing or too much near character ${column}: an operator, a comma or a bracket.`);
  }
}

type Reader = (token: Token, stack: Tree[]) => Tree;

/** One reader per kind of token of expr-eval's postfix program. */
const readers: Record<string, Reader> = {
  INUMBER: ({ value }) => {
    if (typeof value === "boolean") return { kind: "boolean", value };
    if (typeof value === "string") return { kind: "text", value };
    if (!Number.isFinite(value)) failSyntax("A number in the formula is too large.");
    return { kind: "number", value: value as number };
  },
  IVAR: ({ value }) => ({ kind: "name", name: String(value) }),
  IOP1: ({ value }, stack) => {
    const operand = pop(stack);
    if (value === "+") return operand;
    if (value === "not") return { kind: "not", operand };
    if (value !== "-") failSyntax(`"${value}" is not an operator here.`);
    return operand.kind === "number" ? { kind: "number", value: -operand.value } : { kind: "negate", operand };
  },
  IOP2: ({ value }, stack) => {
    const right = pop(stack);
    const left = pop(stack);
    if (value === "[") return { kind: "index", target: left, index: right };
    if (value === "and" || value === "or") return { kind: value, left, right };
    return { kind: "binary", operator: value as Operator, left, right };
  },
  IOP3: (_, stack) => {
    const otherwise = pop(stack);
    const yes = pop(stack);
    return { kind: "choose", condition: pop(stack), yes, otherwise };
  },
  IFUNCALL: ({ value }, stack) => {
    const args = popMany(stack, value as number);
    const target = pop(stack);
    if (target.kind !== "name") failSyntax("Only a name can be called: write f(x).");
    return target.name === "if" ? toChoice(args) : { kind: "call", name: target.name, arguments: args };
  },
  IARRAY: ({ value }, stack) => ({ kind: "list", items: popMany(stack, value as number) }),
  IEXPR: ({ value }) => toTree(value as Token[]),
};

function toTree(tokens: Token[]): Tree {
  const stack: Tree[] = [];
  for (const token of tokens) {
    const read = readers[token.type];
    if (!read) failSyntax("This is not part of the formula language: one formula holds one expression.");
    stack.push(read(token, stack));
  }
  if (stack.length !== 1) failSyntax("One formula holds one expression.");
  return stack[0]!;
}

/** if(c1, v1, c2, v2, …, otherwise) is nested choices. */
function toChoice(args: Tree[]): Tree {
  if (args.length < 3 || args.length % 2 === 0) failSyntax('"if" takes a condition, a value, … and last the value for "otherwise".');
  let tree = args.at(-1)!;
  for (let at = args.length - 3; at >= 0; at -= 2) tree = { kind: "choose", condition: args[at]!, yes: args[at + 1]!, otherwise: tree };
  return tree;
}

const pop = (stack: Tree[]): Tree => stack.pop() ?? failSyntax("The formula is incomplete.");
const popMany = (stack: Tree[], count: number): Tree[] =>
  count <= stack.length ? stack.splice(stack.length - count, count) : failSyntax("The formula is incomplete.");
