// Elliptic integrals by Carlson's symmetric forms (B. C. Carlson, Numerical Algorithms 10 (1995) 13; NIST DLMF 19.36).
import type { Functions } from "formulary";
import { failFormula } from "formulary/functions";
import { special } from "./arguments.ts";

/** R_C(x, y), for x from 0 and y above 0. */
function carlsonC(x: number, y: number): number {
  if (x === y) return 1 / Math.sqrt(x);
  const root = Math.sqrt(Math.abs(x - y));
  return x < y ? Math.atan2(root, Math.sqrt(x)) / root : Math.atanh(root / Math.sqrt(x)) / root;
}

type Three = [x: number, y: number, z: number];
const lambdaOf = ([x, y, z]: Three): number => Math.sqrt(x) * Math.sqrt(y) + Math.sqrt(x) * Math.sqrt(z) + Math.sqrt(y) * Math.sqrt(z);
const quartered = ([x, y, z]: Three, lambda: number): Three => [(x + lambda) / 4, (y + lambda) / 4, (z + lambda) / 4];

function carlsonF(start: Three): number {
  let three = start;
  let mean = 0;
  for (let turn = 0; turn < 60; turn++) {
    mean = (three[0] + three[1] + three[2]) / 3;
    if (three.every((each) => Math.abs(1 - each / mean) < 1e-3)) break;
    three = quartered(three, lambdaOf(three));
  }
  const [x, y] = [1 - three[0] / mean, 1 - three[1] / mean];
  const z = -x - y;
  const [e2, e3] = [x * y - z * z, x * y * z];
  return (1 - e2 / 10 + e3 / 14 + (e2 * e2) / 24 - (3 * e2 * e3) / 44 - (5 * e2 ** 3) / 208 + (3 * e3 * e3) / 104) / Math.sqrt(mean);
}

/** R_J(x, y, z, p), for p above 0; R_D is R_J(x, y, z, z). */
function carlsonJ(start: Three, first: number): number {
  let [three, p, sum, part] = [start, first, 0, 1];
  let mean = 0;
  for (let turn = 0; turn < 60; turn++) {
    mean = (three[0] + three[1] + three[2] + 2 * p) / 5;
    if ([...three, p].every((each) => Math.abs(1 - each / mean) < 1e-3)) break;
    const [x, y, z] = three.map(Math.sqrt) as Three;
    const lambda = lambdaOf(three);
    const alpha = (p * (x + y + z) + x * y * z) ** 2;
    sum += 3 * part * carlsonC(alpha, p * (p + lambda) ** 2);
    [three, p, part] = [quartered(three, lambda), (p + lambda) / 4, part / 4];
  }
  const [x, y, z] = three.map((each) => 1 - each / mean) as Three;
  const q = (-x - y - z) / 2;
  const e2 = x * y + x * z + y * z - 3 * q * q;
  const e3 = x * y * z + 2 * e2 * q + 4 * q ** 3;
  const [e4, e5] = [(2 * x * y * z + e2 * q + 3 * q ** 3) * q, x * y * z * q * q];
  const tail = 1 - (3 * e2) / 14 + e3 / 6 + (9 * e2 * e2) / 88 - (3 * e4) / 22 - (9 * e2 * e3) / 52 + (3 * e5) / 26;
  return sum + (part * (tail - e2 ** 3 / 16 + (3 * e3 * e3) / 40 + (3 * e2 * e4) / 20)) / (mean * Math.sqrt(mean));
}

/** Legendre's integrals up to an angle of at most a quarter turn, by its sine and cosine; `n` is the characteristic of the third kind. */
function legendre([s, c]: [number, number], m: number, n: number): { first: number; second: number; third: number } {
  const square = s * s;
  const three: Three = [c * c, 1 - m * square, 1];
  const first = s * carlsonF(three);
  const third = n === 0 ? first : first + ((n * s * square) / 3) * carlsonJ(three, 1 - n * square);
  return { first, second: first - ((m * s * square) / 3) * carlsonJ(three, 1), third };
}

type Kind = "first" | "second" | "third";
function parameter(m: number, kind: Kind): number {
  if (m < 1 || (m === 1 && kind === "second")) return m;
  return failFormula(`The parameter m = k² of an elliptic integral must be below 1${kind === "second" ? " or 1" : ""}, not ${m}.`);
}

const characteristic = (n: number): number =>
  n < 1 ? n : failFormula(`The characteristic n of an elliptic integral must be below 1, not ${n}.`);
const complete = (m: number, kind: Kind, n = 0): number =>
  m === 1 && kind === "second" ? 1 : legendre([1, 0], parameter(m, kind), characteristic(n))[kind];

/** For any angle: whole half turns add the complete integral twice each. */
function incomplete([angle, m, n]: [number, number, number], kind: Kind): number {
  const turns = Math.round(angle / Math.PI);
  const rest = angle - turns * Math.PI;
  if (m === 1 && kind === "second") return Math.sin(rest) + 2 * turns;
  const isInside = m === 1 && turns === 0 && Math.cos(rest) > 1e-15;
  const part = legendre([Math.sin(rest), Math.cos(rest)], isInside ? m : parameter(m, kind), characteristic(n))[kind];
  return turns === 0 ? part : part + 2 * turns * complete(m, kind, n);
}

/** Elliptic integrals, by the parameter m = k². */
export const ellipticIntegrals: Functions = {
  ellipticK: special(
    "m",
    "The complete elliptic integral of the first kind for the parameter m = k² below 1.",
    ["ellipticK(0.5)", 1.8540746773013719],
    {
      cost: 85,
      call: (m) => complete(m!, "first"),
    },
  ),
  ellipticE: special(
    "m",
    "The complete elliptic integral of the second kind for the parameter m = k² up to 1.",
    ["ellipticE(0.5)", 1.3506438810476755],
    {
      cost: 45,
      call: (m) => complete(m!, "second"),
    },
  ),
  ellipticPi: special(
    "n m",
    "The complete elliptic integral of the third kind for the characteristic n and the parameter m = k², both below 1.",
    ["ellipticPi(0.25, 0.5)", 2.16761936076656],
    {
      cost: 90,
      call: (n, m) => complete(m!, "third", n),
    },
  ),
  incompleteEllipticF: special(
    "angle m",
    "The incomplete elliptic integral of the first kind from 0 to an angle, for the parameter m = k² up to 1.",
    ["incompleteEllipticF(1, 0.5)", 1.0832167728451683],
    {
      cost: 30,
      call: (angle, m) => incomplete([angle!, m!, 0], "first"),
    },
  ),
  incompleteEllipticE: special(
    "angle m",
    "The incomplete elliptic integral of the second kind from 0 to an angle, for the parameter m = k² up to 1.",
    ["incompleteEllipticE(1, 0.5)", 0.92732988362444],
    {
      cost: 30,
      call: (angle, m) => incomplete([angle!, m!, 0], "second"),
    },
  ),
  incompleteEllipticPi: special(
    "n angle m",
    "The incomplete elliptic integral of the third kind from 0 to an angle, for the characteristic n below 1 and the parameter m = k² up to 1.",
    ["incompleteEllipticPi(0.25, 1, 0.5)", 1.171635421618677],
    {
      cost: 40,
      call: (n, angle, m) => incomplete([angle!, m!, n!], "third"),
    },
  ),
};
