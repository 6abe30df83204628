// Eigenvalues of a general matrix by QR steps on its Hessenberg form, in a bounded number of them.
import { failFormula } from "formulary/functions";
import type { Complex } from "../functions-complex/index.ts";
import { type Rows, scaleOf, type Vector } from "./matrices.ts";

// J. G. F. Francis, "The QR transformation" (1961); G. H. Golub, C. F. Van Loan, "Matrix Computations", section 7.5.
/** All eigenvalues, in no order. */
export function qrEigenvalues(matrix: Rows): Complex[] {
  const scale = scaleOf(matrix);
  return scaledEigenvalues(matrix.map((row) => row.map((x) => x / scale))).map(([re, im]) => [re * scale, im * scale]);
}

function scaledEigenvalues(matrix: Rows): Complex[] {
  const h = hessenberg(balanced(matrix));
  const eigenvalues: Complex[] = [];
  let high = h.length - 1;
  for (let turn = 0; high >= 0; ) {
    const low = blockStart(h, high);
    if (low === high) {
      eigenvalues.push([h[high]![high]!, 0]);
      [high, turn] = [high - 1, 0];
    } else if (low === high - 1) {
      eigenvalues.push(...pairOf([h[low]![low]!, h[low]![high]!, h[high]![low]!, h[high]![high]!]));
      [high, turn] = [high - 2, 0];
    } else {
      if (++turn > 120) failFormula("The eigenvalues of this matrix do not settle.");
      step(h, [low, high], turn % 10 === 0);
    }
  }
  return eigenvalues;
}

/** Rows and columns scaled by powers of 2 to similar sizes. B. N. Parlett, C. Reinsch, "Balancing a matrix" (1969). */
function balanced(matrix: Rows): Rows {
  const a = matrix.map((row) => [...row]);
  const sizes = (at: number) => {
    let [row, column] = [0, 0];
    for (let k = 0; k < a.length; k++) if (k !== at) [row, column] = [row + Math.abs(a[at]![k]!), column + Math.abs(a[k]![at]!)];
    return { row, column };
  };
  for (let sweep = 0, done = false; sweep < 50 && !done; sweep++) {
    done = true;
    for (let at = 0; at < a.length; at++) {
      const { row, column } = sizes(at);
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (row / factor + column * factor >= 0.95 * (row + column)) continue;
      done = false;
      for (let k = 0; k < a.length; k++) a[at]![k]! /= factor;
      for (let k = 0; k < a.length; k++) a[k]![at]! *= factor;
    }
  }
  return a;
}

/** v and beta of the reflection 1 - beta·v·vᵀ that turns x onto its first axis. */
function reflection(x: Vector): { v: Vector; beta: number } {
  const scale = Math.max(...x.map(Math.abs));
  if (scale === 0) return { v: x, beta: 0 };
  const v = x.map((each) => each / scale);
  const length = Math.hypot(...v);
  v[0]! += v[0]! < 0 ? -length : length;
  return { v, beta: 2 / v.reduce((sum, each) => sum + each * each, 0) };
}
function reflectRows(h: Rows, top: number, { v, beta }: ReturnType<typeof reflection>, [from, to]: [number, number]): void {
  for (let column = from; column <= to; column++) {
    const sum = beta * v.reduce((all, x, at) => all + x * h[top + at]![column]!, 0);
    for (const [at, x] of v.entries()) h[top + at]![column]! -= sum * x;
  }
}
function reflectColumns(h: Rows, left: number, { v, beta }: ReturnType<typeof reflection>, [from, to]: [number, number]): void {
  for (let row = from; row <= to; row++) {
    const sum = beta * v.reduce((all, x, at) => all + x * h[row]![left + at]!, 0);
    for (const [at, x] of v.entries()) h[row]![left + at]! -= sum * x;
  }
}

function hessenberg(h: Rows): Rows {
  const last = h.length - 1;
  for (let k = 0; k < last - 1; k++) {
    const mirror = reflection(h.slice(k + 1).map((row) => row[k]!));
    reflectRows(h, k + 1, mirror, [k, last]);
    reflectColumns(h, k + 1, mirror, [0, last]);
    for (let row = k + 2; row <= last; row++) h[row]![k] = 0;
  }
  return h;
}

// The element below the diagonal there is negligible beside its neighbours.
/** The start of the block that ends at `high`. */
function blockStart(h: Rows, high: number): number {
  let low = high;
  for (; low > 0; low--) {
    const beside = Math.abs(h[low]![low]!) + Math.abs(h[low - 1]![low - 1]!);
    const scale = beside === 0 ? Math.max(...h[low]!.map(Math.abs), ...h[low - 1]!.map(Math.abs)) : beside;
    if (Math.abs(h[low]![low - 1]!) <= Number.EPSILON * scale) {
      h[low]![low - 1] = 0;
      break;
    }
  }
  return low;
}

/** The two eigenvalues of [[a, b], [c, d]]. */
function pairOf([a, b, c, d]: [number, number, number, number]): Complex[] {
  const [half, middle] = [(a - d) / 2, (a + d) / 2];
  const square = half * half + b * c;
  const root = Math.sqrt(Math.abs(square));
  if (square < 0)
    return [
      [middle, root],
      [middle, -root],
    ];
  const large = d + half + (half < 0 ? -root : root);
  const other = half + (half < 0 ? -root : root);
  return [
    [large, 0],
    [other === 0 ? d : d - (b * c) / other, 0],
  ];
}

/** One step with two shifts, the eigenvalues of the last 2 × 2 block, or with exceptional shifts that break a cycle. */
function step(h: Rows, [low, high]: [number, number], exceptional: boolean): void {
  const [a, b, c, d] = [h[high - 1]![high - 1]!, h[high - 1]![high]!, h[high]![high - 1]!, h[high]![high]!];
  const away = Math.abs(c) + Math.abs(h[high - 1]![high - 2]!);
  const [sum, product] = exceptional ? [1.5 * away, away * away] : [a + d, a * d - b * c];
  const [x, y, z] = [h[low]![low]!, h[low + 1]![low]!, h[low + 2]![low + 1]!];
  let bulge = [x * x + h[low]![low + 1]! * y - sum * x + product, y * (x + h[low + 1]![low + 1]! - sum), y * z];
  for (let k = low; k < high; k++) {
    const mirror = reflection(bulge);
    reflectRows(h, k, mirror, [Math.max(low, k - 1), high]);
    reflectColumns(h, k, mirror, [low, Math.min(k + 3, high)]);
    bulge = [h[k + 1]![k]!, ...(k + 2 <= high ? [h[k + 2]![k]!] : []), ...(k + 3 <= high ? [h[k + 3]![k]!] : [])];
  }
  for (let k = low + 2; k <= high; k++) for (let column = low; column < k - 1; column++) h[k]![column] = 0;
}
