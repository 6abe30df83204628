import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

const close = (source: string, expected: number, values: Record<string, Value> = {}) => {
  const got = run(source, values) as number;
  expect(Math.abs(got - expected) / Math.max(1e-300, Math.abs(expected)), `${source} = ${got}`).toBeLessThan(1e-12);
};

describe("annuities and loans", () => {
  // mpmath, 30 digits: sums of discounted payments, and roots of them
  it.each<[string, number]>([
    ["loanPayment(0.01, 12, 1000)", 88.8487886783417],
    ["loanPayment(0, 10, 1000, 100)", 90],
    ["loanBalance(0.01, 6, 88.8487886783417, 1000)", 514.9210645801994],
    ["loanPeriods(0.01, 100, 1000)", 10.588644459423236],
    ["loanInterestRate(24, 230, 5000)", 0.008071423385233973],
    ["loanInterestRate(24, 230, 5000, 0, true)", 0.0088019202291207],
    ["loanInterestRate(24, 40, 1000)", -0.0032403097616733505],
    ["loanInterestRate(10, 100, 1000)", 0],
    ["savingsInterestRate(120, 100, 20000, 500)", 0.007097423082280848],
    ["annuityFactor(1e-14, 360)", 360 * (1 - 1e-14 * 180.5)],
    ["annuityFactor(0.05, 10, true) / annuityFactor(0.05, 10)", 1.05],
    ["futureAnnuityFactor(-0.5, 2)", 1.5],
    ["growingAnnuityPresentValue(0.08, 0.03, 20, 1000)", (1000 * (1 - (1.03 / 1.08) ** 20)) / 0.05],
    ["effectiveRate(0.05, 365)", 0.05126749646744716],
    ["nominalRate(effectiveRate(0.05, 12), 12)", 0.05],
  ])("%s", (source, expected) => {
    close(source, expected);
  });

  it("go through lists, as a table of balances needs it", () => {
    expect(run("round(annuityFutureValue(0, [0, 12, 24], 100, 4000), 9)")).toEqual([4000, 5200, 6400]);
    expect(run("annuityPresentValue([0, 0], 3, 10)")).toEqual([30, 30]);
  });

  refuses([
    ["loanPeriods(0.1, 90, 1000)", "never repays the loan"],
    ["loanInterestRate(10, 0, 1000)", "At no rate"],
    ["loanPayment(-1, 10, 1000)", "above -100 %"],
    ["loanPayment(0.1, 0, 1000)", "more than 0 periods"],
    ["savingsPeriods(0, 0, 1000)", "never reach the goal"],
    ["annuityFutureValue(2, 5000, 1)", "too large"],
    ['annuityFactor("5", 2)', "needs numbers and got a text"],
  ]);
});

describe("amortization schedules", () => {
  it("end with what is still owed, and their parts add up to the loan", () => {
    expect(run("count(amortizationBalance(0.01, loanPayment(0.01, 360, 200000), 200000))")).toBe(360);
    expect(run("last(amortizationBalance(0.01, loanPayment(0.01, 360, 200000), 200000))")).toBe(0);
    close("sum(amortizationPrincipal(0.005, 1399.1010503, 200000))", 200000);
    // the catalogue's mortgage with 200 more a month, Python decimal: 252 payments, 151,875.8716 of interest
    expect(run("count(amortizationInterest(0.005, loanPayment(0.005, 360, 200000) + 200, 200000))")).toBe(252);
    expect(run("sum(amortizationInterest(0.005, loanPayment(0.005, 360, 200000) + 200, 200000))")).toBeCloseTo(151875.8716, 3);
  });
  it.each([0, 0.001, 0.01, 0.4 / 12, 0.05, 0.1])("have as many payments as the loan, at %d a period", (rate) => {
    for (const periods of [1, 12, 120, 360, 600]) {
      // beyond a growth of 10^15 a payment's last digit decides about the whole loan
      if ((1 + rate) ** periods > 1e12) continue;
      expect(run("count(amortizationBalance(rate, loanPayment(rate, periods, 250000), 250000))", { rate, periods })).toBe(periods);
    }
    expect(run("count(amortizationBalance(rate, loanPayment(rate, 12, 100) * 1.0001, 100))", { rate })).toBe(12);
    expect(run("count(amortizationBalance(rate, loanPayment(rate, 12, 100) * 0.9999, 100))", { rate })).toBe(13);
  });
  it("round interest as lenders do", () => {
    expect(run("amortizationInterest(0.0075, 171.5, 1000, 3, 2)")).toEqual([7.5, 6.27, 5.03]);
  });
  it("may stop at a balloon, also of a loan that is never repaid", () => {
    expect(run("amortizationBalance(0.1, 100, 1000, 3)")).toEqual([1000, 1000, 1000]);
    expect(() => run("amortizationBalance(0.1, 100, 1000)")).toThrow("never repays");
    expect(() => run("amortizationBalance(0, 1, 20000)")).toThrow("at most 10000");
  });
});

