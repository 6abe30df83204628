// The Gregorian calendar, also before 1582: dates as texts (YYYY-MM-DD) and as day numbers.
// Days are counted in UTC, which has no summer time.
import { failFormula, failText, kindOf, wholeNumber } from "formulary/functions";

export const daySeconds = 86_400;

/** Whether a text is a day of the Gregorian calendar: YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (!year || Number(year) < 1) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A value as a message shows it: short texts and numbers as they are. */
export const quoted = (value: unknown): string => (typeof value === "object" ? kindOf(value) : `"${String(value).slice(0, 60)}"`);

/** Days since 1 January 1970. */
export function dayNumber(date: unknown): number {
  if (date === latest.date) return latest.day;
  if (typeof date !== "string" || !isDate(date)) failText(`${quoted(date)} is not a date: write YYYY-MM-DD.`);
  latest = { date, day: Date.parse(`${date}T00:00:00Z`) / (daySeconds * 1000) };
  return latest.day;
}
// a calculator calls many functions with the same date
let latest = { date: "1970-01-01", day: 0 };

/** The date of a day number; refuses what lies outside the years 1 to 9999. */
export function toDate(day: number): string {
  const date = new Date(day * daySeconds * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    failFormula("The date lies outside the years 1 to 9999.");
  return date.toISOString().slice(0, 10);
}

/** A year that a date may have. */
export const yearOf = (year: unknown): number => wholeNumber(year, "The year", [1, 9999]);

/** Year, month and day of a date. */
export function parts(date: unknown): [year: number, month: number, day: number] {
  dayNumber(date);
  return String(date).split("-").map(Number) as [number, number, number];
}

/** How many days a month has; any year, the pattern repeats after 400. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Writes a date; refuses a day that its month does not have. */
export function writeDate(year: unknown, month: unknown, day: unknown): string {
  const [y, m] = [yearOf(year), wholeNumber(month, "The month", [1, 12])];
  const most = daysInMonth(y, m);
  const d = wholeNumber(day, "The day");
  if (d < 1 || d > most) failFormula(`${monthNames[m - 1]} ${y} has the days 1 to ${most}, not ${d}.`);
  return `${padded(y, 4)}-${padded(m, 2)}-${padded(d, 2)}`;
}

/** A whole number with leading zeros. */
export const padded = (n: number, digits: number): string => String(n).padStart(digits, "0");

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The same day some months on, or the last of its month where that has fewer days. */
export function addMonths(date: string, n: number): string {
  const [year, month, day] = parts(date);
  const months = year * 12 + (month - 1) + wholeNumber(n, "The number of months");
  const [toYear, toMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  if (toYear < 1 || toYear > 9999) failFormula("The date lies outside the years 1 to 9999.");
  return writeDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** The last day of a date's month. */
export function endOfMonth(date: string): string {
  const [year, month] = parts(date);
  return writeDate(year, month, daysInMonth(year, month));
}

/** Whole months from one date to another, negative backwards. */
export function monthsBetween(from: string, to: string): number {
  if (dayNumber(to) < dayNumber(from)) return -monthsBetween(to, from) + 0;
  const [fromYear, fromMonth] = parts(from);
  const [toYear, toMonth] = parts(to);
  const months = (toYear - fromYear) * 12 + (toMonth - fromMonth);
  return dayNumber(addMonths(from, months)) > dayNumber(to) ? months - 1 : months;
}
