// Dates and times of day as kinds of values: `format` of an input, `type` of an output.
import { formatKind } from "formulary/functions";
import { isDate, monthNames } from "./calendar.ts";
import { isClock } from "./clock.ts";

/** "2024-10-07" → "7 October 2024". */
function longDate(text: string): string {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  return year ? `${Number(day)} ${monthNames[Number(month) - 1]} ${Number(year)}` : text;
}
const dateForm = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Days of the Gregorian calendar, as YYYY-MM-DD; written "7 October 2024". */
const date = formatKind("date", {
  words: "a date as YYYY-MM-DD",
  resultWords: "a date",
  test: isDate,
  message: (value, label) => (dateForm.test(value) ? `${label}: the calendar has no ${value}.` : undefined),
  write: longDate,
});

/** Times of day, as HH:MM or HH:MM:SS. */
const clock = formatKind("clock", {
  words: "a time as HH:MM",
  resultWords: "a time of day",
  test: isClock,
  hint: (value) => (/^\d:[0-5]\d/.test(value) ? `Send "0${value}".` : undefined),
  publish: ({ description = "HH:MM" }) => ({ description }),
});

/** Kinds of dates and times of day. */
export const dateKinds = { date, clock };
