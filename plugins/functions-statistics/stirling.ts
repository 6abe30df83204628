// Factors of densities that stay accurate where factorials and powers are astronomically large or small.
// C. Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000), carried over to real arguments.
import { gamma } from "./gamma.ts";

/** ln(1 + w) - w without cancellation near 0, by the series of ln(1 + w) = 2 artanh(w / (2 + w)). */
export function lnOnePlusLess(w: number): number {
  if (w < -0.4 || w > 0.7) return Math.log1p(w) - w;
  const r = w / (2 + w);
  const square = r * r;
  let sum = 0;
  let power = square;
  for (let odd = 3; odd < 60; odd += 2) {
    const term = power / odd;
    sum += term;
    if (Math.abs(term) < 1e-17 * sum) break;
    power *= square;
  }
  return r * (2 * sum - w);
}

const smallStirlingError = (x: number): number => Math.log((gamma(x + 1) * Math.exp(x)) / (x ** x * Math.sqrt(2 * Math.PI * x)));
// Of the small numbers most are counts, or halves of them.
const halves = Float64Array.from({ length: 32 }, (_, twice) => smallStirlingError(twice / 2));

/** ln of Γ(x + 1) over Stirling's √(2πx) (x/e)^x. */
export function stirlingError(x: number): number {
  if (x < 16) return Number.isInteger(2 * x) && x > 0 ? halves[2 * x]! : smallStirlingError(x);
  const y = 1 / (x * x);
  // Bernoulli numbers over k (k - 1): NIST DLMF 5.11.1
  return (
    (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360 - y * (1 / 156 - (y * 3617) / 122400))))))) /
    x
  );
}

/** x ln(x / m) + m - x: how far a count lies from its mean. */
export function deviance(x: number, m: number): number {
  if (x === 0) return m;
  const w = (m - x) / x;
  if (w > -0.4 && w < 0.7) return -x * lnOnePlusLess(w);
  const ratio = x / m;
  return x * (Number.isFinite(ratio) ? Math.log(ratio) : Math.log(x) - Math.log(m)) + m - x;
}

/** m^k e^-m / Γ(k + 1) for any real k from 0. */
export function poissonFactor(k: number, m: number): number {
  if (m === 0) return k === 0 ? 1 : 0;
  if (k === 0) return Math.exp(-m);
  if (!Number.isFinite(m)) return 0;
  return Math.exp(-stirlingError(k) - deviance(k, m)) / Math.sqrt(2 * Math.PI * k);
}

/** Γ(n + 1) / (Γ(k + 1) Γ(n - k + 1)) p^k q^(n - k) for real k from 0 to n, with q = 1 - p and rest = n - k given for their digits. */
export function binomialFactor(k: number, rest: number, p: number, q: number): number {
  const n = k + rest;
  if (n === 0) return 1;
  if (p === 0) return k === 0 ? 1 : 0;
  if (q === 0) return rest === 0 ? 1 : 0;
  if (k === 0) return Math.exp(n * (p < q ? Math.log1p(-p) : Math.log(q)));
  if (rest === 0) return Math.exp(n * (q < p ? Math.log1p(-q) : Math.log(p)));
  const error = stirlingError(n) - stirlingError(k) - stirlingError(rest);
  // the root in three factors: k * rest overflows for numbers above 1e154
  return Math.exp(error - deviance(k, n * p) - deviance(rest, n * q)) * Math.sqrt(1 / (2 * Math.PI * k)) * Math.sqrt(n / rest);
}

/** Γ(a + 1/2) / Γ(a). */
export function gammaHalfStep(a: number): number {
  if (a < 16) return gamma(a + 0.5) / gamma(a);
  const error = stirlingError(a - 0.5) - stirlingError(a);
  return Math.sqrt(a - 0.5) * Math.exp((a - 0.5) * lnOnePlusLess(-0.5 / a) + 0.25 / a + error);
}
