// The digamma function ψ, the derivative of ln Γ.
import { polynomial } from "./polynomial.ts";

/** The root of ψ above 0, as the sum of two. */
const root = { at: 1.4616321449683622, rest: 9.549995429965697e-17 };
// ψ(x) / (x - root) for x from 1 to 2, in Chebyshev polynomials of 2x - 3: by their integrals, in 60 digits.
const chebyshev = [
  0.983570260441567, -0.2270640863346444, 0.03336889902393011, -0.005320077271596548, 0.0008788656937820505, -0.00014773492650606044,
  2.5060543468359146e-5, -4.2721034029993324e-6, 7.302769272465923e-7, -1.2502886813559594e-7, 2.1425009322359472e-8, -3.673295918565179e-9,
  6.299717236108931e-10, -1.080593028883266e-10, 1.853735192053638e-11, -3.18023536582553e-12, 5.456147570322795e-13,
  -9.360993131036438e-14, 1.606064636295075e-14, -2.7555431377438815e-15, 4.727736178601912e-16, -8.11148420346509e-17,
  1.391707769474154e-17,
];
// NIST DLMF 5.11.2: Bernoulli numbers B₂ₙ over 2n.
const bernoulli = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160];

/** ψ(x): NaN at 0 and at whole numbers below it. */
export function digamma(x: number): number {
  if (x <= 0 && Number.isInteger(x)) return Number.NaN;
  if (x >= 10) return Math.log(x) + digammaLessLog(x);
  // by reflection
  if (x <= -1) return digamma(1 - x) - Math.PI / Math.tan(Math.PI * (x - Math.round(x)));
  let at = x;
  let sum = 0;
  while (at > 2) sum += 1 / --at;
  while (at < 1) sum -= 1 / at++;
  return sum + fromOneToTwo(at);
}

/** ψ(x) - ln x for x from 10. */
export function digammaLessLog(x: number): number {
  const y = 1 / (x * x);
  return -0.5 / x - y * polynomial(y, bernoulli);
}

// Clenshaw's recurrence.
function fromOneToTwo(x: number): number {
  const t = 2 * (2 * x - 3);
  let [next, afterNext] = [0, 0];
  for (let at = chebyshev.length - 1; at > 0; at--) [next, afterNext] = [chebyshev[at]! + t * next - afterNext, next];
  return (x - root.at - root.rest) * (chebyshev[0]! + (t / 2) * next - afterNext);
}
