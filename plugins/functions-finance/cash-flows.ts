// Cash flows of any size: present value, rates of return, payback. Payments are negative, receipts positive.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, listOf, toFinite } from "formulary/functions";
import { dayNumber } from "../functions-dates/index.ts";
import { rateOf } from "./rates.ts";
import { rootsOf, signChanges } from "./root-finding.ts";

const flowsOf = (list: unknown, name: string): number[] =>
  listOf(list, name, { of: "cash flows" }).map((flow) => toFinite(flow, "A cash flow"));

const netPresentValue = (rate: number, flows: number[]): number => flows.reduceRight((worth, flow) => worth / (1 + rate) + flow, 0);

/** Years from the first of the dates, of 365 days each. */
function yearsOf(dates: unknown, flows: number[]): number[] {
  if (!Array.isArray(dates) || dates.length !== flows.length)
    failFormula(`There must be one date for each of the ${flows.length} cash flows, in a list.`);
  const days = dates.map(dayNumber);
  return days.map((day) => (day - days[0]!) / 365);
}

/** Every rate above -100 % at which the present value of flows at these times is 0, in rising order. */
function ratesOf(flows: number[], times: number[]): number[] {
  const at = new Map<number, number>();
  for (const [k, flow] of flows.entries()) at.set(times[k]!, (at.get(times[k]!) ?? 0) + flow);
  const terms = [...at].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b);
  if (terms.length === 0) failFormula("Cash flows that are all 0 are worth nothing at every rate.");
  const roots = rootsOf({ times: terms.map(([time]) => time), amounts: terms.map(([, amount]) => amount) });
  return roots.map(Math.expm1).filter((rate) => rate > -1 && Number.isFinite(rate));
}

function onlyRate(rates: number[], list: string): number {
  if (rates.length === 0) failFormula(`There is no rate at which these cash flows are worth nothing. Ask count(${list}) first.`);
  const first = rates.slice(0, 4).map((rate) => `${Number((100 * rate).toPrecision(6))} %`);
  if (rates.length > 1)
    failFormula(
      `These cash flows are worth nothing at ${rates.length} rates (${first.join(", ")}), so none is the rate of return. Ask count(${list}) first.`,
    );
  return rates[0]!;
}

const periodsOf = (flows: number[]): number[] => flows.map((_, k) => k);
const internalRates = (list: unknown): number[] => {
  const flows = flowsOf(list, "internalRateOfReturn");
  return ratesOf(flows, periodsOf(flows));
};
const moneyWeighted = (list: unknown, dates: unknown): number[] => {
  const flows = flowsOf(list, "moneyWeightedReturn");
  return ratesOf(flows, yearsOf(dates, flows));
};

function datedNetPresentValue(rate: unknown, list: unknown, dates: unknown): number {
  const flows = flowsOf(list, "datedNetPresentValue");
  const factor = Math.log1p(rateOf(rate));
  const years = yearsOf(dates, flows);
  return flows.reduce((worth, flow, k) => worth + flow * Math.exp(-years[k]! * factor), 0);
}

function modifiedInternalRateOfReturn(list: unknown, financeRate: unknown, reinvestmentRate: unknown): number {
  const flows = flowsOf(list, "modifiedInternalRateOfReturn");
  const [finance, reinvestment] = [rateOf(financeRate, "The finance rate"), rateOf(reinvestmentRate, "The reinvestment rate")];
  const spent = -netPresentValue(
    finance,
    flows.map((flow) => Math.min(flow, 0)),
  );
  const earned = netPresentValue(
    reinvestment,
    flows.map((flow) => Math.max(flow, 0)),
  );
  if (!(spent > 0 && earned > 0)) failFormula("modifiedInternalRateOfReturn needs a negative and a positive cash flow.");
  return Math.expm1(Math.log(earned / spent) / (flows.length - 1) + Math.log1p(reinvestment));
}

// Each flow is spread evenly over its period.
/** After how many periods the running total is no longer negative; undefined where it always is. */
function paidBackAfter(list: unknown, value: unknown): number | undefined {
  const flows = flowsOf(list, "paybackPeriod");
  const rate = rateOf(value);
  const noise = 1e-12 * flows.reduce((most, flow) => Math.max(most, Math.abs(flow)), 0);
  let total = 0;
  for (const [k, flow] of flows.entries()) {
    const worth = flow * Math.exp(-k * Math.log1p(rate));
    if (total + worth >= -noise) return k === 0 ? 0 : k - 1 + Math.min(1, -total / worth);
    total += worth;
  }
  return undefined;
}
const paybackPeriod = (flows: unknown, rate: unknown = 0): number =>
  paidBackAfter(flows, rate) ?? failFormula("These cash flows never pay back what was spent. Ask isPaidBack first.");

