// Distributions of the greatest of many differences: Tukey's studentized range, and Kolmogorov's gap between curves.
import type { Functions } from "formulary";
import { failFormula } from "formulary/functions";
import { freedomOf, wholeOf } from "./arguments.ts";
import { continuous } from "./family.ts";
import { crossingNear } from "./inverse.ts";
import { lnScaleDensity, lnScaleTop } from "./noncentral.ts";
import { normalBelow, normalDensity } from "./normal.ts";
import { inPieces } from "./pieces.ts";
import { humpIntegral } from "./quadrature.ts";
import { tQuantile } from "./student.ts";

const mostGroups = 100;

// The normal distribution at the points where ranges are summed.
const mesh = 1 / 16;
const grid = Array.from({ length: 640 }, (_, at) => {
  const z = -8 + at * mesh;
  return { z, density: normalDensity(z), below: normalBelow(z), above: normalBelow(-z) };
});

// The highest of k normal values, z, exceeds the lowest by w, or not: Hartley, Biometrika 32 (1942). Both are integrals
// of positive functions over the line, for which the trapezoidal rule is exact to many digits.
function rangeTail(w: number, k: number, side: "below" | "above"): number {
  if (w > 60) return side === "below" ? 1 : 0;
  // the hill is never narrower than 1 / √k; steps of 0.74 of that leave an error of exp(-2π² / 0.74²), nothing in a double
  const stride = Math.floor(0.74 / Math.sqrt(k) / mesh);
  const end = Math.min(grid.length - 1, Math.floor((16 + (side === "below" ? 0 : w / 2)) / mesh));
  const start = Math.min(end - (end % stride), stride * Math.round((8 + w / 2) / mesh / stride));
  const first = rangeTerm(grid[start]!, w, k, side);
  let sum = first;
  // outwards from near the middle of the hill: what lies further out than a vanishing term is smaller still
  for (const step of [-stride, stride])
    for (let at = start + step, before = first; at >= 0 && at <= end; at += step) {
      const term = rangeTerm(grid[at]!, w, k, side);
      sum += term;
      if (term <= before && term <= 1e-18 * sum) break;
      before = term;
    }
  return k * mesh * stride * sum;
}

function rangeTerm({ z, density, below, above }: (typeof grid)[number], w: number, k: number, side: "below" | "above"): number {
  if (side === "below") return density * wholePower(z > w / 2 ? normalBelow(w - z) - above : below - normalBelow(z - w), k - 1);
  return density * wholePower(below, k - 1) * -Math.expm1((k - 1) * Math.log1p(-Math.min(1, normalBelow(z - w) / below)));
}

// Math.pow takes longer than the distribution itself
function wholePower(x: number, exponent: number): number {
  let result = 1;
  for (let [square, left] = [x, exponent]; left > 0; square *= square, left >>= 1) if (left % 2 === 1) result *= square;
  return result;
}

// A sum over the spread asks for many ranges of one k, and a comparison of all pairs for many sums: their logarithm is
// a smooth curve over ln w, kept in pieces of Chebyshev polynomials whose last terms are below the noise of a double.
const curves = { above: new Map<number, Curve>(), below: new Map<number, Curve>(), near: new Map<number, Curve>() };
type Curve = (x: number) => number;

function curveOf(form: keyof typeof curves, k: number): Curve {
  let curve = curves[form].get(k);
  if (!curve) {
    curve =
      form === "near"
        ? inPieces((w) => Math.log(rangeTail(w, k, "above")), 1 / 4, 12)
        : inPieces((lnW) => Math.log(rangeTail(Math.exp(lnW), k, form)), 1 / 8, 12);
    curves[form].set(k, curve);
  }
  return curve;
}

function lnRangeTail(w: number, k: number, side: "below" | "above"): number {
  // down to 0 the upper tail is smooth over w itself, and one piece does for what is endless over ln w
  const near = side === "above" && w < 1 / 4;
  const ln = curveOf(near ? "near" : side, k)(near ? w : Math.log(w));
  // at the ends a tail is 0, and has no logarithm
  return Number.isFinite(ln) ? ln : Math.log(rangeTail(w, k, side));
}

