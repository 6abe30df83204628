// A loan as it is paid off: what is owed after so many payments, and the columns of its schedule.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, fixed } from "formulary/functions";
import { futureFactor, growth, loanPeriods } from "./annuities.ts";
import { finite, fromZero, positive, rateOf, wholeWithin } from "./arguments.ts";

function loanBalance(rate: number, periods: number, payment: number, amount: number, due: number | boolean = 0): number {
  const [r, n] = [rateOf(rate), fromZero(periods, "The number of payments")];
  const paid = finite(payment, "The payment") * (finite(due, "due") === 0 ? 1 : 1 + r);
  return finite(amount, "The amount") * growth(r, n) - paid * futureFactor(r, n);
}

/** One period of a schedule. */
interface Row {
  interest: number;
  principal: number;
  balance: number;
}
type Asked = [rate: unknown, payment: unknown, amount: unknown, periods?: unknown, digits?: unknown];
const most = 10_000;

function schedule([rate, payment, amount, periods, digits]: Asked): Row[] {
  const [r, paid, owed] = [rateOf(rate), positive(payment, "The payment"), positive(amount, "The amount")];
  const limit = periods === undefined ? most : wholeWithin(periods, "The number of periods", [0, most]);
  const places = digits === undefined ? undefined : wholeWithin(digits, "The digits that interest is rounded to", [0, 12]);
  const needed = periods === undefined ? loanPeriods(r, paid, owed) : 0;
  if (needed > most) failFormula(`The loan would take ${Math.ceil(needed)} payments; a schedule has at most ${most}.`);
  const rows: Row[] = [];
  for (let balance = owed; balance > 0 && rows.length < limit; ) {
    const exact = balance * r;
    const interest = places === undefined ? exact : Number(fixed(exact, places, { grouping: false }));
    // The payment was reckoned to leave nothing: what is left within the noise of that is nothing.
    const last = balance + interest - paid <= 1e-9 * owed;
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
      `${summary}, period by period until a loan is paid off by a payment at the end of each (the last is what is still owed), or for so many periods, which may leave a balloon; interest is rounded to digits where these are given.`,
      example,
      "amounts",
      (...asked: Asked) => schedule(asked).map((row) => row[pick]),
    ),
    cost: (_rate: unknown, _payment: unknown, _amount: unknown, periods?: unknown) =>
      typeof periods === "number" ? Math.abs(periods) / 8 : 100,
  } as FunctionEntry,
});

/** Functions of loan balances and amortization schedules. */
export const amortizationFunctions: Functions = {
  loanBalance: {
    ...entry(
      "rate periods payment amount due?",
      "What is still owed of an amount after so many level payments (negative where too much was paid); rate per period as a fraction, due: true for payments at the start of periods.",
      ["loanBalance(0.01, 6, 88.848788678341, 1000)", 514.92106458],
      "amount",
      loanBalance,
    ),
    each: true,
  },
  ...column("amortizationInterest", "The interest", ["amortizationInterest(0.1, 60, 100)", [10, 5]], "interest"),
  ...column(
    "amortizationPrincipal",
    "The part of the payment that goes to the principal",
    ["amortizationPrincipal(0.1, 60, 100)", [50, 50]],
    "principal",
  ),
  ...column("amortizationBalance", "The balance after the payment", ["amortizationBalance(0.1, 60, 100, 1)", [50]], "balance"),
};
