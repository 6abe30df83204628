// Polynomials with whole coefficients of any length, from the highest power down: exact division, factors without
// multiple roots.
import { absolute, commonDivisor, type Ratio } from "../functions-number-theory/index.ts";

export type Whole = bigint[];

const degreeOf = (p: Whole): number => p.length - 1;

/** Without zeros in front. */
export function trimmed<Coefficient>(p: Coefficient[], isZero: (c: Coefficient) => boolean): Coefficient[] {
  const start = p.findIndex((c) => !isZero(c));
  return start < 0 ? [] : p.slice(start);
}
const trim = (p: Whole): Whole => trimmed(p, (c) => c === 0n);

/** Divided by the greatest common divisor of the coefficients, the first above 0. */
export function primitive(p: Whole): Whole {
  const content = p.reduce((a, b) => (a === 1n ? a : commonDivisor(a, b)), 0n);
  const sign = (p[0] ?? 1n) < 0n ? -content : content;
  return sign === 0n || sign === 1n ? p : p.map((c) => c / sign);
}

/** Ratios as whole coefficients, and the whole number that they were multiplied by. */
export function commonScale(ratios: Ratio[]): { coefficients: Whole; scale: bigint } {
  const scale = ratios.reduce((all, [, d]) => (all / commonDivisor(all, d)) * d, 1n);
  return { coefficients: ratios.map(([n, d]) => (n * scale) / d), scale };
}

export const derivative = (p: Whole): Whole => p.slice(0, -1).map((c, at) => c * BigInt(degreeOf(p) - at));

// D. E. Knuth, TAOCP 2, algorithm 4.6.1R.
/** q and r with scale · a = q · b + r, where scale is a power of b's first coefficient. */
export function pseudoDivide(a: Whole, b: Whole): { quotient: Whole; remainder: Whole; scale: bigint } {
  const steps = degreeOf(a) - degreeOf(b) + 1;
  if (steps <= 0) return { quotient: [], remainder: a, scale: 1n };
  const lead = b[0]!;
  let rest = [...a];
  const quotient: Whole = [];
  for (let step = 0; step < steps; step++) {
    const top = rest[0]!;
    for (const [at, c] of quotient.entries()) quotient[at] = c * lead;
    quotient.push(top);
    rest = rest.slice(1).map((c, at) => c * lead - (at < degreeOf(b) ? top * b[at + 1]! : 0n));
  }
  return { quotient, remainder: trim(rest), scale: lead ** BigInt(steps) };
}

// Subresultants: H. Cohen, "A Course in Computational Algebraic Number Theory", algorithm 3.3.1.
/** The greatest common divisor, primitive. */
export function commonFactor(p: Whole, q: Whole): Whole {
  let [a, b] = degreeOf(p) >= degreeOf(q) ? [primitive(p), primitive(q)] : [primitive(q), primitive(p)];
  let [g, h] = [1n, 1n];
  while (b.length > 1) {
    const gap = BigInt(degreeOf(a) - degreeOf(b));
    const { remainder } = pseudoDivide(a, b);
    if (remainder.length === 0) return primitive(b);
    const divisor = g * h ** gap;
    [a, b] = [b, remainder.map((c) => c / divisor)];
    g = a[0]!;
    h = gap === 0n ? h : g ** gap / h ** (gap - 1n);
  }
  return b.length === 0 ? primitive(a) : [1n];
}

/** a / b for a multiple a of b, primitive. */
export function exactQuotient(a: Whole, b: Whole): Whole {
  return b.length === 1 ? a : primitive(pseudoDivide(a, b).quotient);
}

// D. Y. Y. Yun, "On square-free decomposition algorithms" (1976).
/** Factors without multiple roots: the k-th holds the roots that occur k + 1 times. */
export function squareFree(p: Whole): Whole[] {
  if (isSquareFree(p)) return [primitive(p)];
  const factors: Whole[] = [];
  let common = commonFactor(p, derivative(p));
  let rest = exactQuotient(primitive(p), common);
  while (rest.length > 1) {
    const next = commonFactor(rest, common);
    factors.push(exactQuotient(rest, next));
    [rest, common] = [next, exactQuotient(common, next)];
  }
  return factors;
}

// A common factor of p and p' is also one modulo a prime that does not divide the first coefficient: without one there,
// there is none.
function isSquareFree(p: Whole): boolean {
  if (p.length <= 2) return true;
  return [1_000_000_007n, 998_244_353n].some((prime) => {
    const modulo = (q: Whole) => q.map((c) => Number(((c % prime) + prime) % prime));
    const [a, b] = [modulo(p), modulo(derivative(p))];
    return a[0] !== 0 && b[0] !== 0 && coprimeModulo(a, b, Number(prime));
  });
}
function coprimeModulo(p: number[], q: number[], prime: number): boolean {
  const times = (x: number, y: number) => Number((BigInt(x) * BigInt(y)) % BigInt(prime));
  let [a, b] = [p, q];
  while (b.length > 1) {
    let rest = a;
    const lead = b[0]!;
    while (rest.length >= b.length) {
      const top = rest[0]!;
      rest = rest.slice(1).map((c, at) => (times(c, lead) + prime - (at < b.length - 1 ? times(top, b[at + 1]!) : 0)) % prime);
    }
    [a, b] = [b, trimmed(rest, (c) => c === 0)];
  }
  return b.length === 1;
}

const bits = (n: bigint): number => absolute(n).toString(2).length;
/** The logarithm to base 2 of a whole number's size; -∞ for 0. */
export function logarithmOfSize(n: bigint): number {
  if (n === 0n) return Number.NEGATIVE_INFINITY;
  const shift = Math.max(0, bits(n) - 60);
  return Math.log2(Number(absolute(n) >> BigInt(shift))) + shift;
}
