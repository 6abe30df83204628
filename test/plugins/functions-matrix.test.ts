import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

const hilbert = (n: number) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => 1 / (i + j + 1)));
// A fixed sequence of numbers between -1 and 1 (Park, Miller 1988), all digits used.
function sample(rows: number, columns = rows): number[][] {
  let seed = 20_240_917;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 1_073_741_823.5 - 1;
  return Array.from({ length: rows }, () => Array.from({ length: columns }, next));
}

describe("linear systems are exact for decimals and simple fractions", () => {
  // sympy 1.x, rational arithmetic
  gives([
    ["determinant([[0.1, 0.2], [0.3, 0.6]])", 0],
    ["determinant([[8, 1, 6], [3, 5, 7], [4, 9, 2]])", -360],
    ["isSingular([[1 / 3, 2 / 3], [1, 2]])", true],
    ["isSingular([[1e-9, 0], [0, 1e9]])", false],
    ["rank([[1, 2, 3], [4, 5, 6], [7, 8, 9]])", 2],
    [
      "inverse([[1e-200, 0], [0, 4]])",
      [
        [1e200, 0],
        [0, 0.25],
      ],
    ],
    ["solve([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3])", [2, 3, -1]],
    [
      "solve([[0.1, 0.2], [0.3, 0.4]], [[0.5, 1], [1.1, 2]])",
      [
        [1, 0],
        [2, 5],
      ],
    ],
    [
      "rowEchelon([[1, 2, -1, -4], [2, 3, -1, -11], [-2, 0, -3, 22]])",
      [
        [1, 0, 0, -8],
        [0, 1, 0, 1],
        [0, 0, 1, -2],
      ],
    ],
    [
      "rowEchelon([[0, 0], [0, 3]])",
      [
        [0, 1],
        [0, 0],
      ],
    ],
    ["nullSpace([[1, 2, 3], [4, 5, 6], [7, 8, 9]])", [[1, -2, 1]]],
    ["nullSpace([[1, 0], [0, 1]])", []],
    ["leastSquares([[1, 1], [1, 2], [1, 3], [1, 4]], [6, 5, 7, 10])", [3.5, 1.4]],
    ["matrixPower([[1, 1], [1, 0]], 70)[0][1]", 190392490709135],
    [
      "matrixPower([[1, 1], [1, 0]], -1)",
      [
        [0, 1],
        [1, -1],
      ],
    ],
    ["characteristicPolynomial([[2, 0, 0], [0, 3, 4], [0, 4, 9]])", [1, -14, 35, -22]],
    [
      "adjugate([[1, 2], [2, 4]])",
      [
        [4, -2],
        [-2, 1],
      ],
    ],
    ["stationaryDistribution([[0.5, 0.5], [0, 1]])", [0, 1]],
  ]);

  it("Hilbert's matrix of 10 rows: determinant and inverse to the last digit", () => {
    // 1 / 46206893947914691316295628839036278726983680000000000 (D. Hilbert 1894; OEIS A005249)
    expect(run("determinant(h)", { h: hilbert(10) })).toBe(2.164179226431492e-53);
    expect((run("inverse(h)", { h: hilbert(10) }) as number[][])[9]![9]).toBe(44914183600);
  });
});

describe("other numbers: to rounding", () => {
  it("a solution put back into its equations leaves nothing, up to 50 × 50", () => {
    for (const n of [3, 12, 30, 50]) {
      const m = sample(n);
      const right = run("matrixProduct(m, x)", { m, x: Array.from({ length: n }, (_, at) => at - 3) });
      for (const [at, x] of (run("solve(m, right)", { m, right }) as number[]).entries()) expect(x).toBeCloseTo(at - 3, 10);
    }
  });
  it("a row that depends on others is found", () => {
    const m = sample(8);
    m[7] = m[0]!.map((x, at) => x / 3 - m[1]![at]! * Math.PI);
    expect(run("isSingular(m)", { m })).toBe(true);
    expect(run("determinant(m)", { m })).toBe(0);
    expect(run("rank(m)", { m })).toBe(7);
    expect(() => run("inverse(m)", { m })).toThrow("this matrix is singular");
  });
});

