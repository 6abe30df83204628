// Depreciation of an asset, year by year: straight line, declining balance, years' digits, and the percentages of
// United States tax law.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, numberWithin, positive, toFinite, wholeNumber } from "formulary/functions";
import { isSet } from "./rates.ts";

/** What every method needs of an asset. */
interface Asset {
  cost: number;
  salvage: number;
  life: number;
  /** The share of the first year that counts. */
  first: number;
}

function assetOf(cost: unknown, salvage: unknown, life: unknown, firstYear: unknown = 1): Asset {
  const asset = {
    cost: numberWithin(cost, "The cost", [0]),
    salvage: numberWithin(salvage, "The salvage value", [0]),
    life: wholeNumber(life, "The life in years", [1, 1000]),
    first: positive(firstYear, "The share of the first year"),
  };
  if (asset.salvage > asset.cost) failFormula("The salvage value must not be above the cost.");
  if (asset.first > 1) failFormula(`The share of the first year is a fraction up to 1 (5 of 12 months are 5/12); it is ${asset.first}.`);
  return asset;
}
// The rest of a partial first year is an additional year at the end.
const yearsOf = ({ life, first }: Asset): number[] => Array.from({ length: first < 1 ? life + 1 : life }, (_, k) => k + 1);
const share = ({ life, first }: Asset, year: number): number => (year === 1 ? first : year > life ? 1 - first : 1);

function straightLine(...values: Parameters<typeof assetOf>): number[] {
  const asset = assetOf(...values);
  return yearsOf(asset).map((year) => ((asset.cost - asset.salvage) / asset.life) * share(asset, year));
}

/** Each year's digits are spread over the two calendar years that it lies in. */
function yearsDigits(...values: Parameters<typeof assetOf>): number[] {
  const asset = assetOf(...values);
  const { life, first } = asset;
  const unit = (asset.cost - asset.salvage) / ((life * (life + 1)) / 2);
  return yearsOf(asset).map(
    (year) => unit * ((year > life ? 0 : (life - year + 1) * first) + (year > 1 ? (life - year + 2) * (1 - first) : 0)),
  );
}

function decliningBalance(
  cost: unknown,
  salvage: unknown,
  life: unknown,
  factor: unknown = 2,
  switching: unknown = false,
  firstYear: unknown = 1,
): number[] {
  const asset = assetOf(cost, salvage, life, firstYear);
  const rate = Math.min(1, positive(factor, "The factor") / asset.life);
  const switches = isSet(switching, "switching");
  let book = asset.cost;
  return yearsOf(asset).map((year) => {
    const part = share(asset, year);
    const left = asset.life - (year === 1 ? 0 : year - 2 + asset.first);
    const evenly = switches ? (book - asset.salvage) * Math.min(1, part / left) : 0;
    const amount = Math.min(book - asset.salvage, Math.max(book * rate * part, evenly));
    book -= amount;
    return amount;
  });
}

const classes: Record<number, { factor: number; digits: number }> = {
  3: { factor: 2, digits: 4 },
  5: { factor: 2, digits: 4 },
  7: { factor: 2, digits: 4 },
  10: { factor: 2, digits: 4 },
  15: { factor: 1.5, digits: 4 },
  20: { factor: 1.5, digits: 5 },
};

// Rev. Proc. 87-57: each year's share is rounded, and the next years use the rounded rest. The mid-quarter tables do not
// follow from this method to the last digit, so they are left out.
/** The shares of table A-1 of IRS Publication 946. */
function macrsRates(recoveryPeriod: unknown): number[] {
  const period = toFinite(recoveryPeriod, "The recovery period");
  const kind = Object.hasOwn(classes, period) ? classes[period]! : undefined;
  if (!kind) return failFormula(`macrsRates knows property of 3, 5, 7, 10, 15 and 20 years, not ${period}.`);
  // whole units of the last digit: 10,000 for 100.00 %
  const scale = 10 ** kind.digits;
  let left = scale;
  return Array.from({ length: period + 1 }, (_, k) => {
    const part = k === 0 ? 0.5 : 1;
    const declining = (left * kind.factor * part) / period;
    const evenly = (left * part) / (period - Math.max(0, k - 0.5));
    const units = k === period ? left : Math.floor(Math.max(declining, evenly) + 0.5 + 1e-9);
    left -= units;
    return units / scale;
  });
}

const yearly = (params: string, summary: string, example: [string, Value], call: unknown): FunctionEntry => ({
  ...entry(params, summary, example, "amounts", call),
  cost: (_cost: unknown, _salvage: unknown, life?: unknown) => (typeof life === "number" ? Math.abs(life) / 8 : 0),
});
const partNote = "firstYear is the share of the first year that counts (default 1); below 1 there is one more year";

/** Functions of depreciation. */
export const depreciationFunctions: Functions = {
  straightLineDepreciation: yearly(
    "cost salvage life firstYear?",
    `The depreciation of each year, in equal parts; ${partNote}.`,
    ["straightLineDepreciation(1000, 100, 3, 0.5)", [150, 300, 300, 150]],
    straightLine,
  ),
  decliningBalanceDepreciation: yearly(
    "cost salvage life factor? switching? firstYear?",
    `The depreciation of each year as factor / life (default factor 2: double) of the book value, down to the salvage value; switching: true changes to equal parts of the rest when these are larger; ${partNote}.`,
    ["decliningBalanceDepreciation(1000, 100, 4, 1.5, true)", [375, 234.375, 146.484375, 144.140625]],
    decliningBalance,
  ),
  sumOfYearsDigitsDepreciation: yearly(
    "cost salvage life firstYear?",
    `The depreciation of each year by the years that remain, as a share of the sum of the years' digits; ${partNote}.`,
    ["sumOfYearsDigitsDepreciation(700, 100, 3)", [300, 200, 100]],
    yearsDigits,
  ),
  macrsRates: entry(
    "recoveryPeriod",
    "The shares of the cost that United States tax law (MACRS, general system, half-year convention) allows as a deduction in each year for property of 3, 5, 7, 10, 15 or 20 years, rounded as in table A-1 of IRS Publication 946. There is one more year than the period has.",
    ["macrsRates(5)", [0.2, 0.32, 0.192, 0.1152, 0.1152, 0.0576]],
    "plainList",
    macrsRates,
  ),
};
