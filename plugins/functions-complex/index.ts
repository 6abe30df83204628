// Complex numbers as [re, im], polynomials as coefficients from the highest power down, discrete Fourier transforms.
// Computed by own code; the roots of polynomials in BigInt.
import { definePlugin } from "formulary/functions";
import { complexFunctions } from "./complex.ts";
import { fourier } from "./fourier.ts";
import { polynomialFunctions } from "./polynomials.ts";

export type { Complex } from "./arithmetic.ts";
export { squareFree } from "./integer-polynomials.ts";
export { compareRoots, type Root, rootsOf } from "./polynomial-roots.ts";

/** Functions of complex numbers and polynomials. */
export default () =>
  definePlugin({
    name: "functions-complex",
    requires: ["functions-trigonometry", "functions-number-theory"],
    functions: { ...complexFunctions, ...polynomialFunctions, ...fourier },
  });
