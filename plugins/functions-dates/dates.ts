// Functions of dates: differences, dates some days or months later, and the parts of a date.
import type { Functions } from "formulary";
import { entry, failFormula, wholeNumber } from "formulary/functions";
import {
  addMonths,
  dayNumber,
  daySeconds,
  daysInMonth,
  endOfMonth,
  monthNames,
  monthsBetween,
  parts,
  toDate,
  writeDate,
  yearOf,
} from "./calendar.ts";

const wholeYears = (from: string, to: string): number => Math.trunc(monthsBetween(from, to) / 12) + 0;

/** Whole years, then whole months, then days, as people count an age. */
function ageParts(from: string, to: string): number[] {
  if (dayNumber(to) < dayNumber(from)) failFormula(`ageParts goes from an earlier to a later date; ${to} lies before ${from}.`);
  const months = monthsBetween(from, to);
  return [Math.floor(months / 12), months % 12, dayNumber(to) - dayNumber(addMonths(from, months))];
}

/** Functions of dates. */
export const dateFunctions: Functions = {
  date: entry("year month day", "The date of a year, a month (1 to 12) and a day.", ["date(2024, 2, 29)", "2024-02-29"], "text", writeDate),
  year: entry("date", "The year of a date.", ['year("2024-02-29")', 2024], "count", (date: string) => parts(date)[0]),
  month: entry("date", "The month of a date, 1 to 12.", ['month("2024-02-29")', 2], "count", (date: string) => parts(date)[1]),
  day: entry("date", "The day of the month of a date, 1 to 31.", ['day("2024-02-29")', 29], "count", (date: string) => parts(date)[2]),
  quarter: entry(
    "date",
    "The quarter of the calendar year that a date lies in, 1 to 4.",
    ['quarter("2024-05-17")', 2],
    "count",
    (date: string) => Math.ceil(parts(date)[1] / 3),
  ),
  monthName: entry(
    "month",
    "The English name of a month from 1 to 12.",
    ["monthName(2)", "February"],
    "text",
    (month: number) => monthNames[wholeNumber(month, "The month", [1, 12]) - 1]!,
  ),
  daysInMonth: {
    ...entry(
      "year month",
      "How many days a month (1 to 12) of a year has.",
      ["daysInMonth(2024, 2)", 29],
      "plain",
      (year: number, month: number) => daysInMonth(yearOf(year), wholeNumber(month, "The month", [1, 12])),
    ),
    each: true,
  },
  isLeapYear: entry(
    "year",
    "Whether a year of the Gregorian calendar has 366 days.",
    ["isLeapYear(2000)", true],
    "condition",
    (year: number) => daysInMonth(wholeNumber(year, "The year"), 2) === 29,
  ),
  dayOfYear: entry(
    "date",
    "The number of a day in its year: 1 for 1 January.",
    ['dayOfYear("2024-12-31")', 366],
    "count",
    (date: string) => dayNumber(date) - dayNumber(`${date.slice(0, 4)}-01-01`) + 1,
  ),
  endOfMonth: entry("date", "The last day of the month of a date.", ['endOfMonth("2024-02-10")', "2024-02-29"], "text", endOfMonth),
  addDays: entry(
    "date n",
    "The date a number of days later.",
    ['addDays("2024-02-28", 2)', "2024-03-01"],
    "text",
    (date: string, n: number) => toDate(dayNumber(date) + wholeNumber(n, "The number of days")),
  ),
  addMonths: entry(
    "date n",
    "The same day a number of months later, or the last day of that month where it has fewer days.",
    ['addMonths("2024-01-31", 1)', "2024-02-29"],
    "text",
    addMonths,
  ),
  daysBetween: entry(
    "from to",
    'The time from one date to another, negative when the second is earlier; number(…, "day") gives it in days.',
    ['daysBetween("2024-02-28", "2024-03-01")', 2 * daySeconds],
    "time",
    (from: string, to: string) => (dayNumber(to) - dayNumber(from)) * daySeconds,
  ),
  monthsBetween: entry(
    "from to",
    "How many whole months lie between two dates, negative when the second is earlier.",
    ['monthsBetween("2024-01-31", "2024-03-30")', 1],
    "count",
    monthsBetween,
  ),
  yearsBetween: entry(
    "from to",
    "How many whole years lie between two dates (an age), negative when the second is earlier. A person born on 29 February becomes a year older on 28 February of common years.",
    ['yearsBetween("2000-06-15", "2024-06-14")', 23],
    "count",
    wholeYears,
  ),
  ageParts: entry(
    "from to",
    "An age as [years, months, days]: whole years, whole months beyond them, and days beyond those.",
    ['ageParts("2000-01-31", "2024-03-01")', [24, 1, 1]],
    "countList",
    ageParts,
  ),
};
