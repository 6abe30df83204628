// What rounding takes from a product.

const splitter = 2 ** 27 + 1;
// T. J. Dekker, "A floating-point technique for extending the available precision" (1971).
/** a · b less its rounded product, exactly. */
export function productError(product: number, a: number, b: number): number {
  const aHigh = splitter * a - (splitter * a - a);
  const bHigh = splitter * b - (splitter * b - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
