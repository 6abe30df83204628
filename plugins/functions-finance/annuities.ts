// Level payments at equal intervals: present and future value, and the payment, the number of periods or the rate.
// Amounts are positive. The formulas are those of S. G. Kellison, "The Theory of Interest" (3rd ed.), chapters 3 and 4.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, numberWithin, positive, toFinite } from "formulary/functions";
import { isSet, rateOf } from "./rates.ts";
import { rootOfMonotone } from "./root-finding.ts";

/** (1 + rate) to the power of a number of periods, accurate for small rates. */
export const growth = (rate: number, periods: number): number => Math.exp(periods * Math.log1p(rate));
/** The present value of 1 at the end of each period. */
export const presentFactor = (rate: number, periods: number): number =>
  rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate;
/** The future value of 1 at the end of each period. */
export const futureFactor = (rate: number, periods: number): number =>
  rate === 0 ? periods : Math.expm1(periods * Math.log1p(rate)) / rate;

/** The rate, the number of periods, and the factor for payments at the start of periods. */
function terms(rate: unknown, periods: unknown, due: unknown): { r: number; n: number; early: number } {
  const [r, n] = [rateOf(rate), numberWithin(periods, "The number of periods", [0])];
  return { r, n, early: isSet(due, "due") ? 1 + r : 1 };
}
const aboveZero = (n: number): number => (n > 0 ? n : failFormula("There must be more than 0 periods to pay in."));

/** The level payment that repays an amount down to a balloon. */
export function loanPayment(rate: number, periods: number, amount: number, balloon = 0, due: number | boolean = 0): number {
  const { r, n, early } = terms(rate, periods, due);
  return (toFinite(amount, "The amount") - toFinite(balloon, "The balloon") * growth(r, -n)) / (presentFactor(r, aboveZero(n)) * early);
}

/** The number of payments that repay an amount down to a balloon. */
export function loanPeriods(rate: number, payment: number, amount: number, balloon = 0, due: number | boolean = 0): number {
  const { r, early } = terms(rate, 0, due);
  const [owed, left] = [toFinite(amount, "The amount"), toFinite(balloon, "The balloon")];
  if (owed <= left) return 0;
  const paid = positive(payment, "The payment") * early;
  if (r === 0) return (owed - left) / paid;
  const share = (r * (owed - left)) / (paid - r * owed);
  if (!(paid > r * owed) || !(share > -1))
    failFormula(`This payment never repays the loan: the interest of the first period alone is ${(r * owed) / early}.`);
  return Math.log1p(share) / Math.log1p(r);
}

function savingsPayment(rate: number, periods: number, goal: number, initial = 0, due: number | boolean = 0): number {
  const { r, n, early } = terms(rate, periods, due);
  return (toFinite(goal, "The goal") - toFinite(initial, "The initial amount") * growth(r, n)) / (futureFactor(r, aboveZero(n)) * early);
}

function savingsPeriods(rate: number, payment: number, goal: number, initial = 0, due: number | boolean = 0): number {
  const { r, early } = terms(rate, 0, due);
  const [target, start] = [toFinite(goal, "The goal"), toFinite(initial, "The initial amount")];
  if (start >= target) return 0;
  const flow = numberWithin(payment, "The payment", [0]) * early;
  const share = (r * (target - start)) / (flow + r * start);
  const periods = r === 0 ? (target - start) / flow : Math.log1p(share) / Math.log1p(r);
  if (!Number.isFinite(periods) || periods < 0) failFormula("These deposits never reach the goal.");
  return periods;
}

const annuityPresentValue = (rate: number, periods: number, payment: number, final = 0, due: number | boolean = 0): number => {
  const { r, n, early } = terms(rate, periods, due);
  return toFinite(payment, "The payment") * presentFactor(r, n) * early + toFinite(final, "The final amount") * growth(r, -n);
};
const annuityFutureValue = (rate: number, periods: number, payment: number, initial = 0, due: number | boolean = 0): number => {
  const { r, n, early } = terms(rate, periods, due);
  return toFinite(payment, "The payment") * futureFactor(r, n) * early + toFinite(initial, "The initial amount") * growth(r, n);
};

function growingAnnuityPresentValue(rate: number, growthRate: number, periods: number, payment: number, due: number | boolean = 0): number {
  const { r, n, early } = terms(rate, periods, due);
  const g = rateOf(growthRate, "The growth rate");
  return (toFinite(payment, "The payment") * presentFactor((r - g) / (1 + g), n) * early) / (1 + g);
}

// The search is for ln(1 + rate): 32 is a rate of 8e13, and -32 a loss of all but 1e-14.
const farthest = 32;

function loanInterestRate(periods: unknown, payment: unknown, amount: unknown, balloon: unknown = 0, due: unknown = 0): number {
  const n = aboveZero(numberWithin(periods, "The number of periods", [0]));
  const [paid, left] = [numberWithin(payment, "The payment", [0]), numberWithin(balloon, "The balloon", [0])];
  const owed = positive(amount, "The amount");
  const early = isSet(due, "due");
  const excess = (u: number) => paid * presentFactor(Math.expm1(u), n) * (early ? Math.exp(u) : 1) + left * Math.exp(-n * u) - owed;
  const logarithm = rootOfMonotone(excess, farthest);
  return logarithm === undefined ? failFormula("At no rate of interest do these payments repay this amount.") : Math.expm1(logarithm);
}

