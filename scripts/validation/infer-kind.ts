// Infers the dimension of a formula from its tree. A dimension that cannot be inferred is never a finding.
import type { Functions, Operator, Tree } from "formulary";
import { didYouMean, failFormula } from "formulary/functions";
import { dimensionRule } from "./dimension-rules.ts";
import {
  condition,
  inWords,
  isPure,
  lift,
  listOf,
  listOfItems,
  meet,
  mustBePure,
  type NumberKind,
  power,
  pure,
  type QuantityKind,
  quantityOf,
  text,
  times,
  unknown,
} from "./quantity-kind.ts";

/** The names that a formula may read, with what checks of conversions need. */
export interface DimensionScope {
  kindOf: (name: string) => QuantityKind;
  /** The kind of a formula with parameters for arguments of some kinds. */
  apply: (name: string, kinds: QuantityKind[]) => QuantityKind | undefined;
  isCallable: (name: string) => boolean;
  unitKind: (text: string) => QuantityKind;
  functions: Functions;
  /** In a plain file no factor is suspicious: nothing converts its numbers. */
  plain: boolean;
  /** Inside a comparison, where powers of a thousand are tolerances. */
  compares?: boolean;
  /** Some value is a percentage, so 100 is no conversion. */
  percent: boolean;
}

/** The kind of a tree; throws a CalcError where dimensions do not fit. */
export function inferKind(tree: Tree, scope: DimensionScope): QuantityKind {
  const infer = (each: Tree) => inferKind(each, scope);
  switch (tree.kind) {
    case "number":
      return { is: "number", dimension: {}, literal: tree.value };
    case "text":
      return text;
    case "boolean":
      return condition;
    case "name":
      return tree.name === "PI" ? { is: "number", dimension: {}, literal: Math.PI } : scope.kindOf(tree.name);
    case "negate":
      return lift([infer(tree.operand)], ([x]) =>
        x?.is === "number" && x.literal !== undefined ? { ...x, literal: -x.literal } : (x ?? unknown),
      );
    case "not":
      infer(tree.operand);
      return condition;
    case "and":
    case "or":
      infer(tree.left);
      infer(tree.right);
      return condition;
    case "choose":
      infer(tree.condition);
      return meet(infer(tree.yes), infer(tree.otherwise), "the branches of if mix");
    case "list":
      return listOfItems(tree.items.map(infer));
    case "index":
      return inferIndex(infer(tree.target), tree.index, infer(tree.index));
    case "binary": {
      // a factor beside a comparison is a tolerance, not a conversion
      const inner = /^[<>=!]/.test(tree.operator) ? { ...scope, compares: true } : scope;
      return inferOperation(tree.operator, [inferKind(tree.left, inner), inferKind(tree.right, inner)], inner);
    }
    case "call":
      return inferCall(tree, scope);
  }
}

function inferIndex(target: QuantityKind, index: Tree, kind: QuantityKind): QuantityKind {
  if (kind.is === "list") return listOf(inferIndex(target, { kind: "name", name: "" }, kind.of));
  if (target.is === "table") {
    if (index.kind !== "text") return target.of;
    const known = Object.keys(target.fields);
    if (target.closed && !known.includes(index.value))
      failFormula(`looks up "${index.value}", which is not there.${didYouMean(index.value, known)}`);
    return target.fields[index.value] ?? target.of;
  }
  if (target.is !== "list") return target.is === "number" ? target : unknown;
  if (index.kind === "text" || kind.is === "text") return listOf(inferIndex(target.of, index, kind));
  mustBePure(kind, "an index");
  return index.kind === "number" ? (target.items?.[index.value] ?? target.of) : target.of;
}

const sums: Partial<Record<Operator, string>> = { "+": "adds", "-": "subtracts", "%": "divides with remainder" };

function inferOperation(operator: Operator, [left, right]: [QuantityKind, QuantityKind], scope: DimensionScope): QuantityKind {
  if (operator === "*" || operator === "/") {
    if (!scope.plain) refuseFactor(operator, [left, right], scope);
    return times(left, right, operator === "*" ? 1 : -1);
  }
  if (operator === "^") return inferPower(left, right);
  const adds = sums[operator];
  if (!adds) {
    meet(left, right, "compares");
    return left.is === "list" || right.is === "list" ? listOf(condition) : condition;
  }
  if (!scope.plain) refuseOffset(left, right);
  return lift([left, right], ([a = unknown, b = unknown]) => {
    const kind = meet(a, b, adds);
    const [x, y] = [a as NumberKind, b as NumberKind];
    if (kind.is !== "number" || x.literal === undefined || y.literal === undefined) return kind;
    return {
      ...kind,
      literal: operator === "+" ? x.literal + y.literal : operator === "-" ? x.literal - y.literal : x.literal % y.literal,
    };
  });
}

function inferPower(base: QuantityKind, exponent: QuantityKind): QuantityKind {
  if (exponent.is === "number" && exponent.literal !== undefined) return power(base, exponent.literal);
  mustBePure(exponent, "an exponent");
  if (base.is === "number" && !isPure(base)) failFormula(`raises ${inWords(base)} to a power that is not a constant.`);
  return lift([base, exponent], () => pure);
}

