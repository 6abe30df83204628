// Rotations after C. G. J. Jacobi: singular values of any matrix, eigenvalues of a symmetric one. Slow and accurate;
// the number of sweeps is bounded.
import { dotOf, lengthOf } from "./dot-products.ts";
import { identityOf, type Rows, scaleOf, transposed, type Vector } from "./matrices.ts";

/** matrix = left · diag(values) · rightᵀ, the values falling; left and right by their columns. */
export interface Singular {
  left: Rows;
  values: Vector;
  right: Rows;
}

const sweeps = 60;
const small = 2 ** -53;

// J. Demmel, K. Veselić, "Jacobi's method is more accurate than QR" (1992).
/** The singular value decomposition, one-sided. */
export function singular(matrix: Rows): Singular {
  if (matrix.length < matrix[0]!.length) {
    const { left, values, right } = singular(transposed(matrix));
    return { left: right, values, right: left };
  }
  // the columns of a matrix and of the rotations that make them orthogonal
  const scale = scaleOf(matrix);
  const columns = transposed(matrix).map((column) => column.map((x) => x / scale));
  const turned = identityOf(columns.length);
  for (let sweep = 0, done = false; sweep < sweeps && !done; sweep++) {
    done = true;
    for (let p = 0; p < columns.length; p++)
      for (let q = p + 1; q < columns.length; q++) if (orthogonalize(columns, turned, [p, q])) done = false;
  }
  const lengths = columns.map(lengthOf);
  const order = lengths.map((_, at) => at).sort((a, b) => lengths[b]! - lengths[a]!);
  return {
    values: order.map((at) => lengths[at]! * scale),
    left: order.map((at) => columns[at]!.map((x) => (lengths[at] === 0 ? 0 : x / lengths[at]!))),
    right: order.map((at) => turned[at]!),
  };
}

function orthogonalize(columns: Rows, turned: Rows, [p, q]: [number, number]): boolean {
  const [a, b] = [columns[p]!, columns[q]!];
  const [alpha, beta, gamma] = [lengthOf(a), lengthOf(b), dotOf(a, b)];
  if (gamma === 0 || Math.abs(gamma) <= small * 4 * alpha * beta) return false;
  const zeta = ((beta - alpha) * (beta + alpha)) / (2 * gamma);
  const rotation = rotationOf(zeta);
  rotate(a, b, rotation);
  rotate(turned[p]!, turned[q]!, rotation);
  return true;
}

/** Cosine and sine of the smaller angle whose cotangent of the double is zeta. */
function rotationOf(zeta: number): [cos: number, sin: number] {
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
  const cos = 1 / Math.hypot(1, tangent);
  return [cos, cos * tangent];
}
function rotate(a: Vector, b: Vector, [cos, sin]: [cos: number, sin: number]): void {
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]!, b[at]!];
    [a[at], b[at]] = [cos * x - sin * y, sin * x + cos * y];
  }
}

/** Eigenvalues of a symmetric matrix and their orthonormal eigenvectors, falling. */
export function symmetricEigen(matrix: Rows): { values: Vector; vectors: Rows } {
  const scale = scaleOf(matrix);
  const a = matrix.map((row) => row.map((x) => x / scale));
  const n = a.length;
  const vectors = identityOf(n);
  for (let sweep = 0, done = false; sweep < sweeps && !done; sweep++) {
    done = true;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const off = a[p]![q]!;
        if (Math.abs(off) <= small * Math.sqrt(Math.abs(a[p]![p]! * a[q]![q]!)) || Math.abs(off) < 1e-300) continue;
        done = false;
        const rotation = rotationOf((a[q]![q]! - a[p]![p]!) / (2 * off));
        rotate(a[p]!, a[q]!, rotation);
        for (const row of a)
          [row[p], row[q]] = [rotation[0] * row[p]! - rotation[1] * row[q]!, rotation[1] * row[p]! + rotation[0] * row[q]!];
        [a[p]![q], a[q]![p]] = [0, 0];
        rotate(vectors[p]!, vectors[q]!, rotation);
      }
  }
  const order = a.map((_, at) => at).sort((x, y) => a[y]![y]! - a[x]![x]!);
  return { values: order.map((at) => a[at]![at]! * scale), vectors: order.map((at) => vectors[at]!) };
}
