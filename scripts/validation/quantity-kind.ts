// The kinds of values that dimensions are checked with: a number with its dimension, a text, a list of them and so on.
import type { Unit } from "formulary";
import { sameDimension } from "formulary/compiler";
import { failFormula } from "formulary/functions";

type Dimension = Unit["dimension"];

export type NumberKind = {
  is: "number";
  dimension: Dimension;
  /** Value of a literal, or of an expression of literals: 0 fits every dimension, and any of them may be money. */
  literal?: number;
  /** Declared unit of a named value in a plain file, where units must still agree in sums. */
  unit?: string;
};
export type QuantityKind =
  | NumberKind
  | { is: "text" | "condition" | "unknown" }
  | { is: "list"; of: QuantityKind; items?: QuantityKind[] }
  /** A map; a closed one has no other keys. */
  | { is: "table"; of: QuantityKind; fields: Record<string, QuantityKind>; closed?: true };

export const unknown: QuantityKind = { is: "unknown" };
export const text: QuantityKind = { is: "text" };
export const condition: QuantityKind = { is: "condition" };
export const pure: NumberKind = { is: "number", dimension: {} };
export const listOf = (of: QuantityKind): QuantityKind => ({ is: "list", of });
export const quantityOf = (dimension: Dimension): NumberKind => ({ is: "number", dimension });

/** The dimension of a unit as formulas see it: angles, bits and marks are pure numbers there. */
export function formulaDimension(dimension: Dimension): Dimension {
  return Object.fromEntries(Object.entries(dimension).filter(([base]) => base !== "rad" && base !== "bit" && !base.startsWith("only ")));
}

export const isPure = ({ dimension }: NumberKind): boolean => Object.keys(dimension).length === 0;
const isMoney = ({ dimension }: NumberKind): boolean => Object.keys(dimension).every((base) => base === "currency");

const baseNames: Record<string, string> = {
  kg: "mass",
  m: "length",
  s: "time",
  A: "current",
  K: "temperature",
  mol: "amount of substance",
  cd: "luminous intensity",
  currency: "money",
};
const powerNames: Record<string, string> = { 1: "", 2: " squared", 3: " cubed" };

/** "mass per length squared". */
export function inWords({ dimension }: NumberKind): string {
  const part = (sign: number) =>
    Object.entries(dimension)
      .filter(([, exponent]) => exponent * sign > 0)
      .map(([base, exponent]) => {
        const power = Number(Math.abs(exponent).toPrecision(4));
        return `${baseNames[base] ?? base}${powerNames[power] ?? ` to the power ${power}`}`;
      })
      .join(" times ");
  const [above, below] = [part(1), part(-1)];
  if (!above && !below) return "a pure number";
  return below ? `${above || "one"} per ${below.replaceAll(" times ", " per ")}` : above;
}

/** Applies a rule to the elements of lists; conditions count as numbers. */
export function lift(kinds: QuantityKind[], rule: (numbers: (NumberKind | { is: "unknown" })[]) => QuantityKind): QuantityKind {
  if (kinds.some((kind) => kind.is === "list"))
    return listOf(
      lift(
        kinds.map((kind) => (kind.is === "list" ? kind.of : kind)),
        rule,
      ),
    );
  return rule(kinds.map((kind) => (kind.is === "number" ? kind : kind.is === "condition" ? pure : { is: "unknown" })));
}

/** The common kind of two operands of a sum, a comparison or two branches; throws where their dimensions differ. */
export function meet(a: QuantityKind, b: QuantityKind, what: string): QuantityKind {
  if (a.is === "unknown") return b;
  if (b.is === "unknown") return a;
  if (a.is === "list" && b.is === "list" && a.items && a.items.length === b.items?.length)
    return listOfItems(a.items.map((item, at) => meet(item, b.items![at]!, what)));
  if (a.is === "list" || b.is === "list") return listOf(meet(a.is === "list" ? a.of : a, b.is === "list" ? b.of : b, what));
  const [x, y] = [a.is === "condition" ? pure : a, b.is === "condition" ? pure : b];
  if (a.is === "condition" && b.is === "condition") return condition;
  if (x.is !== "number" || y.is !== "number") return x.is === y.is ? x : unknown;
  return meetNumbers(x, y, what);
}

/** A list that is written out; where its elements differ in kind only their positions tell what they are. */
export function listOfItems(items: QuantityKind[]): QuantityKind {
  const sameKind = items.every((item) => item.is === items[0]?.is);
  if (!sameKind) return { is: "list", of: unknown, items };
  try {
    return { is: "list", of: items.reduce((a, b) => meet(a, b, "the list mixes"), unknown), items };
  } catch {
    return { is: "list", of: unknown, items };
  }
}

function meetNumbers(x: NumberKind, y: NumberKind, what: string): NumberKind {
  if (sameDimension(x.dimension, y.dimension)) {
    if (x.unit && y.unit && x.unit !== y.unit)
      failFormula(`${what} a number of ${x.unit} and a number of ${y.unit}: in a plain file they must be in one unit.`);
    const unit = x.unit ?? y.unit;
    return { is: "number", dimension: x.dimension, ...(unit && { unit }) };
  }
  const [literal, other] = x.literal !== undefined ? [x, y] : [y, x];
  if (literal.literal !== undefined && (literal.literal === 0 || !Number.isFinite(literal.literal) || isMoney(other)))
    return { is: "number", dimension: other.dimension };
  if (literal.literal !== undefined)
    failFormula(
      `${what} the pure number ${literal.literal} and ${inWords(other)}: write quantity(${literal.literal}, "unit"), or plain: true where this is a fit.`,
    );
  return failFormula(`${what} ${inWords(x)} and ${inWords(y)}.`);
}

/** Throws unless a kind is a pure number (or a list of them). */
export function mustBePure(kind: QuantityKind, who: string): void {
  if (kind.is === "list") mustBePure(kind.of, who);
  else if (kind.is === "number" && !isPure(kind))
    failFormula(`${who} needs a pure number and gets ${inWords(kind)}: write number(x, "unit").`);
}

/** Product (sign 1) or quotient (sign -1) of two kinds. */
export function times(a: QuantityKind, b: QuantityKind, sign: 1 | -1): QuantityKind {
  return lift([a, b], ([x, y]) => {
    if (x?.is !== "number" || y?.is !== "number") return unknown;
    const dimension = { ...x.dimension };
    for (const [base, exponent] of Object.entries(y.dimension)) dimension[base] = (dimension[base] ?? 0) + sign * exponent;
    const cancelled = Object.fromEntries(Object.entries(dimension).filter(([, exponent]) => Math.abs(exponent) > 1e-9));
    const literal = x.literal === undefined || y.literal === undefined ? undefined : x.literal * y.literal ** sign;
    return { is: "number", dimension: cancelled, ...(literal !== undefined && { literal }) };
  });
}

/** A kind to a constant power. */
export function power(a: QuantityKind, exponent: number): QuantityKind {
  return lift([a], ([x]) => {
    if (x?.is !== "number") return unknown;
    const dimension = Object.fromEntries(Object.entries(x.dimension).map(([base, own]) => [base, own * exponent]));
    return { is: "number", dimension: exponent === 0 ? {} : dimension, ...(x.literal !== undefined && { literal: x.literal ** exponent }) };
  });
}
export const elementOf = (kind: QuantityKind | undefined): QuantityKind =>
  kind?.is === "list" ? kind.of : kind?.is === "table" ? kind.of : unknown;
