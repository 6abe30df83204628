// The gamma function and its logarithm.
import { polynomial } from "./polynomial.ts";

// From Cephes (S. L. Moshier, https://www.netlib.org/cephes, gamma.c), "may be used freely": Γ(2 + x) for x from 0 to 1 ...
const numerator = [
  1, 0.4942148268014971, 0.20744822764843598, 0.04763678004571372, 0.010421379756176158, 0.0011913514700658638, 0.00016011952247675185,
];
const denominator = [
  1, 0.0714304917030273, -0.23459179571824335, 0.035823639860549865, 0.011813978522206043, -0.004456419138517973, 0.0005396055804933034,
  -0.000023158187332412014,
];
// ... and for x above 33 the factor 1 + y s(y) of Stirling's formula with y = 1/x.
const stirling = [1, 0.08333333333334822, 0.0034722222160545866, -0.0026813261780578124, -0.00022954996161337813, 0.0007873113957930937];

/** Γ(x): infinite above 171.6, and NaN at whole numbers below 0. */
export function gamma(x: number): number {
  if (Number.isNaN(x) || (x < 0 && !(x % 1))) return Number.NaN;
  if (x === 0) return 1 / x;
  if (x > 171.6144788718229) return Number.POSITIVE_INFINITY;
  if (x < -170.5674972726612) return 0;
  if (x > 33) return gammaByStirling(x);
  return x < -33 ? Math.PI / (x * sinPi(-x) * gammaByStirling(-x)) : gammaByRecurrence(x);
}

function gammaByStirling(x: number): number {
  // in two factors, where x^x overflows
  const power = x > 143 ? x ** (x / 2 - 0.25) : x ** (x - 0.5);
  const scaled = x > 143 ? power * (power / Math.exp(x)) : power / Math.exp(x);
  return 2.5066282746310007 * scaled * polynomial(1 / x, stirling);
}

function gammaByRecurrence(x: number): number {
  let at = x;
  let factor = 1;
  while (at >= 3) factor *= --at;
  while (at < 2) {
    // Γ(x) = 1 / (x + γ x²) is exact here, and 1 + x would lose the digits of x
    if (Math.abs(at) < 1e-9) return factor / ((1 + 0.5772156649015329 * at) * at);
    factor /= at++;
  }
  return factor * (polynomial(at - 2, numerator) / polynomial(at - 2, denominator));
}

/** sin(πx) for x from 0, without the error of πx. */
function sinPi(x: number): number {
  const rest = x % 2;
  const sign = rest < 1 ? 1 : -1;
  const part = rest % 1;
  if (part < 0.25) return sign * Math.sin(Math.PI * part);
  return sign * (part <= 0.75 ? Math.cos(Math.PI * (0.5 - part)) : Math.sin(Math.PI * (1 - part)));
}

// From FreeBSD's e_lgamma_r.c. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted, provided that
// this notice is preserved.
/** ln Γ(2 - y) + y/2 for y to 0.27, even and odd powers. */
const belowTwo = {
  odd: [
    0.07721566490153287, 0.06735230105312927, 0.007385550860814029, 0.0011927076318336207, 0.00022086279071390839, 0.000025214456545125733,
  ],
  even: [
    0.3224670334241136, 0.020580808432516733, 0.0028905138367341563, 0.0005100697921535113, 0.00010801156724758394, 0.000044864094961891516,
  ],
};
/** ln Γ around its minimum, by every third power; the minimum's value is the sum of two. */
const minimum = { at: 1.4616321449683622, value: -0.12148629053584961, rest: -3.638676997039505e-18 };
const aroundMinimum = [
  [0.48383612272381005, -0.032788541075985965, 0.006100538702462913, -0.0014034646998923284, 0.00031563207090362595],
  [-0.1475877229945939, 0.01797067508118204, -0.0036845201678113826, 0.000881081882437654, -0.00031275416837512086],
  [0.06462494023913339, -0.010314224129834144, 0.0022596478090061247, -0.0005385953053567405, 0.0003355291926355191],
] as const;
/** ln Γ(1 + y) + y/2 for y from -0.1 to 0.23. */
const aboveOne = {
  over: [-0.07721566490153287, 0.6328270640250934, 1.4549225013723477, 0.9777175279633727, 0.22896372806469245, 0.013381091853678766],
  under: [1, 2.4559779371304113, 2.128489763798934, 0.7692851504566728, 0.10422264559336913, 0.003217092422824239],
};
/** ln Γ(2 + y) - y/2 for y from 0 to 1. */
const aboveTwo = {
  over: [
    -0.07721566490153287, 0.21498241596060885, 0.325778796408931, 0.14635047265246445, 0.02664227030336386, 0.0018402845140733772,
    0.00003194753265841009,
  ],
  under: [
    1, 1.3920053346762105, 0.7219355475671381, 0.17193386563280308, 0.01864591917156529, 0.0007779424963818936, 0.000007326684307446256,
  ],
};
/** What Stirling's formula leaves for x from 8. */
const large = [
  0.08333333333333297, -0.0027777777772877554, 0.0007936505586430196, -0.00059518755745034, 0.0008363399189962821, -0.0016309293409657527,
];

/** ln |Γ(x)|: infinite at 0 and at whole numbers below it. */
export function lnGamma(x: number): number {
  if (!Number.isFinite(x)) return x;
  if (x > 0) return x < 2 ? lnGammaToTwo(x) : lnGammaFromTwo(x);
  const sine = sinPi(-x);
  if (sine === 0) return Number.POSITIVE_INFINITY;
  if (x > -1e-17) return -Math.log(-x);
  return Math.log(Math.PI / Math.abs(sine * x)) - lnGamma(-x);
}

function lnGammaToTwo(x: number): number {
  if (x === 1) return 0;
  if (x < 1e-17) return -Math.log(x);
  // below 0.9 by Γ(x) = Γ(x + 1) / x
  const [step, one] = x <= 0.9 ? [-Math.log(x), 1] : [0, 0];
  if (x + one >= minimum.at + 0.27) {
    const y = 2 - one - x;
    const z = y * y;
    return step + (y * polynomial(z, belowTwo.odd) + z * polynomial(z, belowTwo.even) - 0.5 * y);
  }
  if (x + one < minimum.at - 0.23) {
    const y = x - (1 - one);
    return step + (-0.5 * y + (y * polynomial(y, aboveOne.over)) / polynomial(y, aboveOne.under));
  }
  const y = x - (minimum.at - one);
  const cube = y * y * y;
  const [first, second, third] = aroundMinimum;
  const odd = polynomial(cube, second) + y * polynomial(cube, third);
  return step + (minimum.value + (y * y * polynomial(cube, first) - (minimum.rest - cube * odd)));
}

function lnGammaFromTwo(x: number): number {
  if (x >= 2 ** 56) return x * (Math.log(x) - 1);
  if (x >= 8) {
    const z = 1 / x;
    return (x - 0.5) * (Math.log(x) - 1) + (0.4189385332046727 + z * polynomial(z * z, large));
  }
  const whole = Math.trunc(x);
  const y = x - whole;
  const start = 0.5 * y + (y * polynomial(y, aboveTwo.over)) / polynomial(y, aboveTwo.under);
  let factor = 1;
  for (let at = whole - 1; at >= 2; at--) factor *= y + at;
  return whole === 2 ? start : start + Math.log(factor);
}
