// Bonds with level coupons, repaid in one sum at maturity: price, yield, duration. Prices are per 100 of face value,
// coupons and yields yearly fractions. J. J. Lynch and J. H. Mayle, "Standard Securities Calculation Methods" (SIA, 3rd
// ed. 1986), formulas 6 and 7; durations are derivatives of that price.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, kindOf, numberWithin, positive, toFinite } from "formulary/functions";
import { addMonths, dayNumber, endOfMonth, monthsBetween } from "../functions-dates/index.ts";
import { presentFactor } from "./annuities.ts";
import { days360 } from "./day-counts.ts";
import { isSet } from "./rates.ts";
import { rootOfMonotone } from "./root-finding.ts";

const mostCoupons = 5000;

/** The coupon calendar of a bond on its settlement date. */
interface Calendar {
  settlement: string;
  frequency: number;
  /** The kth coupon date before maturity. */
  dateBack: (k: number) => string;
  /** Coupons still to come. */
  left: number;
}

function calendarOf(settlement: string, maturity: string, frequency: unknown, monthEnd: unknown = true): Calendar {
  const perYear = toFinite(frequency, "The frequency");
  if (![1, 2, 3, 4, 6, 12].includes(perYear)) failFormula(`A bond pays 1, 2, 3, 4, 6 or 12 coupons a year, not ${perYear}.`);
  if (dayNumber(maturity) <= dayNumber(settlement)) failFormula("A bond matures after its settlement date.");
  const onLastDays = isSet(monthEnd, "monthEnd") && endOfMonth(maturity) === maturity;
  const dateBack = (k: number) => {
    const date = addMonths(maturity, (-k * 12) / perYear);
    return onLastDays ? endOfMonth(date) : date;
  };
  let left = Math.max(1, Math.floor((monthsBetween(settlement, maturity) * perYear) / 12));
  while (left > 1 && dayNumber(dateBack(left - 1)) <= dayNumber(settlement)) left--;
  while (dayNumber(dateBack(left)) > dayNumber(settlement)) left++;
  if (left > mostCoupons) failFormula(`This bond has ${left} coupons left; the most is ${mostCoupons}.`);
  return { settlement, frequency: perYear, dateBack, left };
}

/** The share of the current coupon period that has passed. */
function elapsed({ settlement, frequency, dateBack, left }: Calendar, convention: unknown = "actual/actual ICMA"): number {
  const [previous, next] = [dateBack(left), dateBack(left - 1)];
  if (convention === "actual/actual ICMA") return (dayNumber(settlement) - dayNumber(previous)) / (dayNumber(next) - dayNumber(previous));
  const days = ["30/360", "30/360 US", "30E/360"].includes(convention as string)
    ? days360(previous, settlement, convention as string)
    : undefined;
  if (days === undefined)
    failFormula(
      `The days of a bond are counted by "actual/actual ICMA", "30/360", "30/360 US" or "30E/360", not by "${typeof convention === "string" ? convention.slice(0, 40) : kindOf(convention)}".`,
    );
  return (days * frequency) / 360;
}

/** Coupon and repayment per 100, and how many periods each coupon is away. */
interface Bond {
  coupon: number;
  redemption: number;
  count: number;
  /** The part of a period until the next coupon. */
  wait: number;
  accrued: number;
  frequency: number;
}
type Terms = [dayCount?: string, redemption?: unknown, monthEnd?: unknown];

function bondOf(
  [settlement, maturity, rate, frequency]: [string, string, unknown, unknown],
  [dayCount, redemption = 100, monthEnd]: Terms,
): Bond {
  const calendar = calendarOf(settlement, maturity, frequency, monthEnd);
  const passed = elapsed(calendar, dayCount);
  const coupon = (100 * numberWithin(rate, "The coupon rate", [0])) / calendar.frequency;
  return {
    coupon,
    redemption: positive(redemption, "The redemption"),
    count: calendar.left,
    wait: 1 - passed,
    accrued: coupon * passed,
    frequency: calendar.frequency,
  };
}

function periodYield(yearly: unknown, { frequency, count, wait }: Bond): number {
  const rate = toFinite(yearly, "The yield") / frequency;
  if (!(1 + (count === 1 ? wait : 1) * rate > 0))
    failFormula(`A yield of ${Number(yearly)} a year leaves nothing: it is a fraction, 0.05 for 5 %.`);
  return rate;
}

// In the last period interest is simple, by the convention of the market.
function dirtyPrice({ coupon, redemption, count, wait }: Bond, rate: number): number {
  if (count === 1) return (coupon + redemption) / (1 + wait * rate);
  const back = Math.log1p(rate);
  return coupon * presentFactor(rate, count) * Math.exp((1 - wait) * back) + redemption * Math.exp(-(count - 1 + wait) * back);
}

function yieldOf(bond: Bond, price: number): number {
  const { coupon, redemption, count, wait, frequency } = bond;
  if (count === 1) return (((coupon + redemption) / price - 1) / wait) * frequency;
  const rate = rootOfMonotone((u) => Math.log(dirtyPrice(bond, Math.expm1(u)) / price), 32);
  return rate === undefined ? failFormula("No yield gives this price.") : Math.expm1(rate) * frequency;
}

