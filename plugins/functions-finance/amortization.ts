// Repayment of a loan: the balance after a number of payments, and the columns of the schedule.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, fixed, numberWithin, positive, toFinite, wholeNumber } from "formulary/functions";
import { futureFactor, growth, loanPeriods } from "./annuities.ts";
import { isSet, rateOf } from "./rates.ts";

function loanBalance(rate: number, periods: number, payment: number, amount: number, due: number | boolean = 0): number {
  const [r, n] = [rateOf(rate), numberWithin(periods, "The number of payments", [0])];
  const paid = toFinite(payment, "The payment") * (isSet(due, "due") ? 1 + r : 1);
  return toFinite(amount, "The amount") * growth(r, n) - paid * futureFactor(r, n);
}

/** One period of a schedule. */
interface Row {
  interest: number;
  principal: number;
  balance: number;
}
type ScheduleArguments = [rate: unknown, payment: unknown, amount: unknown, periods?: unknown, digits?: unknown];
const mostPayments = 10_000;

function schedule([rate, payment, amount, periods, digits]: ScheduleArguments): Row[] {
  const [r, paid, owed] = [rateOf(rate), positive(payment, "The payment"), positive(amount, "The amount")];
  const limit = periods === undefined ? mostPayments : wholeNumber(periods, "The number of periods", [0, mostPayments]);
  const places = digits === undefined ? undefined : wholeNumber(digits, "The digits that interest is rounded to", [0, 12]);
  const needed = periods === undefined ? loanPeriods(r, paid, owed) : 0;
  if (needed > mostPayments) failFormula(`The loan would take ${Math.ceil(needed)} payments; a schedule has at most ${mostPayments}.`);
  const rows: Row[] = [];
  // interest on interest magnifies the last digit of the payment, too
  let noise = 2e-15;
  for (let balance = owed; balance > 0 && rows.length < limit; ) {
    const exact = balance * r;
    const interest = places === undefined ? exact : Number(fixed(exact, places, { grouping: false }));
    // A level payment leaves 0 in exact arithmetic: a rest within rounding errors is 0.
    noise *= 1 + r;
    const last = balance + interest - paid <= Math.min(owed * (1e-9 + noise), 1e-3 * paid);
    const principal = last ? balance : paid - interest;
    balance = last ? 0 : balance - principal;
    rows.push({ interest, principal, balance });
  }
  if (periods === undefined && rows.at(-1)!.balance > 0) failFormula("With its interest rounded so, the loan is never paid off.");
  return rows;
}

const column = (name: string, summary: string, example: [string, Value], pick: keyof Row): Functions => ({
  [name]: {
    ...entry(
      "rate payment amount periods? digits?",
      `${summary} in each period of a loan with payments at the end of periods, until it is repaid (the last payment is the rest) or for a number of periods, which may leave a balloon. With digits the interest is rounded.`,
      example,
      "amounts",
      (...values: ScheduleArguments) => schedule(values).map((row) => row[pick]),
    ),
    cost: (_rate: unknown, _payment: unknown, _amount: unknown, periods?: unknown) =>
      typeof periods === "number" ? Math.abs(periods) : 400,
  } as FunctionEntry,
});

/** Functions of loan balances and amortization schedules. */
export const amortizationFunctions: Functions = {
  loanBalance: {
    ...entry(
      "rate periods payment amount due?",
      "The balance of a loan after a number of level payments, negative where too much was paid. The rate is a fraction per period; due: true means payments at the start of periods.",
      ["loanBalance(0.01, 6, 88.848788678341, 1000)", 514.92106458],
      "amount",
      loanBalance,
    ),
    each: true,
    cost: 4,
  },
  ...column("amortizationInterest", "The interest", ["amortizationInterest(0.1, 60, 100)", [10, 5]], "interest"),
  ...column(
    "amortizationPrincipal",
    "The part of the payment that repays the principal",
    ["amortizationPrincipal(0.1, 60, 100)", [50, 50]],
    "principal",
  ),
  ...column("amortizationBalance", "The balance after the payment", ["amortizationBalance(0.1, 60, 100, 1)", [50]], "balance"),
};
