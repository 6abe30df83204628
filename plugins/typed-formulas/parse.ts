// Formulas typed by clients (`format: expression`): the same safe language, but it also accepts what people type:
// 2x + 1, e^x, x², 3·sin x.
import { parse, type Tree } from "formulary/compiler";
import { CalcError, failText } from "formulary/functions";

const replacements: [RegExp, string][] = [
  [/[×·⋅]/g, "*"],
  [/÷/g, "/"],
  [/[−–]/g, "-"],
  [/π/g, "PI"],
  [/√\s*([A-Za-z0-9.]+)/g, "sqrt($1)"],
  [/√/g, "sqrt"],
  [/\*\*/g, "^"],
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/\blog\b/g, "log10"],
];
const oneArgument = /\b(sqrt|cbrt|abs|exp|ln|log10|log2|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh)\s+([A-Za-z0-9.]+)/g;

/** The tree of a typed formula of some variables; throws `unreadable_text` in words. */
export function parseTyped(source: string, variables: string[]): Tree {
  // a client's variables are numbers: no row of theirs has a name after a dot
  if (/[\w)\]]\s*\.\s*[A-Za-z]/.test(source))
    failText(`"${source.slice(0, 60)}" cannot be read: a point stands only between the digits of a number.`);
  let text = source;
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  text = text.replace(oneArgument, "$1($2)");
  text = implicitProducts(text, variables);
  try {
    return named(parse(text), variables);
  } catch (error) {
    if (error instanceof CalcError) failText(`"${source.slice(0, 60)}" cannot be read: ${error.message}`);
    throw error;
  }
}

const part = /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[A-Za-z]\w*|"[^"]*"|[()[\],]|[^\s\w()[\],]+|\s+/g;
// A value followed by a value is a product: 2x, 3(x + 1), (a)(b), x y. A name before "(" stays a call unless it is a variable.
function implicitProducts(text: string, variables: string[]): string {
  let result = "";
  let before: "value" | "callable" | "other" = "other";
  for (const [token] of text.matchAll(part)) {
    if (/^\s+$/.test(token)) {
      result += token;
      continue;
    }
    const isWord = /^[A-Za-z]/.test(token);
    const operator = /^(and|or|not)$/.test(token);
    const value = /^\d/.test(token) || (isWord && !operator);
    const joins = before === "value" ? value || token === "(" : before === "callable" && value;
    result += joins ? `*${token}` : token;
    if (operator) before = "other";
    else if (isWord) before = variables.includes(token) || token === "PI" || token === "pi" || token === "e" ? "value" : "callable";
    else before = value || token === ")" || token === "]" ? "value" : "other";
  }
  return result;
}

/** `pi` and `e` as people mean them, where no variable has that name. */
function named(tree: Tree, variables: string[]): Tree {
  const walk = (each: Tree): Tree => {
    if (each.kind === "name" && !variables.includes(each.name)) {
      if (each.name === "pi") return { kind: "name", name: "PI" };
      if (each.name === "e") return { kind: "number", value: Math.E };
    }
    return mapChildren(each, walk);
  };
  return walk(tree);
}

function mapChildren(tree: Tree, change: (tree: Tree) => Tree): Tree {
  switch (tree.kind) {
    case "negate":
    case "not":
      return { ...tree, operand: change(tree.operand) };
    case "binary":
    case "and":
    case "or":
      return { ...tree, left: change(tree.left), right: change(tree.right) };
    case "choose":
      return { ...tree, condition: change(tree.condition), yes: change(tree.yes), otherwise: change(tree.otherwise) };
    case "index":
      return { ...tree, target: change(tree.target), index: change(tree.index) };
    case "list":
      return { ...tree, items: tree.items.map(change) };
    case "call":
      return { ...tree, arguments: tree.arguments.map(change) };
    default:
      return tree;
  }
}