describe("cash flows", () => {
  // mpmath, 30 digits: roots and sums of the discounted flows
  const dated = {
    flows: [-10000, 2750, 4250, 3250, 2750],
    dates: ["2008-01-01", "2008-03-01", "2008-10-30", "2009-02-15", "2009-04-01"],
  };
  it("have their rates of return", () => {
    close("internalRateOfReturn([-70000, 12000, 15000, 18000, 21000, 26000])", 0.0866309480365316);
    close("netPresentValue(0.08, [-70000, 12000, 15000, 18000, 21000, 26000])", 1390.9637856040185);
    close("modifiedInternalRateOfReturn([-120000, 39000, 30000, 21000, 37000, 46000], 0.1, 0.12)", 0.12609413036590514);
    close("moneyWeightedReturn(flows, dates)", 0.37336253351883153, dated);
    close("datedNetPresentValue(0.09, flows, dates)", 2086.64760203153, dated);
    expect(run("internalRateOfReturn([-100, 0.000001])")).toBeCloseTo(-1 + 1e-8, 15);
  });

  it.each<[string, number[]]>([
    ["[-100, 230, -132]", [0.1, 0.2]],
    ["[-100, 220, -121]", [0.1]],
    ["[1000, -3600, 4310, -1716]", [0.1, 0.2, 0.3]],
    ["[-100, 200, -150]", []],
    ["[0, 0, -100, 110]", [0.1]],
    ["[100, 0, 100]", []],
  ])("the internal rates of %s are all found", (flows, rates) => {
    const found = run(`internalRatesOfReturn(${flows})`) as number[];
    expect(found).toHaveLength(rates.length);
    for (const [k, rate] of rates.entries()) expect(found[k]).toBeCloseTo(rate, 7);
  });

  it("find exactly the roots that were put in", () => {
    // the polynomial with the given rates: the product of (1 - x (1 + r))
    for (const rates of [
      [-0.5, 0.05, 0.07, 3],
      [-0.9, -0.2, 0, 0.4, 12],
      [0.01, 0.02, 0.04, 0.08, 0.16, 0.32],
    ]) {
      const flows = rates.reduce((all, r) => all.concat(0).map((c, k) => c - (1 + r) * (all[k - 1] ?? 0)), [1000]);
      const found = run("internalRatesOfReturn(flows)", { flows }) as number[];
      expect(found).toHaveLength(rates.length);
      for (const [k, rate] of rates.entries()) expect(found[k]).toBeCloseTo(rate, 6);
    }
  });

  it("say when there is no rate, or several, and how to ask", () => {
    expect(() => run("internalRateOfReturn([-100, 230, -132])")).toThrow(
      "at 2 rates (10 %, 20 %), so none is the rate of return. Ask count(internalRatesOfReturn(flows)) first.",
    );
    expect(() => run("internalRateOfReturn([100, 100])")).toThrow("There is no rate");
    expect(() => run("internalRateOfReturn([0, 0])")).toThrow("worth nothing at every rate");
    expect(() => run('moneyWeightedReturn([-1, 2], ["2024-01-01"])')).toThrow("one date for each of the 2");
    expect(() => run('moneyWeightedReturn([-1, 2], ["2024-01-01", "2024-13-01"])')).toThrow("not a date");
    expect(() => run('netPresentValue(0.1, ["a"])')).toThrow("must be a number, not the text");
  });

  it("are not searched for ever", () => {
    const flows = Array.from({ length: 400 }, (_, k) => (k % 2 ? 1 + k / 400 : -1));
    expect(() => run("internalRatesOfReturn(flows)", { flows })).toThrow("more than 100,000 steps");
  });

  it("are paid back", () => {
    expect(run("paybackPeriod([-100, 50, 25, 50])")).toBe(2.5);
    expect(run("paybackPeriod([-100, 110], 0.1)")).toBeCloseTo(1, 12);
    expect(run("paybackPeriod([5, -3, 1])")).toBe(0);
    expect(run("isPaidBack([-100, 104], 0.05)")).toBe(false);
    expect(() => run("paybackPeriod([-100, 99])")).toThrow("Ask isPaidBack first");
  });
});

