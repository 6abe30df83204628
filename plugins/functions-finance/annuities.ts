// Level payments at equal intervals: what they are worth now or in the end, and how much, how often and at what rate.
// Amounts are positive; the formulas are those of S. G. Kellison, "The Theory of Interest" (3rd ed.), chapters 3 and 4.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { finite, fromZero, positive, rateOf } from "./arguments.ts";
import { rootOfMonotone } from "./roots.ts";

/** (1 + rate) to the power of a number of periods, accurate for small rates. */
export const growth = (rate: number, periods: number): number => Math.exp(periods * Math.log1p(rate));
/** Worth now of 1 at the end of each period. */
export const presentFactor = (rate: number, periods: number): number =>
  rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate;
/** Worth in the end of 1 at the end of each period. */
export const futureFactor = (rate: number, periods: number): number =>
  rate === 0 ? periods : Math.expm1(periods * Math.log1p(rate)) / rate;

/** The rate, how many periods, and what a payment at the start of each is worth more. */
function terms(rate: unknown, periods: unknown, due: unknown): { r: number; n: number; early: number } {
  const [r, n] = [rateOf(rate), fromZero(periods, "The number of periods")];
  return { r, n, early: finite(due, "due") === 0 ? 1 : 1 + r };
}
const some = (n: number): number => (n > 0 ? n : failFormula("There must be more than 0 periods to pay in."));

/** Level payment that repays an amount and leaves a balloon. */
export function loanPayment(rate: number, periods: number, amount: number, balloon = 0, due: number | boolean = 0): number {
  const { r, n, early } = terms(rate, periods, due);
  return (finite(amount, "The amount") - finite(balloon, "The balloon") * growth(r, -n)) / (presentFactor(r, some(n)) * early);
}

/** How many payments repay an amount down to a balloon. */
export function loanPeriods(rate: number, payment: number, amount: number, balloon = 0, due: number | boolean = 0): number {
  const { r, early } = terms(rate, 0, due);
  const [owed, left] = [finite(amount, "The amount"), finite(balloon, "The balloon")];
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
  return (finite(goal, "The goal") - finite(initial, "The initial amount") * growth(r, n)) / (futureFactor(r, some(n)) * early);
}

function savingsPeriods(rate: number, payment: number, goal: number, initial = 0, due: number | boolean = 0): number {
  const { r, early } = terms(rate, 0, due);
  const [wanted, start] = [finite(goal, "The goal"), finite(initial, "The initial amount")];
  if (start >= wanted) return 0;
  const flow = fromZero(payment, "The payment") * early;
  const share = (r * (wanted - start)) / (flow + r * start);
  const periods = r === 0 ? (wanted - start) / flow : Math.log1p(share) / Math.log1p(r);
  if (!Number.isFinite(periods) || periods < 0) failFormula("These deposits never reach the goal.");
  return periods;
}

const annuityPresentValue = (rate: number, periods: number, payment: number, final = 0, due: number | boolean = 0): number => {
  const { r, n, early } = terms(rate, periods, due);
  return finite(payment, "The payment") * presentFactor(r, n) * early + finite(final, "The final amount") * growth(r, -n);
};
const annuityFutureValue = (rate: number, periods: number, payment: number, initial = 0, due: number | boolean = 0): number => {
  const { r, n, early } = terms(rate, periods, due);
  return finite(payment, "The payment") * futureFactor(r, n) * early + finite(initial, "The initial amount") * growth(r, n);
};

function growingAnnuityPresentValue(rate: number, growthRate: number, periods: number, payment: number, due: number | boolean = 0): number {
  const { r, n, early } = terms(rate, periods, due);
  const g = rateOf(growthRate, "The growth rate");
  return (finite(payment, "The payment") * presentFactor((r - g) / (1 + g), n) * early) / (1 + g);
}

// Searched as ln(1 + rate): 40 either way is beyond a rate of 1e17, or a loss of all but 1e-17.
const farthest = 32;

function loanInterestRate(periods: unknown, payment: unknown, amount: unknown, balloon: unknown = 0, due: unknown = 0): number {
  const n = some(fromZero(periods, "The number of periods"));
  const [paid, left] = [fromZero(payment, "The payment"), fromZero(balloon, "The balloon")];
  const owed = positive(amount, "The amount");
  const early = finite(due, "due") !== 0;
  const excess = (u: number) => paid * presentFactor(Math.expm1(u), n) * (early ? Math.exp(u) : 1) + left * Math.exp(-n * u) - owed;
  const found = rootOfMonotone(excess, farthest);
  return found === undefined ? failFormula("At no rate of interest do these payments repay this amount.") : Math.expm1(found);
}

function savingsInterestRate(periods: unknown, payment: unknown, goal: unknown, initial: unknown = 0, due: unknown = 0): number {
  const n = some(fromZero(periods, "The number of periods"));
  const [paid, start] = [fromZero(payment, "The payment"), fromZero(initial, "The initial amount")];
  const wanted = positive(goal, "The goal");
  const early = finite(due, "due") !== 0;
  const excess = (u: number) => (paid * futureFactor(Math.expm1(u), n) * (early ? Math.exp(u) : 1) + start * Math.exp(n * u)) / wanted - 1;
  const found = rootOfMonotone(excess, farthest);
  return found === undefined ? failFormula("At no rate of interest do these deposits reach this goal.") : Math.expm1(found);
}

