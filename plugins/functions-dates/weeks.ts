// Weeks and working days: weekdays and week numbers of ISO 8601, and days that are neither weekend nor holiday.
import type { Functions } from "formulary";
import { entry, failFormula, wholeNumber } from "formulary/functions";
import { dayNumber, daysInMonth, parts, toDate, writeDate, yearOf } from "./calendar.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

// 1 January 1970 was a Thursday.
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
const weekday = (date: string): number => weekdayOf(dayNumber(date));

// Year 0 is allowed too: the first days of year 1 may lie in its last week.
/** The Monday of week 1, which contains 4 January. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(2000 + (year % 400), 0, 4) / 86_400_000 + (Math.floor(year / 400) - 5) * 146_097;
  return fourth - weekdayOf(fourth) + 1;
}
/** ISO year and week: those of the week's Thursday. */
function isoWeek(date: string): [year: number, week: number] {
  const day = dayNumber(date);
  const calendarYear = parts(date)[0];
  const year = day < firstMonday(calendarYear) ? calendarYear - 1 : day >= firstMonday(calendarYear + 1) ? calendarYear + 1 : calendarYear;
  return [year, Math.floor((day - firstMonday(year)) / 7) + 1];
}
const weeksInYear = (year: number): number => (firstMonday(year + 1) - firstMonday(year)) / 7;

function dateOfIsoWeek(year: number, week: number, on: number = 1): string {
  wholeNumber(week, `The week of ${yearOf(year)}`, [1, weeksInYear(year)]);
  return toDate(firstMonday(year) + 7 * (week - 1) + wholeNumber(on, "The weekday", [1, 7]) - 1);
}

function nthWeekday(year: number, month: number, n: number, on: number): string {
  const first = dayNumber(writeDate(year, month, 1));
  wholeNumber(on, "The weekday", [1, 7]);
  if (wholeNumber(n, "The position in the month") === 0) failFormula("nthWeekday counts from 1, or from the end with -1.");
  const days = daysInMonth(year, month);
  const earliest = 1 + ((on - weekdayOf(first) + 7) % 7);
  const latest = earliest + 7 * Math.floor((days - earliest) / 7);
  const day = n > 0 ? earliest + 7 * (n - 1) : latest + 7 * (n + 1);
  if (day < 1 || day > days) failFormula(`${writeDate(year, month, 1).slice(0, 7)} has no ${weekdays[on - 1]} number ${n}.`);
  return toDate(first + day - 1);
}

/** Which days count as working days. */
interface WorkingDays {
  holidays: Set<number>;
  weekend: Set<number>;
}
function workingDaysOf(holidays: unknown, weekend: unknown): WorkingDays {
  if (!Array.isArray(holidays)) failFormula('Holidays are a list of dates: ["2024-12-25", …].');
  if (!Array.isArray(weekend)) failFormula("A weekend is a list of weekdays, 1 Monday to 7 Sunday: [6, 7].");
  const free = new Set(weekend.map((day) => wholeNumber(day, "A day of the weekend", [1, 7])));
  if (free.size === 7) failFormula("A weekend of seven days leaves no business day.");
  return { weekend: free, holidays: new Set(holidays.map(dayNumber).filter((day) => !free.has(weekdayOf(day)))) };
}

function businessDays(from: string, to: string, holidays: unknown = [], weekend: unknown = [6, 7]): number {
  const [start, end] = [dayNumber(from), dayNumber(to)];
  if (end < start) return -businessDays(to, from, holidays, weekend) + 0;
  const work = workingDaysOf(holidays, weekend);
  const weeks = Math.floor((end - start) / 7);
  let count = weeks * (7 - work.weekend.size);
  for (let day = start + 7 * weeks; day < end; day++) if (!work.weekend.has(weekdayOf(day))) count++;
  for (const day of work.holidays) if (day >= start && day < end) count--;
  return count;
}

function addBusinessDays(date: string, n: number, holidays: unknown = [], weekend: unknown = [6, 7]): string {
  const work = workingDaysOf(holidays, weekend);
  const step = Math.sign(wholeNumber(n, "The number of business days"));
  let day = dayNumber(date);
  for (let left = Math.abs(n); left > 0; ) {
    day += step;
    if (Math.abs(day) > 4e6) break;
    if (!work.weekend.has(weekdayOf(day)) && !work.holidays.has(day)) left--;
  }
  return toDate(day);
}
const listCost = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Functions of weekdays, weeks and working days. */
export const weekFunctions: Functions = {
  weekday: entry("date", "The weekday of a date: 1 for Monday to 7 for Sunday (ISO 8601).", ['weekday("2024-10-07")', 1], "count", weekday),
  weekdayName: entry(
    "date",
    "The English name of the weekday.",
    ['weekdayName("2024-10-07")', "Monday"],
    "text",
    (date: string) => weekdays[weekday(date) - 1]!,
  ),
  nthWeekday: entry(
    "year month n weekday",
    "The date of the nth weekday (1 Monday to 7 Sunday) of a month; n = -1 is the last one, -2 the one before it.",
    ["nthWeekday(2024, 11, 4, 4)", "2024-11-28"],
    "text",
    nthWeekday,
  ),
  isoWeek: entry(
    "date",
    "The week number of ISO 8601, 1 to 53; weeks start on Monday, and week 1 has the first Thursday of the year.",
    ['isoWeek("2021-01-03")', 53],
    "count",
    (date: string) => isoWeek(date)[1],
  ),
  isoYear: entry(
    "date",
    "The year that the ISO week of a date belongs to.",
    ['isoYear("2021-01-03")', 2020],
    "count",
    (date: string) => isoWeek(date)[0],
  ),
  isoWeeksInYear: entry("year", "How many ISO weeks a year has, 52 or 53.", ["isoWeeksInYear(2020)", 53], "count", (year: number) =>
    weeksInYear(yearOf(year)),
  ),
  dateOfIsoWeek: entry(
    "isoYear isoWeek weekday?",
    "The date of a weekday (1 Monday to 7 Sunday, default Monday) of an ISO week.",
    ["dateOfIsoWeek(2020, 53, 7)", "2021-01-03"],
    "text",
    dateOfIsoWeek,
  ),
  businessDays: {
    ...entry(
      "from to holidays? weekend?",
      "How many business days lie from one date (included) to another (not included), negative when the second is earlier. Business days are not on a weekend (default [6, 7]; 1 Monday to 7 Sunday) and not in a list of holidays.",
      ['businessDays("2024-12-23", "2025-01-02", ["2024-12-25", "2025-01-01"])', 6],
      "count",
      businessDays,
    ),
    cost: (_from: unknown, _to: unknown, holidays: unknown) => listCost(holidays),
  },
  addBusinessDays: {
    ...entry(
      "date n holidays? weekend?",
      "The date a number of business days later (earlier where n is negative), holidays and weekend as in businessDays; with n = 0 the date itself.",
      ['addBusinessDays("2024-12-24", 1, ["2024-12-25"])', "2024-12-26"],
      "text",
      addBusinessDays,
    ),
    cost: (_date: unknown, n: unknown, holidays: unknown) => listCost(holidays) + (typeof n === "number" ? Math.abs(n) / 5 : 0),
  },
};
