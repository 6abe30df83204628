// Positions of the Sun, the Moon and the planets, computed with the library astronomy-engine (VSOP87 and an abridged lunar theory,
// within about one arcminute). Moments are days of universal time since noon of 1 January 2000. UTC is used as UT1,
// which differs from it by less than 0.9 s; TT - UT after Espenak and Meeus.
import {
  AngleFromSun,
  type AstroTime,
  Body,
  EclipticGeoMoon,
  Equator,
  e_tilt,
  Horizon,
  Illumination,
  KM_PER_AU,
  MakeTime,
  Observer,
  PairLongitude,
  SearchRiseSet,
  SiderealTime,
  SunPosition,
} from "astronomy-engine";
import type { FunctionEntry } from "formulary";
import { failFormula, finiteNumber } from "formulary/functions";
import { dayNumber, daySeconds } from "./calendar.ts";

/** Radians in a degree. */
export const degree = Math.PI / 180;
/** The astronomical unit in metres. */
export const astronomicalUnit = 1000 * KM_PER_AU;
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
  const north = finiteNumber(latitude, "The latitude");
  if (Math.abs(north) > Math.PI / 2 + 1e-9)
    failFormula(
      `The latitude ${north} lies beyond 90°: angles reach formulas in radians, so give the input a unit, or write quantity(x, "deg").`,
    );
  return { latitude: north, longitude: longitudeOf(longitude) };
}

/** A longitude that was checked. */
export function longitudeOf(longitude: unknown): number {
  const east = finiteNumber(longitude, "The longitude");
  if (Math.abs(east) > turn + 1e-9)
    failFormula(
      `The longitude ${east} lies beyond 360°: angles reach formulas in radians, so give the input a unit, or write quantity(x, "deg").`,
    );
  return wrapped(east);
}

/** A moment, from a date and a time in seconds since its 00:00 UTC; time zones may lead into the day before or after. */
export function momentOf(date: unknown, time: unknown = 0): number {
  const seconds = finiteNumber(time, "The time since midnight");
  if (Math.abs(seconds) > mostDays * daySeconds) failFormula(`The time since midnight, ${seconds} s, is more than ${mostDays} days.`);
  return dayNumber(date) - epoch + seconds / daySeconds;
}
// the next eclipse at a place is up to some ten years ahead
const mostDays = 4000;

/** Seconds from 00:00 UTC of a date to a moment. */
export const secondsSince = (date: unknown, moment: number): number => (moment - momentOf(date)) * daySeconds;

/** An angle between -π and π. */
export const wrapped = (angle: number): number => angle - turn * Math.round(angle / turn);
/** An angle between 0 and 2π. */
export const positive = (angle: number): number => ((angle % turn) + turn) % turn;

interface ApparentSun {
  declination: number;
  hourAngle: number;
}
/** The Sun seen from the center of the Earth: apparent declination, and hour angle at Greenwich. */
export function sunAt(moment: number): ApparentSun {
  const cached = cache.get(moment);
  if (cached) return cached;
  if (cache.size >= 1000) cache.clear();
  const sun = computeSun(moment);
  cache.set(moment, sun);
  return sun;
}
// sunrise, sunset, day length and twilights of one day all need the Sun at its noon and its midnights
const cache = new Map<number, ApparentSun>();
function computeSun(moment: number): ApparentSun {
  const time = MakeTime(moment);
  const longitude = SunPosition(time).elon * degree;
  const tilt = e_tilt(time).tobl * degree;
  const rightAscension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude));
  const sidereal = SiderealTime(time) * 15 * degree;
  return { declination: Math.asin(Math.sin(tilt) * Math.sin(longitude)), hourAngle: wrapped(sidereal - rightAscension) };
}

/** Sine of the altitude of the Sun's center, without refraction, seen from the center of the Earth. */
export function sunHeight(moment: number, { latitude, longitude }: Place): number {
  const { declination, hourAngle } = sunAt(moment);
  return Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle + longitude);
}

