// Products of units: "kg*m/s^2", "mL/(min*1.73m^2)", "L/100km". `/` takes the next factor only, and a number glued to
// a unit is one factor with it. With names they are phrases: "pounds per square inch", where "per" divides by all up to the next.
import { failFormula } from "../errors.ts";
import type { Unit } from "../types.ts";

export type Dimension = Record<string, number>;
/** A product of units while it is parsed. */
export interface Product {
  /** In symbols. */
  text: string;
  dimension: Dimension;
  factor: number;
  formulaFactor: number;
  difference: boolean;
}
type Factor = Pick<Unit, keyof Product>;
/** Reads the names of units in products. */
export interface Phrases {
  /** One form for all spellings of a text. */
  spoken: (text: string) => string;
  /** The unit that most of the first words name, and the length of these. */
  leading: (rest: string) => { unit: Factor; length: number } | undefined;
  cureOf: (word: string) => string;
}

const number = /^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/;
const word = /^[^\s\d*/^().+-][^\s*/^()]*/;
const power = /^\^(?:\(([-+]?\d+(?:\.\d+)?)(?:\/(\d+))?\)|([-+]?\d+(?:\.\d+)?))/;
const [powerBefore, powerAfter] = [/^(?:(square|sq)|cubic|cu)\s+/i, /^\s+(?:(squared)|cubed)(?![^\s*/)])/i];

const unreadable = { code: "unknown-unit" } as const;
/** Reads a product; throws a CalcError at the first unknown word or stray sign. */
export function parseProduct(text: string, atom: (word: string) => Factor | undefined, phrases?: Phrases): Product {
  if (text.length > 100) failFormula("A unit is at most 100 characters long.", unreadable);
  let rest = phrases ? phrases.spoken(text) : text;
  const fail = (message: string): never => failFormula(`The unit "${text}" cannot be read: ${message}`, unreadable);
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };
  const term = (depth: number): Product => {
    let product = phrases && /^per\s/i.test(rest) ? scaled("1") : factor(depth);
    for (;;) {
      const per = phrases && take(/^\s*per\s+/i);
      const sign = per ?? take(/^(?:\s*([*/])\s*|\s+)/);
      if (!sign || rest === "" || rest[0] === ")") return per || sign?.[1] ? fail("it ends too early.") : product;
      product = multiply(product, per ? divisor(depth) : factor(depth), per || sign[1] === "/" ? -1 : 1);
    }
  };
  const divisor = (depth: number): Product => {
    const first = factor(depth);
    let product = first;
    while (take(/^\s+(?!per\s)(?=[^\s*/)])/i)) product = multiply(product, factor(depth), 1);
    return product === first ? first : { ...product, text: `(${product.text})` };
  };
  const factor = (depth: number): Product => {
    if (depth > 20) fail("it nests too deeply.");
    const before = phrases && take(powerBefore);
    if (before) return raised(one(), before[1] ? 2 : 3);
    let product: Product;
    const digits = take(number);
    if (digits) {
      product = scaled(digits[0]);
      if (/^\s+[^\s*/)]/.test(rest)) fail("write a number glued to its unit, as in L/100km.");
      if (word.test(rest)) {
        const glued = factor(depth + 1);
        product = { ...multiply(product, glued, 1), text: digits[0] + glued.text };
      }
    } else if (take(/^\(/)) {
      product = term(depth + 1);
      if (!take(/^\)/)) fail('a ")" is missing.');
      product = { ...product, text: `(${product.text})` };
    } else product = one();
    const after = phrases && take(powerAfter);
    if (after) return raised(product, after[1] ? 2 : 3);
    const exponent = take(power);
    return exponent ? raised(product, Number(exponent[1] ?? exponent[3]) / Number(exponent[2] ?? 1)) : product;
  };
  const one = (): Product => {
    const named = phrases?.leading(rest);
    if (named) rest = rest.slice(named.length);
    if (named) return ofUnit(named.unit);
    const found = take(word)?.[0] ?? fail(rest ? `"${rest[0]}" has no place there.` : "it ends too early.");
    return ofUnit(atom(found) ?? fail(`"${found}" is not a known unit.${phrases?.cureOf(found) ?? ""}`));
  };
  const product = term(0);
  return rest.trim() ? fail(`"${rest[0]}" has no place there.`) : product;
}

const pure = { dimension: {}, difference: false };
const scaled = (digits: string): Product => ({ ...pure, text: digits, factor: Number(digits), formulaFactor: Number(digits) });
const ofUnit = (unit: Factor): Product => ({ ...unit, text: /[*/]/.test(unit.text) ? `(${unit.text})` : unit.text });

function multiply(a: Product, b: Product, sign: 1 | -1): Product {
  const dimension = { ...a.dimension };
  for (const [base, exponent] of Object.entries(b.dimension)) dimension[base] = (dimension[base] ?? 0) + sign * exponent;
  // dividing is exact where multiplying by a reciprocal is not
  const times = (x: number, y: number) => (sign === 1 ? x * y : x / y);
  return {
    dimension: withoutZeros(dimension),
    text: `${a.text}${sign === 1 ? "*" : "/"}${b.text}`,
    factor: times(a.factor, b.factor),
    formulaFactor: times(a.formulaFactor, b.formulaFactor),
    difference: false,
  };
}

function raised(a: Product, exponent: number): Product {
  const dimension = Object.fromEntries(Object.entries(a.dimension).map(([base, own]) => [base, own * exponent]));
  return {
    dimension: withoutZeros(dimension),
    text: `${a.text}^${exponent}`,
    factor: a.factor ** exponent,
    formulaFactor: a.formulaFactor ** exponent,
    difference: false,
  };
}

const withoutZeros = (dimension: Dimension): Dimension =>
  Object.fromEntries(Object.entries(dimension).filter(([, exponent]) => Math.abs(exponent) > 1e-9));

/** A finished product as a unit without a name: a temperature inside it is a difference, so it has no offset. */
export function combine(product: Product, text: string, symbol: string): Unit {
  return { ...product, text, offset: 0, inverse: false, plain: false, symbol, plural: symbol, glued: false, leading: false };
}

/** A unit of nothing but a dimension, to be spread and changed. */
export function plainUnit(dimension: Dimension): Unit {
  const fixed = { text: "", factor: 1, formulaFactor: 1, offset: 0, inverse: false, difference: false, plain: false };
  return { ...fixed, dimension, symbol: "", plural: "", glued: false, leading: false };
}
