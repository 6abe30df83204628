// Functions that make and multiply matrices.

import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix, wholeNumber } from "formulary/functions";
import { Matrix, solve as solveMatrix } from "ml-matrix";
import { dotOf, times } from "./dot-products.ts";
import { inverseMatrix } from "./elimination.ts";
import { bySize, identityOf, type Rows, sizeOf, square, tidy, tidyRows, transposed, vector } from "./matrices.ts";

const isRows = (value: Value): boolean => Array.isArray(value) && Array.isArray(value[0]);

/** A list is a row on the left and a column on the right. */
function productOf(a: Value, b: Value): Value {
  const left = isRows(a) ? numberMatrix(a, "matrixProduct") : [vector(a, "matrixProduct")];
  const right = isRows(b) ? numberMatrix(b, "matrixProduct") : vector(b, "matrixProduct").map((x) => [x]);
  if (left[0]!.length !== right.length)
    failFormula(
      `matrixProduct: the columns of the first must be as many as the rows of the second; ${sizeOf(left)} times ${sizeOf(right)} does not go.`,
    );
  const product = tidyRows(times(left, right), "matrixProduct");
  if (isRows(a)) return isRows(b) ? product : product.map((row) => row[0]!);
  return isRows(b) ? product[0]! : product[0]![0]!;
}
const matrixProduct = (...factors: Value[]): Value => factors.reduce(productOf);

function matrixPower(argument: Value, exponent: Value): Rows {
  const rows = square(argument, "matrixPower");
  const n = wholeNumber(exponent, "matrixPower", [-1_000_000, 1_000_000]);
  let [result, squared] = [identityOf(rows.length), n < 0 ? inverseMatrix(rows, "matrixPower") : rows];
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, squared);
    if (left > 1) squared = times(squared, squared);
  }
  return tidyRows(result, "matrixPower");
}

// The coefficients and the bound of N. J. Higham, "The scaling and squaring method for the matrix exponential
// revisited", SIAM J. Matrix Anal. Appl. 26 (2005): (2m - j)! m! / ((2m)! (m - j)! j!) for m = 13, times the last one's
// inverse.
const pade = [
  64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600, 670442572800, 33522128640,
  1323241920, 40840800, 960960, 16380, 182, 1,
];
const bound = 5.371920351148152;
function matrixExponential(argument: Value): Rows {
  const rows = square(argument, "matrixExponential");
  const size = Math.max(...transposed(rows).map((column) => column.reduce((sum, x) => sum + Math.abs(x), 0)));
  if (size > 1e6) failFormula("matrixExponential: the entries of this matrix are too large.");
  const squarings = Math.max(0, Math.ceil(Math.log2(size / bound)));
  const scaled = rows.map((row) => row.map((x) => x / 2 ** squarings));
  const squared = times(scaled, scaled);
  let [even, odd] = [scaledIdentity(rows.length, pade[12]!), scaledIdentity(rows.length, pade[13]!)];
  for (let at = 10; at >= 0; at -= 2) {
    even = plus(times(even, squared), scaledIdentity(rows.length, pade[at]!));
    odd = plus(times(odd, squared), scaledIdentity(rows.length, pade[at + 1]!));
  }
  odd = times(odd, scaled);
  const minus = odd.map((row) => row.map((x) => -x));
  let result = solveMatrix(new Matrix(plus(even, minus)), new Matrix(plus(even, odd))).to2DArray();
  for (let turn = 0; turn < squarings; turn++) result = times(result, result);
  return tidyRows(result, "matrixExponential");
}
const plus = (a: Rows, b: Rows): Rows => a.map((row, i) => row.map((x, j) => x + b[i]![j]!));
const scaledIdentity = (n: number, factor: number): Rows => identityOf(n).map((row) => row.map((x) => x * factor));

function augment(argument: Value, right: Value): Rows {
  const rows = numberMatrix(argument, "augment");
  const more = isRows(right) ? numberMatrix(right, "augment") : vector(right, "augment").map((x) => [x]);
  if (rows.length !== more.length)
    failFormula(`augment needs as many rows on the right as on the left (${rows.length}), not ${more.length}.`);
  return rows.map((row, at) => [...row, ...more[at]!]);
}

function replaceColumn(argument: Value, column: Value, right: Value): Rows {
  const [rows, side] = [numberMatrix(argument, "replaceColumn"), vector(right, "replaceColumn")];
  const position = wholeNumber(column, "replaceColumn", [0, rows[0]!.length - 1]);
  if (rows.length !== side.length) failFormula(`replaceColumn needs ${rows.length} numbers and got ${side.length}.`);
  return rows.map((row, at) => row.with(position, side[at]!));
}

