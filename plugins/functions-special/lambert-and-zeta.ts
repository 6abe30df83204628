// Lambert's W and the zeta function with its kin.
import type { Functions } from "formulary";
import { failFormula, numberWithin, positive, wholeNumber } from "formulary/functions";
import { gamma } from "../functions-statistics/index.ts";
import { special } from "./arguments.ts";

/** exp(1) beyond the digits of Math.E. */
const restOfE = 1.4456468917292502e-16;

// R. M. Corless et al., Advances in Computational Mathematics 5 (1996) 329, eq. 4.22 and section 5 (Halley's method).
/** W with W · exp(W) = x: the branch 0 from -1 upwards, or the branch -1 below it. */
function lambertW(x: number, branch = 0): number {
  if (branch !== 0 && branch !== -1) failFormula(`lambertW has the branches 0 and -1, not ${branch}.`);
  const above = x * Math.E + 1 + x * restOfE;
  if (above < -1e-15) failFormula(`lambertW needs a number from -1 / e (-0.36788), not ${x}.`);
  if (branch === -1 && x >= 0) failFormula(`lambertW of the branch -1 needs a number below 0, not ${x}.`);
  if (x === 0) return 0;
  const p = (branch === 0 ? 1 : -1) * Math.sqrt(2 * Math.max(0, above));
  if (Math.abs(p) < 1e-3) return -1 + p * (1 - p * (1 / 3 - p * (11 / 72 - p * (43 / 540 - (p * 769) / 17280))));
  let w = startOf(x, p, branch);
  for (let turn = 0; turn < 30; turn++) {
    // divided by exp(w), which may be beyond all numbers
    const off = w - x * Math.exp(-w);
    const step = off / (w + 1 - ((w + 2) * off) / (2 * w + 2));
    w -= step;
    if (Math.abs(step) < 1e-9 * Math.abs(w)) break;
  }
  return w;
}

function startOf(x: number, p: number, branch: number): number {
  if (Math.abs(p) < 0.8) return -1 + p * (1 - p * (1 / 3 - (p * 11) / 72));
  if (branch === -1 || x > 3) {
    const [first, second] = [Math.log(Math.abs(x)), Math.log(Math.abs(Math.log(Math.abs(x))))];
    return first - second + second / first;
  }
  return Math.log1p(x) * (x > 0 ? 0.8 : 1);
}

/** Bernoulli numbers B₂, B₄, … divided by (2j)!. */
const bernoulli = [
  1 / 12,
  -1 / 720,
  1 / 30_240,
  -1 / 1_209_600,
  1 / 47_900_160,
  -691 / 1_307_674_368_000,
  1 / 74_724_249_600,
  -3617 / 10_670_622_842_880_000,
];

/** Hurwitz's zeta function, Σ of 1 / (k + a)^s, for a above 0: the formula of Euler and Maclaurin (DLMF 25.11.28). */
function hurwitz(s: number, a: number): number {
  const count = Math.max(0, Math.ceil(20 + s - a));
  const n = a + count;
  let sum = n ** (1 - s) / (s - 1) + n ** -s / 2;
  let power = s * n ** (-s - 1);
  for (const [j, b] of bernoulli.entries()) {
    sum += b * power;
    power *= ((s + 2 * j + 1) * (s + 2 * j + 2)) / (n * n);
  }
  for (let k = count - 1; k >= 0; k--) sum += (k + a) ** -s;
  return sum;
}

/** Riemann's zeta function, below 0 by reflection (DLMF 25.4.1), or Hurwitz's with a second argument. */
function zeta(s: number, a?: number): number {
  if (s === 1) failFormula("zeta is infinite at 1.");
  if (a !== undefined) return s > 1 ? hurwitz(s, positive(a, "a of zeta(s, a)")) : failFormula(`zeta(s, a) needs an s above 1, not ${s}.`);
  if (s >= 0) return s > 60 ? 1 + 2 ** -s : hurwitz(s, 1);
  if (s % 2 === 0) return 0;
  // the sine of π s / 2, with s first without whole turns
  const sine = Math.sin((Math.PI / 2) * (s % 4));
  return 2 * (2 * Math.PI) ** (s - 1) * sine * gamma(1 - s) * hurwitz(1 - s, 1);
}

function polygamma(order: number, x: number): number {
  const m = wholeNumber(order, "The order of polygamma", [1, 100]);
  return (m % 2 === 1 ? 1 : -1) * gamma(m + 1) * hurwitz(m + 1, positive(x, "x of polygamma"));
}

/** Lambert's W, zeta and polygamma. */
export const lambertAndZeta: Functions = {
  lambertW: special(
    "x branch?",
    "The W with W · exp(W) = x: of the branch 0 (W from -1 upwards, x from -1 / e) where nothing is said, or of the branch -1 (W up to -1, x below 0).",
    ["lambertW(1)", 0.5671432904097838],
    { cost: 5, call: (x, branch) => lambertW(x!, branch) },
  ),
  zeta: special(
    "s a?",
    "The Riemann zeta function, the sum of 1 / k^s over k = 1, 2, …, continued to every s but 1; with a, above 0, the sum of 1 / (k + a)^s over k = 0, 1, … (Hurwitz), for s above 1.",
    ["zeta(3)", 1.2020569031595942],
    { cost: 32, call: (s, a) => zeta(numberWithin(s, "zeta", [-170, 1e6]), a) },
  ),
  polygamma: special(
    "order x",
    "The derivative of an order from 1 (trigamma) to 100 of digamma, for x above 0.",
    ["polygamma(1, 1)", 1.6449340668482264],
    { cost: 25, call: (order, x) => polygamma(order!, x!) },
  ),
};
