// Factorials and binomial coefficients, in doubles.
import type { FunctionEntry, Functions } from "formulary";
import { failFormula, scalar } from "formulary/functions";

function factorial(n: number): number {
  if (!Number.isInteger(n) || n < 0) failFormula(`factorial(${n}) needs a whole number from 0.`);
  let product = 1;
  for (let factor = 2; factor <= Math.min(n, 171); factor++) product *= factor;
  return product;
}

function choose(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k)) failFormula(`choose(${n}, ${k}) needs whole numbers.`);
  if (k < 0 || k > n) return 0;
  const fewer = Math.min(k, n - k);
  if (fewer > 5000) failFormula(`choose(${n}, ${k}) is too large.`);
  let result = 1;
  for (let at = 1; at <= fewer; at++) {
    result = (result * (n - fewer + at)) / at;
    if (result < 9e15) result = Math.round(result);
  }
  return result;
}

/** Factorials and binomial coefficients as numbers; exact-arithmetic.ts has all their digits. */
export const combinatorics: Functions = {
  factorial: { ...scalar("n", "n! (exactFactorial for all digits).", ["factorial(5)", 120], "plain", factorial), cost: 10 },
  choose: {
    ...scalar("n k", "The number of ways to choose k of n things (exactChoose for all digits).", ["choose(5, 2)", 10], "plain", (n, k) =>
      choose(n, k!),
    ),
    cost: ((n: number, k: number) => 2 + Math.min(Math.abs(k), Math.abs(n - k), 5000) / 8 || 0) as FunctionEntry["cost"],
  },
};
