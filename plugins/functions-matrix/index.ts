// Linear algebra: matrices are lists of rows, vectors lists of numbers.
import { definePlugin } from "formulary/functions";
import { decompositions } from "./decompositions.ts";
import { products } from "./products.ts";
import { related } from "./related.ts";
import { spectral } from "./spectral.ts";
import { systems } from "./systems.ts";
import { vectorFunctions } from "./vectors.ts";

/** Functions of matrices and vectors. */
export default () =>
  definePlugin({
    name: "functions-matrix",
    requires: ["functions-number-theory", "functions-complex"],
    functions: { ...products, ...vectorFunctions, ...systems, ...related, ...spectral, ...decompositions },
  });