describe("depreciation", () => {
  it("follows the methods of the books", () => {
    // Microsoft's examples of DDB, as Calligra's tests quote them: 480 in the first, 22.1225472 in the tenth year; 306 in the second at 150 %
    const double = run("decliningBalanceDepreciation(2400, 300, 10)") as number[];
    expect([double[0], double[9]]).toEqual([480, expect.closeTo(22.1225472, 9)]);
    expect((run("decliningBalanceDepreciation(2400, 300, 10, 1.5)") as number[])[1]).toBeCloseTo(306, 10);
    expect(run("decliningBalanceDepreciation(1100, 100, 5, 6)")).toEqual([1000, 0, 0, 0, 0]);
    expect(run("sumOfYearsDigitsDepreciation(1600, 100, 5, 0.25)")).toEqual([125, 475, 375, 275, 175, 75]);
    expect(run("decliningBalanceDepreciation(1000000, 0, 5, 2, true, 0.5)")).toEqual([200000, 320000, 192000, 115200, 115200, 57600]);
    for (const rest of ["6, 2, true, 0.3", "6, 1.5, true", "1, 2, true"])
      expect(run(`sum(decliningBalanceDepreciation(1000, 120, ${rest}))`)).toBeCloseTo(880, 9);
  });

  // the half-year table (IRS Publication 946, A-1) as Cengage's tax textbook prints it in its table 7.2
  it.each<[number, number[]]>([
    [3, [33.33, 44.45, 14.81, 7.41]],
    [5, [20, 32, 19.2, 11.52, 11.52, 5.76]],
    [7, [14.29, 24.49, 17.49, 12.49, 8.93, 8.92, 8.93, 4.46]],
    [10, [10, 18, 14.4, 11.52, 9.22, 7.37, 6.55, 6.55, 6.56, 6.55, 3.28]],
    [15, [5, 9.5, 8.55, 7.7, 6.93, 6.23, 5.9, 5.9, 5.91, 5.9, 5.91, 5.9, 5.91, 5.9, 5.91, 2.95]],
    [
      20,
      [
        3.75, 7.219, 6.677, 6.177, 5.713, 5.285, 4.888, 4.522, 4.462, 4.461, 4.462, 4.461, 4.462, 4.461, 4.462, 4.461, 4.462, 4.461, 4.462,
        4.461, 2.231,
      ],
    ],
  ])("of %s-year property is that of the tax tables", (period, percents) => {
    expect(run(`round(100 * macrsRates(${period}), 3)`)).toEqual(percents);
  });

  refuses([
    ["straightLineDepreciation(100, 200, 5)", "must not be above the cost"],
    ["straightLineDepreciation(100, 0, 2.5)", "whole number"],
    ["straightLineDepreciation(100, 0, 5, 6)", "fraction up to 1"],
    ["macrsRates(4)", "3, 5, 7, 10, 15 and 20 years, not 4"],
  ]);
});

describe("day counts", () => {
  it.each<[string, string, string, number]>([
    // ISDA's examples of 1999 (mktc1198), as QuantLib tests them
    ["2003-11-01", "2004-05-01", "actual/actual ISDA", 0.497724380567],
    ["1999-02-01", "1999-07-01", "actual/actual ISDA", 0.41095890411],
    ["1999-07-01", "2000-07-01", "actual/actual ISDA", 1.0013773486],
    ["2002-08-15", "2003-07-15", "actual/actual ISDA", 0.915068493151],
    ["2000-01-30", "2000-06-30", "actual/actual ISDA", 0.415300546448],
    // bond basis with ends of February, a public test log of QuantLib's Thirty360
    ["2006-02-28", "2006-08-31", "30/360", 0.508333333333],
    ["2006-08-31", "2007-02-28", "30/360", 0.494444444444],
    // by the definitions
    ["2006-02-28", "2006-08-31", "30/360 US", 0.5],
    ["2007-02-28", "2008-02-29", "30/360 US", 1],
    ["2007-02-28", "2008-02-29", "30E/360 ISDA", 1],
    ["2007-01-30", "2007-03-31", "30/360", 60 / 360],
    ["2007-01-29", "2007-03-31", "30/360", 62 / 360],
    ["2007-01-29", "2007-03-31", "30E/360", 61 / 360],
    ["2024-01-01", "2024-12-31", "actual/360", 365 / 360],
    ["2024-12-31", "2024-01-01", "actual/365F", -1],
  ])("from %s to %s by %s", (from, to, convention, expected) => {
    expect(run("dayCountFraction(from, to, convention)", { from, to, convention })).toBeCloseTo(expected, 11);
  });
  it("know the maturity of 30E/360 ISDA, and which conventions there are", () => {
    expect(run('360 * dayCountFraction("2008-08-31", "2009-02-28", "30E/360 ISDA")')).toBe(180);
    expect(run('360 * dayCountFraction("2008-08-31", "2009-02-28", "30E/360 ISDA", "2009-02-28")')).toBe(178);
    expect(() => run('dayCountFraction("2024-01-01", "2025-01-01", "constructor")')).toThrow(
      '"constructor" is no day count convention: 30/360,',
    );
  });
});

