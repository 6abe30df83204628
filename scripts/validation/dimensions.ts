// The dimensions of a whole calculator: every formula must have the dimension of its output's unit.
import type { Definition, OutputDefinition, Tree } from "formulary";
import {
  CalcError,
  compileDefinition,
  type Environment,
  type FormulaEntry,
  firstUnit,
  type Names,
  type Path,
  parse,
  sameDimension,
  splitTemplate,
} from "formulary/compiler";
import { failFormula } from "formulary/functions";
import { declaredKind, namedKind } from "./declared-kinds.ts";
import { type DimensionScope, inferKind } from "./infer-kind.ts";
import { formulaDimension, inWords, isPure, meet, type NumberKind, pure, type QuantityKind, quantityOf, unknown } from "./quantity-kind.ts";
import type { RuleFinding } from "./rule.ts";

/** The units of a definition that do not fit; where a dimension cannot be inferred there is no finding. */
export function dimensionFindings(
  source: Definition,
  environment: Environment,
  compiledDefinition = compileDefinition(source, environment),
): RuleFinding[] {
  const { definition, compilation } = compiledDefinition;
  if (source.converts !== undefined) return [];
  const { names } = compilation;
  const findings: RuleFinding[] = [];
  const scope = createScope(definition, names, environment);
  const check = (path: Path, what: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      const place = raisedIn.get(error);
      const finding = place
        ? { path: place.path, message: `formulas.${place.name} ${error.message} It is called by ${what}.` }
        : { path, message: `${what} ${error.message}` };
      // a formula with parameters that is wrong by itself is wrong wherever it is called
      const isKnown = place && findings.some((each) => each.path === place.path && each.message.includes(error.message));
      if (!isKnown) findings.push(finding);
    }
  };
  for (const formula of names.formulas.values())
    if (formula.tree && !formula.parameters) check(formula.path, `formulas.${formula.name}`, () => inferKind(formula.tree!, scope));
  // the methods of a fit take numbers in whatever units they were fitted to
  if (!scope.plain) for (const formula of names.formulas.values()) checkMethods(formula, { names, scope, check });
  for (const [name, output] of Object.entries(definition.outputs ?? {}))
    checkOutput(name, output, { names, definition, environment, check, kindOf: scope.kindOf, scope });
  for (const [index, rule] of (definition.checks ?? []).entries())
    for (const key of ["require", "when"] as const)
      if (rule[key] !== undefined) check(["checks", index, key], "The check", () => inferKind(parse(rule[key]), scope));
  for (const { path, text: template } of templates(definition)) checkTemplate(template, path, { definition, scope, check });
  return findings;
}

function createScope(definition: Definition, names: Names, environment: Environment): DimensionScope {
  const plain = definition.plain === true;
  const unitKind = (unit: string): QuantityKind => quantityOf(formulaDimension(environment.units.parse(unit).dimension));
  const kinds = new Map<string, QuantityKind>();
  const scope: DimensionScope = {
    functions: environment.functions,
    plain,
    percent: /"unit":"%/.test(JSON.stringify([definition.inputs, definition.outputs, definition.constants, definition.tables])),
    unitKind,
    isCallable: (name) => names.formulas.get(name)?.parameters !== undefined || names.inputs.get(name)?.schema.variables !== undefined,
    apply: (name, argumentKinds) => applyFormula(names.formulas.get(name), argumentKinds, scope),
    kindOf: (name) => {
      const earlier = kinds.get(name);
      if (earlier) return earlier;
      const formula = names.formulas.get(name);
      if (formula && !formula.parameters) return formulaKind(formula);
      const kind = namedKind(name, { definition, names, environment, plain, unitKind });
      kinds.set(name, kind);
      return kind;
    },
  };
  const formulaKind = (formula: FormulaEntry): QuantityKind => {
    // Before its own dimension is inferred, and where it has a finding, a formula counts as what its output declares.
    const declared = declaredKind(definition, formula.name, { plain, unitKind });
    kinds.set(formula.name, declared);
    const slot = formula.branches && Object.values(formula.branches)[0];
    const source = formula.branches ? [...names.formulas.values()].find((each) => each.slot === slot) : formula;
    const kind = inferOr(declared, source, scope);
    kinds.set(formula.name, kind);
    return kind;
  };
  return scope;
}

/** The kind of a formula; the declared one where it cannot be inferred, which is a finding of that formula. */
function inferOr(declared: QuantityKind, formula: FormulaEntry | undefined, scope: DimensionScope): QuantityKind {
  try {
    return formula?.tree ? inferKind(formula.tree, scope) : declared;
  } catch (error) {
    if (error instanceof CalcError) return declared;
    throw error;
  }
}

function applyFormula(formula: FormulaEntry | undefined, kinds: QuantityKind[], scope: DimensionScope): QuantityKind {
  if (!formula?.tree || !formula.parameters) return unknown;
  const { parameters, tree } = formula;
  const inner: DimensionScope = {
    ...scope,
    kindOf: (name) => (parameters.includes(name) ? (kinds[parameters.indexOf(name)] ?? unknown) : scope.kindOf(name)),
  };
  try {
    return inferKind(tree, inner);
  } catch (error) {
    if (error instanceof CalcError && !raisedIn.has(error)) raisedIn.set(error, formula);
    throw error;
  }
}
/** The formula with parameters in which an error was found, for its place. */
const raisedIn = new WeakMap<CalcError, FormulaEntry>();

