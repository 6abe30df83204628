// The series and continued fractions of the incomplete gamma and beta functions.

type Pair = readonly [number, number];

/** P(a, x) in units of x^a e^-x / Γ(a + 1): NIST DLMF 8.7.1. */
export function gammaSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Q(a, x) in units of x^a e^-x / Γ(a): NIST DLMF 8.9.2 contracted, from the front (Lentz). */
export function gammaFraction(a: number, x: number): number {
  let below = x + 1 - a;
  let d = 1 / below;
  let c = Number.POSITIVE_INFINITY;
  let value = d;
  for (let n = 1; n < 5000; n++) {
    const above = n * (a - n);
    below += 2;
    d = 1 / (below + above * d);
    c = below + above / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 2e-16) break;
  }
  return value;
}

/** The same for a below 1/2 and x from 0.3 on, from the back: some hundred terms do not add their rounding errors there. */
export function smallGammaFraction(a: number, x: number): number {
  let rest = 0;
  for (let n = Math.ceil(12 + 110 / x); n > 0; n--) rest = (n * (a - n)) / (x + 2 * n + 1 - a + rest);
  return 1 / (x + 1 - a + rest);
}

// DiDonato and Morris, ACM Transactions on Mathematical Software 18 (1992), equation 9: some tens of terms where one parameter
// is small, and no differences of nearly equal numbers, since it knows y = 1 - x as well as x. From the front (Lentz).
/** I_x(a, b) in units of x^a y^b / B(a, b), for x at or below the mean. */
export function betaFraction([a, b]: Pair, [x, y]: Pair): number {
  const below = betaDenominators([a, b], [x, y]);
  let value = below(0);
  let c = value;
  let d = 0;
  for (let n = 1; n < 5000; n++) {
    const over = ((a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x) / (a + 2 * n - 1) ** 2;
    const under = below(n);
    d = 1 / (under + over * d);
    c = under + over / c;
    value *= c * d;
    if (over === 0 || Math.abs(c * d - 1) < 2e-16) break;
  }
  return 1 / value;
}

/** The same for b below 1/2 and a y from 0.3 on, from the back, and for a whose square overflows. */
export function smallBetaFraction([a, b]: Pair, [x, y]: Pair): number {
  const below = betaDenominators([a, b], [x, y]);
  let rest = 0;
  for (let n = Math.ceil(12 + Math.min(110 / (a * y), 11 / Math.sqrt(y))); n > 0; n--) {
    const width = a + 2 * n - 1;
    rest = (((a + n - 1) / width) * ((a + b + n - 1) / width) * n * (b - n) * x * x) / (below(n) + rest);
  }
  return 1 / (below(0) + rest);
}

function betaDenominators([a, b]: Pair, [x, y]: Pair): (n: number) => number {
  const rise = a * y - b * x + 1;
  const middle = (n: number) => (n === 0 ? 0 : (n * (b - n) * x) / (a + 2 * n - 1));
  return (n) => n + middle(n) + ((a + n) * (rise + n * (1 + y))) / (a + 2 * n + 1);
}
