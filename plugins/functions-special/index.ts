// Special functions of mathematical physics: Bessel functions, elliptic and other integrals, Lambert's W, zeta. By own
// code, from the methods that stand at each function; gamma and the error function are among those of statistics.
import { definePlugin } from "formulary/functions";
import { besselFunctions } from "./bessel-zeros.ts";
import { ellipticIntegrals } from "./elliptic.ts";
import { specialIntegrals } from "./integrals.ts";
import { lambertAndZeta } from "./lambert-and-zeta.ts";

/** Special functions of pure numbers. */
export default () =>
  definePlugin({
    name: "functions-special",
    requires: ["functions-statistics"],
    functions: { ...besselFunctions, ...ellipticIntegrals, ...specialIntegrals, ...lambertAndZeta },
  });
