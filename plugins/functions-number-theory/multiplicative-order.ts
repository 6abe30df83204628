// Multiplicative orders: the exponent at which the powers of a remainder return to 1.
import { extendedGcd, powerModulo } from "./modular.ts";
import { primePowers } from "./primes.ts";

/** Carmichael's function: the smallest exponent to which every number coprime to n has the remainder 1. */
export function carmichael(n: number): number {
  return primePowers(n).reduce((lambda, [p, exponent]) => {
    const own = p === 2 && exponent > 2 ? 2 ** (exponent - 2) : p ** (exponent - 1) * (p - 1);
    return (lambda / extendedGcd(lambda, own)[0]) * own;
  }, 1);
}

/** The smallest exponent from 1 for which base ^ exponent is 1 modulo n; both must be coprime. */
export function orderModulo(base: number, n: number): number {
  let order = carmichael(n);
  for (const [p] of primePowers(order)) while (order % p === 0 && powerModulo(base, order / p, n) === 1 % n) order /= p;
  return order;
}

/** How many digits repeat in base 10 for a denominator without factors 2 and 5: none for 1. */
export const periodOf = (n: number): number => (n === 1 ? 0 : orderModulo(10, n));

/** A denominator without its factors 2 and 5. */
export function withoutTens(n: bigint): bigint {
  let rest = n;
  for (const p of [2n, 5n]) while (rest % p === 0n) rest /= p;
  return rest;
}
