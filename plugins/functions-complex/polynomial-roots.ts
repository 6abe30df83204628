// All roots of a polynomial with whole coefficients, multiple roots too, each to the last places.
import { ratioToNumber } from "../functions-number-theory/index.ts";
import { type Complex, difference, modulus, product, quotient, sum } from "./arithmetic.ts";
import { logarithmOfSize, squareFree, trimmed, type Whole } from "./integer-polynomials.ts";

export interface Root {
  at: Complex;
  times: number;
}

/** The distinct roots with multiplicities, by rising real part; of a pair the positive imaginary part first. */
export function rootsOf(coefficients: Whole): Root[] {
  const p = trimmed(coefficients, (c) => c === 0n);
  const zeros = p.length - 1 - p.findLastIndex((c) => c !== 0n);
  const rest = p.slice(0, p.length - zeros);
  const roots = squareFree(rest).flatMap((factor, at) => simpleRoots(factor).map((root): Root => ({ at: root, times: at + 1 })));
  if (zeros > 0) roots.push({ at: [0, 0], times: zeros });
  return roots.sort((a, b) => compareRoots(a.at, b.at));
}

// Real parts that differ only in the last places are equal.
/** Compares by real part, rising (1) or falling (-1), and by falling imaginary part where these are equal. */
export function compareRoots(a: Complex, b: Complex, direction: 1 | -1 = 1): number {
  const scale = Math.max(modulus(a), modulus(b));
  return Math.abs(a[0] - b[0]) > 1e-13 * scale ? direction * (a[0] - b[0]) : b[1] - a[1];
}

/** Coefficients with the logarithms of their sizes. */
interface Polynomial {
  coefficients: Whole;
  sizes: number[];
}

function simpleRoots(coefficients: Whole): Complex[] {
  if (coefficients.length === 1) return [];
  if (coefficients.length === 2) return [[ratioToNumber(-coefficients[1]!, coefficients[0]!), 0]];
  const p: Polynomial = { coefficients, sizes: coefficients.map(logarithmOfSize) };
  let roots = approximations(p, startsFor(p));
  const settled = roots.map(() => false);
  // towards roots that lie close together the error only halves in each turn: fifty turns to the last place
  for (let turn = 0; turn < 80 && settled.includes(false); turn++)
    roots = roots.map((z, at) => {
      if (settled[at]) return z;
      const step = aberthStep(newtonStep(p, z), z, roots, at);
      settled[at] = modulus(step) <= Math.max(1e-15 * modulus(z), 1e-9 * Math.min(modulus(z), gapAround(z, roots, at)));
      return moved(z, step);
    });
  return paired(p, roots);
}
// after Newton's step the error is at most its square divided by the gap, for each other root: below 1e-18 here
const gapAround = (z: Complex, roots: Complex[], at: number): number =>
  roots.reduce((least, root, other) => (other === at ? least : Math.min(least, modulus(difference(z, root)))), Number.POSITIVE_INFINITY);

/** Real roots on the axis, the others in pairs that mirror each other. */
function paired(p: Polynomial, roots: Complex[]): Complex[] {
  const byHeight = roots.filter((z) => !isReal(p, z)).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const [above, below] = [byHeight.filter(([, im]) => im > 0), byHeight.filter(([, im]) => im < 0)];
  const pairs = Math.min(above.length, below.length);
  // one without a mirror image is nearest to the axis: its distance from a real root is below the last place
  const real = [...roots.filter((z) => !byHeight.includes(z)), ...above.slice(pairs), ...below.slice(pairs)];
  const mirrored = above.slice(0, pairs).flatMap(([re, im]): Complex[] => {
    const beside = Math.abs(re) <= 1e-20 * im ? 0 : re;
    return [
      [beside, im],
      [beside, -im],
    ];
  });
  return [...real.map(([re]): Complex => [re + 0, 0]), ...mirrored];
}

