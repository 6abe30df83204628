// Special functions: gamma and its kin, the error function, the incomplete gamma and beta functions.
import type { Functions } from "formulary";
import { failFormula, positive } from "formulary/functions";
import { scalar } from "./arguments.ts";
import { digamma } from "./digamma.ts";
import { erf, erfc, erfcInverse, middleErfInverse } from "./error-function.ts";
import { gamma, lnGamma } from "./gamma.ts";
import { betaShare, gammaShare } from "./incomplete.ts";
import { binomialFactor } from "./stirling.ts";

const offPoles = (x: number, asker: string): number =>
  x <= 0 && Number.isInteger(x) ? failFormula(`${asker} is infinite at 0 and at every negative whole number.`) : x;
const within = (x: number, asker: string): number =>
  x < Number.POSITIVE_INFINITY ? x : failFormula(`${asker} needs finite numbers and got infinity.`);

/** Γ(a) Γ(b) / Γ(a + b). */
export function betaOf(a: number, b: number): number {
  if (a + b < 100) {
    const [small, large] = [Math.min(a, b), Math.max(a, b)];
    return gamma(small) * (gamma(large) / gamma(a + b));
  }
  const n = a + b;
  const powers = Math.exp(a * -Math.log1p(b / a) + b * -Math.log1p(a / b));
  return (n * powers) / (a * b * binomialFactor(a, b, a / n, b / n));
}

function erfInverseOf(y: number): number {
  if (Math.abs(y) > 1) failFormula(`erfInverse needs a number from -1 to 1, and got ${y}.`);
  if (Math.abs(y) > 0.5) return Math.sign(y) * erfcInverse(1 - Math.abs(y));
  return middleErfInverse(y);
}

/** Special functions of pure numbers. */
export const special: Functions = {
  gamma: scalar(
    "x",
    "The gamma function; gamma(n + 1) is n! for a whole n. Infinite above 171.6.",
    ["gamma(0.5)", 1.772453850905516],
    (x) => gamma(offPoles(x!, "gamma")),
  ),
  lnGamma: scalar("x", "The natural logarithm of the size of the gamma function.", ["lnGamma(1001)", 5912.128178488163], (x) =>
    lnGamma(offPoles(x!, "lnGamma")),
  ),
  digamma: scalar("x", "The derivative of lnGamma.", ["digamma(1)", -0.5772156649015329], (x) => digamma(offPoles(x!, "digamma"))),
  beta: scalar(
    "a b",
    "The beta function gamma(a) gamma(b) / gamma(a + b), for a and b above 0.",
    ["beta(2.5, 1.5)", 0.19634954084936207],
    (a, b) => betaOf(positive(a!, "a of beta(a, b)"), positive(b!, "b of beta(a, b)")),
  ),
  erf: scalar("x", "The error function.", ["erf(1)", 0.8427007929497149], (x) => erf(x!)),
  erfc: scalar("x", "1 - erf(x), exact far out where that difference is 0.", ["erfc(2)", 0.004677734981047266], (x) => erfc(x!)),
  erfInverse: scalar("y", "The x with erf(x) = y, for y from -1 to 1.", ["erfInverse(0.5)", 0.4769362762044699], (y) => erfInverseOf(y!)),
  erfcInverse: scalar("y", "The x with erfc(x) = y, for y from 0 to 2.", ["erfcInverse(0.01)", 1.8213863677184496], (y) =>
    y! >= 0 && y! <= 2 ? erfcInverse(y!) : failFormula(`erfcInverse needs a number from 0 to 2, and got ${y}.`),
  ),
  regularizedGammaP: scalar(
    "a x",
    "The regularized lower incomplete gamma function P(a, x), from 0 at x = 0 to 1; a above 0.",
    ["regularizedGammaP(2, 3)", 0.8008517265285442],
    (a, x) => gammaShare("below", positive(a!, "a of P(a, x)"), fromZero(x!, "P(a, x)")),
  ),
  regularizedGammaQ: scalar(
    "a x",
    "The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x), exact where it is small; a above 0.",
    ["regularizedGammaQ(2, 3)", 0.1991482734714558],
    (a, x) => gammaShare("above", positive(a!, "a of Q(a, x)"), fromZero(x!, "Q(a, x)")),
  ),
  regularizedBeta: scalar(
    "x a b",
    "The regularized incomplete beta function I_x(a, b), from 0 at x = 0 to 1 at x = 1; a and b above 0.",
    ["regularizedBeta(0.4, 2, 3)", 0.5248],
    (x, a, b) => {
      if (x! < 0 || x! > 1) failFormula(`x of regularizedBeta lies between 0 and 1, and is ${x}.`);
      return betaShare(
        "below",
        [positive(within(a!, "regularizedBeta"), "a of regularizedBeta"), positive(b!, "b of regularizedBeta")],
        x!,
      );
    },
  ),
};

const fromZero = (x: number, what: string): number => (x >= 0 ? x : failFormula(`x of ${what} must be 0 or more, and is ${x}.`));
