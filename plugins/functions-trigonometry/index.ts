// Sines, cosines and tangents, their inverses and the hyperbolic functions: those of JavaScript, exact at multiples of
// 15°.
import type { Functions, Value } from "formulary";
import { definePlugin, entry, numberList, positive, scalar, withCosts } from "formulary/functions";

// The exact sines of 0°, 15°, … 90°; all others follow by symmetry.
const sines = [0, (Math.sqrt(6) - Math.sqrt(2)) / 4, 0.5, Math.SQRT1_2, Math.sqrt(3) / 2, (Math.sqrt(6) + Math.sqrt(2)) / 4, 1];

/** sin at a whole multiple of 15° (twelfths of π), exact; undefined elsewhere, and beyond a thousand turns. */
export function exactSine(twelfths: number): number | undefined {
  const whole = Math.round(twelfths);
  const size = Math.abs(twelfths);
  if (!(size <= 24_000 && Math.abs(twelfths - whole) <= 2e-15 * Math.max(1, size))) return undefined;
  const turn = ((whole % 24) + 24) % 24;
  const quarter = turn % 12 <= 6 ? turn % 12 : 12 - (turn % 12);
  return (turn < 12 ? sines[quarter]! : -sines[quarter]!) + 0;
}
const inTwelfths = (x: number) => (x * 12) / Math.PI;
const sin = (x: number): number => exactSine(inTwelfths(x)) ?? Math.sin(x);
const cos = (x: number): number => exactSine(inTwelfths(x) + 6) ?? Math.cos(x);
function tan(x: number): number {
  const sine = exactSine(inTwelfths(x));
  return sine === undefined ? Math.tan(x) : Math.abs(sine) === Math.SQRT1_2 ? Math.sign(sine * cos(x)) : sine / cos(x);
}
const degrees = 180 / Math.PI;
const sinDegrees = (x: number): number => exactSine(x / 15) ?? Math.sin(x / degrees);
const cosDegrees = (x: number): number => exactSine(x / 15 + 6) ?? Math.cos(x / degrees);

/** Angles, or other values that start again after a period, without the jumps of more than half of it between neighbours. */
function unwrap(list: Value, period: Value = 2 * Math.PI): number[] {
  const turn = positive(period, "The period of unwrap");
  const angles = numberList(list, "unwrap", { least: 0 });
  let turns = 0;
  return angles.map((angle, at) => {
    const jump = at === 0 ? 0 : (angle - angles[at - 1]!) / turn;
    // a jump of exactly half a period stays
    turns -= jump > 0 ? Math.ceil(jump - 0.5 - 1e-12) : Math.floor(jump + 0.5 + 1e-12);
    return angle + turns * turn;
  });
}

// Angles are radians in formulas, for every unit that an input declares; the …Degrees functions are for plain numbers.
const functions: Functions = {
  sin: scalar("angle", "The sine; exact at multiples of 15°.", ["sin(PI / 6)", 0.5], "plain", sin),
  cos: scalar("angle", "The cosine; exact at multiples of 15°.", ["cos(PI / 3)", 0.5], "plain", cos),
  tan: scalar("angle", "The tangent; exact at multiples of 45°.", ["tan(PI / 4)", 1], "plain", tan),
  asin: scalar("x", "The angle whose sine is x.", ["asin(1)", Math.PI / 2], "plain", Math.asin),
  acos: scalar("x", "The angle whose cosine is x.", ["acos(1)", 0], "plain", Math.acos),
  atan: scalar("x", "The angle whose tangent is x.", ["atan(1)", Math.PI / 4], "plain", Math.atan),
  atan2: scalar("y x", "The angle of the point (x, y), from -180° to 180°.", ["atan2(1, 1)", Math.PI / 4], "ratio", Math.atan2),
  sinh: scalar("x", "The hyperbolic sine.", ["sinh(0)", 0], "plain", Math.sinh),
  cosh: scalar("x", "The hyperbolic cosine.", ["cosh(0)", 1], "plain", Math.cosh),
  tanh: scalar("x", "The hyperbolic tangent.", ["tanh(0)", 0], "plain", Math.tanh),
  asinh: scalar("x", "The number whose hyperbolic sine is x.", ["asinh(0)", 0], "plain", Math.asinh),
  acosh: scalar("x", "The number from 0 whose hyperbolic cosine is x.", ["acosh(1)", 0], "plain", Math.acosh),
  atanh: scalar("x", "The number whose hyperbolic tangent is x.", ["atanh(0)", 0], "plain", Math.atanh),
  radians: scalar("x", "Degrees as radians, for plain numbers.", ["radians(180)", Math.PI], "plain", (x) => x / degrees),
  degrees: scalar("x", "Radians as degrees, for plain numbers.", ["degrees(PI)", 180], "plain", (x) => x * degrees),
  sinDegrees: scalar("x", "The sine of plain degrees.", ["sinDegrees(30)", 0.5], "plain", sinDegrees),
  cosDegrees: scalar("x", "The cosine of plain degrees.", ["cosDegrees(60)", 0.5], "plain", cosDegrees),
  unwrap: entry(
    "angles period?",
    "Angles (or other values that start again after a period, 2π where nothing is said) with whole periods added, so that neighbours differ by half a period at most.",
    ["unwrap([3, 4, 0.5], 4)", [3, 4, 4.5]],
    "same",
    unwrap,
  ),
  tanDegrees: scalar("x", "The tangent of plain degrees.", ["tanDegrees(45)", 1], "plain", (x) => tan(x / degrees)),
};

/** Functions of angles. */
export default () =>
  definePlugin({ name: "functions-trigonometry", functions: withCosts(functions, { sinDegrees: 1, cosDegrees: 1, tanDegrees: 1 }) });
