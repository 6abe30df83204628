// The incomplete gamma and beta functions where a parameter is below 1/2 and nearly all of the probability crowds at one end.
import { digamma, digammaLessLog } from "./digamma.ts";
import { gammaSeries, smallBetaFraction, smallGammaFraction } from "./fractions.ts";
import { gamma } from "./gamma.ts";
import { meanTo } from "./quadrature.ts";
import { lnOnePlusLess, stirlingError } from "./stirling.ts";

/** From how many expected events on the fractions converge in some hundred terms; below it no sum here cancels. */
const fewest = 0.3;
type Pair = readonly [number, number];

/** P(a, x) for a below 1/2. */
export function smallGammaBelow(a: number, x: number): number {
  if (x > fewest) return 1 - smallGammaAbove(a, x);
  return (x ** a * Math.exp(-x) * gammaSeries(a, x)) / gamma(a + 1);
}

/** Q(a, x) for a below 1/2. */
export function smallGammaAbove(a: number, x: number): number {
  if (x > fewest) return (a * x ** a * Math.exp(-x) * smallGammaFraction(a, x)) / gamma(a + 1);
  // NIST DLMF 8.7.3, in which 1 - x^a / Γ(a + 1) is taken from its logarithm: P(a, x) is nearly 1
  const ln = a * (Math.log(x) - meanDigamma(1, a));
  let term = 1;
  let sum = 0;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= -x / n;
    sum += term / (a + n);
  }
  return -Math.expm1(ln) - Math.exp(ln) * a * sum;
}

/** I_x(a, b) for a or b below 1/2 and x to 1/2; y is 1 - x. */
export function smallBetaBelow([a, b]: Pair, [x, y]: Pair): number {
  if (a < 0.5 && b * x > fewest) return 1 - smallBetaAbove([a, b], [x, y]);
  const factor = a < 0.5 ? gammaStep(b, a) / gamma(a + 1) : (b * gammaStep(a, b)) / (a * gamma(b + 1));
  return factor * x ** a * (1 + a * betaSeries(a, b, x));
}

/** 1 - I_x(a, b) for a or b below 1/2 and x to 1/2; y is 1 - x. */
export function smallBetaAbove([a, b]: Pair, [x, y]: Pair): number {
  if (a >= 0.5) return 1 - smallBetaBelow([a, b], [x, y]);
  if (b * x > 1500) return 0;
  if (b * x > fewest) {
    // 1 - x is y and a rest of some 1e-17
    const power = y ** b * Math.exp((b * (1 - y - x)) / y);
    return ((a * x ** a * power * gammaStep(b, a)) / gamma(a + 1)) * smallBetaFraction([b, a], [y, x]);
  }
  // x^a / (a B(a, b)) is nearly 1, and so taken from its logarithm
  const near = b < 10 ? Math.log(x) + meanDigamma(b, a) : Math.log(b * x) + meanTo(a, (t) => Math.log1p(t / b) + digammaLessLog(b + t));
  const ln = a * (near - meanDigamma(1, a));
  return -Math.expm1(ln) - Math.exp(ln) * a * betaSeries(a, b, x);
}

// NIST DLMF 8.17.7 without its first term, in units of x^a / B(a, b).
function betaSeries(a: number, b: number, x: number): number {
  let term = 1;
  let sum = 0;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= ((n - b) * x) / n;
    sum += term / (a + n);
  }
  return sum;
}

/** The mean of ψ from b to b + a, which is ln(Γ(b + a) / Γ(b)) / a with all its digits. */
function meanDigamma(b: number, a: number): number {
  return b < 1 ? meanDigamma(1 + b, a) - Math.log1p(a / b) / a : meanTo(a, (t) => digamma(b + t));
}

/** Γ(b + a) / Γ(b) for a below 1/2. */
function gammaStep(b: number, a: number): number {
  if (b < 1) return (b / (a + b)) * gammaStep(1 + b, a);
  if (b < 16) return Math.exp(a * meanDigamma(b, a));
  const w = a / b;
  return b ** a * Math.exp((b + a - 0.5) * lnOnePlusLess(w) + w * (a - 0.5) + stirlingError(b + a) - stirlingError(b));
}
