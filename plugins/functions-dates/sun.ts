// Sunrise, sunset, twilight and noon; where the Sun stands; when the seasons begin. All times are UTC.
import type { FunctionEntry, Functions } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { finite, writeDate, yearOf } from "./calendar.ts";
import { longitudeOf, momentOf, type Place, placeOf, secondsSince, sunAt, sunHeight, sunLongitudeReached, viewOf, wrapped } from "./sky.ts";

const arcminute = Math.PI / 180 / 60;
// Refraction at the horizon 34′ and the Sun's half width 16′: what almanacs call sunrise ("Explanatory Supplement to the Astronomical Almanac", 3rd ed., section 12.2).
const horizon = -50 * arcminute;

/** When the Sun's hour angle at a longitude is 0 (noon) or π (midnight), nearest to a guess. */
function transit(guess: number, longitude: number, hourAngle: number): number {
  const off = (moment: number) => wrapped(sunAt(moment).hourAngle + longitude - hourAngle) / (2 * Math.PI);
  const first = off(guess);
  const second = off(guess - first);
  // each step leaves the same share of itself to the next, some 1 / 3,000: their sum, unless all that is left is rounding
  return guess - first - (Math.abs(second) < 1e-9 ? second : second / (1 - second / first));
}
const noonOf = (date: unknown, longitude: number): number => transit(momentOf(date) + 0.5 - longitude / (2 * Math.PI), longitude, 0);

/** What sunrise and its kin are asked for. */
type Asked = [date: unknown, latitude: unknown, longitude: unknown, altitude?: unknown];
/** Half a day: from midnight to noon (turn -1) or from noon to midnight (1), and how high the Sun must stand. */
interface Half {
  place: Place;
  noon: number;
  midnight: number;
  /** Sine of the altitude above the wanted one, at noon and at midnight. */
  atNoon: number;
  atMidnight: number;
  wanted: number;
}

function halfDay([date, latitude, longitude, altitude = horizon]: Asked, turn: -1 | 1): Half {
  const place = placeOf(latitude, longitude);
  const angle = finite(altitude, "The altitude");
  if (Math.abs(angle) > Math.PI / 2) failFormula(`The altitude ${angle} lies beyond 90°: angles reach formulas in radians.`);
  const wanted = Math.sin(angle);
  const noon = noonOf(date, place.longitude);
  const midnight = transit(noon + turn / 2, place.longitude, Math.PI);
  return { place, noon, midnight, wanted, atNoon: sunHeight(noon, place) - wanted, atMidnight: sunHeight(midnight, place) - wanted };
}
const crosses = ({ atNoon, atMidnight }: Half): boolean => atMidnight < 0 && atNoon >= 0;

