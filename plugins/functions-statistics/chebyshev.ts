// Chebyshev approximations of smooth functions that are called very often.

// So many terms are needed that those beyond the last are below rounding errors.
/** A smooth function as pieces of Chebyshev polynomials, each fitted at its first use. */
export function chebyshevPieces(f: (x: number) => number, width: number, terms: number): (x: number) => number {
  const angles = Array.from({ length: terms }, (_, at) => (Math.PI * (at + 0.5)) / terms);
  const pieces = new Map<number, Float64Array>();
  const fitted = (at: number): Float64Array => {
    const values = angles.map((angle) => f(width * (at + (1 + Math.cos(angle)) / 2)));
    const piece = Float64Array.from(angles, (_, n) => {
      const sum = values.reduce((part, value, j) => part + value * Math.cos(n * angles[j]!), 0);
      return (sum * (n === 0 ? 1 : 2)) / terms;
    });
    pieces.set(at, piece);
    return piece;
  };
  return (x) => {
    const at = Math.floor(x / width);
    const piece = pieces.get(at) ?? fitted(at);
    const twice = 4 * (x / width - at) - 2;
    // Clenshaw's sum
    let sum = 0;
    let before = 0;
    for (let n = terms - 1; n > 0; n--) {
      const next = twice * sum - before + piece[n]!;
      before = sum;
      sum = next;
    }
    return (twice * sum) / 2 - before + piece[0]!;
  };
}
