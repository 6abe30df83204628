// Functions of vectors, which are lists of numbers.
import type { Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { dotOf, lengthOf, normalized } from "./dot-products.ts";
import { tidy, tidyRows, type Vector, vector, vectors } from "./matrices.ts";

function cross(a: Value, b: Value): Vector {
  const [[x1, y1, z1], [x2, y2, z2]] = vectors(a, b, "cross") as [[number, number, number], [number, number, number]];
  if (!Array.isArray(a) || a.length !== 3) failFormula("cross needs two lists of three numbers.");
  return tidy([dotOf([y1, -z1], [z2, y2]), dotOf([z1, -x1], [x2, z2]), dotOf([x1, -y1], [y2, x2])], "cross");
}

function norm(argument: Value, order: Value): number {
  const v = vector(argument, "norm");
  const largest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (order === "max" || largest === 0) return largest;
  if (typeof order !== "number" || !(order >= 1)) failFormula('norm needs an order from 1, or "max".');
  if (order === 2) return tidy([lengthOf(v)], "norm")[0]!;
  const sum = v.reduce((all, x) => all + (Math.abs(x) / largest) ** order, 0);
  return tidy([largest * sum ** (1 / order)], "norm")[0]!;
}

// W. Kahan, "How futile are mindless assessments of roundoff": exact for nearly parallel vectors too, where acos is not
function angleBetween(a: Value, b: Value): number {
  const [x, y] = vectors(a, b, "angleBetween").map(normalized) as [Vector, Vector];
  if (lengthOf(x) === 0 || lengthOf(y) === 0) failFormula("angleBetween needs vectors other than 0.");
  return 2 * Math.atan2(lengthOf(x.map((each, at) => each - y[at]!)), lengthOf(x.map((each, at) => each + y[at]!)));
}

function projection(a: Value, onto: Value): Vector {
  const [x, y] = vectors(a, onto, "projection");
  const square = dotOf(y, y);
  if (square === 0) failFormula("projection needs a vector other than 0 to project on.");
  const share = dotOf(x, y) / square;
  return tidy(
    y.map((each) => share * each),
    "projection",
  );
}

const length = (value: Value): number => (Array.isArray(value) ? value.length : 0);
const linear = { cost: ((value: Value) => length(value) / 20) as () => number };

/** Products, lengths and angles of vectors. */
export const vectorFunctions: Functions = {
  dot: {
    ...entry(
      "a b",
      "The scalar product of two lists.",
      ["dot([1, 2], [3, 4])", 11],
      "contraction",
      (a: Value, b: Value) => tidy([dotOf(...vectors(a, b, "dot"))], "dot")[0]!,
    ),
    ...linear,
  },
  cross: entry(
    "a b",
    "The vector product of two lists of three numbers.",
    ["cross([1, 0, 0], [0, 1, 0])", [0, 0, 1]],
    "vectorProduct",
    cross,
  ),
  norm: {
    ...entry(
      "vector order?",
      'The length of a vector: the Euclidean norm, or a norm of another order from 1 ("max" for the largest size).',
      ["norm([3, 4])", 5],
      "innermost",
      (v: Value, order: Value = 2) => norm(v, order),
    ),
    ...linear,
  },
  angleBetween: {
    ...entry("a b", "The angle between two vectors, from 0 to 180°.", ["angleBetween([1, 0], [0, 1])", Math.PI / 2], "count", angleBetween),
    ...linear,
  },
  projection: {
    ...entry("a onto", "The projection of a vector onto another.", ["projection([3, 4], [2, 0])", [3, 0]], "keep", projection),
    ...linear,
  },
  outerProduct: {
    ...entry(
      "a b",
      "The matrix of all products of an element of a and one of b.",
      [
        "outerProduct([1, 2], [3, 4])",
        [
          [3, 4],
          [6, 8],
        ],
      ],
      "outerProduct",
      (a: Value, b: Value) => {
        const [x, y] = [vector(a, "outerProduct"), vector(b, "outerProduct")];
        if (x.length > 50 || y.length > 50) failFormula("outerProduct takes lists up to 50 numbers.");
        return tidyRows(
          x.map((p) => y.map((q) => p * q)),
          "outerProduct",
        );
      },
    ),
    cost: ((a: Value, b: Value) => (length(a) * length(b)) / 20) as () => number,
  },
};