type Numbers = (...numbers: number[]) => number;
const scalar = (params: string, summary: string, example: [string, Value], dimension: string, call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, dimension, (...given: number[]) => {
    const value = (call as Numbers)(...given);
    return Number.isFinite(value) ? value : failFormula("The result is too large to be a number.");
  }),
  each: true,
});
const search = (params: string, summary: string, example: [string, Value], call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, "amountPure", call),
  cost: () => 20,
});
const dueNote = "due: true for payments at the start of periods";

/** Functions of annuities, loans and savings. */
export const annuityFunctions: Functions = {
  annuityFactor: scalar(
    "rate periods due?",
    `What 1 a period is worth now; the rate is a fraction per period, ${dueNote}.`,
    ["annuityFactor(0.1, 2)", 1 / 1.1 + 1 / 1.21],
    "plain",
    (rate: number, periods: number, due = 0) => annuityPresentValue(rate, periods, 1, 0, due),
  ),
  futureAnnuityFactor: scalar(
    "rate periods due?",
    `What 1 a period grows to by the end of the last period; the rate is a fraction per period, ${dueNote}.`,
    ["futureAnnuityFactor(0.1, 2)", 2.1],
    "plain",
    (rate: number, periods: number, due = 0) => annuityFutureValue(rate, periods, 1, 0, due),
  ),
  annuityPresentValue: scalar(
    "rate periods payment final? due?",
    `What level payments, and a final amount at the end of the last period, are worth now; ${dueNote}.`,
    ["annuityPresentValue(0.1, 2, 121)", 210],
    "amount",
    annuityPresentValue,
  ),
  annuityFutureValue: scalar(
    "rate periods payment initial? due?",
    `What level payments, and an initial amount, grow to by the end of the last period; ${dueNote}.`,
    ["annuityFutureValue(0.1, 2, 100, 1000)", 1420],
    "amount",
    annuityFutureValue,
  ),
  growingAnnuityPresentValue: scalar(
    "rate growth periods firstPayment due?",
    `What payments that grow by a fraction from each to the next are worth now, one period before the first (with due: true, at the first).`,
    ["growingAnnuityPresentValue(0.1, 0.1, 3, 110)", 300],
    "amount",
    growingAnnuityPresentValue,
  ),
  loanPayment: scalar(
    "rate periods amount balloon? due?",
    `The level payment that repays an amount, down to a balloon owed after the last period; rate per period as a fraction, ${dueNote}.`,
    ["loanPayment(0.01, 12, 1000)", 88.848788678341],
    "amount",
    loanPayment,
  ),
  loanPeriods: scalar(
    "rate payment amount balloon? due?",
    `How many payments (with a fraction of the last) repay an amount down to a balloon; ${dueNote}; an error where the payment does not cover the interest.`,
    ["loanPeriods(0.01, 100, 1000)", 10.588644459423236],
    "amountPure",
    loanPeriods,
  ),
  loanInterestRate: search(
    "periods payment amount balloon? due?",
    `The rate of interest per period, as a fraction, at which payments (and a balloon) repay an amount; ${dueNote}; negative where they come to less than the amount.`,
    ["loanInterestRate(12, 88.848788678341, 1000)", 0.01],
    loanInterestRate,
  ),
  savingsPayment: scalar(
    "rate periods goal initial? due?",
    `The level deposit that, with an initial amount, grows to a goal by the end of the last period; ${dueNote}.`,
    ["savingsPayment(0.1, 2, 1420, 1000)", 100],
    "amount",
    savingsPayment,
  ),
  savingsPeriods: scalar(
    "rate payment goal initial? due?",
    `How many deposits (with a fraction of a period) reach a goal, 0 where the initial amount is enough; ${dueNote}.`,
    ["savingsPeriods(0.1, 100, 1420, 1000)", 2],
    "amountPure",
    savingsPeriods,
  ),
  savingsInterestRate: search(
    "periods payment goal initial? due?",
    `The rate of interest per period, as a fraction, at which deposits (and an initial amount) grow to a goal; ${dueNote}.`,
    ["savingsInterestRate(2, 100, 1420, 1000)", 0.1],
    savingsInterestRate,
  ),
  effectiveRate: scalar(
    "nominal perYear",
    "The effective yearly rate of a nominal one that is compounded so many times a year, both as fractions; compounded continuously it is expm1(nominal).",
    ["effectiveRate(0.1, 2)", 0.1025],
    "plain",
    (nominal: number, perYear: number) =>
      Math.expm1(positive(perYear, "The periods a year") * Math.log1p(rateOf(nominal / perYear, "The rate per period"))),
  ),
  nominalRate: scalar(
    "effective perYear",
    "The nominal yearly rate that is worth an effective one when it is compounded so many times a year, both as fractions; for continuous compounding it is ln1p(effective).",
    ["nominalRate(0.1025, 2)", 0.1],
    "plain",
    (effective: number, perYear: number) => perYear * Math.expm1(Math.log1p(rateOf(effective)) / positive(perYear, "The periods a year")),
  ),
};
