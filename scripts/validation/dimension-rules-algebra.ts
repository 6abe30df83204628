// The dimension rules of vectors, matrices and complex numbers: all elements of one have the same dimension.
import { listOf, meet, mustBePure, power, pure, type QuantityKind, times, unknown } from "./quantity-kind.ts";

interface AlgebraCall {
  name: string;
  kinds: QuantityKind[];
}

/** The kind of a number inside lists of lists. */
const innermost = (kind: QuantityKind = unknown): QuantityKind => (kind.is === "list" ? innermost(kind.of) : kind);
const depth = (kind: QuantityKind = unknown): number => (kind.is === "list" ? 1 + depth(kind.of) : 0);
const nested = (kind: QuantityKind, levels: number): QuantityKind => (levels > 0 ? nested(listOf(kind), levels - 1) : kind);
const areKnown = (kinds: QuantityKind[]): boolean => kinds.every((kind) => kind.is !== "unknown" && innermost(kind).is !== "unknown");
const allMeet = ({ name, kinds }: AlgebraCall): QuantityKind => kinds.map(innermost).reduce((a, b) => meet(a, b, `${name} mixes`), unknown);
const productOf = (kinds: QuantityKind[]): QuantityKind => kinds.map(innermost).reduce((a, b) => times(a, b, 1));
const quotientOf = (a?: QuantityKind, b?: QuantityKind): QuantityKind => times(innermost(a), innermost(b), -1);

/** The rules by name. */
export const algebraRules: Record<string, (call: AlgebraCall) => QuantityKind> = {
  /** Numbers or lists of pure numbers → one pure number. */
  plainNumber: ({ name, kinds }) => {
    for (const kind of kinds) mustBePure(kind, name);
    return pure;
  },
  innermost: ({ kinds }) => innermost(kinds[0]),
  vector: (call) => listOf(allMeet(call)),
  /** Rows times columns: matrix · matrix, matrix · vector, vector · vector. */
  contraction: ({ kinds }) =>
    areKnown(kinds) ? nested(productOf(kinds), kinds.reduce((sum, kind) => sum + depth(kind), 0) - 2 * (kinds.length - 1)) : unknown,
  vectorProduct: ({ kinds }) => listOf(productOf(kinds)),
  vectorQuotient: ({ kinds }) => listOf(quotientOf(kinds[0], kinds[1])),
  /** x in a · x = b, in the shape of b. */
  solution: ({ kinds }) => nested(quotientOf(kinds[1], kinds[0]), depth(kinds[1])),
  reciprocal: ({ kinds }) => power(kinds[0] ?? unknown, -1),
  outerProduct: ({ kinds }) => nested(productOf(kinds), 2),
  /** One complex number for each of a list. */
  pairs: ({ kinds }) => nested(innermost(kinds[0]), 2),
  /** Directions, whatever the dimension of the matrix. */
  pureMatrix: () => nested(pure, 2),
  /** A pure number for each complex number. */
  pureOfPairs: ({ kinds }) => nested(pure, depth(kinds[0]) - 1),
};