/** The crossing between midnight and noon, to a tenth of a millisecond: the secant method, halving where that leads out of what is left. */
function crossing({ place, noon, midnight, wanted, atNoon, atMidnight }: Half): number {
  let [below, above] = atNoon >= atMidnight ? [midnight, noon] : [noon, midnight];
  // where the Sun of noon would cross
  const { declination } = sunAt(noon);
  const [level, swing] = [Math.sin(place.latitude) * Math.sin(declination), Math.cos(place.latitude) * Math.cos(declination)];
  const hourAngle = Math.acos(Math.max(-1, Math.min(1, (wanted - level) / swing)));
  let guess = noon + ((midnight - noon) * hourAngle) / Math.PI;
  let slope = (-swing * Math.sin(hourAngle) * Math.PI) / (midnight - noon);
  for (let again = 0, last = { moment: guess, height: 0 }; again < 60; again++) {
    const height = sunHeight(guess, place) - wanted;
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

function horizonTime(asked: Asked, turn: -1 | 1): number {
  const half = halfDay(asked, turn);
  if (crosses(half)) return secondsSince(asked[0], crossing(half));
  const [name, test] = turn < 0 ? ["sunrise", "hasSunrise"] : ["sunset", "hasSunset"];
  return failFormula(
    `There is no ${name} on ${String(asked[0])}: the Sun stays ${half.atNoon < 0 ? "below" : "above"} this altitude. Ask ${test} first.`,
  );
}

function dayLength(...asked: Asked): number {
  const up = ([-1, 1] as const).map((turn) => {
    const half = halfDay(asked, turn);
    if (half.atNoon >= 0 === half.atMidnight >= 0) return half.atNoon >= 0 ? Math.abs(half.noon - half.midnight) : 0;
    return Math.abs((half.atNoon >= 0 ? half.noon : half.midnight) - crossing(half));
  });
  return (up[0]! + up[1]!) * 86_400;
}

/** Noon by the Sun less noon by the mean Sun. */
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
const costing = (entry: FunctionEntry, steps: number): FunctionEntry => ({ ...entry, cost: () => steps });
const season = (name: string, example: [string, string], [quarter, month]: [number, number]) =>
  costing(
    entry(
      "year",
      `The time from 00:00 UTC of 1 January of a year to its ${name} (dateAt and clockTime tell the moment), within a minute from 1600 to 2200.`,
      example,
      "pureTime",
      seasonStart(quarter, month),
    ),
    30,
  );

/** Functions of the Sun. */
export const sunFunctions: Functions = {
  sunrise: costing(
    entry(
      "date latitude longitude altitude?",
      "When the Sun rises, as a time since 00:00 UTC of the date (add the offset of the clocks; negative or beyond a day far from Greenwich): its middle comes up to an altitude, -50′ unless given (upper edge with refraction, at sea level), -6°, -12° or -18° for civil, nautical or astronomical dawn; north and east are positive; the day is the one whose noon is the date's in local mean time; where hasSunrise is false this is an error.",
      ['clockTime(sunrise("2024-03-20", 0.9, 0))', "06:02"],
      "pureTime",
      (...asked: Asked) => horizonTime(asked, -1),
    ),
    80,
  ),
  sunset: costing(
    entry(
      "date latitude longitude altitude?",
      "When the Sun sets, or the end of a twilight, told as sunrise does; where hasSunset is false this is an error.",
      ['clockTime(sunset("2024-03-20", 0.9, 0))', "18:14"],
      "pureTime",
      (...asked: Asked) => horizonTime(asked, 1),
    ),
    80,
  ),
  hasSunrise: costing(
    entry(
      "date latitude longitude altitude?",
      "Whether the Sun comes up to an altitude (-50′ unless given) between the midnight before and the noon of a day; where it does not, dayLength tells whether it is always up or always down.",
      ['hasSunrise("2024-06-21", 1.2, 0)', false],
      "condition",
      (...asked: Asked) => crosses(halfDay(asked, -1)),
    ),
    30,
  ),
  hasSunset: costing(
    entry(
      "date latitude longitude altitude?",
      "Whether the Sun goes down to an altitude (-50′ unless given) between the noon of a day and the midnight after.",
      ['hasSunset("2024-06-21", 0.9, 0)', true],
      "condition",
      (...asked: Asked) => crosses(halfDay(asked, 1)),
    ),
    30,
  ),
  dayLength: costing(
    entry(
      "date latitude longitude altitude?",
      "How long the Sun stands above an altitude (-50′ unless given) from one midnight by the Sun to the next: nothing in the polar night, a whole day (within half a minute of 24 h) in the polar day.",
      ['round(dayLength("2024-12-21", 1.2, 0))', 0],
      "pureTime",
      dayLength,
    ),
    120,
  ),
  solarNoon: costing(
    entry(
      "date longitude",
      "When the Sun crosses the meridian, as a time since 00:00 UTC of the date (its local day as in sunrise).",
      ['clockTime(solarNoon("2024-11-03", 0))', "11:44"],
      "pureTime",
      (date: unknown, longitude: unknown) => secondsSince(date, noonOf(date, longitudeOf(longitude))),
    ),
    15,
  ),
  equationOfTime: costing(
    entry(
      "date time",
      "How far a sundial is ahead of a clock of local mean time, at a time since 00:00 UTC of a date (negative in February).",
      ['round(equationOfTime("2024-11-03", 43200) / 60)', 16],
      "instantTime",
      equationOfTime,
    ),
    10,
  ),
  sunDeclination: costing(
    entry(
      "date time",
      "The apparent declination of the Sun, in radians, north positive, at a time since 00:00 UTC of a date.",
      ['round(sunDeclination("2024-06-20", 75060), 4)', 0.4091],
      "instant",
      (date: unknown, time: unknown) => sunAt(momentOf(date, time)).declination,
    ),
    10,
  ),
  sunAltitude: costing(
    entry(
      "date time latitude longitude",
      "The altitude of the Sun's middle in radians at a time since 00:00 UTC of a date, as seen from a place, without refraction; negative below the horizon.",
      ['round(sunAltitude("2024-03-20", 43647, 0, 0), 2)', 1.57],
      "instant",
      viewOf("Sun", "altitude"),
    ),
    20,
  ),
  sunAzimuth: costing(
    entry(
      "date time latitude longitude",
      "The azimuth of the Sun in radians, from north by east, 0 to 2π, at a time since 00:00 UTC of a date, as seen from a place.",
      ['round(sunAzimuth("2024-03-20", 21600, 0, 0), 2)', 1.57],
      "instant",
      viewOf("Sun", "azimuth"),
    ),
    15,
  ),
  marchEquinox: season("March equinox", ["clockTime(marchEquinox(2024))", "03:06"], [0, 3]),
  juneSolstice: season("June solstice", ["clockTime(juneSolstice(2024))", "20:51"], [1, 6]),
  septemberEquinox: season("September equinox", ["clockTime(septemberEquinox(2024))", "12:44"], [2, 9]),
  decemberSolstice: season("December solstice", ['dateAt("2024-01-01", decemberSolstice(2024))', "2024-12-21"], [3, 12]),
};
