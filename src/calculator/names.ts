// The names of a calculator in one namespace: inputs, constants, tables and formulas.
import { didYouMean } from "../language/nearest.ts";
import { parse } from "../language/parse.ts";
import type { Meaning, Scope } from "../language/scope.ts";
import type { Closure, Definition, InputSchema, Path, Tree, Value } from "../types.ts";
import { fromSI, toSI } from "../units/convert.ts";
import type { Findings } from "./findings.ts";
import type { Environment } from "./kinds/kind.ts";
import { tableValue } from "./tables.ts";

/** A formula on its way from text to closure. */
export interface FormulaEntry {
  name: string;
  path: Path;
  slot: number;
  parameters?: string[];
  tree?: Tree;
  run?: Closure;
  /** For a choice of methods: the input that chooses, and the slot of each method. */
  by?: string;
  branches?: Record<string, number>;
  uses: Set<string>;
}

export interface Names {
  slots: string[];
  inputs: Map<string, { slot: number; schema: InputSchema }>;
  constants: Map<string, Value>;
  formulas: Map<string, FormulaEntry>;
  tables: Map<string, Value>;
}

const nameForm = /^[A-Za-z][A-Za-z0-9]*$/;
const reserved = new Set(["PI", "none", "true", "false", "and", "or", "not"]);

/** Collects every name of a definition; reports what is malformed, reserved or used twice. */
export function collectNames(definition: Definition, environment: Environment, findings: Findings): Names {
  const names: Names = { slots: [], inputs: new Map(), constants: new Map(), formulas: new Map(), tables: new Map() };
  const owners = new Map<string, string>();
  const claim = (name: string, path: Path, owner: string) => {
    if (!nameForm.test(name))
      findings.add("name", path, `"${name}" is not a name: letters and digits, starting with a letter (camelCase, such as topSpeed).`);
    if (reserved.has(name)) findings.add("name", path, `"${name}" is reserved by the language: choose another name.`);
    const other = owners.get(name);
    if (other) findings.add("name", path, `"${name}" is already the name of ${other}.`);
    owners.set(name, owner);
  };
  for (const [name, schema] of Object.entries(definition.inputs?.properties ?? {})) {
    claim(name, ["inputs", "properties", name], "an input");
    names.inputs.set(name, { slot: names.slots.push(name) - 1, schema });
  }
  for (const name of Object.keys(definition.constants ?? {})) {
    claim(name, ["constants", name], "a constant");
    names.constants.set(name, constantValue(name, { definition, environment, findings }));
  }
  for (const name of Object.keys(definition.tables ?? {})) {
    claim(name, ["tables", name], "a table");
    names.tables.set(name, tableValue(name, { definition, environment, findings }));
  }
  for (const [head, source] of Object.entries(definition.formulas ?? {})) collectFormula(head, source, { names, claim, findings });
  for (const { parameters, path } of names.formulas.values())
    for (const parameter of parameters ?? [])
      if (owners.has(parameter))
        findings.add(
          "name",
          path,
          `The parameter "${parameter}" is also ${owners.get(parameter)}: choose another name, such as "${freeName(parameter, owners)}".`,
        );
  return names;
}

/** A name like another one that nothing has: "eachMass" for "mass". */
function freeName(name: string, owners: Map<string, string>): string {
  const longer = `each${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [longer, ...Array.from({ length: 100 }, (_, at) => `${longer}${at + 2}`)].find((each) => !owners.has(each))!;
}

interface Context {
  definition: Definition;
  environment: Environment;
  findings: Findings;
}
function constantValue(name: string, { definition, environment, findings }: Context): Value {
  const entry = definition.constants![name]!;
  const constant = typeof entry === "string" ? environment.constants[entry] : entry;
  if (!constant) {
    findings.add(
      "unknown-name",
      ["constants", name],
      `There is no shared constant "${String(entry)}".${didYouMean(String(entry), Object.keys(environment.constants))}`,
    );
    return 0;
  }
  const plain = definition.plain || (typeof entry === "object" && entry.plain);
  return plain || constant.unit === undefined
    ? constant.value
    : findings.attempt(["constants", name], () => toSI(constant.value, environment.units.parse(constant.unit!)), 0);
}

interface Tools {
  names: Names;
  claim: (name: string, path: Path, owner: string) => void;
  findings: Findings;
}
const head = /^([A-Za-z][A-Za-z0-9]*)\s*(?:\(([^()]*)\))?$/;

function collectFormula(text: string, source: unknown, { names, claim, findings }: Tools): void {
  const path = ["formulas", text];
  const [, name, list] = head.exec(text) ?? [];
  if (name === undefined) {
    findings.add("name", path, `"${text}" is neither a name nor name(parameter, …): names are camelCase, such as topSpeed.`);
    return;
  }
  const parameters = list?.split(",").map((parameter) => parameter.trim());
  for (const parameter of parameters ?? [])
    if (!nameForm.test(parameter) || reserved.has(parameter)) findings.add("name", path, `"${parameter}" is not a parameter's name.`);
  claim(name, path, "a formula");
  const entry: FormulaEntry = { name, path, slot: names.slots.push(name) - 1, uses: new Set() };
  if (parameters) entry.parameters = parameters;
  names.formulas.set(name, entry);
  if (source === null || typeof source !== "object") {
    entry.tree = findings.attempt(path, () => parse(source), undefined);
    return;
  }
  const { by, ...methods } = source as Record<string, unknown>;
  entry.by = String(by);
  entry.branches = Object.create(null) as Record<string, number>;
  for (const [method, formula] of Object.entries(methods)) {
    const key = `${name}["${method}"]`;
    const branch: FormulaEntry = { name: key, path: [...path, method], slot: names.slots.push(key) - 1, uses: new Set() };
    branch.tree = findings.attempt(branch.path, () => parse(formula), undefined);
    entry.branches[method] = branch.slot;
    names.formulas.set(key, branch);
  }
}

/** The scope of a formula with its parameters. */
export function scopeOf(names: Names, environment: Environment, parameters: string[] = []): Scope {
  return {
    functions: environment.functions,
    names: () => [
      ...parameters,
      ...names.inputs.keys(),
      ...names.constants.keys(),
      ...names.tables.keys(),
      ...[...names.formulas.keys()].filter((name) => nameForm.test(name)),
    ],
    unit: (text) => {
      const unit = environment.units.parse(text);
      return { toSI: (x) => toSI(x, unit), fromSI: (x) => fromSI(x, unit) };
    },
    meaning: (name) => {
      const index = parameters.indexOf(name);
      return index >= 0 ? { is: "parameter", index } : meaningOf(name, names);
    },
  };
}

function meaningOf(name: string, names: Names): Meaning | undefined {
  const input = names.inputs.get(name);
  if (input?.schema.variables) return { is: "expression", slot: input.slot, parameters: input.schema.variables.length };
  if (input) return { is: "input", slot: input.slot };
  const value = names.constants.get(name) ?? names.tables.get(name);
  if (value !== undefined) return { is: "constant", value };
  const formula = names.formulas.get(name);
  if (!formula) return undefined;
  if (formula.parameters) return { is: "callable", parameters: formula.parameters.length, body: () => formula.run! };
  return formula.branches ? { is: "formula", slot: formula.slot, branches: formula.branches } : { is: "formula", slot: formula.slot };
}
