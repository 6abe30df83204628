import { failText } from "../errors.ts";
import { roundTo } from "../language/numbers.ts";
import type { Unit } from "../types.ts";
import { inWords } from "./notation.ts";
import type { Dimension } from "./product.ts";

/** A substance by which mass, amount, charge and international units convert into each other. */
export interface Substance {
  /** g/mol. */
  molarMass: number;
  /** Equivalents per mole (its charge number). */
  equivalents?: number;
  /** Grams per international unit. */
  unit?: number;
  title?: string;
  source?: string;
}

// x * factor loses a bit where the factor is 1/n (km/h is 1/3.6): divide by the whole or short number instead.
function scale(x: number, factor: number): number {
  if (factor >= 1) return x * factor;
  const divisor = divisorOf(factor);
  return divisor > 0 ? x / divisor : x * factor;
}
function unscale(x: number, factor: number): number {
  if (factor >= 1) return x / factor;
  const divisor = divisorOf(factor);
  return divisor > 0 ? x * divisor : x / factor;
}

const divisors = new Map<number, number>();
/** The n of a factor 1/n, or 0; rounding to look for one takes longer than all the rest of a conversion. */
function divisorOf(factor: number): number {
  const known = divisors.get(factor);
  if (known !== undefined) return known;
  const inverse = 1 / factor;
  const near = Number(inverse.toPrecision(12));
  const divisor = Math.abs(inverse - near) <= 1e-15 * inverse * 4 ? near : 0;
  // clients name units too: invented names must not fill the memory
  if (divisors.size < 5000) divisors.set(factor, divisor);
  return divisor;
}

/** A number of a unit as formulas see it: coherent SI, or itself where the unit is plain. */
export function toSI(x: number, unit: Unit): number {
  return scale(x + unit.offset, unit.formulaFactor);
}

/** A formula's number as a number of a unit; offsets round to ten decimals, ratios to 15 digits. */
export function fromSI(x: number, unit: Unit): number {
  if (unit.formulaFactor === 1 && unit.offset === 0) return x;
  const value = unscale(x, unit.formulaFactor) - unit.offset;
  if (!Number.isFinite(value)) return value;
  return unit.offset === 0 ? roundTo(value, 15) : Number(value.toFixed(10));
}

/** A number of one unit as a number of another; throws where they measure different things. */
export function convert(x: number, from: Unit, to: Unit, substance?: Substance): number {
  if (from === to || from.text === to.text) return x;
  const value = bridged(x, from, to, substance);
  return to.offset === 0 ? roundTo(value, 15) : Number(value.toFixed(10));
}

/** Whether a number of one unit can be written in another. */
export function converts(from: Unit, to: Unit, substance?: Substance): boolean {
  if (from === to || from.text === to.text) return true;
  if (sameDimension(from.dimension, to.dimension)) return !(from.difference && to.offset !== 0) && !(to.difference && from.offset !== 0);
  if ((from.inverse || to.inverse) && sameDimension(from.dimension, negative(to.dimension))) return true;
  return substance !== undefined && substanceFactor(from.dimension, to.dimension, substance) !== undefined;
}

function bridged(x: number, from: Unit, to: Unit, substance?: Substance): number {
  const si = scale(x + from.offset, from.factor);
  const out = (y: number) => unscale(y, to.factor) - to.offset;
  if (sameDimension(from.dimension, to.dimension)) {
    if ((from.difference && to.offset !== 0) || (to.difference && from.offset !== 0))
      failText(`A temperature difference (${from.difference ? from.symbol : to.symbol}) is not a temperature.`);
    return out(si);
  }
  if ((from.inverse || to.inverse) && sameDimension(from.dimension, negative(to.dimension)))
    return x === 0 ? failText(`0 ${from.symbol} has no ${to.symbol}.`) : out(1 / si);
  if (substance) {
    const factor = substanceFactor(from.dimension, to.dimension, substance);
    if (factor !== undefined) return out(si * factor);
  }
  return failText(`"${inWords(from.text)}" does not convert to "${inWords(to.text)}": they measure different things.`);
}

/** Whether two units measure the same thing; radians, counts and marks included. */
export function sameDimension(a: Dimension, b: Dimension): boolean {
  const bases = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const base of bases) if (Math.abs((a[base] ?? 0) - (b[base] ?? 0)) > 1e-9) return false;
  return true;
}
const negative = (dimension: Dimension): Dimension =>
  Object.fromEntries(Object.entries(dimension).map(([base, exponent]) => [base, -exponent]));

const equivalent = "only equivalents";
const international = "only IU";
// kg, mol, Eq and IU of one substance are one thing: each is so many moles.
function substanceFactor(from: Dimension, to: Dimension, substance: Substance): number | undefined {
  const molesPer: Record<string, number | undefined> = {
    kg: 1000 / substance.molarMass,
    mol: 1,
    [equivalent]: substance.equivalents && 1 / substance.equivalents,
    [international]: substance.unit && substance.unit / substance.molarMass,
  };
  const source = kindOf(from);
  const target = kindOf(to);
  if (!source || !target) return undefined;
  const [mine, theirs] = [molesPer[source.base], molesPer[target.base]];
  return mine === undefined || theirs === undefined || !sameDimension(source.rest, target.rest) ? undefined : mine / theirs;
}

// An equivalent is also an amount of substance (mol × mark): the mark decides.
function kindOf(dimension: Dimension): { base: string; rest: Dimension } | undefined {
  const base = [equivalent, international, "mol", "kg"].find((each) => dimension[each] === 1);
  if (base === undefined) return undefined;
  const { [base]: _, ...rest } = dimension;
  if (base === equivalent) delete rest.mol;
  return { base, rest };
}