describe("eigenvalues", () => {
  gives([
    [
      "eigenvalues([[2, 1], [1, 2]])",
      [
        [3, 0],
        [1, 0],
      ],
    ],
    [
      "eigenvalues([[0, -1], [1, 0]])",
      [
        [0, 1],
        [0, -1],
      ],
    ],
    [
      "eigenvalues([[3, 1], [-1, 1]])",
      [
        [2, 0],
        [2, 0],
      ],
    ], // one block that cannot be diagonalized
    [
      "eigenvalues([[0.9, 0.1], [0.5, 0.5]])",
      [
        [1, 0],
        [0.4, 0],
      ],
    ],
    [
      "eigenvectors([[2, 0, 0], [0, 2, 0], [0, 0, 2]])",
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    ],
    [
      "eigenvectors([[4, 1], [2, 3]])",
      [
        [Math.SQRT1_2, Math.SQRT1_2],
        [1 / Math.sqrt(5), -2 / Math.sqrt(5)],
      ],
    ],
    ["eigenspace([[4, 1, 0], [0, 4, 0], [0, 0, 5]], 4)", [[1, 0, 0]]],
    ["isDiagonalizable([[0, -1], [1, 0]])", true],
    ["isDiagonalizable([[4, 1, 0], [0, 4, 0], [0, 0, 5]])", false],
    ["singularValues([[1, 2], [2, 1]])", [3, 1]],
    ["singularValues([[1, 2], [2, 4], [0, 0]])", [5, 0]],
    ["conditionNumber([[1, 0], [0, 1e-14]])", 1e14],
  ]);

  it("settle where other programs run in a circle", () => {
    // ml-matrix 6.15 does not return from this one
    const m = [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 1],
      [0, 0, 0, 1, 0],
      [1, 1, 0, 0, 1],
      [1, 0, 1, 0, 1],
    ];
    const golden = (1 + Math.sqrt(5)) / 2;
    expect(run("eigenvalues(m)", { m })).toEqual([
      [golden, 0],
      [0, 1],
      [0, 0],
      [0, -1],
      [1 - golden, 0],
    ]);
    const turned = Array.from({ length: 12 }, (_, i) => Array.from({ length: 12 }, (_, j) => +((i + 1) % 12 === j)));
    for (const [re, im] of run("eigenvalues(m)", { m: turned }) as [number, number][]) expect(Math.hypot(re, im)).toBeCloseTo(1, 14);
  });

  it.each([3, 8, 12, 24])("of a symmetric matrix of %s rows: A·v = λ·v, the vectors at right angles", (n) => {
    const m = sample(n).map((row, i, all) => row.map((x, j) => x + all[j]![i]!));
    const values = run("column(eigenvalues(m), 0)", { m }) as number[];
    const vectors = run("eigenvectors(m)", { m }) as number[][];
    for (const [at, v] of vectors.entries()) {
      const moved = run("matrixProduct(m, v)", { m, v }) as number[];
      for (const [k, x] of moved.entries()) expect(x).toBeCloseTo(values[at]! * v[k]!, 12);
      for (const [other, w] of vectors.entries()) expect(run("dot(v, w)", { v, w })).toBeCloseTo(+(at === other), 12);
    }
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it.each([5, 11, 20])("of a general matrix of %s rows have the trace as sum and the determinant as product", (n) => {
    const m = sample(n);
    const values = run("eigenvalues(m)", { m }) as [number, number][];
    expect(values.reduce((sum, [re]) => sum + re, 0)).toBeCloseTo(run("trace(m)", { m }) as number, 12);
    expect((run("complexProduct(z)", { z: values }) as number[])[0]! / (run("determinant(m)", { m }) as number)).toBeCloseTo(1, 11);
  });
});

describe("decompositions give the matrix back", () => {
  const close = (a: Value, b: Value) => {
    for (const [at, row] of (a as number[][]).entries())
      for (const [k, x] of row.entries()) expect(x).toBeCloseTo((b as number[][])[at]![k]!, 12);
  };
  it("LU, QR, singular values, Cholesky, exponential", () => {
    const m = sample(9);
    const [l, u, p] = run("luDecomposition(m)", { m }) as number[][][];
    close(run("matrixProduct(l, u)", { l: l!, u: u! }), run("matrixProduct(p, m)", { p: p!, m }));
    const tall = sample(9, 4);
    const [q, r] = run("qrDecomposition(m)", { m: tall }) as number[][][];
    close(run("matrixProduct(q, r)", { q: q!, r: r! }), tall);
    expect(r!.every((row, at) => row[at]! > 0)).toBe(true);
    const [left, values, right] = run("singularValueDecomposition(m)", { m: tall }) as [number[][], number[], number[][]];
    close(run("matrixProduct(u, diagonalMatrix(s), transpose(v))", { u: left, s: values, v: right }), tall);
    const square = run("matrixProduct(transpose(m), m)", { m: tall });
    close(run("matrixProduct(cholesky(s), transpose(cholesky(s)))", { s: square }), square);
    close(run("matrixProduct(matrixExponential(m), matrixExponential(0 - m))", { m }), run("identity(9)"));
  });
});

describe("vectors", () => {
  gives([
    ["cross([1, 2, 3], [4, 5, 6])", [-3, 6, -3]],
    ["dot([1e16, 1, -1e16], [1, 1, 1])", 1],
    ["norm([3 * 2 ^ 600, 4 * 2 ^ 600]) / 2 ^ 600", 5],
    ["norm([3, -4], 1)", 7],
    ['norm([3, -4], "max")', 4],
    ["angleBetween([1, 0], [1, 1e-10])", 1e-10],
    ["angleBetween([1, 0], [-1, 0])", Math.PI],
    ["outerProduct([1, 2], [3])", [[3], [6]]],
    ["matrixProduct([1, 2], [[3, 4], [5, 6]])", [13, 16]],
    ["matrixProduct([1, 2], [3, 4])", 11],
    [
      "gramSchmidt([[2, 0, 0], [4, 0, 0], [1, 3, 0]])",
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    ],
  ]);
});

describe("what cannot be answered says why", () => {
  refuses([
    ["determinant([[1, 2], [3]])", "determinant needs a matrix whose rows are of one length."],
    ["determinant([[1, 2]])", "determinant needs a square matrix and got 1 × 2."],
    ['rank([["a"]])', "rank needs numbers and got a text."],
    [
      "inverse([[1, 2], [2, 4]])",
      "inverse: this matrix is singular (its rows depend on each other), so that there is no single answer; isSingular(matrix) asks.",
    ],
    ["solve([[1, 2], [3, 4]], [1])", "solve needs a right side for each of 2 rows and got 1."],
    ["leastSquares([[1, 1], [1, 1]], [1, 2])", "leastSquares: the columns of this matrix depend on each other"],
    [
      "matrixProduct([[1, 2]], [[1, 2]])",
      "matrixProduct: the columns of the first must be as many as the rows of the second; 1 × 2 times 1 × 2 does not go.",
    ],
    ["eigenvectors([[0, -1], [1, 0]])", "eigenvectors: some eigenvalues of this matrix are complex, and so are their vectors."],
    ["eigenvectors([[3, 1], [-1, 1]])", "to the eigenvalue 2, which occurs 2 times, belong only 1"],
    ["cholesky([[1, 2], [2, 1]])", "cholesky needs a positive definite matrix; isPositiveDefinite(matrix) asks."],
    ["conditionNumber([[1, 2], [2, 4]])", "The condition number of a singular matrix is infinite."],
    ["stationaryDistribution([[1, 0], [0, 1]])", "several closed groups"],
    ["cross([1, 2], [3, 4])", "cross needs two lists of three numbers."],
    ["identity(51)", "identity needs a whole number from 1 to 50, not 51."],
    ["matrixExponential([[1000]])", "The result of matrixExponential is too large."],
    ["map(inverse, 1)", "map needs a list and got a number."],
  ]);
  it("a matrix too large for the budget ends by steps", () => {
    expect(() => run("matrixProduct(inverse(m), inverse(m))", { m: sample(50) })).toThrow("more than 100,000 steps");
  });
});