describe("bonds", () => {
  const first = '"2008-02-15", "2017-11-15", 0.0575, 0.065, 2, "30/360 US"';
  const monthEnds = '"2023-08-31", "2031-11-30", 0.0325, 0.041, 4, "actual/actual ICMA", 100, false';
  const lastPeriod = '"2024-07-10", "2024-11-15", 0.04, 0.05, 2';
  it.each<[string, number, number]>([
    // the first as ECMA-376 prints it for PRICE; MDURATION's example and the rest from mpmath and Python decimal, durations as numerical derivatives of the price
    [`bondPrice(${first})`, 94.63436162, 8],
    ['bondYield("2008-02-15", "2016-11-15", 0.0575, 95.04287, 2, "30/360 US")', 0.065, 7],
    ['modifiedDuration("2008-01-01", "2016-01-01", 0.08, 0.09, 2)', 5.735669814, 8],
    ['macaulayDuration("2008-01-01", "2016-01-01", 0.08, 0.09, 2)', 5.993774956, 8],
    ['bondConvexity("2008-01-01", "2016-01-01", 0.08, 0.09, 2)', 41.95760284, 7],
    ['accruedInterest("2008-02-15", "2017-11-15", 0.0575, 2, "30/360 US")', 1.4375, 12],
    [`macaulayDuration(${first})`, 7.416485, 6],
    [`bondConvexity(${first})`, 64.89774, 5],
    [`bondPrice(${monthEnds})`, 94.07742297, 8],
    [`modifiedDuration(${monthEnds})`, 7.155284, 6],
    [`bondConvexity(${monthEnds})`, 57.504, 5],
    [`bondPrice(${lastPeriod})`, 99.6477146, 7],
    [`modifiedDuration(${lastPeriod})`, 0.34188, 6],
    [`macaulayDuration(${lastPeriod})`, 0.347826, 6],
    [`bondConvexity(${lastPeriod})`, 0.23376, 5],
    ['bondPrice("2024-05-15", "2034-05-15", 0.04, 0.04, 2)', 100, 11],
    ['bondYield("2024-07-10", "2024-11-15", 0.04, 99.64771460423636, 2)', 0.05, 12],
  ])("%s", (source, expected, digits) => {
    expect(run(source)).toBeCloseTo(expected, digits);
  });
  it("give back the yield that made the price", () => {
    for (const rate of [-0.02, 0, 0.0001, 0.04, 0.5, 3]) {
      const price = run('bondPrice("2024-02-10", "2063-08-31", 0.03, rate, 2, "30E/360")', { rate }) as number;
      expect(run('bondYield("2024-02-10", "2063-08-31", 0.03, price, 2, "30E/360")', { price })).toBeCloseTo(rate, 12);
    }
  });
  it("pay on last days where they mature on one", () => {
    expect(run('couponDates("2024-01-15", "2025-02-28", 4)')).toEqual([
      "2024-02-29",
      "2024-05-31",
      "2024-08-31",
      "2024-11-30",
      "2025-02-28",
    ]);
    expect(run('couponDates("2024-02-29", "2025-02-28", 1, false)')).toEqual(["2025-02-28"]);
    expect(run('couponDates("2024-02-28", "2025-02-28", 1)')).toEqual(["2024-02-29", "2025-02-28"]);
  });
  refuses([
    ['bondPrice("2024-05-15", "2024-05-15", 0.04, 0.04, 2)', "matures after"],
    ['bondPrice("2024-05-15", "2034-05-15", 0.04, 0.04, 5)', "not 5"],
    ['bondPrice("2024-05-15", "2034-05-15", 0.04, 0.04, 2, "actual/360")', "not by"],
    ['bondPrice("2024-05-15", "2034-05-15", 0.04, -2, 2)', "leaves nothing"],
    ['couponDates("2024-05-15", "2524-05-15", 12)', "the most is 5000"],
  ]);
});
