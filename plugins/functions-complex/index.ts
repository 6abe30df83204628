// Complex numbers as [re, im], polynomials as coefficients from the highest power down, discrete Fourier transforms.
import { definePlugin } from "formulary/functions";
import { complexFunctions } from "./complex.ts";
import { fourier } from "./fourier.ts";
import { polynomialFunctions } from "./polynomials.ts";

export type { Complex } from "./pair.ts";
export { compareRoots, type Root, rootsOf } from "./roots.ts";
export { squareFree } from "./whole.ts";

/** Functions of complex numbers and polynomials. */
export default () =>
  definePlugin({
    name: "functions-complex",
    requires: ["functions-number-theory"],
    functions: { ...complexFunctions, ...polynomialFunctions, ...fourier },
  });
