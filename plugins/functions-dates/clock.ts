// Times of day (HH:MM or HH:MM:SS) and offsets from UTC. A moment is a date and a time since its midnight, which may
// be negative or longer than a day.
import type { Functions } from "formulary";
import { entry, failFormula, failText, finiteNumber, wholeNumber } from "formulary/functions";
import { dayNumber, daySeconds, padded, quoted, toDate } from "./calendar.ts";

const minute = 60;

/** Whether a text is a time of day: HH:MM, or HH:MM:SS. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

/** Seconds since midnight. */
function sinceMidnight(clock: unknown): number {
  if (typeof clock !== "string" || !isClock(clock)) failText(`${quoted(clock)} is not a time of day: write HH:MM.`);
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return hours * 3600 + minutes * minute + seconds;
}

const withinDay = (seconds: number): number => ((seconds % daySeconds) + daySeconds) % daySeconds;

// clockTime and dateAt both round first, so that 23:59:40 is 00:00 of the next day in both.
function rounded(time: unknown, step: unknown): number {
  const by = finiteNumber(step, "The step");
  if (!(by >= 1) || !Number.isInteger(by) || daySeconds % by !== 0)
    failFormula("A clock is rounded to a step of whole seconds that divides the day: 1, 60 or 900 seconds.");
  return Math.floor(finiteNumber(time, "A time since midnight") / by + 0.5) * by;
}

function clockTime(time: unknown, step: unknown = minute): string {
  const seconds = withinDay(rounded(time, step));
  const text = `${padded(Math.floor(seconds / 3600), 2)}:${padded(Math.floor(seconds / minute) % 60, 2)}`;
  return Number(step) % minute === 0 ? text : `${text}:${padded(seconds % minute, 2)}`;
}

const dateAt = (date: string, time: unknown, step: unknown = minute): string =>
  toDate(dayNumber(date) + Math.floor(rounded(time, step) / daySeconds));

function addMinutes(clock: string, n: number): string {
  const seconds = sinceMidnight(clock) + wholeNumber(n, "The number of minutes") * minute;
  return clockTime(seconds, clock.length > 5 ? 1 : minute);
}

const largestOffset = 16 * 3600;
function utcOffset(text: string): number {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(0\d|1[0-5]):([0-5]\d)$/.exec(typeof text === "string" ? text : "") ?? [];
  if (sign === undefined) failText(`${quoted(text)} is not an offset from UTC: write +05:30, -03:00 or Z.`);
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * minute) + 0;
}

function utcOffsetText(offset: unknown): string {
  const seconds = rounded(offset, minute);
  if (Math.abs(seconds) >= largestOffset) failFormula("An offset from UTC is shorter than 16 hours.");
  return `${seconds < 0 ? "-" : "+"}${clockTime(Math.abs(seconds))}`;
}

/** Functions of clock times and offsets from UTC. */
export const clockFunctions: Functions = {
  minutesBetween: entry(
    "start end",
    "The time from one clock time to the next occurrence of another. It passes midnight where the end is earlier; it is 0 where both are the same.",
    ['minutesBetween("22:00", "06:30")', 8.5 * 3600],
    "time",
    (start: string, end: string) => withinDay(sinceMidnight(end) - sinceMidnight(start)),
  ),
  addMinutes: entry(
    "clock n",
    "The clock time a whole number of minutes later; after midnight it starts again at 00:00.",
    ['addMinutes("23:50", 25)', "00:15"],
    "text",
    addMinutes,
  ),
  sinceMidnight: entry("clock", "The time from midnight to a clock time.", ['sinceMidnight("07:30")', 7.5 * 3600], "time", sinceMidnight),
  clockTime: entry(
    "time step?",
    "A time since midnight as a clock time, rounded to a step. The default step is a minute; with a step below a minute the result is HH:MM:SS. The time may be negative or longer than a day: dateAt gives its date.",
    ["clockTime(-1800)", "23:30"],
    "clockText",
    clockTime,
  ),
  dateAt: entry(
    "date time step?",
    "The date at a time after midnight of another date, with the time rounded as in clockTime.",
    ['dateAt("2024-03-01", -1800)', "2024-02-29"],
    "clockText",
    dateAt,
  ),
  utcOffset: entry(
    "text",
    "The time by which clocks with an offset such as +05:30 are ahead of UTC, negative behind it: local time = UTC + offset. Summer time must be part of the offset.",
    ['utcOffset("-03:30")', -3.5 * 3600],
    "time",
    utcOffset,
  ),
  utcOffsetText: entry("offset", "An offset from UTC as a text.", ["utcOffsetText(19800)", "+05:30"], "clockText", utcOffsetText),
};
