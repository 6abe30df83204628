// The discrete Fourier transform of any length: radix 2, and Bluestein's method for lengths that are no power of two.
import type { Functions, Value } from "formulary";
import { entry, failFormula, listOf } from "formulary/functions";
import { type Complex, complex, finite } from "./arithmetic.ts";

const mostPoints = 4096;
function signal(value: Value, name: string): { re: Float64Array; im: Float64Array } {
  const points = listOf(value, name, { of: "points", most: mostPoints }).map((each) => complex(each, name));
  return { re: Float64Array.from(points, ([re]) => re), im: Float64Array.from(points, ([, im]) => im) };
}

// All are computed in the first eighth, so that they are exact at quarters and symmetric.
/** Cosines and sines of n-ths of a turn. */
function turns(n: number): { cos: Float64Array; sin: Float64Array } {
  const [cos, sin] = [new Float64Array(n), new Float64Array(n)];
  for (let k = 0; k < n; k++) {
    const eighths = Math.floor((8 * k) / n);
    const quarter = Math.floor((eighths + 1) / 2);
    const angle = (2 * Math.PI * (4 * k - quarter * n)) / (4 * n);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    [cos[k], sin[k]] = (
      [
        [c, s],
        [-s, c],
        [-c, -s],
        [s, -c],
      ] as const
    )[quarter % 4]!;
  }
  return { cos, sin };
}

/** In place, for a length that is a power of two. J. W. Cooley, J. W. Tukey (1965). */
function radixTwo(re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const n = re.length;
  for (let at = 1, reversed = 0; at < n; at++) {
    let bit = n >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (at < reversed) {
      [re[at], re[reversed]] = [re[reversed]!, re[at]!];
      [im[at], im[reversed]] = [im[reversed]!, im[at]!];
    }
  }
  const { cos, sin } = turns(n);
  for (let half = 1; half < n; half *= 2) {
    const stride = n / (2 * half);
    for (let start = 0; start < n; start += 2 * half)
      for (let k = 0; k < half; k++) {
        const [c, s] = [cos[k * stride]!, sign * sin[k * stride]!];
        const [low, high] = [start + k, start + k + half];
        const [x, y] = [re[high]! * c - im[high]! * s, re[high]! * s + im[high]! * c];
        [re[high], im[high]] = [re[low]! - x, im[low]! - y];
        re[low]! += x;
        im[low]! += y;
      }
  }
}

/** Any other length, as a convolution of a length that is a power of two. L. I. Bluestein (1970). */
function bluestein(re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const n = re.length;
  let length = 1;
  while (length < 2 * n - 1) length *= 2;
  const { cos, sin } = turns(2 * n);
  const chirp = (k: number): [number, number] => {
    const at = (k * k) % (2 * n);
    return [cos[at]!, sign * sin[at]!];
  };
  const [a, b, c, d] = [0, 0, 0, 0].map(() => new Float64Array(length)) as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let k = 0; k < n; k++) {
    const [x, y] = chirp(k);
    [a[k], b[k]] = [re[k]! * x - im[k]! * y, re[k]! * y + im[k]! * x];
    for (const at of [k, (length - k) % length]) [c[at], d[at]] = [x, -y];
  }
  radixTwo(a, b, -1);
  radixTwo(c, d, -1);
  for (let k = 0; k < length; k++) [a[k], b[k]] = [a[k]! * c[k]! - b[k]! * d[k]!, a[k]! * d[k]! + b[k]! * c[k]!];
  radixTwo(a, b, 1);
  for (let k = 0; k < n; k++) {
    const [x, y] = chirp(k);
    [re[k], im[k]] = [(a[k]! * x - b[k]! * y) / length, (a[k]! * y + b[k]! * x) / length];
  }
}

function transform(value: Value, name: string, sign: 1 | -1): Complex[] {
  const { re, im } = signal(value, name);
  const size = re.reduce((sum, x, at) => sum + Math.abs(x) + Math.abs(im[at]!), 0);
  if (!Number.isFinite(size)) failFormula(`The numbers of ${name} are too large.`);
  const n = re.length;
  if ((n & (n - 1)) === 0) radixTwo(re, im, sign);
  else bluestein(re, im, sign);
  // rests of terms that cancel are rounding errors, and would give an absent frequency a phase
  const noise = size * 4e-16 * (2 + Math.log2(n));
  const tidy = (x: number) => (Math.abs(x) <= noise ? 0 : sign === 1 ? x / n : x);
  return Array.from(re, (x, at) => finite([tidy(x), tidy(im[at]!)], name));
}

const cost = ((value: Value) => {
  const n = Array.isArray(value) ? Math.min(value.length, mostPoints) : 0;
  return n * Math.log2(n + 2) * ((n & (n - 1)) === 0 ? 1.5 : 4.5);
}) as () => number;

/** Transforms of up to 4,096 points. */
export const fourier: Functions = {
  fft: {
    ...entry(
      "samples",
      "The discrete Fourier transform [[re, im], …] of up to 4,096 numbers or complex numbers: X(k) = Σ x(n) exp(-2πi·kn / N), not divided by N; modulus(…) and argument(…) give its spectrum.",
      [
        "fft([1, 0, -1, 0])",
        [
          [0, 0],
          [2, 0],
          [0, 0],
          [2, 0],
        ],
      ],
      "pairs",
      (samples: Value) => transform(samples, "fft", -1),
    ),
    cost,
  },
  inverseFft: {
    ...entry(
      "spectrum",
      "The inverse of fft as [[re, im], …], divided by N.",
      [
        "inverseFft([[0, 0], [2, 0], [0, 0], [2, 0]])",
        [
          [1, 0],
          [0, 0],
          [-1, 0],
          [0, 0],
        ],
      ],
      "pairs",
      (spectrum: Value) => transform(spectrum, "inverseFft", 1),
    ),
    cost,
  },
};
