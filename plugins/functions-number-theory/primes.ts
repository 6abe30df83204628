// Primes and factors of whole numbers up to 2^53, each in a bounded number of steps.
import { failFormula } from "formulary/functions";
import { extendedGcd, multiplyModulo, powerModulo } from "./modular.ts";

const smallPrimes = sieve(2000);
const firstPrimes = smallPrimes.slice(0, 60);

/** Whether n is prime, for every whole n up to 2^53. */
export function isPrime(n: number): boolean {
  if (n < 2) return false;
  for (const p of firstPrimes) if (n % p === 0) return n === p;
  return n < 281 ** 2 || witnesses(n).every((base) => passes(n, base));
}

// No composite below these bounds passes for all bases. G. Jaeschke, "On strong pseudoprimes to several bases",
// Mathematics of Computation 61 (1993); Y. Jiang, Y. Deng, "Strong pseudoprimes to the first eight prime bases", 83
// (2014).
function witnesses(n: number): number[] {
  if (n < 3_215_031_751) return [2, 3, 5, 7];
  if (n < 341_550_071_728_321) return [2, 3, 5, 7, 11, 13, 17];
  return [2, 3, 5, 7, 11, 13, 17, 19, 23];
}

/** Miller-Rabin: whether n looks prime to a base. */
function passes(n: number, base: number): boolean {
  let [odd, halvings] = [n - 1, 0];
  while (odd % 2 === 0) [odd, halvings] = [odd / 2, halvings + 1];
  let x = powerModulo(base, odd, n);
  if (x === 1 || x === n - 1) return true;
  for (let turn = 1; turn < halvings; turn++) {
    x = multiplyModulo(x, x, n);
    if (x === n - 1) return true;
  }
  return false;
}

/** The prime factors with repetition, rising; none for 1. */
export function factorize(n: number): number[] {
  const factors: number[] = [];
  let rest = n;
  for (const p of smallPrimes) {
    if (p * p > rest) break;
    for (; rest % p === 0; rest /= p) factors.push(p);
  }
  return [...factors, ...split(rest)].sort((a, b) => a - b);
}

function split(n: number): number[] {
  if (n === 1) return [];
  if (n < 2003 ** 2 || isPrime(n)) return [n];
  const root = Math.round(Math.sqrt(n));
  const divisor = root * root === n ? root : someDivisor(n);
  return [...split(divisor), ...split(n / divisor)];
}

// R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980), with further starting values where one
// fails. Trial division after sixteen of them only guarantees that the search ends.
function someDivisor(n: number): number {
  for (let shift = 1; shift <= 16; shift++) {
    const divisor = pollardBrent(n, shift);
    if (divisor > 1 && divisor < n) return divisor;
  }
  for (let p = 2003; ; p += 2) if (n % p === 0) return p;
}

function pollardBrent(n: number, shift: number): number {
  const next = (x: number) => {
    const y = multiplyModulo(x, x, n) + shift;
    return y >= n ? y - n : y;
  };
  const batch = 64;
  let [y, divisor, product] = [2, 1, 1];
  let [x, current] = [y, y];
  for (let length = 1; divisor === 1 && length <= 262_144; length *= 2) {
    x = y;
    for (let turn = 0; turn < length; turn++) y = next(y);
    for (let done = 0; done < length && divisor === 1; done += batch) {
      current = y;
      for (let turn = 0; turn < Math.min(batch, length - done); turn++) {
        y = next(y);
        product = multiplyModulo(product, Math.abs(x - y), n);
      }
      divisor = extendedGcd(product, n)[0];
    }
  }
  if (divisor !== n) return divisor;
  // both factors fell into one batch: again, one by one
  for (let turn = 0; turn <= batch; turn++) {
    current = next(current);
    divisor = extendedGcd(Math.abs(x - current), n)[0];
    if (divisor > 1) return divisor;
  }
  return n;
}

/** The prime factors as [prime, exponent] pairs, rising. */
export function primePowers(n: number): [prime: number, exponent: number][] {
  const counts = new Map<number, number>();
  for (const p of factorize(n)) counts.set(p, (counts.get(p) ?? 0) + 1);
  return [...counts];
}

/** The nearest prime above (step 1) or below (step -1) a whole number. */
export function primeBeside(n: number, step: 1 | -1): number {
  if (step === 1 && n < 2) return 2;
  if (step === -1 && n <= 2) failFormula(`There is no prime below ${n}.`);
  if (step === -1 && n === 3) return 2;
  let candidate = n % 2 === 0 ? n + step : n + 2 * step;
  // gaps below 2^53 are shorter than 1,500
  while (candidate <= Number.MAX_SAFE_INTEGER && !isPrime(candidate)) candidate += 2 * step;
  return candidate <= Number.MAX_SAFE_INTEGER ? candidate : failFormula("The next prime lies above 2^53.");
}

/** All primes up to a bound (Eratosthenes). */
export function sieve(most: number): number[] {
  const composite = new Uint8Array(most + 1);
  const primes: number[] = [];
  for (let n = 2; n <= most; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= most; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

// Sums over n / k, sieved prime by prime: A. M. Legendre's formula as arranged by "Lucy Hedgehog".
/** The number of primes up to n. */
export function primeCount(n: number): number {
  if (n < 2) return 0;
  const root = Math.floor(Math.sqrt(n));
  const small = Float64Array.from({ length: root + 1 }, (_, v) => v - 1);
  const large = Float64Array.from({ length: root + 1 }, (_, k) => (k === 0 ? 0 : Math.floor(n / k) - 1));
  for (let p = 2; p <= root; p++) {
    if (small[p] === small[p - 1]) continue;
    const [before, square] = [small[p - 1]!, p * p];
    const end = Math.min(root, Math.floor(n / square));
    for (let k = 1; k <= end; k++) {
      const d = k * p;
      large[k]! -= (d <= root ? large[d]! : small[Math.floor(n / d)]!) - before;
    }
    for (let v = root; v >= square; v--) small[v]! -= small[Math.floor(v / p)]! - before;
  }
  return large[1]!;
}
