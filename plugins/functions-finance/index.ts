// Finance: annuities, loans, cash flows, depreciation, day counts and bonds, computed by own code after published
// formulas. Rates are fractions per period. Amounts are positive, except in lists of cash flows.
import { definePlugin, withCosts } from "formulary/functions";
import { amortizationFunctions } from "./amortization.ts";
import { annuityFunctions } from "./annuities.ts";
import { bondFunctions } from "./bonds.ts";
import { flowFunctions } from "./cash-flows.ts";
import { dayCountFunctions } from "./day-counts.ts";
import { depreciationFunctions } from "./depreciation.ts";

const annuityCosts = {
  annuityFactor: 5,
  futureAnnuityFactor: 3,
  loanPayment: 3,
  loanPeriods: 4,
  savingsPayment: 3,
  savingsPeriods: 4,
  annuityPresentValue: 2,
  annuityFutureValue: 2,
  growingAnnuityPresentValue: 3,
  effectiveRate: 2,
  nominalRate: 2,
};

/** Functions of finance. */
export default () =>
  definePlugin({
    name: "functions-finance",
    requires: ["functions-dates"],
    functions: {
      ...withCosts(annuityFunctions, annuityCosts),
      ...amortizationFunctions,
      ...flowFunctions,
      ...depreciationFunctions,
      ...dayCountFunctions,
      ...bondFunctions,
    },
  });
