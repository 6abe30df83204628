// Sunrise, sunset, twilight and noon, positions of the Sun, and the start of the seasons. All times are UTC.
import { Body } from "astronomy-engine";
import type { Functions } from "formulary";
import { entry, failFormula, finiteNumber } from "formulary/functions";
import {
  coordinateOf,
  longitudeOf,
  momentOf,
  type Place,
  placeOf,
  secondsSince,
  sunAt,
  sunHeight,
  sunLongitudeReached,
  withCost,
  wrapped,
} from "./astronomy.ts";
import { writeDate, yearOf } from "./calendar.ts";

const arcminute = Math.PI / 180 / 60;
// Refraction at the horizon (34′) and half the width of the Sun (16′), as almanacs define sunrise: "Explanatory
// Supplement to the Astronomical Almanac", 3rd ed., section 12.2.
const horizon = -50 * arcminute;

/** When the Sun's hour angle at a longitude is 0 (noon) or π (midnight), nearest to a guess. */
function transit(guess: number, longitude: number, hourAngle: number): number {
  const off = (moment: number) => wrapped(sunAt(moment).hourAngle + longitude - hourAngle) / (2 * Math.PI);
  const first = off(guess);
  const second = off(guess - first);
  // each step is the same fraction of the one before, about 1 / 3,000: the sum of all, unless the rest is only rounding
  return guess - first - (Math.abs(second) < 1e-9 ? second : second / (1 - second / first));
}
const noonOf = (date: unknown, longitude: number): number => transit(momentOf(date) + 0.5 - longitude / (2 * Math.PI), longitude, 0);

/** The arguments of sunrise and the functions like it. */
type HorizonArguments = [date: unknown, latitude: unknown, longitude: unknown, altitude?: unknown];
/** Half a day, from midnight to noon (turn -1) or from noon to midnight (1), and the altitude of the crossing. */
interface Half {
  place: Place;
  noon: number;
  midnight: number;
  /** Sine of the altitude less that of the target, at noon and at midnight. */
  atNoon: number;
  atMidnight: number;
  target: number;
}

function halfDay([date, latitude, longitude, altitude = horizon]: HorizonArguments, turn: -1 | 1): Half {
  const place = placeOf(latitude, longitude);
  const angle = finiteNumber(altitude, "The altitude");
  if (Math.abs(angle) > Math.PI / 2) failFormula(`The altitude ${angle} lies beyond 90°: angles reach formulas in radians.`);
  const target = Math.sin(angle);
  const noon = noonOf(date, place.longitude);
  const midnight = transit(noon + turn / 2, place.longitude, Math.PI);
  return { place, noon, midnight, target, atNoon: sunHeight(noon, place) - target, atMidnight: sunHeight(midnight, place) - target };
}
const crosses = ({ atNoon, atMidnight }: Half): boolean => atMidnight < 0 && atNoon >= 0;

// The secant method, with bisection where it leaves the interval.
/** The crossing between midnight and noon, to a tenth of a millisecond. */
function crossing({ place, noon, midnight, target, atNoon, atMidnight }: Half): number {
  let [below, above] = atNoon >= atMidnight ? [midnight, noon] : [noon, midnight];
  // the crossing for the declination of noon
  const { declination } = sunAt(noon);
  const [level, swing] = [Math.sin(place.latitude) * Math.sin(declination), Math.cos(place.latitude) * Math.cos(declination)];
  const hourAngle = Math.acos(Math.max(-1, Math.min(1, (target - level) / swing)));
  let guess = noon + ((midnight - noon) * hourAngle) / Math.PI;
  let slope = (-swing * Math.sin(hourAngle) * Math.PI) / (midnight - noon);
  for (let again = 0, last = { moment: guess, height: 0 }; again < 60; again++) {
    const height = sunHeight(guess, place) - target;
    if (height < 0) below = guess;
    else above = guess;
    if (again > 0) slope = (height - last.height) / (guess - last.moment);
    last = { moment: guess, height };
    const next = guess - height / slope;
    if (Math.abs(next - guess) < 1e-9) return next;
    guess = (next - below) * (next - above) < 0 ? next : (below + above) / 2;
  }
  return guess;
}

function horizonTime(values: HorizonArguments, turn: -1 | 1): number {
  const half = halfDay(values, turn);
  if (crosses(half)) return secondsSince(values[0], crossing(half));
  const [name, test] = turn < 0 ? ["sunrise", "hasSunrise"] : ["sunset", "hasSunset"];
  return failFormula(
    `There is no ${name} on ${String(values[0])}: the Sun stays ${half.atNoon < 0 ? "below" : "above"} this altitude. Ask ${test} first.`,
  );
}

function dayLength(...values: HorizonArguments): number {
  const up = ([-1, 1] as const).map((turn) => {
    const half = halfDay(values, turn);
    if (half.atNoon >= 0 === half.atMidnight >= 0) return half.atNoon >= 0 ? Math.abs(half.noon - half.midnight) : 0;
    return Math.abs((half.atNoon >= 0 ? half.noon : half.midnight) - crossing(half));
  });
  return (up[0]! + up[1]!) * 86_400;
}

/** Apparent solar time less mean solar time. */
function equationOfTime(date: unknown, time: unknown): number {
  const moment = momentOf(date, time);
  const mean = 2 * Math.PI * (moment - Math.floor(moment));
  return (wrapped(sunAt(moment).hourAngle - mean) / (2 * Math.PI)) * 86_400;
}

