// Time value of money: annuities, loans, cash flows, depreciation, day counts, bonds. Rates are fractions per period, amounts positive unless a list of flows says which way they go.
import { definePlugin } from "formulary/functions";
import { amortizationFunctions } from "./amortization.ts";
import { annuityFunctions } from "./annuities.ts";
import { bondFunctions } from "./bonds.ts";
import { dayCountFunctions } from "./daycounts.ts";
import { depreciationFunctions } from "./depreciation.ts";
import { flowFunctions } from "./flows.ts";

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
