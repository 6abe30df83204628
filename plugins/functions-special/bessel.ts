// Bessel functions of real order from 0 to 200 by series, integrals, asymptotic expansions and recurrence (NIST DLMF, chapter 10).
import { gamma, lnGamma } from "../functions-statistics/index.ts";
import { integral } from "./arguments.ts";

/** Σ of sign^k (x/2)^(2k + order) / (k! Γ(k + order + 1)): DLMF 10.2.2 and 10.25.2. */
function series(order: number, x: number, sign: 1 | -1): number {
  const square = (sign * x * x) / 4;
  let [term, sum] = [1, 1];
  for (let k = 1; k < 2000 && Math.abs(term) > 1e-17 * Math.abs(sum); k++) sum += term *= square / (k * (k + order));
  if (order <= 20) return ((x / 2) ** order / gamma(order + 1)) * sum;
  return Math.exp(order * Math.log(x / 2) - lnGamma(order + 1)) * sum;
}

type Pair = [j: number, y: number];

/** DLMF 10.17.3 and 10.17.4: for x well above the order. */
function asymptotic(order: number, x: number): Pair {
  const mu = 4 * order * order;
  let [p, q, term] = [1, 0, 1];
  for (let k = 1; k < 60; k++) {
    const next = (term * (mu - (2 * k - 1) ** 2)) / (k * 8 * x);
    if (Math.abs(next) > Math.abs(term) || next === 0) break;
    term = next;
    if (k % 2 === 1) q += k % 4 === 1 ? term : -term;
    else p += k % 4 === 2 ? -term : term;
    if (Math.abs(term) < 1e-18) break;
  }
  // sine and cosine of x - (order / 2 + 1 / 4) π, so that x keeps its digits
  const shift = (order / 2 + 0.25) * Math.PI;
  const cos = Math.cos(x) * Math.cos(shift) + Math.sin(x) * Math.sin(shift);
  const sin = Math.sin(x) * Math.cos(shift) - Math.cos(x) * Math.sin(shift);
  const size = Math.sqrt(2 / (Math.PI * x));
  return [size * (p * cos - q * sin), size * (p * sin + q * cos)];
}

/** DLMF 10.9.6 and 10.9.7, for orders below 2. */
function byIntegrals(order: number, x: number): Pair {
  const panels = 3 + Math.ceil(x / 4);
  const end = Math.asinh(750 / x);
  const [cosine, sine] = [Math.cos(order * Math.PI), Number.isInteger(order) ? 0 : Math.sin(order * Math.PI)];
  const wave = (f: (angle: number) => number) => integral((t) => f(order * t - x * Math.sin(t)), Math.PI, panels);
  const tail = (f: (t: number) => number) => integral((t) => f(t) * Math.exp(-x * Math.sinh(t)), end, Math.ceil(end * 2));
  const j = wave(Math.cos) - (sine === 0 ? 0 : sine * tail((t) => Math.exp(-order * t)));
  const y = -wave(Math.sin) - tail((t) => Math.exp(order * t) + cosine * Math.exp(-order * t));
  return [j / Math.PI, y / Math.PI];
}

function lowOrder(order: number, x: number): Pair {
  if (x > 25) return asymptotic(order, x);
  const [j, y] = byIntegrals(order, x);
  return [x * x <= 4 * (order + 1) ? series(order, x, -1) : j, y];
}

/** J or Y of an order, from those of two low orders upwards. */
function upwards(order: number, x: number, which: 0 | 1): number {
  const low = order - Math.floor(order);
  if (order < 2) return lowOrder(order, x)[which];
  let [before, value] = [lowOrder(low, x)[which], lowOrder(low + 1, x)[which]];
  for (let at = low + 1; at < order - 0.5; at++) [before, value] = [value, ((2 * at) / x) * value - before];
  return value;
}

/** J of an order above x, where only recurrence downwards keeps its digits (J. C. P. Miller). */
function downwards(order: number, x: number): number {
  const low = order - Math.floor(order);
  let [above, value, wanted] = [0, 1e-300, 0];
  for (let at = order + Math.ceil(60 + order / 2); at > low + 0.5; at--) {
    [above, value] = [value, ((2 * at) / x) * value - above];
    if (Math.abs(at - 1 - order) < 0.5) wanted = value;
    if (Math.abs(value) > 1e250) [above, value, wanted] = [above * 1e-250, value * 1e-250, wanted * 1e-250];
  }
  const [first, second] = [lowOrder(low, x)[0], lowOrder(low + 1, x)[0]];
  return wanted * (Math.abs(first) > Math.abs(second) ? first / value : second / above);
}

/** The Bessel function of the first kind, for x from 0. */
export function besselJ(order: number, x: number): number {
  if (x === 0) return order === 0 ? 1 : 0;
  if (x * x <= 4 * (order + 1)) return series(order, x, -1);
  return order < 2 || x >= order ? upwards(order, x, 0) : downwards(order, x);
}

/** The Bessel function of the second kind, for x above 0. */
export const besselY = (order: number, x: number): number => upwards(order, x, 1);

/** The modified Bessel function of the first kind, for x from 0. */
export const besselI = (order: number, x: number): number => (x === 0 ? (order === 0 ? 1 : 0) : series(order, x, 1));

/** The modified Bessel function of the second kind, for x above 0: DLMF 10.32.9 by the trapezoidal rule. */
export function besselK(order: number, x: number): number {
  // a few steps within the width of the hump
  const step = Math.min(0.1, 0.7 / Math.sqrt(Math.hypot(x, order)));
  const part = (t: number): number => {
    const fall = -2 * x * Math.sinh(t / 2) ** 2;
    return (Math.exp(fall + order * t) + Math.exp(fall - order * t)) / 2;
  };
  const peak = Math.asinh(order / x);
  let sum = part(0) / 2;
  for (let at = 1; at < 20_000; at++) {
    const term = part(at * step);
    sum += term;
    if (term < 1e-18 * sum && at * step > peak) break;
  }
  return step * sum * Math.exp(-x);
}

/** J′ of an order: DLMF 10.6.2. */
export const besselSlope = (order: number, x: number): number => (order / x) * besselJ(order, x) - besselJ(order + 1, x);
