// Finance: annuities, loans, cash flows, depreciation, day counts and bonds, computed by own code after published
// formulas. Rates are fractions per period. Amounts are positive, except in lists of cash flows.
import { definePlugin } from "formulary/functions";
import { amortizationFunctions } from "./amortization.ts";
import { annuityFunctions } from "./annuities.ts";
import { bondFunctions } from "./bonds.ts";
import { flowFunctions } from "./cash-flows.ts";
import { dayCountFunctions } from "./day-counts.ts";
import { depreciationFunctions } from "./depreciation.ts";

/** Functions of finance. */
export default () =>
  definePlugin({
    name: "functions-finance",
    requires: ["functions-dates"],
    functions: {
      ...annuityFunctions,
      ...amortizationFunctions,
      ...flowFunctions,
      ...depreciationFunctions,
      ...dayCountFunctions,
      ...bondFunctions,
    },
  });
