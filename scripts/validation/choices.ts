// Rules about choices and tables: every choice makes a difference, and some choice leads to every row of a table.
import type { InputSchema, Tree } from "formulary";
import { children, choicesOf } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** Rules that compare the choices of inputs with what formulas read. */
export const choiceRules: Rule[] = [
  {
    name: "unused-choice",
    severity: "warning",
    stage: "units",
    summary: "Two choices of an input that no formula tells apart.",
    cure: "Use the choice in a formula, a table or a sentence, or leave it out.",
    check: unusedChoices,
  },
  {
    name: "table-keys",
    severity: "error",
    stage: "units",
    summary: "A table that is looked up by a choice holds a row that no choice asks for.",
    cure: "Give the table exactly the choices as keys, or take the choices from it: choices: table.",
    check: tableKeys,
  },
];

const textChoices = (schema: InputSchema | undefined): string[] | undefined =>
  schema?.type === "string" && schema.const === undefined ? choicesOf(schema)?.map(String) : undefined;

/** The trees of all formulas of a file. */
function treesOf({ compiled }: CalculatorFile): Tree[] {
  return [...compiled().compilation.names.formulas.values()].flatMap(({ tree }) => (tree ? [tree] : []));
}
function walk(tree: Tree, visit: (each: Tree, parent: Tree | undefined) => void, parent?: Tree): void {
  visit(tree, parent);
  for (const child of children(tree)) walk(child, visit, tree);
}

function unusedChoices(file: CalculatorFile): RuleFinding[] {
  const { definition } = file;
  if (!definition.formulas) return [];
  const words = JSON.stringify([definition.checks, definition.explanation, definition.outputs, definition.inputs]);
  return Object.entries(definition.inputs?.properties ?? {}).flatMap(([name, schema]) => {
    const choices = textChoices(schema);
    if (!choices || words.includes(`"by":"${name}"`) || JSON.stringify(definition.formulas).includes(`"by":"${name}"`)) return [];
    // In a sentence, or as an argument of a table or function, every choice counts by itself.
    let isReadWhole = new RegExp(`\\{\\{[^}]*\\b${name}\\b`).test(words);
    const distinguished = new Set<string>();
    const note = (each: Tree, parent: Tree | undefined) => {
      if (each.kind !== "name" || each.name !== name) return;
      const other =
        parent?.kind === "binary" && /^[=!]=$/.test(parent.operator)
          ? [parent.left, parent.right].find((side) => side !== each)
          : undefined;
      if (other?.kind === "text") distinguished.add(other.value);
      else isReadWhole = true;
    };
    for (const tree of treesOf(file)) walk(tree, note);
    for (const choice of choices)
      if (words.includes(`${name} == \\"${choice}\\"`) || words.includes(`${name} != \\"${choice}\\"`)) distinguished.add(choice);
    const equal = choices.filter((choice) => !distinguished.has(choice));
    if (isReadWhole || equal.length < 2) return [];
    const path = ["inputs", "properties", name];
    return [
      {
        path,
        message: `No formula, condition or sentence tells the choices ${equal.map((each) => `"${each}"`).join(" and ")} of ${name} apart.`,
      },
    ];
  });
}

function tableKeys(file: CalculatorFile): RuleFinding[] {
  const { names } = file.compiled().compilation;
  // The choices that look up each table; undefined where it is also looked up in another way, which may reach any row.
  const lookUps = new Map<string, Set<string> | undefined>();
  const note = (each: Tree) => {
    if (each.kind !== "index" || each.target.kind !== "name") return;
    const table = names.tables.get(each.target.name);
    if (table === undefined || typeof table !== "object" || Array.isArray(table)) return;
    const choices = each.index.kind === "name" ? textChoices(names.inputs.get(each.index.name)?.schema) : undefined;
    const keys = lookUps.get(each.target.name) ?? new Set<string>();
    if (!choices) return void lookUps.set(each.target.name, undefined);
    if (lookUps.has(each.target.name) && lookUps.get(each.target.name) === undefined) return;
    for (const choice of choices) keys.add(choice);
    lookUps.set(each.target.name, keys);
  };
  for (const tree of treesOf(file)) walk(tree, note);
  return [...lookUps].flatMap(([name, choices]) => {
    const table = names.tables.get(name) as Record<string, unknown>;
    const unreachable =
      choices && typeof file.definition.tables?.[name] !== "string" ? Object.keys(table).find((key) => !choices.has(key)) : undefined;
    const elsewhere = treesOf(file).some((tree) => mentions(tree, name));
    return unreachable === undefined || elsewhere
      ? []
      : [{ path: ["tables", name], message: `No choice asks for the row "${unreachable}" of the table "${name}".` }];
  });
}

/** Whether a tree reads a table otherwise than by one of its keys. */
function mentions(tree: Tree, table: string): boolean {
  let isMentioned = false;
  walk(tree, (each, parent) => {
    if (each.kind === "name" && each.name === table && !(parent?.kind === "index" && parent.target === each)) isMentioned = true;
  });
  return isMentioned;
}
