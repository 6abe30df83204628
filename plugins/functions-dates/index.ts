// Dates of the Gregorian calendar as texts (YYYY-MM-DD). Days are counted in UTC, so that no summer time is ever met.
import { definePlugin, entry, failFormula, failText, isDate } from "../../src/index.ts";

const daySeconds = 86_400;

/** Days since 1 January 1970. */
function dayNumber(date: unknown): number {
  if (typeof date !== "string" || !isDate(date)) failText(`"${String(date)}" is not a date: write YYYY-MM-DD.`);
  return Date.parse(`${date}T00:00:00Z`) / (daySeconds * 1000);
}

function toDate(day: number): string {
  const date = new Date(day * daySeconds * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    failFormula("The date lies outside the years 1 to 9999.");
  return date.toISOString().slice(0, 10);
}

function whole(n: number, what: string): number {
  return Number.isInteger(n) ? n : failFormula(`${what} must be a whole number, not ${n}.`);
}

const parts = (date: string): [year: number, month: number, day: number] => {
  dayNumber(date);
  return date.split("-").map(Number) as [number, number, number];
};
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** The same day some months on, or the last of its month where that has fewer days. */
function addMonths(date: string, n: number): string {
  const [year, month, day] = parts(date);
  const months = year * 12 + (month - 1) + whole(n, "The number of months");
  const [toYear, toMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  if (toYear < 1 || toYear > 9999) failFormula("The date lies outside the years 1 to 9999.");
  const text = (x: number, digits: number) => String(x).padStart(digits, "0");
  return `${text(toYear, 4)}-${text(toMonth, 2)}-${text(Math.min(day, daysInMonth(toYear, toMonth)), 2)}`;
}

/** Whole months from one date to a later one. */
function monthsBetween(from: string, to: string): number {
  if (dayNumber(to) < dayNumber(from)) return -monthsBetween(to, from) + 0;
  const [fromYear, fromMonth] = parts(from);
  const [toYear, toMonth] = parts(to);
  const months = (toYear - fromYear) * 12 + (toMonth - fromMonth);
  return dayNumber(addMonths(from, months)) > dayNumber(to) ? months - 1 : months;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** 1 for Monday … 7 for Sunday (ISO 8601). */
const weekday = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** Minutes since midnight. */
function minutesOfDay(clock: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(clock) ?? [];
  return hours === undefined ? failText(`"${clock}" is not a time of day: write HH:MM.`) : Number(hours) * 60 + Number(minutes);
}

/** Functions of dates and clock times. */
export default () =>
  definePlugin({
    name: "functions-dates",
    functions: {
      daysBetween: entry(
        "from to",
        'The time from one date to another, negative when it lies before; number(…, "day") counts days.',
        ['daysBetween("2024-02-28", "2024-03-01")', 2 * daySeconds],
        "time",
        (from: string, to: string) => (dayNumber(to) - dayNumber(from)) * daySeconds,
      ),
      monthsBetween: entry(
        "from to",
        "How many whole months lie between two dates.",
        ['monthsBetween("2024-01-31", "2024-03-30")', 1],
        "count",
        monthsBetween,
      ),
      addDays: entry(
        "date n",
        "The date so many days later.",
        ['addDays("2024-02-28", 2)', "2024-03-01"],
        "text",
        (date: string, n: number) => toDate(dayNumber(date) + whole(n, "The number of days")),
      ),
      addMonths: entry(
        "date n",
        "The same day so many months later, or the last of that month.",
        ['addMonths("2024-01-31", 1)', "2024-02-29"],
        "text",
        addMonths,
      ),
      weekday: entry("date", "1 for Monday to 7 for Sunday (ISO 8601).", ['weekday("2024-10-07")', 1], "count", weekday),
      weekdayName: entry(
        "date",
        "The English name of the weekday.",
        ['weekdayName("2024-10-07")', "Monday"],
        "text",
        (date: string) => weekdays[weekday(date) - 1]!,
      ),
      dayOfYear: entry(
        "date",
        "1 for 1 January.",
        ['dayOfYear("2024-12-31")', 366],
        "count",
        (date: string) => dayNumber(date) - dayNumber(`${date.slice(0, 4)}-01-01`) + 1,
      ),
      isLeapYear: entry(
        "year",
        "Whether a year of the Gregorian calendar has 366 days.",
        ["isLeapYear(2000)", true],
        "condition",
        (year: number) => daysInMonth(whole(year, "The year"), 2) === 29,
      ),
      minutesBetween: entry(
        "start end",
        "The time from one clock time to the next occurrence of another; past midnight where the end is earlier.",
        ['minutesBetween("22:00", "06:30")', 8.5 * 3600],
        "time",
        (start: string, end: string) => ((minutesOfDay(end) - minutesOfDay(start) + 1440) % 1440) * 60,
      ),
    },
  });