// a simple root of real coefficients is real exactly where the polynomial changes its sign
function isReal(p: Polynomial, [re, im]: Complex): boolean {
  if (im === 0) return true;
  if (Math.abs(im) > 1e-9 * Math.abs(re)) return false;
  // an imaginary part below the last place: as exact as two real roots
  if (Math.abs(im) <= 1e-16 * Math.abs(re)) return true;
  const gap = Math.abs(re) * 1e-15 + Math.abs(im) * 4;
  const signAt = (x: number) => valueAt(p, [x, 0]).value[0] > 0n;
  return signAt(re - gap) !== signAt(re + gap);
}

// Bits of z relative to its modulus, and bits beyond the largest term: enough where twenty places cancel.
const placesOfPoint = 160;
const placesOfTerms = (degree: number): bigint => BigInt(192 + 8 * degree);

// z is 2^exponent · w, and every term is relative to the largest.
/** p and z·p' at z in one scale, with hundreds of bits. */
function valueAt(p: Polynomial, z: Complex): { value: BigPair; slope: BigPair; exponent: number } {
  const exponent = Math.floor(Math.log2(modulus(z)));
  const degree = p.coefficients.length - 1;
  const most = Math.max(...p.sizes.map((size, at) => size + exponent * (degree - at)));
  const places = placesOfTerms(degree);
  const term = (at: number) => shifted(p.coefficients[at]!, BigInt(exponent * (degree - at) - Math.ceil(most)) + places);
  const [a, b] = z.map((x) => inPlaces(x, placesOfPoint - exponent)) as BigPair;
  const down = BigInt(placesOfPoint);
  let [re, im, slopeRe, slopeIm] = [term(0), 0n, 0n, 0n];
  for (let at = 1; at <= degree; at++) {
    [slopeRe, slopeIm] = [((slopeRe * a - slopeIm * b) >> down) + re, ((slopeRe * b + slopeIm * a) >> down) + im];
    [re, im] = [((re * a - im * b) >> down) + term(at), (re * b + im * a) >> down];
  }
  return { value: [re, im], slope: [slopeRe, slopeIm], exponent };
}
type BigPair = [re: bigint, im: bigint];
const shifted = (n: bigint, by: bigint): bigint => (by >= 0n ? n << by : n >> -by);
/** x · 2^places, rounded down. */
function inPlaces(x: number, places: number): bigint {
  if (x === 0) return 0n;
  // two places more than needed, since the logarithm may be rounded up
  const exponent = Math.floor(Math.log2(Math.abs(x))) - 54;
  // in two steps: 2^-exponent alone may overflow
  const half = Math.trunc(-exponent / 2);
  return shifted(BigInt(x * 2 ** half * 2 ** (-exponent - half)), BigInt(places + exponent));
}

/** Newton's step p / p' at z. */
function newtonStep(p: Polynomial, z: Complex): Complex {
  const { value, slope, exponent } = valueAt(p, z);
  const below = slope[0] * slope[0] + slope[1] * slope[1];
  if (below === 0n) return [modulus(z) * 1e-3, modulus(z) * 1e-3];
  const step = [value[0] * slope[0] + value[1] * slope[1], value[1] * slope[0] - value[0] * slope[1]];
  return step.map((part) => ratioToNumber(part, below) * 2 ** exponent) as Complex;
}

/** z less a step; another point where that is 0 or not a number. */
function moved(z: Complex, step: Complex): Complex {
  const next = difference(z, step);
  const size = modulus(next);
  return size > 0 && size < 1e305 ? next : [0.7 * z[0] - 0.1 * z[1], 0.7 * z[1] + 0.1 * z[0]];
}

// O. Aberth, "Iteration methods for finding all zeros of a polynomial simultaneously" (1973).
/** Newton's step with a repulsion from the other roots. */
function aberthStep(newton: Complex, z: Complex, roots: Complex[], at: number): Complex {
  if (newton[0] === 0 && newton[1] === 0) return newton;
  const repulsion = repulsionAt(z, roots, at);
  const below = difference([1, 0], product(newton, repulsion));
  const step = below[0] === 0 && below[1] === 0 ? newton : quotient(newton, below);
  return Number.isFinite(step[0]) && Number.isFinite(step[1]) ? step : newton;
}

