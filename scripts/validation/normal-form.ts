// The formulas of a file as one text in which names do not matter: two files with one text are one calculator.
import { createHash } from "node:crypto";
import type { Tree } from "formulary";
import type { CalculatorFile } from "./file.ts";

/** Fewer parts than this make a law that many fields share (force over area, mass over volume), not a copy. */
const leastParts = 25;
const commutative = new Set(["+", "*", "==", "!="]);

/** A digest of all outputs' formulas written out, their names taken away; nothing for short ones. */
export function formOf(file: CalculatorFile): { form?: string } {
  const { definition, compiled } = file;
  const { names } = compiled().compiler;
  const written = new Map<string, string>();
  let parts = 0;
  const ofName = (name: string): string => {
    const known = written.get(name);
    if (known !== undefined) return known;
    written.set(name, "?");
    const text = meaningOf(name);
    written.set(name, text);
    return text;
  };
  const meaningOf = (name: string): string => {
    const input = names.inputs.get(name)?.schema;
    if (input) return `input ${input.type} ${JSON.stringify(input.oneOf?.map((choice) => choice.const) ?? input.enum ?? null)}`;
    const value = names.constants.get(name) ?? names.tables.get(name);
    if (value !== undefined) return JSON.stringify(value);
    const formula = names.formulas.get(name);
    if (formula?.branches) return `by ${Object.values(formula.branches).map((slot) => ofName(names.slots[slot]!))}`;
    return formula?.tree ? write(formula.tree, formula.parameters ?? []) : "?";
  };
  const write = (tree: Tree, parameters: string[]): string => {
    parts++;
    const of = (each: Tree) => write(each, parameters);
    switch (tree.kind) {
      case "number":
      case "text":
      case "boolean":
        return JSON.stringify(tree.value);
      case "name":
        return parameters.includes(tree.name)
          ? `parameter ${parameters.indexOf(tree.name)}`
          : tree.name === "PI"
            ? "PI"
            : ofName(tree.name);
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
      case "call":
        return `${names.formulas.has(tree.name) ? ofName(tree.name) : tree.name}(${tree.arguments.map(of)})`;
    }
  };
  const outputs = Object.entries(definition.outputs ?? {}).map(([name, { of, columns }]) =>
    columns ? Object.keys(columns).map(ofName).join("|") : ofName(of ?? name),
  );
  if (parts < leastParts) return {};
  return { form: createHash("sha256").update(outputs.sort().join("\n")).digest("hex").slice(0, 24) };
}
