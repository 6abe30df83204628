// Numerical methods for formulas, by own code: roots (Brent; Newton for several unknowns), fits (Levenberg-Marquardt), integrals (Gauss-Kronrod),
// derivatives (Ridders) and extremes (golden section).
import type { Formula, FunctionEntry, Functions, Value } from "formulary";
import { definePlugin, failFormula, toNumber } from "formulary/functions";
import { fitting } from "./fitting.ts";
import { rootSearch } from "./root.ts";
import { systems } from "./system.ts";

export { rootSearch } from "./root.ts";

type Real = (x: number) => number;
const entry = (
  params: string,
  summary: string,
  example: [string, Value] | null,
  dimension: string,
  run: (f: Real, ...numbers: number[]) => Value,
): FunctionEntry => ({
  params: params.split(" "),
  summary,
  example,
  dimension,
  formulas: { at: [0] },
  call: ((f: Formula, ...values: Value[]) => {
    const own = params.split(" ").length - 2;
    const numbers = values.slice(0, own).map((value) => toNumber(value, "A numerical method"));
    const more = values.slice(own);
    return run((x) => toNumber(f(x, ...more), "A formula solved numerically"), ...numbers);
  }) as FunctionEntry["call"],
});

function root(f: Real, low: number, high: number): number {
  const search = rootSearch(low, high);
  let turn = search.next();
  while (!turn.done) turn = search.next(f(turn.value));
  return turn.value;
}

function hasRoot(f: Real, a: number, b: number): boolean {
  const [low, high] = [f(a), f(b)];
  return low === 0 || high === 0 || low * high < 0;
}

// Nodes and weights of the 7-point Gauss and 15-point Kronrod rules (Kronrod 1965): node, Kronrod, Gauss.
const nodes = [
  [0.9914553711208126, 0.022935322010529224, 0],
  [0.9491079123427585, 0.06309209262997856, 0.1294849661688697],
  [0.8648644233597691, 0.10479001032225019, 0],
  [0.7415311855993945, 0.14065325971552592, 0.27970539148927664],
  [0.5860872354676911, 0.1690047266392679, 0],
  [0.4058451513773972, 0.19035057806478542, 0.3818300505051189],
  [0.20778495500789848, 0.20443294007529889, 0],
];

function kronrod(f: Real, from: number, to: number): { from: number; to: number; value: number; error: number } {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  const center = f(middle);
  let fine = center * 0.20948214108472782;
  let coarse = center * 0.4179591836734694;
  for (const [node, kronrodWeight, gaussWeight] of nodes as [number, number, number][]) {
    const pair = f(middle - half * node) + f(middle + half * node);
    fine += kronrodWeight * pair;
    coarse += gaussWeight * pair;
  }
  return { from, to, value: fine * half, error: Math.abs((fine - coarse) * half) };
}

// The definite integral of f from a to b: adaptive Gauss-Kronrod, at most 1,000 intervals.
function integrate(f: Real, a: number, b: number): number {
  if (a === b) return 0;
  const parts = [kronrod(f, a, b)];
  const total = (key: "value" | "error") => parts.reduce((sum, part) => sum + part[key], 0);
  while (parts.length < 1000 && total("error") > 1e-11 * Math.abs(total("value")) + 1e-300) {
    let worst = 0;
    for (const [at, part] of parts.entries()) if (part.error > parts[worst]!.error) worst = at;
    const { from, to } = parts[worst]!;
    parts.splice(worst, 1, kronrod(f, from, (from + to) / 2), kronrod(f, (from + to) / 2, to));
  }
  const value = total("value");
  if (!Number.isFinite(value) || total("error") > 1e-6 * Math.abs(value) + 1e-12)
    failFormula("integrate does not settle: the integral is infinite, or jumps too much.");
  return value;
}

// The slope of f at x: Ridders' extrapolation of central differences (1982), from steps of several sizes; the result
// with the smallest error wins.
function derivative(f: Real, x: number): number {
  const scale = Math.max(Math.abs(x), 0.001);
  const tries = [0.1, 0.01, 1e-3, 1e-4, 1e-5].map((size) => ridders(f, x, size * scale));
  return tries.reduce((best, each) => (each.error < best.error ? each : best)).slope;
}

function ridders(f: Real, x: number, start: number): { slope: number; error: number } {
  let [slope, error] = [Number.NaN, Number.POSITIVE_INFINITY];
  let row: number[] = [];
  for (let turn = 0, h = start; turn < 8; turn++, h /= 1.4) {
    const next = [(f(x + h) - f(x - h)) / (2 * h)];
    for (let at = 1, power = 1.96; at <= turn; at++, power *= 1.96) {
      next[at] = (next[at - 1]! * power - row[at - 1]!) / (power - 1);
      const off = Math.max(Math.abs(next[at]! - next[at - 1]!), Math.abs(next[at]! - row[at - 1]!));
      if (off <= error) [slope, error] = [next[at]!, off];
    }
    if (turn > 0 && Math.abs(next[turn]! - row[turn - 1]!) >= 2 * error) break;
    row = next;
  }
  return { slope, error };
}

const golden = (Math.sqrt(5) - 1) / 2;
/** The minimum of a formula with one valley: golden section. */
function minimumAt(f: Real, from: number, to: number): number {
  let [low, high] = [Math.min(from, to), Math.max(from, to)];
  while (high - low > 1e-12 * (Math.abs(low) + Math.abs(high)) + 1e-300) {
    const left = high - golden * (high - low);
    const right = low + golden * (high - low);
    if (f(left) < f(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}
const opposite =
  (f: Real): Real =>
  (x) =>
    -f(x);

const functions: Functions = {
  root: entry(
    "f low high ...more",
    "Where f is 0 between low and high (Brent's method); f must change its sign there.",
    ["root(cos, 0, 3)", Math.PI / 2],
    "root",
    root,
  ),
  hasRoot: entry(
    "f low high ...more",
    "Whether f changes its sign between low and high.",
    ["hasRoot(cos, 0, 1)", false],
    "condition",
    hasRoot,
  ),
  integrate: entry(
    "f from to ...more",
    "The definite integral of f (adaptive Gauss-Kronrod).",
    ["integrate(sin, 0, PI)", 2],
    "integrate",
    integrate,
  ),
  derivative: entry("f x ...more", "The derivative of f at x.", ["derivative(sin, 0)", 1], "derivative", derivative),
  minimumAt: entry(
    "f low high ...more",
    "The position of the minimum of f between low and high, where f has one valley; about eight digits.",
    ["minimumAt(cos, 2, 4)", Math.PI],
    "root",
    minimumAt,
  ),
  maximumAt: entry(
    "f low high ...more",
    "The position of the maximum of f between low and high, where f has one hill; about eight digits.",
    ["maximumAt(sin, 0, 3)", Math.PI / 2],
    "root",
    (f, a, b) => minimumAt(opposite(f), a!, b!),
  ),
  minimum: entry(
    "f low high ...more",
    "The minimum of f between low and high, where f has one valley.",
    ["minimum(cos, 2, 4)", -1],
    "extremum",
    (f, a, b) => f(minimumAt(f, a!, b!)),
  ),
  maximum: entry(
    "f low high ...more",
    "The maximum of f between low and high, where f has one hill.",
    ["maximum(sin, 0, 3)", 1],
    "extremum",
    (f, a, b) => f(minimumAt(opposite(f), a!, b!)),
  ),
};

/** Functions that take a formula and solve, integrate, differentiate or optimise it. */
export default () => definePlugin({ name: "functions-numerical", functions: { ...functions, ...systems, ...fitting } });
