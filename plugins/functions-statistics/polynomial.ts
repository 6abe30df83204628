/** c₀ + c₁ x + c₂ x² + …, by Horner's rule. */
export function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (let at = coefficients.length - 1; at >= 0; at--) sum = sum * x + coefficients[at]!;
  return sum;
}
