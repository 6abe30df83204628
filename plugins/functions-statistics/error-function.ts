// The error function, what it lacks to 1, and the inverse of that.
import { polynomial } from "./polynomial.ts";

// From FreeBSD's s_erf.c. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems,
// Inc. business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
/** erf(x) / x - 1 to 0.84375, by x². */
const small = {
  over: [0.12837916709551256, -0.3250421072470015, -0.02848174957559851, -0.005770270296489442, -0.000023763016656650163],
  under: [1, 0.39791722395915535, 0.0650222499887673, 0.005081306281875766, 0.00013249473800432164, -0.000003960228278775368],
};
/** erf(x) - near to 1.25, by x - 1. */
const near = 0.8450629115104675;
const aroundOne = {
  over: [
    -0.0023621185607526594, 0.41485611868374833, -0.3722078760357013, 0.31834661990116175, -0.11089469428239668, 0.035478304325618236,
    -0.002166375594868791,
  ],
  under: [1, 0.10642088040084423, 0.540397917702171, 0.07182865441419627, 0.12617121980876164, 0.01363708391202905, 0.011984499846799107],
};
/** ln(x erfc(x)) + x² + 0.5625 to 1 / 0.35 and beyond it, by 1 / x². */
const middle = {
  over: [
    -0.009864944034847148, -0.6938585727071818, -10.558626225323291, -62.375332450326006, -162.39666946257347, -184.60509290671104,
    -81.2874355063066, -9.814329344169145,
  ],
  under: [
    1, 19.651271667439257, 137.65775414351904, 434.56587747522923, 645.3872717332679, 429.00814002756783, 108.63500554177944,
    6.570249770319282, -0.0604244152148581,
  ],
};
const far = {
  over: [
    -0.0098649429247001, -0.799283237680523, -17.757954917754752, -160.63638485582192, -637.5664433683896, -1025.0951316110772,
    -483.5191916086514,
  ],
  under: [
    1, 30.33806074348246, 325.7925129965739, 1536.729586084437, 3199.8582195085955, 2553.0504064331644, 474.52854120695537,
    -22.44095244658582,
  ],
};

const ratio = (x: number, { over, under }: { over: number[]; under: number[] }): number => polynomial(x, over) / polynomial(x, under);
const lnTail = (x: number): number => ratio(1 / (x * x), x < 1 / 0.35 ? middle : far);
const digits = new DataView(new ArrayBuffer(8));

/** erfc(x) for x from 1.25 to 28. */
function tail(x: number): number {
  // the upper half of its digits, whose square is exact
  digits.setFloat64(0, x);
  digits.setInt32(4, 0);
  const upper = digits.getFloat64(0);
  return (Math.exp(-(upper * upper) - 0.5625) * Math.exp((upper - x) * (upper + x) + lnTail(x))) / x;
}

/** The error function. */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size < 0.84375) return x + x * ratio(x * x, small);
  if (size < 1.25) return Math.sign(x) * (near + ratio(size - 1, aroundOne));
  return size < 6 ? Math.sign(x) * (1 - tail(size)) : Math.sign(x);
}

/** 1 - erf(x), with digits of its own where that is small. */
export function erfc(x: number): number {
  const size = Math.abs(x);
  if (size < 0.84375) {
    const rest = x * ratio(x * x, small);
    return x < 0.25 ? 1 - (x + rest) : 0.5 - (rest + (x - 0.5));
  }
  if (size < 1.25) return x < 0 ? 1 + near + ratio(size - 1, aroundOne) : 1 - near - ratio(size - 1, aroundOne);
  if (x < 0) return size < 6 ? 2 - tail(size) : 2;
  return x < 28 ? tail(x) : x >= 28 ? 0 : Number.NaN;
}

/** The x with erf(x) = y, for y from -0.5 to 0.5. */
export function middleErfInverse(y: number): number {
  let x = (y * Math.sqrt(Math.PI)) / 2;
  // Halley's method triples the digits at each turn.
  for (let turn = 0; turn < 4; turn++) {
    const step = ((erf(x) - y) * Math.sqrt(Math.PI) * Math.exp(x * x)) / 2;
    x -= step / (1 + x * step);
  }
  return x;
}

/** The x from 0 with erfc(x) = y for 0 < y ≤ 1, or the negative one for y above 1. */
export function erfcInverse(y: number): number {
  if (y > 1) return -erfcInverse(2 - y);
  if (y >= 0.5) return middleErfInverse(1 - y);
  if (!(y > 0)) return y === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  // S. Winitzki, "A handy approximation for the error function and its inverse" (2008), good for 2 or 3 digits.
  const ln = Math.log(y * (2 - y));
  const half = 2 / (Math.PI * 0.147) + ln / 2;
  const start = Math.sqrt(Math.sqrt(half * half - ln / 0.147) - half);
  return y > 0.05 ? byHalley(start, y) : byLogarithm(start, y);
}

function byHalley(start: number, y: number): number {
  let x = start;
  for (let turn = 0; turn < 3; turn++) {
    const step = ((y - erfc(x)) * Math.sqrt(Math.PI) * Math.exp(x * x)) / 2;
    x -= step / (1 + x * step);
  }
  return x;
}

// Newton's method on ln(erfc(x) / y), which neither y near the smallest double nor e^(-x²) costs digits.
function byLogarithm(start: number, y: number): number {
  const ln = Math.log(y);
  let x = start;
  for (let turn = 0; turn < 4; turn++) {
    const factor = lnTail(x) - 0.5625;
    x -= (ln + x * x + Math.log(x) - factor) / ((2 / Math.sqrt(Math.PI)) * x * Math.exp(-factor));
  }
  return x;
}
