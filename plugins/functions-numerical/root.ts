import { failFormula } from "formulary/functions";

const short = (x: number) => Number(x.toPrecision(6));

/** Where f is 0 between two numbers, to the last bit; asks for f wherever it needs it, so that callers may pause between two values. f must change its sign there. R. P. Brent, "Algorithms for Minimization without Derivatives" (1973), chapter 4. */
export function* rootSearch(low: number, high: number): Generator<number, number, number> {
  let [a, b] = [low, high];
  let [fa, fb] = [yield a, yield b];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (!(fa * fb < 0 || fa > 0 !== fb > 0))
    failFormula(`root finds no change of sign: the formula is ${short(fa)} at ${short(a)} and ${short(fb)} at ${short(b)}.`);
  let [c, fc] = [a, fa];
  let [step, before] = [b - a, b - a];
  for (let turn = 0; turn < 200; turn++) {
    if (fb > 0 === fc > 0) [c, fc, step, before] = [a, fa, b - a, b - a];
    if (Math.abs(fc) < Math.abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb];
    const tolerance = 2 * Number.EPSILON * Math.abs(b) + 1e-300;
    const half = (c - b) / 2;
    if (Math.abs(half) <= tolerance || fb === 0) return b;
    const trial = Math.abs(before) >= tolerance && Math.abs(fa) > Math.abs(fb) ? interpolated([a, fa], [b, fb], [c, fc]) : Number.NaN;
    const good = trial * half > 0 && Math.abs(trial) < Math.min(1.5 * Math.abs(half) - tolerance / 2, Math.abs(before) / 2);
    [before, step] = good ? [step, trial] : [half, half];
    [a, fa] = [b, fb];
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance;
    fb = yield b;
    if (Number.isNaN(fb)) failFormula(`root meets no number at ${short(b)}.`);
  }
  return b;
}

type Point = [x: number, y: number];
/** The step from point b: by the secant through two points, or the inverse parabola through three. */
function interpolated([a, fa]: Point, [b, fb]: Point, [c, fc]: Point): number {
  const s = fb / fa;
  if (a === c) return (-(c - b) * s) / (1 - s);
  const q = fa / fc;
  const r = fb / fc;
  return (-s * ((c - b) * q * (q - r) - (b - a) * (r - 1))) / ((q - 1) * (r - 1) * (s - 1));
}