/** Price, and its first and second derivatives by the yield of a period, as shares of the price. */
function sensitivities(bond: Bond, rate: number): { slope: number; curve: number } {
  const { coupon, redemption, count, wait } = bond;
  if (count === 1) {
    const slope = wait / (1 + wait * rate);
    return { slope, curve: 2 * slope ** 2 };
  }
  let [slope, curve] = [0, 0];
  for (let k = 0; k < count; k++) {
    const time = k + wait;
    const worth = (coupon + (k === count - 1 ? redemption : 0)) * Math.exp(-time * Math.log1p(rate));
    slope += time * worth;
    curve += time * (time + 1) * worth;
  }
  const price = dirtyPrice(bond, rate);
  return { slope: slope / price / (1 + rate), curve: curve / price / (1 + rate) ** 2 };
}

type Priced = [settlement: string, maturity: string, coupon: unknown, yearlyYield: unknown, frequency: unknown, ...Terms];
/** A function of the formula language that computes something of a bond from its yield. */
const atYield =
  (compute: (bond: Bond, rate: number) => number) =>
  (...[settlement, maturity, coupon, yearlyYield, frequency, ...terms]: Priced): number => {
    const bond = bondOf([settlement, maturity, coupon, frequency], terms);
    return compute(bond, periodYield(yearlyYield, bond));
  };

function bondYield(...[settlement, maturity, coupon, price, frequency, ...terms]: Priced): number {
  const bond = bondOf([settlement, maturity, coupon, frequency], terms);
  return yieldOf(bond, positive(toFinite(price, "The price") + bond.accrued, "The price with accrued interest"));
}

const bondEntry = (what: "yield" | "price", summary: string, example: [string, Value], call: unknown): FunctionEntry => ({
  ...entry(`settlement maturity coupon ${what} frequency dayCount? redemption? monthEnd?`, summary, example, "plain", call),
  cost: 250,
});
const eight = '"2008-01-01", "2016-01-01", 0.08, 0.09, 2';

/** Functions of bonds. */
export const bondFunctions: Functions = {
  bondPrice: bondEntry(
    "yield",
    'The clean price per 100 of face value. Coupon and yield are yearly fractions; the yield is compounded at each coupon, frequency times a year. dayCount is "actual/actual ICMA" (default), "30/360", "30/360 US" or "30E/360"; redemption is per 100. monthEnd: false means that a bond which matures on the last day of a month does not pay its coupons on last days. Interest is simple in the last period.',
    ['round(bondPrice("2008-02-15", "2017-11-15", 0.0575, 0.065, 2, "30/360 US"), 4)', 94.6344],
    atYield((bond, rate) => dirtyPrice(bond, rate) - bond.accrued),
  ),
  bondYield: bondEntry(
    "price",
    "The yield to maturity, as a yearly fraction compounded at each coupon, for a clean price per 100 of face value; arguments as in bondPrice.",
    ['round(bondYield("2008-02-15", "2016-11-15", 0.0575, 95.04287, 2, "30/360 US"), 6)', 0.065],
    bondYield,
  ),
  accruedInterest: {
    ...entry(
      "settlement maturity coupon frequency dayCount? monthEnd?",
      "The interest that has accrued since the last coupon, per 100 of face value, which the buyer pays in addition to the clean price; arguments as in bondPrice.",
      ['accruedInterest("2024-04-15", "2034-01-15", 0.04, 2, "30/360")', 1],
      "plain",
      (settlement: string, maturity: string, coupon: unknown, frequency: unknown, dayCount?: string, monthEnd?: unknown) =>
        bondOf([settlement, maturity, coupon, frequency], [dayCount, 100, monthEnd]).accrued,
    ),
    cost: 250,
  },
  macaulayDuration: bondEntry(
    "yield",
    "The Macaulay duration in years: the mean time until the payments, weighted by their present value; arguments as in bondPrice.",
    [`round(macaulayDuration(${eight}), 4)`, 5.9938],
    atYield((bond, rate) => (sensitivities(bond, rate).slope * (bond.count === 1 ? 1 + bond.wait * rate : 1 + rate)) / bond.frequency),
  ),
  modifiedDuration: bondEntry(
    "yield",
    "The modified duration in years: the relative fall of the price with accrued interest per unit of yield; arguments as in bondPrice.",
    [`round(modifiedDuration(${eight}), 4)`, 5.7357],
    atYield((bond, rate) => sensitivities(bond, rate).slope / bond.frequency),
  ),
  bondConvexity: bondEntry(
    "yield",
    "The convexity in years squared: the second derivative of the price with accrued interest by the yield, as a share of the price; arguments as in bondPrice.",
    [`round(bondConvexity(${eight}), 3)`, 41.958],
    atYield((bond, rate) => sensitivities(bond, rate).curve / bond.frequency ** 2),
  ),
  couponDates: {
    ...entry(
      "settlement maturity frequency monthEnd?",
      "The dates of the coupons after a settlement date, counted back from maturity, which is the last one; monthEnd as in bondPrice.",
      ['couponDates("2024-03-31", "2025-02-28", 2)', ["2024-08-31", "2025-02-28"]],
      "texts",
      (settlement: string, maturity: string, frequency: unknown, monthEnd?: unknown) => {
        const { left, dateBack } = calendarOf(settlement, maturity, frequency, monthEnd);
        return Array.from({ length: left }, (_, k) => dateBack(left - 1 - k));
      },
    ),
    cost: (settlement: unknown, maturity: unknown, frequency: unknown) =>
      typeof settlement === "string" && typeof maturity === "string" && typeof frequency === "number"
        ? 20 + Math.abs(Number(maturity.slice(0, 4)) - Number(settlement.slice(0, 4)) || 0) * 3 * Math.abs(frequency)
        : 0,
  },
};
