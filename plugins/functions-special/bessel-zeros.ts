// Zeros of Bessel functions, which lie at least 2 apart: found by their signs, in steps.
import type { Functions } from "formulary";
import { entry, failArgument, numberWithin, positive, wholeNumber } from "formulary/functions";
import { special } from "./arguments.ts";
import { besselI, besselJ, besselK, besselSlope, besselY } from "./bessel.ts";

const mostOrder = 200;
const orderOf = (order: number, name: string): number => numberWithin(order, `The order of ${name}`, [0, mostOrder]);
const kinds: Record<string, (order: number, x: number) => number> = { J: besselJ, Y: besselY, "J'": besselSlope };

/** Before the first zero above 0. */
function startOf(order: number, kind: string): number {
  if (kind === "J'") return order === 0 ? 0.5 : Math.max(order, 0.5 * Math.sqrt(order * (order + 2)));
  return Math.max(order, 0.3);
}

function besselZero(order: unknown, n: unknown, kind: unknown = "J"): number {
  const nu = orderOf(order as number, "besselZero");
  const count = wholeNumber(n, "The number of the zero of besselZero", [1, 100]);
  const f =
    typeof kind === "string" && Object.hasOwn(kinds, kind)
      ? kinds[kind]!
      : failArgument("besselZero", '"J", "Y" or "J\'" as its third argument', kind);
  let [low, left] = [startOf(nu, String(kind)), 0];
  let sign = Math.sign(f(nu, low));
  for (;;) {
    const next = Math.sign(f(nu, low + 0.5));
    if (next !== sign && ++left === count) break;
    [low, sign] = [low + 0.5, next];
  }
  return between((x) => f(nu, x), low, low + 0.5);
}

/** Where f changes its sign, by the method of Illinois. */
function between(f: (x: number) => number, from: number, to: number): number {
  let [a, b, fa, fb] = [from, to, f(from), f(to)];
  let x = b;
  for (let turn = 0; turn < 60; turn++) {
    const before = x;
    x = (a * fb - b * fa) / (fb - fa);
    const fx = f(x);
    if (fx === 0 || Math.abs(x - before) <= 2e-16 * x) break;
    if (fx > 0 === fb > 0) [b, fb, fa] = [x, fx, fa / 2];
    else [a, fa, b, fb] = [b, fb, x, fx];
  }
  return x;
}

const checked =
  (name: string, f: (order: number, x: number) => number, fromZero: boolean) =>
  (order?: number, x?: number): number =>
    f(
      orderOf(order!, name),
      fromZero ? numberWithin(x, `x of ${name}`, [0, 1e6]) : numberWithin(positive(x, `x of ${name}`), `x of ${name}`, [1e-100, 1e6]),
    );
const steps = (order = 0, x = 1): number => 300 + Math.min(Math.abs(order), mostOrder) + Math.min(Math.abs(x), 700) / 2;

/** Bessel functions and their zeros. */
export const besselFunctions: Functions = {
  besselJ: special(
    "order x",
    "The Bessel function of the first kind of an order from 0 to 200, for x from 0.",
    ["besselJ(0, 1)", 0.7651976865579666],
    {
      cost: steps,
      call: checked("besselJ", besselJ, true),
    },
  ),
  besselY: special(
    "order x",
    "The Bessel function of the second kind (Weber, Neumann) of an order from 0 to 200, for x above 0.",
    ["besselY(0, 1)", 0.08825696421567697],
    {
      cost: (order, x) => 3 * steps(order, x),
      call: checked("besselY", besselY, false),
    },
  ),
  besselI: special(
    "order x",
    "The modified Bessel function of the first kind of an order from 0 to 200, for x from 0.",
    ["besselI(0, 1)", 1.2660658777520084],
    {
      cost: steps,
      call: checked("besselI", besselI, true),
    },
  ),
  besselK: special(
    "order x",
    "The modified Bessel function of the second kind of an order from 0 to 200, for x above 0.",
    ["besselK(0, 1)", 0.42102443824070834],
    {
      cost: steps,
      call: checked("besselK", besselK, false),
    },
  ),
  besselZero: {
    ...entry(
      "order n kind?",
      'The nth zero above 0 of a Bessel function of an order from 0 to 200: "J" (default), "Y", or "J\'" for the derivative of J.',
      ["besselZero(0, 1)", 2.404825557695773],
      "plainNumber",
      besselZero,
    ),
    cost: (order: number, n: number) => 2500 + 1200 * Math.min(Math.abs(n) || 0, 100) + 100 * Math.min(Math.abs(order) || 0, mostOrder),
  },
};