// Over the spread s of the estimated deviation, in terms of ln s (Copenhaver and Holland, J. Stat. Comput. Simul. 30, 1988).
function studentizedTail(q: number, [k, v]: [number, number], side: "below" | "above"): number {
  if (q <= 0) return side === "below" ? 0 : 1;
  if (q === Number.POSITIVE_INFINITY) return side === "below" ? 1 : 0;
  const lnTop = lnScaleTop(v);
  const lnF = (u: number) => lnScaleDensity(u, v, lnTop) + lnRangeTail(q * Math.exp(u), k, side);
  const reach = { low: -Math.min(20, 16 / Math.sqrt(v)), high: Math.min(3, 10 / Math.sqrt(v)) };
  return Math.min(1, humpIntegral(lnF, { ...reach, h: Math.min(k > 10 ? 0.045 : 0.09, 0.45 / Math.sqrt(2 * v)) }));
}

function studentizedQuantile(p: number, k: number, v: number): number {
  if (p === 0) return 0;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const miss = (u: number) => {
    const q = Math.exp(u);
    return p <= 0.5 ? Math.log(studentizedTail(q, [k, v], "below") / p) : Math.log((1 - p) / studentizedTail(q, [k, v], "above"));
  };
  // each of the k (k - 1) / 2 differences alone, at a share of 1 - p, gives a number that is never too small (Bonferroni)
  const most = p < 0.1 ? 0.5 : Math.log(Math.SQRT2 * tQuantile(1 - (1 - p) / (k * (k - 1)), v));
  return Math.exp(crossingNear(miss, most - 0.1, most));
}

// Two series for one function (Kolmogorov 1933; the second by the theta function's transformation), each where it is quick.
function gapBelow(x: number): number {
  if (x <= 0) return 0;
  if (x > 1) return 1 - gapAbove(x);
  let sum = 0;
  for (let odd = 1; odd < 12; odd += 2) sum += Math.exp((-odd * odd * Math.PI * Math.PI) / (8 * x * x));
  return (Math.sqrt(2 * Math.PI) / x) * sum;
}

function gapAbove(x: number): number {
  if (x <= 1) return 1 - gapBelow(x);
  let sum = 0;
  for (let k = 1; k < 8; k++) sum += (k % 2 ? 2 : -2) * Math.exp(-2 * k * k * x * x);
  return sum;
}

function gapQuantile(p: number): number {
  if (p === 0 || p === 1) return p === 0 ? 0 : Number.POSITIVE_INFINITY;
  return crossingNear((x) => (p <= 0.5 ? Math.log(gapBelow(x) / p) : Math.log((1 - p) / gapAbove(x))), 0.5, 2);
}

/** Studentized range and Kolmogorov distribution. */
export const extremes: Functions = {
  ...continuous({
    name: "studentizedRange",
    params: "groups freedom",
    of: `Tukey's studentized range of 2 to ${mostGroups} group means, with the degrees of freedom of the error (1 or more)`,
    examples: [
      ["3.5, 3, 20", 0.9441081509182501],
      ["3.5, 3, 20", 0.0558918490817499],
      ["0.95, 3, 20", 3.577934725220134],
    ],
    parameters: (k, v) => [
      wholeOf(k!, "The number of groups", 2, mostGroups),
      v! >= 1 ? freedomOf(v!) : failFormula(`The number of degrees of freedom must be 1 or more, and is ${v}.`),
    ],
    below: (q, k, v) => studentizedTail(q, [k!, v!], "below"),
    above: (q, k, v) => studentizedTail(q, [k!, v!], "above"),
    inverse: (p, k, v) => studentizedQuantile(p, k!, v!),
    cost: (k, v) => (k! > 20 ? 3 : k! > 10 ? 2 : 1) * (1500 + 5000 / v!),
  }),
  ...continuous({
    name: "kolmogorov",
    params: "",
    of: "Kolmogorov's limiting distribution, of √n times the greatest gap between a sample's curve and the true one",
    examples: [
      ["1", 0.7300003283226455],
      ["1.358", 0.05002679733444698],
      ["0.95", 1.3580986393225505],
    ],
    parameters: () => [],
    below: gapBelow,
    above: gapAbove,
    inverse: gapQuantile,
  }),
};
