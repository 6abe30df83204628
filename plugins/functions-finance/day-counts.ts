// Day count fractions: the part of a year that interest is computed for. 2006 ISDA Definitions, section 4.16.
import type { Functions } from "formulary";
import { entry, failFormula, kindOf } from "formulary/functions";
import { dayNumber, daysInMonth, parts } from "../functions-dates/index.ts";

type Parts = ReturnType<typeof parts>;
const isLastOfMonth = ([year, month, day]: Parts): boolean => day === daysInMonth(year, month);
const isEndOfFebruary = (date: Parts): boolean => date[1] === 2 && isLastOfMonth(date);
const between = ([year, month]: Parts, [toYear, toMonth]: Parts, [day, toDay]: [number, number]): number =>
  360 * (toYear - year) + 30 * (toMonth - month) + toDay - day;

/** The days of the first and the last date, adjusted for months of 30 days. */
const thirties: Record<string, (from: Parts, to: Parts, isMaturity: boolean) => [number, number]> = {
  "30/360": (from, to) => {
    const first = Math.min(from[2], 30);
    return [first, first === 30 ? Math.min(to[2], 30) : to[2]];
  },
  // the Securities Industry Association's February rule comes first
  "30/360 US": (from, to) => {
    const first = isEndOfFebruary(from) ? 30 : Math.min(from[2], 30);
    if (isEndOfFebruary(from) && isEndOfFebruary(to)) return [30, 30];
    return [first, first === 30 ? Math.min(to[2], 30) : to[2]];
  },
  "30E/360": (from, to) => [Math.min(from[2], 30), Math.min(to[2], 30)],
  "30E/360 ISDA": (from, to, isMaturity) => [
    isLastOfMonth(from) ? 30 : from[2],
    isLastOfMonth(to) && !(isMaturity && to[1] === 2) ? 30 : to[2],
  ],
};

/** Days by a convention with months of 30 days; undefined where the convention counts calendar days. */
export function days360(from: string, to: string, convention: string, maturity?: string): number | undefined {
  const rule = Object.hasOwn(thirties, convention) ? thirties[convention] : undefined;
  if (!rule) return undefined;
  const [first, last] = [parts(from), parts(to)];
  return between(first, last, rule(first, last, to === maturity));
}

const yearLength = (year: number): number => 337 + daysInMonth(year, 2);
/** Every day is a 365th or 366th, by its year. */
function actualActual(from: string, to: string): number {
  const [first, last] = [parts(from)[0], parts(to)[0]];
  const passed = (date: string, year: number) => (dayNumber(date) - dayNumber(`${date.slice(0, 4)}-01-01`)) / yearLength(year);
  return last - first + passed(to, last) - passed(from, first);
}

const actual: Record<string, (from: string, to: string) => number> = {
  "actual/360": (from, to) => (dayNumber(to) - dayNumber(from)) / 360,
  "actual/365F": (from, to) => (dayNumber(to) - dayNumber(from)) / 365,
  "actual/actual ISDA": actualActual,
};

function dayCountFraction(from: string, to: string, convention: string, maturity?: string): number {
  if (dayNumber(to) < dayNumber(from)) return -dayCountFraction(to, from, convention, maturity) + 0;
  if (maturity !== undefined) dayNumber(maturity);
  // a list would be written out to be looked up
  const days = typeof convention === "string" ? days360(from, to, convention, maturity) : undefined;
  if (days !== undefined) return days / 360;
  if (typeof convention !== "string" || !Object.hasOwn(actual, convention))
    failFormula(
      `"${typeof convention === "string" ? convention.slice(0, 40) : kindOf(convention)}" is no day count convention: ${[...Object.keys(thirties), ...Object.keys(actual)].join(", ")}.`,
    );
  return actual[convention]!(from, to);
}

/** The function of day counts. */
export const dayCountFunctions: Functions = {
  dayCountFraction: entry(
    "from to convention maturity?",
    'The part of a year between two dates, negative when the second is earlier, by "30/360" (bond basis), "30/360 US" (with the February rule), "30E/360", "30E/360 ISDA" (which treats the end of February at maturity differently), "actual/360", "actual/365F" or "actual/actual ISDA".',
    ['dayCountFraction("2024-01-31", "2024-07-31", "30/360")', 0.5],
    "count",
    dayCountFraction,
  ),
};
