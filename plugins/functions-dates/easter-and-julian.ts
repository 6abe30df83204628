// Easter, the Julian calendar and Julian dates.
import type { Functions } from "formulary";
import { entry, finiteNumber, wholeNumber } from "formulary/functions";
import { dayNumber, daySeconds, padded, toDate, writeDate, yearOf } from "./calendar.ts";

// J. Meeus, "Astronomical Algorithms" (2nd ed. 1998), chapter 8, after Butcher (1876).
/** Easter Sunday of the Western churches. */
function easter(value: number): string {
  const year = wholeNumber(value, "The year of Easter (orthodoxEaster goes further back)", [1583, 9999]);
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const correction = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const day = epact + toSunday - 7 * late + 114;
  return writeDate(year, Math.floor(day / 31), (day % 31) + 1);
}

/** Easter of the Julian calendar as a Gregorian date. Meeus, the same chapter. */
function orthodoxEaster(value: number): string {
  const year = wholeNumber(value, "The year of Easter", [326, 9999]);
  const moon = (19 * (year % 19) + 15) % 30;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const day = moon + toSunday + 114;
  return toDate(julianCalendarDay(year, Math.floor(day / 31), (day % 31) + 1));
}

// Julian day number of 1 January 1970, counted at noon.
const epoch = 2_440_588;

// E. G. Richards in "Explanatory Supplement to the Astronomical Almanac" (3rd ed. 2013), chapter 15.
/** Day number of a date of the Julian calendar. */
function julianCalendarDay(year: number, month: number, day: number): number {
  const early = month < 3 ? 1 : 0;
  const [y, m] = [year + 4800 - early, month + 12 * early - 3];
  return day + Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4) - 32_083 - epoch;
}

/** Year, month and day of the Julian calendar; the same source. */
function julianCalendarParts(dayNumber: number): [year: number, month: number, day: number] {
  const days = dayNumber + epoch + 32_082;
  const year = Math.floor((4 * days + 3) / 1461);
  const inYear = days - Math.floor((1461 * year) / 4);
  const m = Math.floor((5 * inYear + 2) / 153);
  const late = Math.floor(m / 10);
  return [year - 4800 + late, m + 3 - 12 * late, inYear - Math.floor((153 * m + 2) / 5) + 1];
}

function dateOfJulianCalendar(year: number, month: number, day: number): string {
  const [y, m] = [yearOf(year), wholeNumber(month, "The month", [1, 12])];
  const days = m === 2 ? (y % 4 === 0 ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31;
  return toDate(julianCalendarDay(y, m, wholeNumber(day, "The day", [1, days])));
}

function julianCalendarDate(date: string): string {
  const [year, month, day] = julianCalendarParts(dayNumber(date));
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

// The last bit of a Julian date is about 40 microseconds: times are rounded to the millisecond.
const timeOfJulianDate = (x: number): number => {
  const days = finiteNumber(x, "A Julian date") - 0.5;
  return Math.round((days - Math.floor(days)) * daySeconds * 1000) / 1000;
};

/** Functions of Easter, the Julian calendar and Julian dates. */
export const julianFunctions: Functions = {
  easter: entry(
    "year",
    "Easter Sunday of the Western churches (Gregorian), from 1583 on; other feasts are a number of days later: addDays(easter(year), 49).",
    ["easter(2024)", "2024-03-31"],
    "text",
    easter,
  ),
  orthodoxEaster: entry(
    "year",
    "Easter Sunday of the Orthodox churches (Julian reckoning) as a Gregorian date, from 326 on.",
    ["orthodoxEaster(2024)", "2024-05-05"],
    "text",
    orthodoxEaster,
  ),
  dateOfJulianCalendar: entry(
    "year month day",
    "The Gregorian date of a day of the Julian calendar.",
    ["dateOfJulianCalendar(1582, 10, 5)", "1582-10-15"],
    "text",
    dateOfJulianCalendar,
  ),
  julianCalendarDate: entry(
    "date",
    "The day of the Julian calendar, as YYYY-MM-DD, of a Gregorian date. The result is a text, because 29 February 1900 is not a Gregorian date.",
    ['julianCalendarDate("1918-02-14")', "1918-02-01"],
    "text",
    julianCalendarDate,
  ),
  julianDayNumber: entry(
    "date",
    "The Julian day number of a date: the Julian date at its noon (UTC).",
    ['julianDayNumber("2000-01-01")', 2_451_545],
    "count",
    (date: string) => dayNumber(date) + epoch,
  ),
  julianDate: entry(
    "date time?",
    "The Julian date (days since noon of 1 January 4713 BC) at a time since 00:00 UTC of a date; the default time is 0.",
    ['julianDate("2000-01-01")', 2_451_544.5],
    "instant",
    (date: string, time: number = 0) => dayNumber(date) + epoch - 0.5 + finiteNumber(time, "The time of day") / daySeconds,
  ),
  dateOfJulianDate: entry(
    "julianDate",
    "The date (UTC) of a Julian date or a Julian day number.",
    ["dateOfJulianDate(2460400.25)", "2024-03-30"],
    "text",
    (x: number) => toDate(Math.floor(finiteNumber(x, "A Julian date") + 0.5) - epoch),
  ),
  timeOfJulianDate: entry(
    "julianDate",
    "The time since 00:00 UTC at a Julian date, to the millisecond.",
    ["timeOfJulianDate(2460400.25)", 0.75 * daySeconds],
    "time",
    timeOfJulianDate,
  ),
};
