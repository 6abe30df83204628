// Numbers as exact ratios of whole numbers, and back. 0.1 and 1 / 3 are read as the ratios that a person meant by them.
import { failFormula } from "formulary/functions";
import { absolute, commonDivisor } from "./integers.ts";

/** numerator / denominator in lowest terms, the denominator above 0. */
export type Ratio = [numerator: bigint, denominator: bigint];

/** A ratio in lowest terms. */
export function reduced(numerator: bigint, denominator: bigint): Ratio {
  if (denominator === 0n) failFormula("A fraction cannot have the denominator 0.");
  const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return [numerator / divisor, denominator / divisor];
}

/** The digits of a number as people see it (15 of them), as mantissa · 10 ^ exponent with no zeros at the end. */
export function decimalOf(x: number): { mantissa: bigint; exponent: number; digits: number } {
  const [number, power] = x.toExponential(14).split("e") as [string, string];
  const digits = number.replace(/[-.]/g, "").replace(/0+$/, "");
  const mantissa = BigInt(digits || "0") * (x < 0 ? -1n : 1n);
  return { mantissa, exponent: Number(power) - Math.max(0, digits.length - 1), digits: digits.length };
}

const decimalRatio = (x: number, { mantissa, exponent } = decimalOf(x)): Ratio => {
  return exponent >= 0 ? [mantissa * 10n ** BigInt(exponent), 1n] : reduced(mantissa, 10n ** BigInt(-exponent));
};

/** The ratio that a person can have meant: a decimal of up to 12 digits, or a simple fraction such as 1 / 3. */
export function meantRatio(x: number): Ratio | undefined {
  if (!Number.isFinite(x)) failFormula("A fraction of an infinite number does not exist.");
  if (Number.isSafeInteger(x)) return [BigInt(x), 1n];
  const short = shortDecimal(x);
  if (short) return short;
  const decimal = decimalOf(x);
  const ratio = decimalRatio(x, decimal);
  return decimal.digits <= 12 && isNear(Number(x.toPrecision(12)), x) ? ratio : simpleNear(x, ratio);
}
// Most numbers that people write have up to 12 digits and up to 15 decimal places: they are read without their text.
function shortDecimal(x: number): Ratio | undefined {
  for (let scale = 10; scale <= 1e15; scale *= 10) {
    const whole = Math.round(x * scale);
    if (whole / scale !== x || Math.abs(whole) >= 1e12) continue;
    let [divisor, rest] = [scale, Math.abs(whole)];
    while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
    return [BigInt(whole / divisor), BigInt(scale / divisor)];
  }
  return undefined;
}
// within a few units of the last place: the errors of conversions and divisions
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-15 * Math.abs(b);

/** The ratio a number stands for: the one that can have been meant, else its 15 digits. */
export const ratioOf = (x: number): Ratio => meantRatio(x) ?? decimalRatio(x);

const largestSimple = 100_000n;
/** The first convergent that is the number, when the denominator is at most 100,000. */
function simpleNear(x: number, [n, d]: Ratio): Ratio | undefined {
  for (const [p, q] of convergentsOf(quotients(n, d))) {
    if (q > largestSimple) return undefined;
    if (isNear(Number(p) / Number(q), x)) return [p, q];
  }
  return undefined;
}

/** The partial quotients of a ratio, the first rounded down; the last is above 1. */
export function* quotients(numerator: bigint, denominator: bigint): Generator<bigint> {
  let [n, d] = [numerator, denominator];
  while (d !== 0n) {
    const quotient = n / d - (n % d < 0n ? 1n : 0n);
    yield quotient;
    [n, d] = [d, n - quotient * d];
  }
}

/** The convergents of a continued fraction. */
export function* convergentsOf(terms: Iterable<bigint>): Generator<Ratio> {
  let [p, before, q, below] = [1n, 0n, 0n, 1n];
  for (const term of terms) {
    [p, before] = [term * p + before, p];
    [q, below] = [term * q + below, q];
    yield [p, q];
  }
}

// The last convergent that fits, or the best fraction between it and the next.
/** The nearest ratio with a denominator up to `largest`. */
export function nearestRatio([n, d]: Ratio, largest: bigint): Ratio {
  if (d <= largest) return [n, d];
  let [p, before, q, below] = [1n, 0n, 0n, 1n];
  for (const term of quotients(n, d)) {
    if (term * q + below > largest) break;
    [p, before] = [term * p + before, p];
    [q, below] = [term * q + below, q];
  }
  const steps = (largest - below) / q;
  const between: Ratio = [before + steps * p, below + steps * q];
  const off = ([a, b]: Ratio) => absolute(a * d - n * b);
  // |a/b - n/d| compared without dividing
  return off([p, q]) * between[1] <= off(between) * q ? [p, q] : between;
}

/** The ratio that a number is in the machine, to the last bit. */
export function binaryRatio(x: number): Ratio {
  let [n, d] = [x, 1n];
  for (; !Number.isInteger(n); n *= 2) d *= 2n;
  return [BigInt(n), d];
}

const bitLength = (n: bigint): number => (n === 0n ? 0 : n.toString(16).length * 4);
/** The number nearest to a ratio of whole numbers of any length. */
export function ratioToNumber(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const [n, d] = [absolute(numerator), absolute(denominator)];
  const shift = bitLength(d) - bitLength(n) + 70;
  const [top, bottom] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  const quotient = top / bottom;
  // a last bit stands for the whole remainder, so that it never looks like a tie
  const sticky = top % bottom === 0n ? quotient : quotient | 1n;
  const size = scaled(Number(sticky), -shift);
  return numerator < 0n !== denominator < 0n ? -size : size;
}

// in two steps, since 2 ^ -1100 alone would be 0
const scaled = (x: number, power: number): number => {
  const half = Math.trunc(power / 2);
  return x * 2 ** half * 2 ** (power - half);
};
