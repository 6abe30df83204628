// A formula with its numbers put in: names become their values, and of a choice only the branch stays that was taken.
import { CalcError, type Operator, type Trace, type Tree, type Value } from "formulary";

/** So many elements of a list are written at its beginning, before the last one. */
const shown = 3;
/** Digits of a number in a formula. */
const digits = 10;

/** A formula's tree with values in the place of names, and the conditions that chose its branches. */
export interface Substituted {
  tree: Tree;
  conditions: Condition[];
}
/** A condition with its numbers, and whether it held. */
interface Condition {
  written: Tree;
  substituted: Tree;
  holds: boolean;
}

/** Puts the values of one calculation into a formula's tree. */
export function substitute(tree: Tree, { evaluate }: Pick<Trace, "evaluate">): Substituted {
  const conditions: Condition[] = [];
  /** The value as a tree; the part itself where it has none, or none that a line could hold. */
  const known = (part: Tree, otherwise: () => Tree = () => part): Tree => {
    try {
      return treeOf(evaluate(part)) ?? otherwise();
    } catch (error) {
      if (error instanceof CalcError && error.code !== "too_much_work") return otherwise();
      throw error;
    }
  };
  const taken = (part: Tree & { kind: "choose" }): Tree => {
    const holds = evaluate(part.condition) === true;
    conditions.push({ written: part.condition, substituted: put(part.condition), holds });
    return put(holds ? part.yes : part.otherwise);
  };
  const put = (part: Tree): Tree => {
    switch (part.kind) {
      case "name":
        return part.name === "PI" ? part : known(part);
      case "index":
        return known(part, () => ({ ...part, target: put(part.target), index: put(part.index) }));
      case "negate":
      case "not":
        return { ...part, operand: put(part.operand) };
      case "binary":
      case "and":
      case "or":
        return { ...part, left: put(part.left), right: put(part.right) };
      case "choose":
        return taken(part);
      case "list":
        return { ...part, items: part.items.map(put) };
      case "call":
        return part.name === "given" ? part : { ...part, arguments: part.arguments.map(put) };
      default:
        return part;
    }
  };
  return { tree: put(tree), conditions };
}

const opposite: Partial<Record<Operator, Operator>> = { "<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "==" };

/** What a condition came to, in words: "0.05 ≠ 0", "given(years) is no". */
export function conditionText({ written, substituted, holds }: Condition, toLine: (tree: Tree) => string): string {
  if (substituted.kind !== "binary" || !Object.hasOwn(opposite, substituted.operator))
    return `${toLine(written)} is ${holds ? "yes" : "no"}`;
  return toLine(holds ? substituted : { ...substituted, operator: opposite[substituted.operator]! });
}

/** A value as a tree: of a long list the first elements and the last one; undefined for rows and formulas. */
function treeOf(value: Value): Tree | undefined {
  if (typeof value === "number") return { kind: "number", value: Number(value.toPrecision(digits)) };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (typeof value === "string") return { kind: "text", value: value.length > 60 ? `${value.slice(0, 60)}…` : value };
  if (!Array.isArray(value)) return undefined;
  const items = value.length > shown + 2 ? [...value.slice(0, shown).map(treeOf), ellipsis, treeOf(value.at(-1)!)] : value.map(treeOf);
  return items.every((item) => item !== undefined) ? { kind: "list", items } : undefined;
}
const ellipsis: Tree = { kind: "name", name: "…" };