/** The sum of 1 / (z - root) over the other roots. */
function repulsionAt(z: Complex, roots: Complex[], at: number): Complex {
  let [re, im] = [0, 0];
  for (let other = 0; other < roots.length; other++) {
    if (other === at) continue;
    const x = z[0] - roots[other]![0];
    const y = z[1] - roots[other]![1];
    const square = x * x + y * y;
    if (square > 1e-280 && square < 1e280) {
      re += x / square;
      im -= y / square;
    } else if (x !== 0 || y !== 0) [re, im] = sum([re, im], quotient([1, 0], [x, y]));
  }
  return [re, im];
}

// D. A. Bini, "Numerical computation of polynomial zeros by means of Aberth's method" (1996).
/** Where to begin: on circles whose radii the sizes of the coefficients give. */
function startsFor(p: Polynomial): Complex[] {
  const n = p.sizes.length - 1;
  const sizes = [...p.sizes].reverse();
  const corners: number[] = [];
  for (let at = 0; at <= n; at++) {
    if (sizes[at] === Number.NEGATIVE_INFINITY) continue;
    while (corners.length > 1 && slopeBetween(sizes, corners.at(-2)!, at) >= slopeBetween(sizes, corners.at(-2)!, corners.at(-1)!))
      corners.pop();
    corners.push(at);
  }
  return corners.slice(1).flatMap((end, k) => {
    const [start, count] = [corners[k]!, end - corners[k]!];
    const radius = Math.min(1e300, Math.max(1e-300, 2 ** -slopeBetween(sizes, start, end)));
    return Array.from({ length: count }, (_, j): Complex => {
      const angle = 2 * Math.PI * (j / count + start / n) + 0.7;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  });
}
const slopeBetween = (sizes: number[], from: number, to: number): number => (sizes[to]! - sizes[from]!) / (to - from);

/** The same iteration in doubles, as far as their precision goes. */
function approximations(p: Polynomial, starts: Complex[]): Complex[] {
  const largest = Math.max(...p.sizes);
  const coefficients = p.coefficients.map((c, at) => (c < 0n ? -1 : 1) * 2 ** (p.sizes[at]! - largest));
  let roots = starts;
  for (let turn = 0; turn < 100; turn++) {
    let furthest = 0;
    roots = roots.map((z, at) => {
      const newton = roughStep(coefficients, z);
      if (!newton) return z;
      const step = aberthStep(newton, z, roots, at);
      furthest = Math.max(furthest, modulus(step) / modulus(z));
      return moved(z, step);
    });
    if (furthest < 1e-7) break;
  }
  return roots;
}

/** p / p' at z; beyond the unit circle from the polynomial turned round, so that no power overflows. */
function roughStep(p: number[], z: Complex): Complex | undefined {
  const inside = modulus(z) <= 1;
  const x = inside ? z : quotient([1, 0], z);
  const [a, b] = x;
  let [re, im, slopeRe, slopeIm] = [0, 0, 0, 0];
  for (let k = 0; k < p.length; k++) {
    const across = slopeRe * b + slopeIm * a + im;
    slopeRe = slopeRe * a - slopeIm * b + re;
    slopeIm = across;
    const up = re * b + im * a;
    re = re * a - im * b + p[inside ? k : p.length - 1 - k]!;
    im = up;
  }
  if (re === 0 && im === 0) return undefined;
  const ratio = quotient([slopeRe, slopeIm], [re, im]);
  // p(z) = z^n q(1 / z), so p' / p = (n - q'(x) x / q(x)) / z
  const inverse = inside ? ratio : product(x, difference([p.length - 1, 0], product(ratio, x)));
  return inverse[0] === 0 && inverse[1] === 0 ? undefined : quotient([1, 0], inverse);
}
