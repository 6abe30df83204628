// Number theory: whole numbers up to 2^53 as numbers, longer ones as texts of digits, fractions as [numerator,
// denominator]. Computed by own code on numbers and BigInt; fractions with fraction.js.
import { definePlugin } from "formulary/functions";
import { bits } from "./bits.ts";
import { combinatorics } from "./combinatorics.ts";
import { continuedFractions } from "./continued-fractions.ts";
import { divisorFunctions } from "./divisors.ts";
import { exactFunctions } from "./exact-arithmetic.ts";
import { fractionFunctions } from "./fractions.ts";
import { modular } from "./modular.ts";
import { sequences } from "./sequences.ts";

export { absolute, commonDivisor } from "./integers.ts";
export { productError } from "./product-error.ts";
export { binaryRatio, meantRatio, type Ratio, ratioToNumber } from "./ratio.ts";

/** Functions of number theory and exact arithmetic. */
export default () =>
  definePlugin({
    name: "functions-number-theory",
    functions: {
      ...combinatorics,
      ...modular,
      ...divisorFunctions,
      ...exactFunctions,
      ...sequences,
      ...fractionFunctions,
      ...continuedFractions,
      ...bits,
    },
  });
