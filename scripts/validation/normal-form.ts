// The formulas of a file as one text without names: two files with the same text are the same calculator.
import { createHash } from "node:crypto";
import type { Tree } from "formulary";
import type { Names } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";

/** A text of fewer parts is a law that many fields share (force over area, mass over volume), not a copy. */
const leastParts = 25;
const commutative = new Set(["+", "*", "==", "!="]);

/** A digest of the normal form of all outputs; nothing for short formulas. */
export function formOf({ definition, compiled }: CalculatorFile): { form?: string } {
  const writer = createWriter(compiled().compilation.names);
  const outputs = Object.entries(definition.outputs ?? {}).map(([name, { of, columns }]) =>
    columns ? Object.keys(columns).map(writer.ofName).join("|") : writer.ofName(of ?? name),
  );
  if (writer.parts() < leastParts) return {};
  return { form: digest(outputs.sort().join("\n")) };
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 24);

interface Writer {
  /** A digest of the normal form of what a name stands for. */
  ofName: (name: string) => string;
  /** How many parts of formulas were written. */
  parts: () => number;
}

function createWriter(names: Names): Writer {
  const texts = new Map<string, string>();
  let parts = 0;
  const ofName = (name: string): string => {
    const earlier = texts.get(name);
    if (earlier !== undefined) return earlier;
    texts.set(name, "?");
    // a digest: names that formulas use twice would double the text at every step
    const text = digest(ofDeclaration(name));
    texts.set(name, text);
    return text;
  };
  const ofDeclaration = (name: string): string => {
    const input = names.inputs.get(name)?.schema;
    if (input) return `input ${input.type} ${JSON.stringify(input.oneOf?.map((choice) => choice.const) ?? input.enum ?? null)}`;
    const value = names.constants.get(name) ?? names.tables.get(name);
    if (value !== undefined) return JSON.stringify(value);
    const formula = names.formulas.get(name);
    if (formula?.branches) return `by ${Object.values(formula.branches).map((slot) => ofName(names.slots[slot]!))}`;
    return formula?.tree ? ofTree(formula.tree, formula.parameters ?? []) : "?";
  };
  const ofTree = (tree: Tree, parameters: string[]): string => {
    parts++;
    const of = (each: Tree) => ofTree(each, parameters);
    if (tree.kind === "call") return `${names.formulas.has(tree.name) ? ofName(tree.name) : tree.name}(${tree.arguments.map(of)})`;
    if (tree.kind !== "name") return ofOperation(tree, of);
    if (parameters.includes(tree.name)) return `parameter ${parameters.indexOf(tree.name)}`;
    return tree.name === "PI" ? "PI" : ofName(tree.name);
  };
  return { ofName, parts: () => parts };
}

type Operation = Exclude<Tree, { kind: "call" } | { kind: "name" }>;
function ofOperation(tree: Operation, of: (tree: Tree) => string): string {
  switch (tree.kind) {
    case "number":
    case "text":
    case "boolean":
      return JSON.stringify(tree.value);
    case "negate":
    case "not":
      return `${tree.kind}(${of(tree.operand)})`;
    case "and":
    case "or":
      return `${tree.kind}(${[of(tree.left), of(tree.right)].sort()})`;
    case "binary": {
      const sides = [of(tree.left), of(tree.right)];
      return `(${(commutative.has(tree.operator) ? sides.sort() : sides).join(tree.operator)})`;
    }
    case "choose":
      return `if(${[tree.condition, tree.yes, tree.otherwise].map(of)})`;
    case "list":
      return `[${tree.items.map(of)}]`;
    case "index":
      return `${of(tree.target)}[${of(tree.index)}]`;
  }
}
