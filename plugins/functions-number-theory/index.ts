// Number theory: whole numbers up to 2^53 as numbers, longer ones as texts of digits, fractions as [numerator, denominator].
import { definePlugin } from "formulary/functions";
import { bits } from "./bits.ts";
import { combinatorics } from "./combinatorics.ts";
import { continuedFractions } from "./continued.ts";
import { divisorFunctions } from "./divisors.ts";
import { exactFunctions } from "./exact.ts";
import { fractionFunctions } from "./fractions.ts";
import { modular } from "./modular.ts";
import { sequences } from "./sequences.ts";

export { binaryRatio, commonDivisor, meantRatio, type Ratio, ratioToNumber } from "./ratio.ts";

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