function seasonStart(quarter: number, month: number) {
  return (year: unknown): number => {
    const first = writeDate(yearOf(year), 1, 1);
    return secondsSince(first, sunLongitudeReached((quarter * Math.PI) / 2, momentOf(writeDate(year, month, 1))));
  };
}
const season = (name: string, example: [string, string], [quarter, month]: [number, number]) =>
  withCost(
    entry(
      "year",
      `The time from 00:00 UTC of 1 January of a year to its ${name}, within a minute from 1600 to 2200. dateAt and clockTime write it as a date and a clock time.`,
      example,
      "pureTime",
      seasonStart(quarter, month),
    ),
    30,
  );

/** Functions of the Sun. */
export const sunFunctions: Functions = {
  sunrise: withCost(
    entry(
      "date latitude longitude altitude?",
      "When the Sun rises, as a time since 00:00 UTC of the date; add the UTC offset of the clocks. It can be negative or longer than a day far from Greenwich. The altitude of the Sun's center is -50′ by default (upper edge with refraction, at sea level); -6°, -12° and -18° give civil, nautical and astronomical dawn. North and east are positive. The day is that of the local mean noon. An error where hasSunrise is false.",
      ['clockTime(sunrise("2024-03-20", 0.9, 0))', "06:02"],
      "pureTime",
      (...values: HorizonArguments) => horizonTime(values, -1),
    ),
    80,
  ),
  sunset: withCost(
    entry(
      "date latitude longitude altitude?",
      "When the Sun sets, or when a twilight ends; arguments and result as in sunrise. An error where hasSunset is false.",
      ['clockTime(sunset("2024-03-20", 0.9, 0))', "18:14"],
      "pureTime",
      (...values: HorizonArguments) => horizonTime(values, 1),
    ),
    80,
  ),
  hasSunrise: withCost(
    entry(
      "date latitude longitude altitude?",
      "Whether the Sun rises above an altitude (default -50′) between the midnight before and the noon of a day. Where it does not, dayLength shows whether it is always up or always down.",
      ['hasSunrise("2024-06-21", 1.2, 0)', false],
      "condition",
      (...values: HorizonArguments) => crosses(halfDay(values, -1)),
    ),
    30,
  ),
  hasSunset: withCost(
    entry(
      "date latitude longitude altitude?",
      "Whether the Sun sets below an altitude (default -50′) between the noon of a day and the midnight after.",
      ['hasSunset("2024-06-21", 0.9, 0)', true],
      "condition",
      (...values: HorizonArguments) => crosses(halfDay(values, 1)),
    ),
    30,
  ),
  dayLength: withCost(
    entry(
      "date latitude longitude altitude?",
      "How long the Sun is above an altitude (default -50′) from one solar midnight to the next: 0 in the polar night, 24 h (within half a minute) in the polar day.",
      ['round(dayLength("2024-12-21", 1.2, 0))', 0],
      "pureTime",
      dayLength,
    ),
    120,
  ),
  solarNoon: withCost(
    entry(
      "date longitude",
      "When the Sun crosses the meridian, as a time since 00:00 UTC of the date; the day as in sunrise.",
      ['clockTime(solarNoon("2024-11-03", 0))', "11:44"],
      "pureTime",
      (date: unknown, longitude: unknown) => secondsSince(date, noonOf(date, longitudeOf(longitude))),
    ),
    15,
  ),
  equationOfTime: withCost(
    entry(
      "date time",
      "How far a sundial is ahead of a clock of local mean time, at a time since 00:00 UTC of a date (negative in February).",
      ['round(equationOfTime("2024-11-03", 43200) / 60)', 16],
      "instantTime",
      equationOfTime,
    ),
    10,
  ),
  sunDeclination: withCost(
    entry(
      "date time",
      "The apparent declination of the Sun, in radians, north positive, at a time since 00:00 UTC of a date.",
      ['round(sunDeclination("2024-06-20", 75060), 4)', 0.4091],
      "instant",
      (date: unknown, time: unknown) => sunAt(momentOf(date, time)).declination,
    ),
    10,
  ),
  sunAltitude: withCost(
    entry(
      "date time latitude longitude",
      "The altitude of the Sun's center in radians at a time since 00:00 UTC of a date, as seen from a place, without refraction; negative below the horizon.",
      ['round(sunAltitude("2024-03-20", 43647, 0, 0), 2)', 1.57],
      "instant",
      coordinateOf(Body.Sun, "altitude"),
    ),
    20,
  ),
  sunAzimuth: withCost(
    entry(
      "date time latitude longitude",
      "The azimuth of the Sun in radians, from north by east, 0 to 2π, at a time since 00:00 UTC of a date, as seen from a place.",
      ['round(sunAzimuth("2024-03-20", 21600, 0, 0), 2)', 1.57],
      "instant",
      coordinateOf(Body.Sun, "azimuth"),
    ),
    15,
  ),
  marchEquinox: season("March equinox", ["clockTime(marchEquinox(2024))", "03:06"], [0, 3]),
  juneSolstice: season("June solstice", ["clockTime(juneSolstice(2024))", "20:51"], [1, 6]),
  septemberEquinox: season("September equinox", ["clockTime(septemberEquinox(2024))", "12:44"], [2, 9]),
  decemberSolstice: season("December solstice", ['dateAt("2024-01-01", decemberSolstice(2024))', "2024-12-21"], [3, 12]),
};
