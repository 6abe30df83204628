// Random numbers that a seed decides: the same seed gives the same numbers, everywhere and always.
import type { Value } from "formulary";
import { wholeNumber } from "formulary/functions";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Random numbers from 0 to below 1, one after the other. */
export type Random = () => number;

/** A 32-bit number in which each bit of another has changed about half of the bits (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** How many numbers pass until those of seeds that are alike have nothing in common. */
const start = 20;

/** The random numbers of a seed: a whole number from 0 to 2^53. */
export function randomOf(seed: Value): Random {
  const whole = wholeNumber(seed, "The seed", [0, Number.MAX_SAFE_INTEGER]);
  const generator = xoroshiro128plus(mixed(((whole % 2 ** 32) | 0) ^ mixed(Math.floor(whole / 2 ** 32) + 1)));
  for (let passed = 0; passed < start; passed++) uniformFloat64(generator);
  return () => uniformFloat64(generator);
}

/** Brings the first values of a list into a random order, taken from the whole list (Fisher and Yates; Durstenfeld 1964). */
export function shuffleFirst<T>(list: T[], count: number, random: Random): void {
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (list.length - at));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}
