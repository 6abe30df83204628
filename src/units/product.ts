// Products of units: "kg*m/s^2", "mL/(min*1.73m^2)", "L/100km". `/` takes the next factor only, and a number glued to
// a unit is one factor with it.
import { failFormula } from "../errors.ts";
import { didYouMean } from "../language/nearest.ts";
import type { Unit } from "../types.ts";

export type Dimension = Record<string, number>;
/** A product of units while it is parsed. */
export interface Product {
  dimension: Dimension;
  factor: number;
  formulaFactor: number;
  difference: boolean;
}
type Atom = (word: string) => Pick<Unit, "dimension" | "factor" | "formulaFactor" | "difference"> | undefined;

const number = /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/;
const word = /^[^\s\d*/^().+-][^\s*/^()]*/;
const power = /^\^(?:\(([-+]?\d+(?:\.\d+)?)(?:\/(\d+))?\)|([-+]?\d+(?:\.\d+)?))/;

const unreadable = { code: "unknown-unit" } as const;
/** Reads a product; throws a CalcError at the first unknown word or stray sign. */
export function parseProduct(text: string, atom: Atom, known: () => string[] = () => []): Product {
  if (text.length > 100) failFormula("A unit is at most 100 characters long.", unreadable);
  let rest = text;
  const fail = (message: string): never => failFormula(`The unit "${text}" cannot be read: ${message}`, unreadable);
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };
  const term = (depth: number): Product => {
    let product = factor(depth);
    for (;;) {
      const sign = take(/^(?:\s*([*/])\s*|\s+)/);
      if (!sign || rest === "" || rest[0] === ")") return sign?.[1] ? fail("it ends too early.") : product;
      product = multiply(product, factor(depth), sign[1] === "/" ? -1 : 1);
    }
  };
  const factor = (depth: number): Product => {
    if (depth > 20) fail("it nests too deeply.");
    let product: Product;
    const digits = take(number);
    if (digits) {
      product = scaled(Number(digits[0]));
      if (/^\s+[^\s*/)]/.test(rest)) fail("write a number glued to its unit, as in L/100km.");
      if (word.test(rest)) product = multiply(product, factor(depth + 1), 1);
    } else if (take(/^\(/)) {
      product = term(depth + 1);
      if (!take(/^\)/)) fail('a ")" is missing.');
    } else product = one();
    const exponent = take(power);
    return exponent ? raised(product, Number(exponent[1] ?? exponent[3]) / Number(exponent[2] ?? 1)) : product;
  };
  const one = (): Product => {
    const found = take(word)?.[0] ?? fail(rest ? `"${rest[0]}" has no place there.` : "it ends too early.");
    const unit = atom(found) ?? fail(`"${found}" is not a known unit.${cureOf(found)}`);
    return { dimension: unit.dimension, factor: unit.factor, formulaFactor: unit.formulaFactor, difference: unit.difference };
  };
  const cureOf = (text: string) => {
    const [, base = "", exponent] = /^(\D+)(\d)$/.exec(text) ?? [];
    return base && atom(base) ? ` A power is written ${base}^${exponent}.` : didYouMean(text, known());
  };
  const product = term(0);
  return rest.trim() ? fail(`"${rest[0]}" has no place there.`) : product;
}

const scaled = (factor: number): Product => ({ dimension: {}, factor, formulaFactor: factor, difference: false });

function multiply(a: Product, b: Product, sign: 1 | -1): Product {
  const dimension = { ...a.dimension };
  for (const [base, exponent] of Object.entries(b.dimension)) dimension[base] = (dimension[base] ?? 0) + sign * exponent;
  // dividing is exact where multiplying by a reciprocal is not
  const times = (x: number, y: number) => (sign === 1 ? x * y : x / y);
  return {
    dimension: withoutZeros(dimension),
    factor: times(a.factor, b.factor),
    formulaFactor: times(a.formulaFactor, b.formulaFactor),
    difference: false,
  };
}

function raised(a: Product, exponent: number): Product {
  const dimension = Object.fromEntries(Object.entries(a.dimension).map(([base, own]) => [base, own * exponent]));
  return {
    dimension: withoutZeros(dimension),
    factor: a.factor ** exponent,
    formulaFactor: a.formulaFactor ** exponent,
    difference: false,
  };
}

const withoutZeros = (dimension: Dimension): Dimension =>
  Object.fromEntries(Object.entries(dimension).filter(([, exponent]) => Math.abs(exponent) > 1e-9));

/** A finished product as a unit without a name: a temperature inside it is a difference, so it has no offset. */
export function combine(product: Product): Unit {
  return { text: "", ...product, offset: 0, inverse: false, plain: false, symbol: "", plural: "", glued: false, leading: false };
}
