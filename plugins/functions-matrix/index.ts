// Linear algebra: matrices are lists of rows, vectors lists of numbers. Computed with ml-matrix, and by own code where
// results are exact (decimals, simple fractions) or more accurate.
import { definePlugin } from "formulary/functions";
import { cofactorFunctions } from "./cofactors.ts";
import { decompositions } from "./decompositions.ts";
import { leastSquaresFunctions } from "./least-squares.ts";
import { markovFunctions } from "./markov-chains.ts";
import { products } from "./products.ts";
import { spectral } from "./spectral.ts";
import { systems } from "./systems.ts";
import { vectorFunctions } from "./vectors.ts";

/** Functions of matrices and vectors. */
export default () =>
  definePlugin({
    name: "functions-matrix",
    requires: ["functions-number-theory", "functions-complex"],
    functions: {
      ...products,
      ...vectorFunctions,
      ...systems,
      ...leastSquaresFunctions,
      ...cofactorFunctions,
      ...markovFunctions,
      ...spectral,
      ...decompositions,
    },
  });
