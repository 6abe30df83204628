// What validate-catalog prints when it does not check: its rules, the functions of the language, and plain files.
import type { Definition, FunctionEntry, Functions, Tree } from "formulary";
import { type Environment, namesIn, parse, shapeFindings, splitTemplate } from "formulary/compiler";
import { type CalculatorFile, type Catalogue, openFile } from "./file.ts";
import { ruleEntries } from "./validate.ts";

/** Every rule in one line. */
export const ruleList = (): string =>
  ruleEntries.map(({ name, severity, summary }) => `${name.padEnd(18)} ${severity.padEnd(8)} ${summary}`).join("\n");

/** What a rule finds, and the cure. */
export function explain(name: string): string {
  const rule = ruleEntries.find((each) => each.name === name);
  if (!rule) throw new Error(`There is no rule "${name}": --list-rules names them all.`);
  return `${rule.name} (${rule.severity})\n\n${rule.summary}\n\nCure: ${rule.cure}`;
}

/** The functions whose line contains a word, in order of the alphabet. */
export const functionList = (word: string, functions: Functions): string =>
  Object.entries(functions)
    .map(functionLine)
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
    .sort()
    .join("\n");

const functionLine = ([name, { params, summary, example }]: [string, FunctionEntry]) =>
  `${name}(${params.join(", ")})  ${summary}${example ? ` ${example[0]} is ${JSON.stringify(example[1])}.` : ""}`;

/** The units whose line contains a word, by quantity; prefixes are added to those that take them. */
export const unitList = (word: string, { units }: Environment): string =>
  [...units.quantities]
    .flatMap(([quantity, { units: list }]) => list.map(({ symbol, name }) => `${symbol.padEnd(16)} ${name.padEnd(32)} ${quantity}`))
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
    .join("\n");

/** The functions that no calculator of a catalogue calls. */
export function unusedFunctions(catalogue: Catalogue, functions: Functions): Functions {
  const used = new Set<string>();
  for (const path of catalogue.paths) {
    const { file } = openFile(path, catalogue);
    // A file with errors has no trees to look into.
    if (!file || shapeFindings(file.definition, file.environment.kinds).length > 0 || !file.calculator()) continue;
    for (const name of functionsOf(file)) used.add(name);
  }
  return Object.fromEntries(Object.entries(functions).filter(([name]) => !used.has(name)));
}

/** The names that a file calls, or hands to a function such as map, and does not define itself. */
function functionsOf({ compiled }: CalculatorFile): Set<string> {
  const { definition, compilation } = compiled();
  const { inputs, constants, formulas, tables } = compilation.names;
  const isValue = (name: string) => [inputs, constants, formulas, tables].some((part) => part.has(name));
  // A formula without parameters may have the name of the function that it calls.
  const isOwnFunction = (name: string) => formulas.get(name)?.parameters ?? inputs.get(name)?.schema.variables;
  const used = new Set<string>();
  const add = (tree: Tree, parameters: string[] = []) => {
    const { values, calls } = namesIn(tree);
    for (const name of values) if (!isValue(name) && !parameters.includes(name)) used.add(name);
    for (const name of calls) if (!isOwnFunction(name)) used.add(name);
  };
  for (const { tree, parameters } of formulas.values()) if (tree) add(tree, parameters);
  for (const expression of expressionsOf(definition)) add(parse(expression));
  return used;
}

/** The expressions of a definition outside its formulas: conditions, checks, columns and texts. */
function expressionsOf({ inputs, checks = [], outputs = {}, explanation = [] }: Definition): string[] {
  const parts = Array.isArray(explanation) ? explanation : [explanation];
  const columns = Object.values(outputs).flatMap(({ columns = {} }) => Object.values(columns));
  const conditional = [
    ...Object.values(inputs?.properties ?? {}),
    ...Object.values(outputs),
    ...columns,
    ...parts.flatMap((part) => (typeof part === "string" ? [] : [part])),
  ];
  const texts = [...parts.map((part) => (typeof part === "string" ? part : part.text)), ...checks.map(({ message }) => message)];
  return [
    ...conditional.flatMap(({ when }) => when ?? []),
    ...checks.flatMap(({ require, when }) => (when === undefined ? [require] : [require, when])),
    ...columns.flatMap(({ formula }) => formula ?? []),
    ...texts.flatMap((text) => splitTemplate(text).expressions),
  ];
}

/** The share of plain files by category: units are checked in all the others. */
export function plainFiles(catalogue: Catalogue): string {
  const shares = new Map<string, { all: number; plain: string[] }>();
  for (const path of catalogue.paths) {
    const { file } = openFile(path, catalogue);
    if (!file) continue;
    const share = shares.get(file.category) ?? { all: 0, plain: [] };
    shares.set(file.category, share);
    share.all++;
    if (file.definition.plain === true) share.plain.push(file.slug);
  }
  const lines = [...shares].map(([category, { all, plain }]) => {
    const share = `${Math.round((100 * plain.length) / all)} %`.padStart(5);
    return `${category.padEnd(26)} ${share}  ${plain.length} of ${all}${plain.length > 0 ? `: ${plain.join(", ")}` : ""}`;
  });
  return lines.join("\n");
}
