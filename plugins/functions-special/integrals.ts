// Exponential, sine, cosine and Fresnel integrals: series near 0, continued fractions beyond (NIST DLMF, chapters 6 and 7).
import type { Functions } from "formulary";
import { failFormula, positive } from "formulary/functions";
import { special } from "./arguments.ts";

const euler = 0.5772156649015329;

type Complex = readonly [re: number, im: number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
function inverse([a, b]: Complex): Complex {
  const size = a * a + b * b;
  return [a / size, -b / size];
}

/** 1 / (b + a₁ / (b + step + a₂ / (b + 2 step + …))), by the method of Lentz and Thompson. */
function continuedFraction(b: Complex, step: number, numerator: (k: number) => number): Complex {
  let below = b;
  let [c, d]: [Complex, Complex] = [[1e300, 0], inverse(b)];
  let value = d;
  for (let k = 1; k < 500; k++) {
    const a = numerator(k);
    below = [below[0] + step, below[1]];
    d = inverse([a * d[0] + below[0], a * d[1] + below[1]]);
    const [re, im] = inverse(c);
    c = [below[0] + a * re, below[1] + a * im];
    const factor = times(c, d);
    value = times(value, factor);
    if (Math.abs(factor[0] - 1) + Math.abs(factor[1]) < 1e-16) break;
  }
  return value;
}

/** Σ of the terms that `next` makes from the one before, divided by `by`, from k = 1 on. */
function series(first: number, next: (term: number, k: number) => number, by: (k: number) => number): number {
  let [term, sum] = [first, first / by(0)];
  for (let k = 1; k < 500; k++) {
    term = next(term, k);
    const part = term / by(k);
    sum += part;
    if (Math.abs(part) < 1e-18 * Math.abs(sum)) break;
  }
  return sum;
}

/** ∫ from x on of exp(-t) / t, for x above 0. */
function expIntegralE1(x: number): number {
  if (x > 750) return 0;
  if (x <= 1)
    return (
      -euler -
      Math.log(x) +
      series(
        x,
        (term, k) => (-term * x) / (k + 1),
        (k) => k + 1,
      )
    );
  return Math.exp(-x) * continuedFraction([x + 1, 0], 2, (k) => -k * k)[0];
}

/** The principal value of ∫ from -∞ to x of exp(t) / t. */
function expIntegralEi(x: number): number {
  if (x === 0) failFormula("expIntegralEi is infinite at 0.");
  if (x < 0) return -expIntegralE1(-x);
  if (x <= 40)
    return (
      euler +
      Math.log(x) +
      series(
        x,
        (term, k) => (term * x) / (k + 1),
        (k) => k + 1,
      )
    );
  const sum = series(
    1,
    (term, k) => (k < x ? (term * k) / x : 0),
    () => 1,
  );
  return (Math.exp(x / 2) / x) * sum * Math.exp(x / 2);
}

/** Si and Ci of a number above 0: DLMF 6.5 and 6.6. */
function sineAndCosineIntegral(x: number): [si: number, ci: number] {
  if (x > 4) {
    const [re, im] = times(
      [Math.cos(x), -Math.sin(x)],
      continuedFraction([1, x], 2, (k) => -k * k),
    );
    return [Math.PI / 2 + im, -re];
  }
  const square = x * x;
  const si = series(
    x,
    (term, k) => (-term * square) / (2 * k * (2 * k + 1)),
    (k) => 2 * k + 1,
  );
  const ci = series(
    -square / 2,
    (term, k) => (-term * square) / ((2 * k + 1) * (2 * k + 2)),
    (k) => 2 * k + 2,
  );
  return [si, euler + Math.log(x) + ci];
}

/** C and S with π t² / 2: DLMF 7.6 and 7.5 with the continued fraction of erfc. */
function fresnel(argument: number): [c: number, s: number] {
  const x = Math.abs(argument);
  const square = (Math.PI / 2) * x * x;
  const sign = Math.sign(argument);
  if (x < 1.5) {
    const next = (start: number) => (term: number, k: number) => (-term * square * square) / ((2 * k + start) * (2 * k + start - 1));
    return [series(argument, next(0), (k) => 4 * k + 1), series(argument * square, next(1), (k) => 4 * k + 3)];
  }
  // beyond this both differ from their limit by less than a unit of the last digit
  if (x > 1e16) return [sign / 2, sign / 2];
  const fraction = continuedFraction([1, -2 * square], 4, (k) => -(2 * k - 1) * 2 * k);
  // x² without whole turns, exact: the square of half the digits has no rounding error
  const half = Math.fround(x);
  const angle = (Math.PI / 2) * (((half * half) % 4) + (((x - half) * (x + half)) % 4));
  const wave = times([Math.cos(angle), Math.sin(angle)], times([x, -x], fraction));
  const [c, s] = times([0.5, 0.5], [1 - wave[0], -wave[1]]);
  return [sign * c, sign * s];
}

/** Integrals that have no closed form. */
export const specialIntegrals: Functions = {
  expIntegralE1: special(
    "x",
    "The exponential integral E₁: the integral of exp(-t) / t from x on, for x above 0 (the well function W(u) of groundwater).",
    ["expIntegralE1(1)", 0.21938393439552029],
    { cost: 150, call: (x) => expIntegralE1(positive(x, "expIntegralE1")) },
  ),
  expIntegralEi: special(
    "x",
    "The exponential integral Ei: the principal value of the integral of exp(t) / t up to x.",
    ["expIntegralEi(1)", 1.8951178163559368],
    { cost: 50, call: (x) => expIntegralEi(x!) },
  ),
  sineIntegral: special("x", "The sine integral Si: the integral of sin(t) / t from 0 to x.", ["sineIntegral(1)", 0.946083070367183], {
    cost: 100,
    call: (x) => (x === 0 ? 0 : Math.sign(x!) * sineAndCosineIntegral(Math.abs(x!))[0]),
  }),
  cosineIntegral: special(
    "x",
    "The cosine integral Ci: minus the integral of cos(t) / t from x on, for x above 0.",
    ["cosineIntegral(1)", 0.3374039229009681],
    { cost: 50, call: (x) => sineAndCosineIntegral(positive(x, "cosineIntegral"))[1] },
  ),
  fresnelC: special("x", "The Fresnel integral C: the integral of cos(π t² / 2) from 0 to x.", ["fresnelC(1)", 0.7798934003768228], {
    cost: 260,
    call: (x) => fresnel(x!)[0],
  }),
  fresnelS: special("x", "The Fresnel integral S: the integral of sin(π t² / 2) from 0 to x.", ["fresnelS(1)", 0.43825914739035476], {
    cost: 260,
    call: (x) => fresnel(x!)[1],
  }),
};
