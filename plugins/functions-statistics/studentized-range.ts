// The distribution of the greatest of many differences: Tukey's studentized range.
import type { Functions } from "formulary";
import { freedomFromOne, roundedWhole } from "./arguments.ts";
import { chebyshevPieces } from "./chebyshev.ts";
import { continuous } from "./distribution.ts";
import { crossingNear } from "./inverse.ts";
import { lnScaleDensity, lnScaleTop } from "./noncentral.ts";
import { normalBelow, normalDensity } from "./normal.ts";
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
  // the hill is never narrower than 1 / √k; steps of 0.74 of that leave an error of exp(-2π² / 0.74²), nothing in a
  // double
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

// A sum over the spread needs many ranges of one k, and a comparison of all pairs many sums. Their logarithm is a
// smooth function of ln w, approximated by Chebyshev polynomials whose last terms are below rounding errors.
const curves = { above: new Map<number, Curve>(), below: new Map<number, Curve>(), near: new Map<number, Curve>() };
type Curve = (x: number) => number;

function curveOf(form: keyof typeof curves, k: number): Curve {
  let curve = curves[form].get(k);
  if (!curve) {
    curve =
      form === "near"
        ? chebyshevPieces((w) => Math.log(rangeTail(w, k, "above")), 1 / 4, 12)
        : chebyshevPieces((lnW) => Math.log(rangeTail(Math.exp(lnW), k, form)), 1 / 8, 12);
    curves[form].set(k, curve);
  }
  return curve;
}

function lnRangeTail(w: number, k: number, side: "below" | "above"): number {
  // near 0 the upper tail is smooth over w itself: one piece, where ln w would need infinitely many
  const near = side === "above" && w < 1 / 4;
  const ln = curveOf(near ? "near" : side, k)(near ? w : Math.log(w));
  // at the ends a tail is 0, and has no logarithm
  return Number.isFinite(ln) ? ln : Math.log(rangeTail(w, k, side));
}

// Over the spread s of the estimated deviation, in terms of ln s (Copenhaver and Holland, J. Stat. Comput. Simul. 30,
// 1988).
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
  // each of the k (k - 1) / 2 differences alone, at a share of 1 - p, gives a number that is never too small
  // (Bonferroni)
  const most = p < 0.1 ? 0.5 : Math.log(Math.SQRT2 * tQuantile(1 - (1 - p) / (k * (k - 1)), v));
  return Math.exp(crossingNear(miss, most - 0.1, most));
}

/** Studentized range. */
export const studentizedRange: Functions = {
  ...continuous({
    name: "studentizedRange",
    params: "groups freedom",
    of: `Tukey's studentized range of 2 to ${mostGroups} group means, with the degrees of freedom of the error (1 or more)`,
    examples: [
      ["3.5, 3, 20", 0.9441081509182501],
      ["3.5, 3, 20", 0.0558918490817499],
      ["0.95, 3, 20", 3.577934725220134],
    ],
    parameters: (k, v) => [roundedWhole(k!, "The number of groups", [2, mostGroups]), freedomFromOne(v!)],
    below: (q, k, v) => studentizedTail(q, [k!, v!], "below"),
    above: (q, k, v) => studentizedTail(q, [k!, v!], "above"),
    inverse: (p, k, v) => studentizedQuantile(p, k!, v!),
    cost: (k, v) => (k! > 20 ? 3 : k! > 10 ? 2 : 1) * (1500 + 5000 / v!),
  }),
};