function kronecker(a: Value, b: Value): Rows {
  const [x, y] = [numberMatrix(a, "kroneckerProduct"), numberMatrix(b, "kroneckerProduct")];
  if (x.length * y.length > 50 || x[0]!.length * y[0]!.length > 50) failFormula("kroneckerProduct makes matrices up to 50 × 50.");
  return tidyRows(
    x.flatMap((row) => y.map((other) => row.flatMap((p) => other.map((q) => p * q)))),
    "kroneckerProduct",
  );
}

const side = (value: Value | undefined): number => (Array.isArray(value) ? Math.min(value.length, 50) : 0);

/** Matrices: making them, products, powers. */
export const products: Functions = {
  transpose: {
    ...entry(
      "matrix",
      "Rows become columns.",
      [
        "transpose([[1, 2], [3, 4]])",
        [
          [1, 3],
          [2, 4],
        ],
      ],
      "keep",
      (m: Value) => transposed(numberMatrix(m, "transpose", { rows: 50 })),
    ),
    cost: bySize((n) => (n * n) / 20),
  },
  matrixProduct: {
    ...entry(
      "a b ...more",
      "The product of matrices; a list is a column on the right (the result is a list) and a row on the left.",
      ["matrixProduct([[1, 2], [3, 4]], [1, 1])", [3, 7]],
      "contraction",
      matrixProduct,
    ),
    cost: ((...factors: Value[]) => factors.length * (20 + side(factors[0]) ** 3 / 5)) as () => number,
  },
  matrixPower: {
    ...entry(
      "matrix exponent",
      "A square matrix to a whole power; a negative exponent is a power of the inverse.",
      [
        "matrixPower([[1, 1], [1, 0]], 10)",
        [
          [89, 55],
          [55, 34],
        ],
      ],
      "plain",
      matrixPower,
    ),
    cost: ((m: Value, exponent: Value) =>
      40 +
      (side(m) ** 3 / 3) *
        (typeof exponent === "number" ? Math.log2(2 + Math.min(Math.abs(exponent) || 0, 1_000_000)) : 1)) as () => number,
  },
  matrixExponential: {
    ...entry(
      "matrix",
      "e to the power of a square matrix (scaling and squaring).",
      [
        "matrixExponential([[0, 0], [0, 0]])",
        [
          [1, 0],
          [0, 1],
        ],
      ],
      "plain",
      matrixExponential,
    ),
    cost: bySize((n) => 60 + n ** 3 * 2),
  },
  identity: entry(
    "n",
    "The identity matrix of n rows, up to 50.",
    [
      "identity(2)",
      [
        [1, 0],
        [0, 1],
      ],
    ],
    "pureMatrix",
    (n: Value) => identityOf(wholeNumber(n, "identity", [1, 50])),
  ),
  diagonalMatrix: entry(
    "list",
    "The square matrix with these numbers on its diagonal and 0 elsewhere.",
    [
      "diagonalMatrix([1, 2])",
      [
        [1, 0],
        [0, 2],
      ],
    ],
    "listOf",
    (list: Value) => {
      const v = vector(list, "diagonalMatrix");
      if (v.length > 50) failFormula("diagonalMatrix takes up to 50 numbers.");
      return v.map((x, at) => v.map((_, column) => (column === at ? x : 0)));
    },
  ),
  diagonal: entry("matrix", "The numbers on the diagonal of a matrix.", ["diagonal([[1, 2], [3, 4]])", [1, 4]], "element", (m: Value) => {
    const rows = numberMatrix(m, "diagonal");
    return rows.slice(0, rows[0]!.length).map((row, at) => row[at]!);
  }),
  trace: entry("matrix", "The sum of the diagonal of a square matrix.", ["trace([[1, 2], [3, 4]])", 5], "innermost", (m: Value) => {
    const rows = square(m, "trace");
    return tidy(
      [
        dotOf(
          rows.map((row, at) => row[at]!),
          rows.map(() => 1),
        ),
      ],
      "trace",
    )[0]!;
  }),
  augment: entry(
    "matrix right",
    "A matrix with a list as one more column, or with the columns of another matrix.",
    [
      "augment([[1, 2], [3, 4]], [5, 6])",
      [
        [1, 2, 5],
        [3, 4, 6],
      ],
    ],
    "keep",
    augment,
  ),
  replaceColumn: entry(
    "matrix column list",
    "A matrix with one column, counted from 0, replaced by a list (Cramer's rule).",
    [
      "replaceColumn([[1, 2], [3, 4]], 0, [5, 6])",
      [
        [5, 2],
        [6, 4],
      ],
    ],
    "keep",
    replaceColumn,
  ),
  kroneckerProduct: {
    ...entry(
      "a b",
      "The Kronecker product of two matrices, up to 50 × 50.",
      [
        "kroneckerProduct([[1, 2]], [[1], [3]])",
        [
          [1, 2],
          [3, 6],
        ],
      ],
      "outerProduct",
      kronecker,
    ),
    cost: () => 100,
  },
};