function savingsInterestRate(periods: unknown, payment: unknown, goal: unknown, initial: unknown = 0, due: unknown = 0): number {
  const n = aboveZero(numberWithin(periods, "The number of periods", [0]));
  const [paid, start] = [numberWithin(payment, "The payment", [0]), numberWithin(initial, "The initial amount", [0])];
  const target = positive(goal, "The goal");
  const early = isSet(due, "due");
  const excess = (u: number) => (paid * futureFactor(Math.expm1(u), n) * (early ? Math.exp(u) : 1) + start * Math.exp(n * u)) / target - 1;
  const logarithm = rootOfMonotone(excess, farthest);
  return logarithm === undefined ? failFormula("At no rate of interest do these deposits reach this goal.") : Math.expm1(logarithm);
}

type Numbers = (...numbers: number[]) => number;
const finiteScalar = (params: string, summary: string, example: [string, Value], dimension: string, call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, dimension, (...numbers: number[]) => {
    const value = (call as Numbers)(...numbers);
    return Number.isFinite(value) ? value : failFormula("The result is too large to be a number.");
  }),
  each: true,
});
const search = (params: string, summary: string, example: [string, Value], call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, "amountPure", call),
  cost: 80,
});
const dueNote = "due: true means payments at the start of periods";

/** Functions of annuities, loans and savings. */
export const annuityFunctions: Functions = {
  annuityFactor: finiteScalar(
    "rate periods due?",
    `The present value of 1 per period; the rate is a fraction per period, ${dueNote}.`,
    ["annuityFactor(0.1, 2)", 1 / 1.1 + 1 / 1.21],
    "plain",
    (rate: number, periods: number, due = 0) => annuityPresentValue(rate, periods, 1, 0, due),
  ),
  futureAnnuityFactor: finiteScalar(
    "rate periods due?",
    `The value of 1 per period at the end of the last period; the rate is a fraction per period, ${dueNote}.`,
    ["futureAnnuityFactor(0.1, 2)", 2.1],
    "plain",
    (rate: number, periods: number, due = 0) => annuityFutureValue(rate, periods, 1, 0, due),
  ),
  annuityPresentValue: finiteScalar(
    "rate periods payment final? due?",
    `The present value of level payments and of a final amount at the end of the last period; ${dueNote}.`,
    ["annuityPresentValue(0.1, 2, 121)", 210],
    "amount",
    annuityPresentValue,
  ),
  annuityFutureValue: finiteScalar(
    "rate periods payment initial? due?",
    `The value of level payments and an initial amount at the end of the last period; ${dueNote}.`,
    ["annuityFutureValue(0.1, 2, 100, 1000)", 1420],
    "amount",
    annuityFutureValue,
  ),
  growingAnnuityPresentValue: finiteScalar(
    "rate growth periods firstPayment due?",
    `The present value, one period before the first payment (with due: true, at the first), of payments that grow by a constant fraction.`,
    ["growingAnnuityPresentValue(0.1, 0.1, 3, 110)", 300],
    "amount",
    growingAnnuityPresentValue,
  ),
  loanPayment: finiteScalar(
    "rate periods amount balloon? due?",
    `The level payment that repays an amount down to a balloon after the last period; the rate is a fraction per period, ${dueNote}.`,
    ["loanPayment(0.01, 12, 1000)", 88.848788678341],
    "amount",
    loanPayment,
  ),
  loanPeriods: finiteScalar(
    "rate payment amount balloon? due?",
    `The number of payments, with a fraction for the last, that repay an amount down to a balloon; ${dueNote}. An error where the payment does not cover the interest.`,
    ["loanPeriods(0.01, 100, 1000)", 10.588644459423236],
    "amountPure",
    loanPeriods,
  ),
  loanInterestRate: search(
    "periods payment amount balloon? due?",
    `The rate of interest per period, as a fraction, at which payments and a balloon repay an amount; ${dueNote}. Negative where they add up to less than the amount.`,
    ["loanInterestRate(12, 88.848788678341, 1000)", 0.01],
    loanInterestRate,
  ),
  savingsPayment: finiteScalar(
    "rate periods goal initial? due?",
    `The level deposit that, with an initial amount, grows to a goal by the end of the last period; ${dueNote}.`,
    ["savingsPayment(0.1, 2, 1420, 1000)", 100],
    "amount",
    savingsPayment,
  ),
  savingsPeriods: finiteScalar(
    "rate payment goal initial? due?",
    `The number of deposits, with a fraction of a period, that reach a goal; 0 where the initial amount is enough; ${dueNote}.`,
    ["savingsPeriods(0.1, 100, 1420, 1000)", 2],
    "amountPure",
    savingsPeriods,
  ),
  savingsInterestRate: search(
    "periods payment goal initial? due?",
    `The rate of interest per period, as a fraction, at which deposits and an initial amount grow to a goal; ${dueNote}.`,
    ["savingsInterestRate(2, 100, 1420, 1000)", 0.1],
    savingsInterestRate,
  ),
  effectiveRate: finiteScalar(
    "nominal perYear",
    "The effective yearly rate of a nominal rate that is compounded perYear times a year, both as fractions; for continuous compounding it is expm1(nominal).",
    ["effectiveRate(0.1, 2)", 0.1025],
    "plain",
    (nominal: number, perYear: number) =>
      Math.expm1(positive(perYear, "The periods a year") * Math.log1p(rateOf(nominal / perYear, "The rate per period"))),
  ),
  nominalRate: finiteScalar(
    "effective perYear",
    "The nominal yearly rate, compounded perYear times a year, that equals an effective one, both as fractions; for continuous compounding it is ln1p(effective).",
    ["nominalRate(0.1025, 2)", 0.1],
    "plain",
    (effective: number, perYear: number) => perYear * Math.expm1(Math.log1p(rateOf(effective)) / positive(perYear, "The periods a year")),
  ),
};
