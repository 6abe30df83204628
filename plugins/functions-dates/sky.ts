// Where the Sun and the Moon stand, through the library astronomy-engine (VSOP87 and an abridged lunar theory, within about one arcminute).
// Moments are days of universal time since noon of 1 January 2000; UT1 is taken for UTC (they differ by less than 0.9 s), TT - UT after Espenak and Meeus.
import {
  Body,
  EclipticGeoMoon,
  Equator,
  e_tilt,
  Horizon,
  Illumination,
  MakeTime,
  Observer,
  SearchRiseSet,
  SiderealTime,
  SunPosition,
} from "astronomy-engine";
import { failFormula } from "formulary/functions";
import { dayNumber, daySeconds, finite } from "./calendar.ts";

const degree = Math.PI / 180;
const turn = 2 * Math.PI;
// 1 January 1970, 00:00, in days before noon of 1 January 2000
const epoch = 10_957.5;

/** A point of the Earth, in radians; north and east are positive. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A place whose angles were checked. */
export function placeOf(latitude: unknown, longitude: unknown): Place {
  const north = finite(latitude, "The latitude");
  if (Math.abs(north) > Math.PI / 2 + 1e-9)
    failFormula(
      `The latitude ${north} lies beyond 90°: angles reach formulas in radians, so give the input a unit, or write quantity(x, "deg").`,
    );
  return { latitude: north, longitude: longitudeOf(longitude) };
}

/** A longitude that was checked. */
export function longitudeOf(longitude: unknown): number {
  const east = finite(longitude, "The longitude");
  if (Math.abs(east) > turn + 1e-9)
    failFormula(
      `The longitude ${east} lies beyond 360°: angles reach formulas in radians, so give the input a unit, or write quantity(x, "deg").`,
    );
  return wrapped(east);
}

/** A moment, from a date and a time in seconds since its 00:00 UTC. */
export function momentOf(date: unknown, time: unknown = 0): number {
  return dayNumber(date) - epoch + finite(time, "The time since midnight") / daySeconds;
}

/** Seconds from 00:00 UTC of a date to a moment. */
export const secondsSince = (date: unknown, moment: number): number => (moment - momentOf(date)) * daySeconds;

/** An angle between -π and π. */
export const wrapped = (angle: number): number => angle - turn * Math.round(angle / turn);
const positive = (angle: number): number => ((angle % turn) + turn) % turn;

interface SunSeen {
  declination: number;
  hourAngle: number;
}
/** The Sun as seen from the middle of the Earth: apparent declination, and hour angle at Greenwich. */
export function sunAt(moment: number): SunSeen {
  const known = lately.get(moment);
  if (known) return known;
  if (lately.size >= 1000) lately.clear();
  const seen = sunSeen(moment);
  lately.set(moment, seen);
  return seen;
}
// a day's sunrise, sunset, length and twilights all ask for its noon and its midnights
const lately = new Map<number, SunSeen>();
function sunSeen(moment: number): SunSeen {
  const time = MakeTime(moment);
  const longitude = SunPosition(time).elon * degree;
  const tilt = e_tilt(time).tobl * degree;
  const rightAscension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude));
  const sidereal = SiderealTime(time) * 15 * degree;
  return { declination: Math.asin(Math.sin(tilt) * Math.sin(longitude)), hourAngle: wrapped(sidereal - rightAscension) };
}

/** Sine of the altitude of the Sun's middle, without refraction, from the middle of the Earth. */
export function sunHeight(moment: number, { latitude, longitude }: Place): number {
  const { declination, hourAngle } = sunAt(moment);
  return Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle + longitude);
}

/** Altitude and azimuth (from north by east) of a body as seen from a place, without refraction. */
export function seenFrom(body: "Sun" | "Moon", moment: number, { latitude, longitude }: Place): { altitude: number; azimuth: number } {
  const observer = new Observer(latitude / degree, longitude / degree, 0);
  const { ra, dec } = Equator(Body[body], MakeTime(moment), observer, true, true);
  const { altitude, azimuth } = Horizon(MakeTime(moment), observer, ra, dec);
  return { altitude: altitude * degree, azimuth: positive(azimuth * degree) };
}

// Light from the Moon is this old, in days: it is seen where it was.
const moonLight = 1.28 / daySeconds;
/** How far the Moon is ahead of the Sun along the ecliptic, 0 to 2π, both where they are seen (the library's own search leaves the Sun's aberration out, 40 s of time). */
export function elongation(moment: number): number {
  if (moment !== latest.moment) latest = { moment, angle: elongationAt(moment) };
  return latest.angle;
}
// the phase, its name and every search from a moment ask for that moment
let latest = { moment: Number.NaN, angle: Number.NaN };
const elongationAt = (moment: number): number => positive((EclipticGeoMoon(moment - moonLight).lon - SunPosition(moment).elon) * degree);
/** The lit part of the Moon's disc, 0 to 1. */
export const litPart = (moment: number): number => Illumination(Body.Moon, moment).phase_fraction;

// Mean days from new moon to new moon, and from one March equinox to the next.
const lunation = 29.530_589;
const year = 365.242_2;
/** When the Moon is next (direction 1) so far ahead of the Sun, or was last (-1). */
export function elongationReached(angle: number, moment: number, direction: 1 | -1): number {
  const ahead = direction * positive(direction * (angle - elongation(moment)));
  return angleReached(elongationAt, angle, { guess: moment + (ahead / turn) * lunation, period: lunation });
}

/** When the Sun next reaches an ecliptic longitude, in radians. */
export function sunLongitudeReached(angle: number, moment: number): number {
  const longitude = (at: number) => SunPosition(at).elon * degree;
  const ahead = positive(angle - longitude(moment));
  return angleReached(longitude, angle, { guess: moment + (ahead / turn) * year, period: year });
}

/** When an angle that grows with time is reached near a guess: the secant method, which begins with the mean speed. */
function angleReached(angleAt: (moment: number) => number, angle: number, { guess, period }: { guess: number; period: number }): number {
  let reached = guess;
  let [daysPerRadian, step, off] = [period / turn, Number.POSITIVE_INFINITY, 0];
  for (let again = 0; again < 20; again++) {
    const next = wrapped(angleAt(reached) - angle);
    if (again > 0 && next !== off) daysPerRadian = step / (off - next);
    const last = step;
    [off, step] = [next, next * daysPerRadian];
    reached -= step;
    // an error is at most a fiftieth of the two before it multiplied, since the speeds of Sun and Moon change by less than 4 % a day
    if (Math.abs(step) < 1e-8 || Math.abs(step * last) < 1e-7) break;
  }
  return reached;
}

/** When the Moon next rises (direction 1) or sets (-1): its upper edge at the horizon, with 34 arcminutes of refraction. */
export function moonCrosses(direction: 1 | -1, moment: number, { latitude, longitude }: Place): number {
  return found(SearchRiseSet(Body.Moon, new Observer(latitude / degree, longitude / degree, 0), direction, moment, 30)?.ut);
}

const found = (moment: number | undefined): number => moment ?? failFormula("The search for this moment found none.");

/** One coordinate of the Sun or the Moon as a function of date, time, latitude and longitude, which it checks. */
export const viewOf =
  (body: Parameters<typeof seenFrom>[0], part: "altitude" | "azimuth") =>
  (date: unknown, time: unknown, latitude: unknown, longitude: unknown): number =>
    seenFrom(body, momentOf(date, time), placeOf(latitude, longitude))[part];