/** Altitude and azimuth (from north by east) of a body as seen from a place, without refraction. */
export function horizontalPosition(body: Body, moment: number, { latitude, longitude }: Place): { altitude: number; azimuth: number } {
  const observer = new Observer(latitude / degree, longitude / degree, 0);
  const { ra, dec } = Equator(body, MakeTime(moment), observer, true, true);
  const { altitude, azimuth } = Horizon(MakeTime(moment), observer, ra, dec);
  return { altitude: altitude * degree, azimuth: positive(azimuth * degree) };
}

/** The angle between a planet and the Sun, negative where the planet is west of it (seen in the morning). */
export function angleFromSun(body: Body, moment: AstroTime): number {
  const angle = AngleFromSun(body, moment) * degree;
  return PairLongitude(body, Body.Sun, moment) < 180 ? angle : -angle;
}

/** The distance of the Moon's center from that of the Earth, in metres. */
export const moonDistance = (moment: number): number => EclipticGeoMoon(moment).dist * astronomicalUnit;

/** The time that light takes from the Moon, in days: the Moon is seen where it was. */
export const moonLight = 1.28 / daySeconds;
// The library's own search leaves out the Sun's aberration, which is 40 s of time.
/** The angle from the Sun to the Moon along the ecliptic, 0 to 2π, at their apparent positions. */
export function elongation(moment: number): number {
  if (moment !== latest.moment) latest = { moment, angle: elongationAt(moment) };
  return latest.angle;
}
// the phase, its name and every search from a moment need the angle at that moment
let latest = { moment: Number.NaN, angle: Number.NaN };
const elongationAt = (moment: number): number => positive((EclipticGeoMoon(moment - moonLight).lon - SunPosition(moment).elon) * degree);
/** The illuminated fraction of the Moon's disc, 0 to 1. */
export const illuminatedFraction = (moment: number): number => Illumination(Body.Moon, moment).phase_fraction;

// Mean days from new moon to new moon, and from one March equinox to the next.
const lunation = 29.530_589;
const year = 365.242_2;
/** When the angle from the Sun to the Moon next has a value (direction 1), or last had it (-1). */
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

/** When an angle that grows with time reaches a value near a guess, by the secant method from the mean speed. */
function angleReached(angleAt: (moment: number) => number, angle: number, { guess, period }: { guess: number; period: number }): number {
  let reached = guess;
  let [daysPerRadian, step, off] = [period / turn, Number.POSITIVE_INFINITY, 0];
  for (let again = 0; again < 20; again++) {
    const next = wrapped(angleAt(reached) - angle);
    if (again > 0 && next !== off) daysPerRadian = step / (off - next);
    const last = step;
    [off, step] = [next, next * daysPerRadian];
    reached -= step;
    // the speeds of Sun and Moon change by less than 4 % a day: an error is at most a fiftieth of the product of the
    // two before
    if (Math.abs(step) < 1e-8 || Math.abs(step * last) < 1e-7) break;
  }
  return reached;
}

// The upper edge is at the horizon, with 34 arcminutes of refraction.
/** When the Moon next rises (direction 1) or sets (-1). */
export function moonCrosses(direction: 1 | -1, moment: number, { latitude, longitude }: Place): number {
  const observer = new Observer(latitude / degree, longitude / degree, 0);
  const next = SearchRiseSet(Body.Moon, observer, direction, moment, 30)?.ut;
  return next ?? failFormula("There is no such moment within 30 days.");
}

/** A function of the formula language for one coordinate of the Sun or the Moon, which checks its arguments. */
export const coordinateOf =
  (body: Body, part: "altitude" | "azimuth") =>
  (date: unknown, time: unknown, latitude: unknown, longitude: unknown): number =>
    horizontalPosition(body, momentOf(date, time), placeOf(latitude, longitude))[part];

/** A function with the steps that one call of it costs. */
export const withCost = (entry: FunctionEntry, steps: number): FunctionEntry => ({ ...entry, cost: () => steps });
