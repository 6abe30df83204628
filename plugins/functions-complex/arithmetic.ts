// Complex numbers as [re, im]: checks of arguments, and arithmetic.
import type { Value } from "formulary";
import { failFormula, toFinite } from "formulary/functions";
import { productError } from "../functions-number-theory/index.ts";
import { exactSine } from "../functions-trigonometry/index.ts";

export type Complex = [re: number, im: number];

/** A finite number without a negative 0. */
export const real = (value: unknown, name: string): number => toFinite(value, name) + 0;

/** A complex number: [re, im], or a number. */
export function complex(value: unknown, name: string): Complex {
  if (!Array.isArray(value)) return [real(value, name), 0];
  if (value.length !== 2) failFormula(`${name} needs a complex number [re, im] and got a list of ${value.length}.`);
  return [real(value[0], name), real(value[1], name)];
}

const isPairs = (value: Value): value is Value[] => Array.isArray(value) && (value.length === 0 || value.some(Array.isArray));
/** The complex numbers of a function that takes them one by one, or as one list of pairs. */
export function complexList(values: Value[], name: string): Complex[] {
  const all = values.length === 1 && isPairs(values[0]!) ? values[0] : values;
  return all.map((value) => complex(value, name));
}

/** A function of one complex number that also takes a list of them. */
export const perNumber =
  <Result extends Value>(name: string, one: (z: Complex) => Result) =>
  (value: Value): Result | Result[] =>
    isPairs(value) ? value.map((each) => one(complex(each, name))) : one(complex(value, name));

/** A result without -0; fails where it is not finite. */
export function finite([re, im]: Complex, name: string): Complex {
  return Number.isFinite(re) && Number.isFinite(im) ? [re + 0, im + 0] : failFormula(`The result of ${name} is not finite.`);
}

export const sum = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
export const difference = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
export const product = ([a, b]: Complex, [c, d]: Complex): Complex => [sumOfProducts(a, c, -b, d), sumOfProducts(a, d, b, c)];
export const modulus = ([re, im]: Complex): number => Math.hypot(re, im);
/** From -π (excluded) to π. */
export const argument = ([re, im]: Complex): number => Math.atan2(im + 0, re);

// the splitting overflows past 1e300: then there is no correction
function errorOf(rounded: number, a: number, b: number): number {
  const error = productError(rounded, a, b);
  return Number.isFinite(error) ? error : 0;
}
// W. Kahan's method, see N. J. Higham, "Accuracy and Stability of Numerical Algorithms", section 2.9.
/** a·b + c·d without loss where the two nearly cancel. */
export function sumOfProducts(a: number, b: number, c: number, d: number): number {
  const [first, second] = [a * b, c * d];
  const total = first + second;
  return Number.isFinite(total) ? total + (sumError(first, second, total) + errorOf(first, a, b) + errorOf(second, c, d)) : total;
}
const sumError = (a: number, b: number, total: number): number => {
  const part = total - a;
  return a - (total - part) + (b - part);
};

/** |z|² - 1 for z near the unit circle, without the rounding error of |z|². */
export function squareLessOne([re, im]: Complex): number {
  const [large, small] = Math.abs(re) > Math.abs(im) ? [re, im] : [im, re];
  const [first, second] = [large * large, small * small];
  const total = first - 1 + second;
  return total + (sumError(first - 1, second, total) + errorOf(first, large, large) + errorOf(second, small, small));
}

/** a / b for b other than 0, scaled so that no intermediate result overflows. */
export function quotient(a: Complex, [c, d]: Complex): Complex {
  const size = 2 ** Math.floor(Math.log2(Math.max(Math.abs(c), Math.abs(d))));
  const [x, y] = [c / size, d / size];
  const square = x * x + y * y;
  return [sumOfProducts(a[0], x, a[1], y) / square / size, sumOfProducts(a[1], x, -a[0], y) / square / size];
}

/** The complex number of a modulus and an argument, exact at multiples of 15°. */
export function polar(size: number, angle: number): Complex {
  const twelfths = (angle * 12) / Math.PI;
  const sine = exactSine(twelfths);
  if (sine === undefined) return [size * Math.cos(angle), size * Math.sin(angle)];
  return [size * exactSine(Math.round(twelfths) + 6)! + 0, size * sine + 0];
}
