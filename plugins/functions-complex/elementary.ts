// Powers, roots, exponentials and the trigonometry of complex numbers: principal values.
import { failFormula } from "formulary/functions";
import { argument, type Complex, modulus, polar, product, quotient, squareLessOne } from "./arithmetic.ts";

/** e to the power z. */
export const exponential = ([re, im]: Complex): Complex => polar(Math.exp(re), im);

/** The principal logarithm; accurate near modulus 1 too. */
export function logarithm(z: Complex): Complex {
  if (z[0] === 0 && z[1] === 0) failFormula("complexLog of 0 does not exist.");
  return [logarithmOfModulus(z), argument(z)];
}
function logarithmOfModulus(z: Complex): number {
  const size = modulus(z);
  return size > 0.7 && size < 1.4 ? Math.log1p(squareLessOne(z)) / 2 : Math.log(size);
}

/** The square root with a real part from 0. W. Kahan, "Branch cuts for complex elementary functions" (1987). */
export function squareRoot(z: Complex): Complex {
  const [re, im] = z;
  if (im === 0) return re >= 0 ? [Math.sqrt(re), 0] : [0, Math.sqrt(-re)];
  const size = Math.max(Math.abs(re), Math.abs(im));
  // twice the modulus of the largest numbers would overflow, and of the smallest lose its places
  if (size > 1e307) return squareRoot([re / 16, im / 16]).map((x) => x * 4) as Complex;
  if (size < 1e-300) return squareRoot([re * 2 ** 128, im * 2 ** 128]).map((x) => x / 2 ** 64) as Complex;
  const large = Math.sqrt((modulus(z) + Math.abs(re)) / 2);
  const other = Math.abs(im) / (2 * large);
  return re >= 0 ? [large, Math.sign(im) * other] : [other, Math.sign(im) * large];
}

/** z to a whole power by repeated squaring. */
export function wholePower(z: Complex, exponent: number): Complex {
  let result: Complex = [1, 0];
  for (let square = z, left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = product(result, square);
    if (left > 1) square = product(square, square);
  }
  return exponent >= 0 ? result : quotient([1, 0], result);
}

/** The principal value of a ^ b: exp(b · log a). */
export function power(a: Complex, b: Complex): Complex {
  const isZero = a[0] === 0 && a[1] === 0;
  if (b[0] === 0 && b[1] === 0) return [1, 0];
  if (isZero && (b[0] <= 0 || b[1] !== 0)) failFormula("complexPower: 0 has only powers with a positive real exponent.");
  if (isZero) return [0, 0];
  if (b[1] === 0 && Number.isInteger(b[0]) && Math.abs(b[0]) <= 1024) return wholePower(a, b[0]);
  if (b[1] === 0) return polar(modulus(a) ** b[0], argument(a) * b[0]);
  return exponential(product(b, logarithm(a)));
}

/** All n-th roots, counterclockwise from the principal one. */
export function roots(z: Complex, n: number): Complex[] {
  const principal = polar(nthRoot(modulus(z), n), argument(z) / n);
  return Array.from({ length: n }, (_, turn) => polished(product(principal, polar(1, (2 * Math.PI * turn) / n)), z, n));
}
function nthRoot(x: number, n: number): number {
  const root = n === 2 ? Math.sqrt(x) : n === 3 ? Math.cbrt(x) : x ** (1 / n);
  const whole = Math.round(root);
  return whole ** n === x ? whole : root;
}
// a root with whole parts, as of (1 + 2i)³, where it is exact
function polished(root: Complex, z: Complex, n: number): Complex {
  const near: Complex = [Math.round(root[0]) + 0, Math.round(root[1]) + 0];
  if (n > 64 || Math.hypot(near[0] - root[0], near[1] - root[1]) > 1e-12 * (1 + modulus(root))) return root;
  const [re, im] = wholePower(near, n);
  return re === z[0] && im === z[1] ? near : root;
}

// cos and sin of a real number, exact at multiples of 15°
const turn = (angle: number): Complex => polar(1, angle);
/** sin(x + iy) and the like from real functions. M. Abramowitz, I. Stegun, section 4.3. */
export const sine = ([x, y]: Complex): Complex => [turn(x)[1] * Math.cosh(y), turn(x)[0] * Math.sinh(y)];
export const cosine = ([x, y]: Complex): Complex => [turn(x)[0] * Math.cosh(y), -turn(x)[1] * Math.sinh(y)];
export const hyperbolicSine = ([x, y]: Complex): Complex => [Math.sinh(x) * turn(y)[0], Math.cosh(x) * turn(y)[1]];
export const hyperbolicCosine = ([x, y]: Complex): Complex => [Math.cosh(x) * turn(y)[0], Math.sinh(x) * turn(y)[1]];

/** tanh; past 20 without the exponentials that would overflow. */
export function hyperbolicTangent([x, y]: Complex): Complex {
  const [cos, sin] = turn(y);
  if (Math.abs(x) > 20) return [Math.sign(x), 4 * sin * cos * Math.exp(-2 * Math.abs(x))];
  const sinh = Math.sinh(x);
  const below = sinh * sinh + cos * cos;
  if (below === 0) failFormula("The tangent has a pole here.");
  return [(sinh * Math.cosh(x)) / below, (sin * cos) / below];
}
/** tan z = -i tanh iz. */
export function tangent([x, y]: Complex): Complex {
  const [re, im] = hyperbolicTangent([-y, x]);
  return [im, -re];
}