// Each change of sign adds a level of recursion, with a search on each side of each turning point.
const searchCost = (list: unknown): number => {
  const amounts = Array.isArray(list) ? list.filter((flow) => typeof flow === "number") : [];
  return (1 + signChanges(amounts)) ** 2 * (amounts.length + 20) * 1.5;
};
const withSearch = (params: string, summary: string, example: [string, Value], dimension: string, call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, dimension, call),
  cost: searchCost as FunctionEntry["cost"] & object,
});

/** Functions of cash flows. */
export const flowFunctions: Functions = {
  netPresentValue: entry(
    "rate flows",
    "The net present value of cash flows at the times 0, 1, 2, … at time 0, at a rate per period as a fraction. The NPV of spreadsheets starts one period later.",
    ["netPresentValue(0.1, [-100, 110])", 0],
    "amount",
    (rate: unknown, flows: unknown) => netPresentValue(rateOf(rate), flowsOf(flows, "netPresentValue")),
  ),
  internalRateOfReturn: withSearch(
    "flows",
    "The rate per period (IRR), as a fraction, at which the present value of cash flows at the times 0, 1, 2, … is 0. An error where there is no such rate or more than one: check count(internalRatesOfReturn(flows)).",
    ["internalRateOfReturn([-100, 110])", 0.1],
    "amountPure",
    (flows: unknown) => onlyRate(internalRates(flows), "internalRatesOfReturn(flows)"),
  ),
  internalRatesOfReturn: withSearch(
    "flows",
    "Every rate per period above -100 %, as fractions from low to high, at which the present value of cash flows at the times 0, 1, 2, … is 0; an empty list where there is none.",
    ["round(internalRatesOfReturn([-100, 230, -132]), 12)", [0.1, 0.2]],
    "countList",
    internalRates,
  ),
  modifiedInternalRateOfReturn: entry(
    "flows financeRate reinvestmentRate",
    "The modified rate of return (MIRR) per period, as a fraction: payments are discounted at the finance rate, receipts grow at the reinvestment rate.",
    ["modifiedInternalRateOfReturn([-100, 0, 121], 0.1, 0.1)", 0.1],
    "amountPure",
    modifiedInternalRateOfReturn,
  ),
  datedNetPresentValue: entry(
    "rate flows dates",
    "The present value of dated cash flows on the first date of the list (XNPV), at an effective yearly rate as a fraction, with years of 365 days.",
    ['datedNetPresentValue(0.1, [-100, 110], ["2023-01-01", "2024-01-01"])', 0],
    "amount",
    datedNetPresentValue,
  ),
  moneyWeightedReturn: withSearch(
    "flows dates",
    "The effective yearly rate (XIRR), as a fraction, at which the present value of dated cash flows is 0, with years of 365 days. An error where there is no such rate or more than one: check count(moneyWeightedReturns(flows, dates)).",
    ['moneyWeightedReturn([-100, 110], ["2023-01-01", "2024-01-01"])', 0.1],
    "amountPure",
    (flows: unknown, dates: unknown) => onlyRate(moneyWeighted(flows, dates), "moneyWeightedReturns(flows, dates)"),
  ),
  moneyWeightedReturns: withSearch(
    "flows dates",
    "Every effective yearly rate above -100 %, as fractions from low to high, at which the present value of dated cash flows is 0; an empty list where there is none.",
    ['moneyWeightedReturns([100, 110], ["2023-01-01", "2024-01-01"])', []],
    "countList",
    moneyWeighted,
  ),
  paybackPeriod: entry(
    "flows rate?",
    "The number of periods, with a fraction, until the running total of cash flows at 0, 1, 2, … is no longer negative; with a rate it is discounted. An error where isPaidBack is false.",
    ["paybackPeriod([-100, 40, 40, 40])", 2.5],
    "amountPure",
    paybackPeriod,
  ),
  isPaidBack: entry(
    "flows rate?",
    "Whether the running total of cash flows ever stops being negative; with a rate it is discounted.",
    ["isPaidBack([-100, 40, 40])", false],
    "condition",
    (flows: unknown, rate: unknown = 0) => paidBackAfter(flows, rate) !== undefined,
  ),
};
