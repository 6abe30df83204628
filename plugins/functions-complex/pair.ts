// Complex numbers as [re, im]: reading them, and their arithmetic.
import type { Value } from "formulary";
import { failFormula } from "formulary/functions";

export type Complex = [re: number, im: number];

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : "something else";
}

/** A finite number, yes and no as 1 and 0. */
export function real(value: unknown, asker: string): number {
  if (typeof value === "boolean") return +value;
  if (typeof value !== "number") failFormula(`${asker} needs numbers and got ${kindOf(value)}.`);
  return Number.isFinite(value) ? value + 0 : failFormula(`${asker} needs finite numbers.`);
}

/** A complex number: [re, im], or a number. */
export function complex(value: unknown, asker: string): Complex {
  if (!Array.isArray(value)) return [real(value, asker), 0];
  if (value.length !== 2) failFormula(`${asker} needs a complex number [re, im] and got ${kindOf(value)}.`);
  return [real(value[0], asker), real(value[1], asker)];
}

const isPairs = (value: Value): value is Value[] => Array.isArray(value) && (value.length === 0 || value.some(Array.isArray));
/** The complex numbers that were given one by one, or as one list of pairs. */
export function several(values: Value[], asker: string): Complex[] {
  const all = values.length === 1 && isPairs(values[0]!) ? values[0] : values;
  return all.map((value) => complex(value, asker));
}

/** A function of one complex number that also takes a list of them. */
export const perNumber =
  <Result extends Value>(asker: string, one: (z: Complex) => Result) =>
  (value: Value): Result | Result[] =>
    isPairs(value) ? value.map((each) => one(complex(each, asker))) : one(complex(value, asker));

/** No -0, and no overflow that would read as a result. */
export function finite([re, im]: Complex, asker: string): Complex {
  return Number.isFinite(re) && Number.isFinite(im) ? [re + 0, im + 0] : failFormula(`The result of ${asker} is not finite.`);
}

export const sum = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
export const difference = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
export const product = ([a, b]: Complex, [c, d]: Complex): Complex => [sumOfProducts(a, c, -b, d), sumOfProducts(a, d, b, c)];
export const modulus = ([re, im]: Complex): number => Math.hypot(re, im);
/** From -π (excluded) to π. */
export const argument = ([re, im]: Complex): number => Math.atan2(im + 0, re);

const splitter = 2 ** 27 + 1;
function errorOf(rounded: number, a: number, b: number): number {
  const aHigh = splitter * a - (splitter * a - a);
  const bHigh = splitter * b - (splitter * b - b);
  const error = (a - aHigh) * (b - bHigh) - (rounded - aHigh * bHigh - (a - aHigh) * bHigh - aHigh * (b - bHigh));
  return Number.isFinite(error) ? error : 0;
}
/** a·b + c·d without loss where the two nearly cancel. W. Kahan's method, see N. J. Higham, "Accuracy and Stability of Numerical Algorithms", section 2.9. */
export function sumOfProducts(a: number, b: number, c: number, d: number): number {
  const [first, second] = [a * b, c * d];
  const total = first + second;
  return Number.isFinite(total) ? total + (lost(first, second, total) + errorOf(first, a, b) + errorOf(second, c, d)) : total;
}
const lost = (a: number, b: number, total: number): number => {
  const part = total - a;
  return a - (total - part) + (b - part);
};

/** |z|² - 1 for z near the unit circle, without the loss that rounding |z|² would bring. */
export function squareLessOne([re, im]: Complex): number {
  const [large, small] = Math.abs(re) > Math.abs(im) ? [re, im] : [im, re];
  const [first, second] = [large * large, small * small];
  const total = first - 1 + second;
  return total + (lost(first - 1, second, total) + errorOf(first, large, large) + errorOf(second, small, small));
}

/** a / b for b other than 0, scaled so that nothing overflows on the way. */
export function quotient(a: Complex, [c, d]: Complex): Complex {
  const size = 2 ** Math.floor(Math.log2(Math.max(Math.abs(c), Math.abs(d))));
  const [x, y] = [c / size, d / size];
  const square = x * x + y * y;
  return [sumOfProducts(a[0], x, a[1], y) / square / size, sumOfProducts(a[1], x, -a[0], y) / square / size];
}

/** The complex number of a modulus and an argument, exact at multiples of 15°. */
export function polar(size: number, angle: number): Complex {
  const parts = (angle * 12) / Math.PI;
  const whole = Math.round(parts);
  if (Math.abs(parts - whole) > 2e-15 * Math.max(1, Math.abs(parts)) || Math.abs(whole) > 24_000)
    return [size * Math.cos(angle), size * Math.sin(angle)];
  return [size * sineOf(whole + 6) + 0, size * sineOf(whole) + 0];
}
// the sines of 0°, 15°, … 90° as a person would write them
const sines = [0, (Math.sqrt(6) - Math.sqrt(2)) / 4, 0.5, Math.SQRT1_2, Math.sqrt(3) / 2, (Math.sqrt(6) + Math.sqrt(2)) / 4, 1];
function sineOf(twelfths: number): number {
  const turn = ((twelfths % 24) + 24) % 24;
  const quarter = turn % 12 <= 6 ? turn % 12 : 12 - (turn % 12);
  return turn < 12 ? sines[quarter]! : -sines[quarter]!;
}