interface MethodTools {
  names: Names;
  scope: DimensionScope;
  check: (path: Path, what: string, work: () => void) => void;
}
/** All methods of a choice give one dimension, also where no output shows them. */
function checkMethods({ name, branches }: FormulaEntry, { names, scope, check }: MethodTools): void {
  const slots = Object.values(branches ?? {});
  const methods = [...names.formulas.values()].filter((each) => slots.includes(each.slot) && each.tree);
  let common: QuantityKind = unknown;
  for (const method of methods)
    check(method.path, `The methods of ${name}:`, () => {
      common = meet(common, inferOr(unknown, method, scope), `${method.name} mixes`);
    });
}

interface OutputTools {
  names: Names;
  definition: Definition;
  environment: Environment;
  check: (path: Path, what: string, work: () => void) => void;
  kindOf: (name: string) => QuantityKind;
  scope: DimensionScope;
  /** A number in the formula whose unit may have been left out. */
  coefficient?: number | undefined;
}
function checkOutput(name: string, output: OutputDefinition, tools: OutputTools): void {
  if (output.type === "table") {
    for (const [key, column] of Object.entries(output.columns ?? {})) {
      const kind = () => (column.formula === undefined ? tools.kindOf(column.of ?? key) : inferKind(parse(column.formula), tools.scope));
      tools.check(["outputs", name, "columns", key], `The column ${key}`, () => checkKind(kind(), column, tools));
    }
    return;
  }
  const formula = tools.names.formulas.get(output.of ?? name);
  const methods = Object.values(formula?.branches ?? {}).flatMap((slot) =>
    [...tools.names.formulas.values()].filter((each) => each.slot === slot && each.tree),
  );
  for (const method of methods)
    tools.check(method.path, `formulas.${method.name}`, () => checkKind(inferKind(method.tree!, tools.scope), output, tools));
  if (methods.length === 0)
    tools.check(["outputs", name], `The output ${name}`, () =>
      checkKind(tools.kindOf(output.of ?? name), output, { ...tools, coefficient: coefficientIn(formula?.tree) }),
    );
}

/** Throws unless a kind has the dimension that a field declares. */
function checkKind(outer: QuantityKind, field: OutputDefinition, { definition, scope, coefficient }: OutputTools): void {
  let kind = outer;
  while (kind.is === "list") kind = kind.of;
  if (kind.is !== "number") return;
  const unit = firstUnit(field.unit);
  const plain = definition.plain || field.plain || unit === "";
  const declared = plain ? pure : (scope.unitKind(unit) as NumberKind);
  if (
    sameDimension(kind.dimension, declared.dimension) ||
    (isPure(kind) && Object.keys(declared.dimension).every((base) => base === "currency"))
  )
    return;
  if (isPure(kind))
    failFormula(`is a pure number but declares ${unit}: write quantity(n, "${unit}") in the formula, or plain: true on the output.`);
  const cure =
    coefficient === undefined || !unit
      ? ""
      : ` If ${coefficient} has a unit, write quantity(${coefficient}, "${unitOf(kind.dimension, declared.dimension)}").`;
  failFormula(`is ${inWords(kind)}, expected ${inWords(declared)}${unit ? ` (${unit}).` : ": it declares no unit."}${cure}`);
}

/** The first number of a product that is no small whole number, and so may be a coefficient of an empirical formula. */
function coefficientIn(tree: Tree | undefined): number | undefined {
  if (tree?.kind === "number") return Number.isInteger(tree.value) && Math.abs(tree.value) < 10 ? undefined : tree.value;
  if (tree?.kind !== "binary" || !/[*/+-]/.test(tree.operator)) return undefined;
  return coefficientIn(tree.left) ?? coefficientIn(tree.right);
}

/** The unit that a factor needs between two dimensions: "kg/m". */
function unitOf(from: NumberKind["dimension"], to: NumberKind["dimension"]): string {
  const bases = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  const exponents = bases
    .map((base): [string, number] => [base, (to[base] ?? 0) - (from[base] ?? 0)])
    .filter(([, exponent]) => exponent !== 0);
  const part = (some: [string, number][]) =>
    some.map(([base, exponent]) => (Math.abs(exponent) === 1 ? base : `${base}^${Math.abs(exponent)}`));
  const above = part(exponents.filter(([, exponent]) => exponent > 0)).join("*") || "1";
  const below = part(exponents.filter(([, exponent]) => exponent < 0));
  return below.length === 0 ? above : below.length === 1 ? `${above}/${below[0]}` : `${above}/(${below.join("*")})`;
}

function templates(definition: Definition): { path: Path; text: string }[] {
  const { explanation = [], checks = [] } = definition;
  const parts = (Array.isArray(explanation) ? explanation : [explanation]).map((part, at) => ({
    path: Array.isArray(explanation) ? ["explanation", at] : ["explanation"],
    text: typeof part === "string" ? part : part.text,
  }));
  return [...parts, ...checks.map(({ message }, at) => ({ path: ["checks", at, "message"], text: message }))];
}

interface TemplateTools {
  definition: Definition;
  scope: DimensionScope;
  check: OutputTools["check"];
}
function checkTemplate(template: string, path: Path, { definition, scope, check }: TemplateTools): void {
  for (const expression of splitTemplate(template).expressions) {
    if (definition.outputs?.[expression] || definition.inputs?.properties[expression]) continue;
    check(path, `{{ ${expression} }}`, () => {
      const kind = inferKind(parse(expression), scope);
      if (kind.is === "number" && !isPure(kind))
        failFormula(`is ${inWords(kind)}: write show(x, name) in the manner of an output, or number(x, "unit").`);
    });
  }
}