// Inputs are converted before formulas see them: a number that looks like a conversion would convert a second time.
const conversions = [
  3.6, 7, 12, 24, 28, 30, 31, 52, 60, 180, 365, 365.25, 365.2425, 1000, 1200, 1440, 3600, 10_000, 86_400, 1e6, 1e9, 2.54, 25.4, 0.0254,
  0.3048, 0.45359237, 1.609344,
];
const factors = new Set([...conversions, 1e-6, 1e-9].flatMap((x) => [x, Number((1 / x).toPrecision(12))]));
// Counts of hours, days and months only convert a dimension with time, and 12 a length: b h³ / 12 is no conversion.
const counts = new Set([7, 12, 24, 28, 30, 31, 52, 60, 180]);
function fitsCount(x: number, { dimension }: NumberKind): boolean {
  const isCount = counts.has(Math.abs(x)) || counts.has(Math.round(1 / Math.abs(x)));
  const isLength = Object.keys(dimension).length === 1 && Math.abs(dimension.m ?? 0) === 1;
  return !isCount || dimension.s !== undefined || (isLength && (Math.abs(x) === 12 || Math.abs(x * 12 - 1) < 1e-12));
}
const isConversion = (x: number, percent: boolean) =>
  factors.has(Math.abs(Number(x.toPrecision(12)))) || (!percent && (Math.abs(x) === 100 || Math.abs(x) === 0.01));
const isQuantity = (kind: QuantityKind): kind is NumberKind =>
  kind.is === "number" && Object.keys(kind.dimension).some((base) => base !== "currency");

function refuseFactor(operator: string, operands: [QuantityKind, QuantityKind], { percent, compares }: DimensionScope): void {
  const [a, b] = operands.map((kind) => (kind.is === "list" ? kind.of : kind)) as [QuantityKind, QuantityKind];
  for (const [literal, other] of [
    [a, b],
    [b, a],
  ] as const)
    if (
      literal.is === "number" &&
      literal.literal !== undefined &&
      isQuantity(other) &&
      isConversion(literal.literal, percent) &&
      !(compares && Number.isInteger(Math.log10(Math.abs(literal.literal)))) &&
      fitsCount(literal.literal, other)
    )
      failFormula(
        `${operator === "*" ? "multiplies" : "divides"} ${inWords(other)} by ${literal.literal}, which looks like a conversion: formulas see coherent SI, so leave it out (or plain: true where this is a fit).`,
      );
}

function refuseOffset(left: QuantityKind, right: QuantityKind): void {
  for (const kind of [left, right])
    if (kind.is === "number" && (kind.literal === 273.15 || kind.literal === 459.67))
      failFormula(`adds ${kind.literal}: temperatures reach formulas in kelvins already.`);
}

const degreeFunctions = new Set(["degrees", "radians", "sinDegrees", "cosDegrees", "tanDegrees"]);

function inferCall({ name, arguments: trees }: Tree & { kind: "call" }, scope: DimensionScope): QuantityKind {
  const infer = (each: Tree) => inferKind(each, scope);
  if (name === "given" || name === "show") return name === "show" ? text : condition;
  if (name === "quantity" && trees[1]?.kind === "text") {
    mustBePure(infer(trees[0]!), "quantity");
    return lift([infer(trees[0]!), scope.unitKind(trees[1].value)], ([, unit]) => unit ?? unknown);
  }
  if (name === "number" && trees[1]?.kind === "text") return inferNumber(infer(trees[0]!), scope.unitKind(trees[1].value));
  if (scope.isCallable(name)) return scope.apply(name, trees.map(infer)) ?? unknown;
  const entry = Object.hasOwn(scope.functions, name) ? scope.functions[name] : undefined;
  const rule = entry && dimensionRule(entry.dimension);
  if (!rule) return unknown;
  if (degreeFunctions.has(name) && !scope.plain)
    failFormula(`calls ${name}: angles reach formulas in radians, so use ${name.replace("Degrees", "")}, or plain: true.`);
  const isFormula = (position: number) => {
    const argument = trees[position];
    return (
      entry.formulas?.at.includes(position) === true &&
      argument?.kind === "name" &&
      (scope.isCallable(argument.name) || !entry.formulas.maybe)
    );
  };
  const apply = (position: number, kinds: QuantityKind[]) => applyByName((trees[position] as { name: string }).name, kinds, scope);
  return rule({ name, kinds: trees.map((each, at) => (isFormula(at) ? unknown : infer(each))), apply, isFormula });
}

/** The kind of a formula or function in a function's place. */
function applyByName(name: string, kinds: QuantityKind[], scope: DimensionScope): QuantityKind {
  if (scope.isCallable(name)) return scope.apply(name, kinds) ?? unknown;
  const entry = Object.hasOwn(scope.functions, name) ? scope.functions[name] : undefined;
  const rule = entry && dimensionRule(entry.dimension);
  return rule ? rule({ name, kinds, apply: () => unknown, isFormula: () => false }) : unknown;
}

function inferNumber(value: QuantityKind, unit: QuantityKind): QuantityKind {
  return lift([value, unit], ([x, y]) => {
    if (x?.is === "number" && y?.is === "number") meet(quantityOf(x.dimension), quantityOf(y.dimension), "takes the number of");
    return pure;
  });
}
