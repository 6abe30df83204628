import { compile } from "../language/compile.ts";
import { parse } from "../language/parse.ts";
import type { Scope } from "../language/scope.ts";
import { namesIn } from "../language/tree.ts";
import type { Closure, Definition, Path, Tree, Value } from "../types.ts";
import type { Findings } from "./findings.ts";
import { choicesOf } from "./kinds/choice.ts";
import type { Environment } from "./kinds/kind.ts";
import { type FormulaEntry, type Names, scopeOf } from "./names.ts";
import { findCycle } from "./order.ts";

/** Compiles expressions of one file against its names, and remembers which names were read. */
export interface Compilation {
  definition: Definition;
  names: Names;
  environment: Environment;
  findings: Findings;
  used: Set<string>;
  expression: (source: unknown, path: Path, scope?: Scope) => Closure | undefined;
}

/** A compiler for one definition, with all its formulas compiled. */
export function compileFormulas({ definition, names, environment, findings }: Omit<Compilation, "used" | "expression">): Compilation {
  const used = new Set<string>();
  const compileTree = (tree: Tree | undefined, path: Path, scope: Scope): Closure | undefined =>
    tree && findings.attempt(path, () => compile(tree, scope), undefined, `${path.join(".")} `);
  const note = (tree: Tree, parameters: string[], into: Set<string>) => {
    const found = namesIn(tree);
    for (const name of found.values) if (!parameters.includes(name)) into.add(name);
    // a formula may have the name of a built-in function that it calls: only the file's own formulas are edges
    for (const name of found.calls) if (names.formulas.get(name)?.parameters || names.inputs.get(name)?.schema.variables) into.add(name);
  };
  for (const formula of names.formulas.values()) {
    if (formula.by !== undefined) formula.run = chooseMethod(formula, names, findings);
    else {
      formula.run = compileTree(formula.tree, formula.path, scopeOf(names, environment, formula.parameters));
      if (formula.tree) note(formula.tree, formula.parameters ?? [], formula.uses);
    }
  }
  const cycle = findCycle(names.formulas);
  if (cycle) findings.add("cycle", names.formulas.get(cycle[0]!)!.path, `The formulas need each other in a circle: ${cycle.join(" → ")}.`);
  for (const formula of names.formulas.values()) for (const name of formula.uses) used.add(name);
  const expression = (source: unknown, path: Path, scope = scopeOf(names, environment)) => {
    const tree = findings.attempt(path, () => parse(source), undefined);
    if (tree) note(tree, [], used);
    return compileTree(tree, path, scope);
  };
  return { definition, names, environment, findings, used, expression };
}

// Each method of a choice is a formula; the choice itself reads one input and calls the method.
function chooseMethod(formula: FormulaEntry, names: Names, findings: Findings): Closure | undefined {
  const { by, branches = {}, path } = formula;
  const input = names.inputs.get(by!);
  const choices = input && choicesOf(input.schema);
  if (!input || !choices) {
    findings.add("compile", [...path, "by"], `"by" names the input that chooses the method; "${by}" is no input with choices.`);
    return undefined;
  }
  const [choiceNames, methods] = [choices.map(String), Object.keys(branches)];
  for (const choice of choiceNames)
    if (!methods.includes(choice)) findings.add("compile", path, `The choice "${choice}" of ${by} has no formula here.`);
  for (const method of methods)
    if (!choiceNames.includes(method))
      findings.add("compile", [...path, method], `"${method}" is not a choice of ${by} (${choiceNames.join(", ")}).`);
  formula.uses = new Set([by!, ...methods.map((method) => `${formula.name}["${method}"]`)]);
  const { slot } = input;
  return (state) => {
    const branch = branches[String(state.slots[slot])]!;
    return (state.slots[branch] as Value | undefined) ?? state.compute(branch);
  };
}
