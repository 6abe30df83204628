// Eclipses of the Sun and the Moon: when they come, of what kind and size, and what a place sees of them. All times are UTC.
// The moments of the greatest eclipse are the library's. Kinds, magnitudes and durations follow from the cones of shadow, after
// "Explanatory Supplement to the Astronomical Almanac", 3rd ed. (2013), chapter 11, with the radii of NASA's canons of eclipses
// (Espenak, Meeus: Five Millennium Canon of Solar Eclipses, 2006, and of Lunar Eclipses, 2009), in equatorial radii of the Earth.
import {
  type AstroTime,
  Body,
  type EclipseEvent,
  Equator,
  GeoMoon,
  GeoVector,
  MakeTime,
  NextGlobalSolarEclipse,
  NextLunarEclipse,
  Observer,
  Search,
  SearchGlobalSolarEclipse,
  SearchLocalSolarEclipse,
  SearchLunarEclipse,
  type Vector,
} from "astronomy-engine";
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, wholeNumber } from "formulary/functions";
import { astronomicalUnit, degree, momentOf, moonLight, placeOf, secondsSince, withCost } from "./astronomy.ts";
import { daySeconds } from "./calendar.ts";

const earthRadius = 6_378_137;
const sunRadius = 696_000_000 / earthRadius;
const moonRadius = 0.272_507_6;
// The Moon's mean radius for its penumbra, and the least one for its umbra: totality begins when the last valley is dark.
const [penumbraRadius, umbraRadius] = [0.272_488, 0.272_281];
// The axis of a shadow that comes no closer to the center misses the Earth, which is flat at its poles.
const centralLimit = 0.997_2;
// Danjon: air enlarges the shadow of the Earth by a hundredth of the Moon's parallax.
const enlargement = 1.01;
const mostEclipses = 20;

type Point = [x: number, y: number, z: number];
const pointOf = ({ x, y, z }: Vector): Point => [x, y, z].map((each) => (each * astronomicalUnit) / earthRadius) as Point;
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** a + factor · b */
const plus = (a: Point, b: Point, factor: number): Point => [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
const lengthOf = (a: Point): number => Math.hypot(...a);

/** Where Sun and Moon are seen from the center of the Earth, equator of J2000. */
const sunAndMoon = (moment: AstroTime): [sun: Point, moon: Point] => [
  pointOf(GeoVector(Body.Sun, moment, true)),
  pointOf(GeoMoon(moment.AddDays(-moonLight))),
];

/** The distance of a point from a line through the center of the Earth, positive where the point is north of it. */
function distanceFromAxis(point: Point, direction: Point): number {
  const off = plus(point, direction, -dot(point, direction));
  return lengthOf(off) * Math.sign(off[2]);
}

/** Kind, magnitude and gamma of an eclipse of the Sun at its greatest. */
function solarEclipse(moment: AstroTime): { kind: string; magnitude: number; gamma: number } {
  const [sun, moon] = sunAndMoon(moment);
  const between = plus(moon, sun, -1);
  const distance = lengthOf(between);
  const axis = plus([0, 0, 0], between, 1 / distance);
  const gamma = distanceFromAxis(moon, axis);
  const [outer, inner] = [Math.asin((sunRadius + penumbraRadius) / distance), Math.asin((sunRadius - umbraRadius) / distance)];
  // radii of penumbra and umbra (negative where the eclipse is total) at a height above the plane through the Earth's center
  const radiiAt = (height: number): [penumbra: number, umbra: number] => {
    const toMoon = -dot(moon, axis) - height;
    return [toMoon * Math.tan(outer) + penumbraRadius / Math.cos(outer), toMoon * Math.tan(inner) - umbraRadius / Math.cos(inner)];
  };
  const [penumbra, umbra] = radiiAt(0);
  const beside = Math.abs(gamma) - centralLimit;
  if (beside >= 0) {
    const magnitude = (penumbra - beside) / (penumbra + umbra);
    if (beside >= Math.abs(umbra)) return { kind: "partial", magnitude, gamma };
    return { kind: `${umbra < 0 ? "total" : "annular"}, not central`, magnitude, gamma };
  }
  const [wide, narrow] = radiiAt(Math.sqrt(Math.max(0, 1 - gamma ** 2)));
  const kind = narrow >= 0 ? "annular" : umbra > 0 ? "hybrid" : "total";
  return { kind, magnitude: (wide - narrow) / (wide + narrow), gamma };
}

/** The Moon at the shadow of the Earth: its distance from the axis, and radii of umbra, penumbra and Moon, in radians. */
function moonAtShadow(moment: AstroTime): { off: number; umbra: number; penumbra: number; size: number; gamma: number } {
  const [sun, moon] = sunAndMoon(moment);
  const [toSun, toMoon] = [lengthOf(sun), lengthOf(moon)];
  const gamma = distanceFromAxis(moon, plus([0, 0, 0], sun, -1 / toSun));
  const parallaxes = enlargement * Math.asin(1 / toMoon) + Math.asin(1 / toSun);
  const sunSize = Math.asin(sunRadius / toSun);
  const off = Math.asin(Math.abs(gamma) / toMoon);
  return { off, umbra: parallaxes - sunSize, penumbra: parallaxes + sunSize, size: Math.asin(moonRadius / toMoon), gamma };
}

/** Seconds during which the Moon's center is nearer to the axis than an edge that is a function of the moment; 0 where it never is. */
function timeWithin(edge: (at: ReturnType<typeof moonAtShadow>) => number, peak: AstroTime): number {
  const inside = (moment: AstroTime) => {
    const at = moonAtShadow(moment);
    return edge(at) - at.off;
  };
  if (inside(peak) <= 0) return 0;
  const begin = Search(inside, peak.AddDays(-longest), peak);
  const end = Search((moment) => -inside(moment), peak, peak.AddDays(longest));
  return begin && end ? (end.ut - begin.ut) * daySeconds : 0;
}
// half of the longest penumbral eclipse is 3.2 hours
const longest = 0.2;

/** Kind, magnitudes, gamma and durations of an eclipse of the Moon at its greatest. */
function lunarEclipse(moment: AstroTime) {
  const at = moonAtShadow(moment);
  const depth = (radius: number) => (radius + at.size - at.off) / (2 * at.size);
  const [magnitude, penumbralMagnitude] = [depth(at.umbra), depth(at.penumbra)];
  return {
    kind: magnitude >= 1 ? "total" : magnitude > 0 ? "partial" : "penumbral",
    magnitude,
    penumbralMagnitude,
    gamma: at.gamma,
    penumbralTime: timeWithin(({ penumbra, size }) => penumbra + size, moment),
    partialTime: timeWithin(({ umbra, size }) => umbra + size, moment),
    totalTime: timeWithin(({ umbra, size }) => umbra - size, moment),
  };
}

const countOf = (count: unknown): number => wholeNumber(count, "The number of eclipses", [1, mostEclipses]);

function solarEclipses(date: unknown, time: unknown, count: unknown): Value {
  const found: Value[] = [];
  let { peak } = SearchGlobalSolarEclipse(MakeTime(momentOf(date, time)));
  for (const most = countOf(count); found.length < most; peak = NextGlobalSolarEclipse(peak).peak)
    found.push({ greatest: secondsSince(date, peak.ut), ...solarEclipse(peak) });
  return found;
}

function lunarEclipses(date: unknown, time: unknown, count: unknown): Value {
  const found: Value[] = [];
  let { peak } = SearchLunarEclipse(MakeTime(momentOf(date, time)));
  for (const most = countOf(count); found.length < most; peak = NextLunarEclipse(peak).peak) {
    const eclipse = lunarEclipse(peak);
    // the library's shadow is a little wider, and meets the Moon where Danjon's does not
    if (eclipse.penumbralMagnitude > 0) found.push({ greatest: secondsSince(date, peak.ut), ...eclipse });
  }
  return found;
}

/** Sun and Moon as a place sees them: the angle between their centers, and their radii, the Moon's also without its valleys. */
function sunAndMoonAt(moment: AstroTime, observer: Observer): { off: number; sun: number; moon: number; darkMoon: number } {
  const [sun, moon] = [Body.Sun, Body.Moon].map((body) => pointOf(Equator(body, moment, observer, true, true).vec)) as [Point, Point];
  const [toSun, toMoon] = [lengthOf(sun), lengthOf(moon)];
  const off = Math.acos(Math.min(1, dot(sun, moon) / toSun / toMoon));
  return {
    off,
    sun: Math.asin(sunRadius / toSun),
    moon: Math.asin(penumbraRadius / toMoon),
    darkMoon: Math.asin(umbraRadius / toMoon),
  };
}

/** The share of a disc that another one covers, from the radii and the distance of their centers. */
function coveredShare(radius: number, other: number, distance: number): number {
  if (distance <= Math.abs(other - radius)) return Math.min(1, (other / radius) ** 2);
  const [a, b] = [(distance ** 2 + radius ** 2 - other ** 2) / (2 * distance), (distance ** 2 + other ** 2 - radius ** 2) / (2 * distance)];
  const lens =
    radius ** 2 * Math.acos(a / radius) + other ** 2 * Math.acos(b / other) - distance * Math.sqrt(Math.max(0, radius ** 2 - a ** 2));
  return lens / (Math.PI * radius ** 2);
}

function localSolarEclipse(date: unknown, time: unknown, latitude: unknown, longitude: unknown): Value {
  const place = placeOf(latitude, longitude);
  const observer = new Observer(place.latitude / degree, place.longitude / degree, 0);
  const { peak, partial_begin, partial_end } = SearchLocalSolarEclipse(MakeTime(momentOf(date, time)), observer);
  const { off, sun, moon, darkMoon } = sunAndMoonAt(peak.time, observer);
  const kind = off < darkMoon - sun ? "total" : off < sun - darkMoon ? "annular" : "partial";
  const secondsTo = (moment: AstroTime) => secondsSince(date, moment.ut);
  // the library takes a smaller Sun: its eclipse lies within ours
  const contact = (edge: (at: ReturnType<typeof sunAndMoonAt>) => number, { time: near }: EclipseEvent, side: -1 | 1) => {
    const depth = (moment: AstroTime) => {
      const at = sunAndMoonAt(moment, observer);
      return -side * (edge(at) - at.off);
    };
    const beyond = near.AddDays(side * margin);
    const found = side < 0 ? Search(depth, beyond, peak.time, precise) : Search(depth, peak.time, beyond, precise);
    return secondsTo(found ?? near);
  };
  const outer: Parameters<typeof contact>[0] = (at) => at.sun + at.moon;
  const inner: Parameters<typeof contact>[0] = (at) => Math.abs(at.sun - at.darkMoon);
  const greatest = secondsTo(peak.time);
  return {
    kind,
    obscuration: kind === "total" ? 1 : coveredShare(sun, moon, off),
    begin: contact(outer, partial_begin, -1),
    centralBegin: kind === "partial" ? greatest : contact(inner, partial_begin, -1),
    greatest,
    centralEnd: kind === "partial" ? greatest : contact(inner, partial_end, 1),
    end: contact(outer, partial_end, 1),
  };
}
const margin = 0.01;
const precise = { dt_tolerance_seconds: 0.1 };

/** The same function, with steps for each eclipse that it looks for. */
const withCostEach = (each: FunctionEntry, steps: number): FunctionEntry => ({
  ...each,
  // as: a table's function takes any values
  cost: ((_date: Value, _time: Value, count: Value) =>
    steps * (typeof count === "number" ? Math.min(mostEclipses, Math.abs(count)) : 1)) as NonNullable<FunctionEntry["cost"]>,
});

/** Functions of eclipses. */
export const eclipseFunctions: Functions = {
  solarEclipses: withCostEach(
    entry(
      "date time count",
      "The next eclipses of the Sun after a time since 00:00 UTC of a date, at most 20, as rows: greatest (when the axis of the shadow is nearest to the center of the Earth, as a time since the same 00:00 UTC), kind (partial, annular, total, hybrid; or annular or total, not central), magnitude (the covered part of the Sun's diameter, and for the last four the Moon's diameter over the Sun's, where the eclipse is greatest) and gamma (the distance of the axis from the center, in Earth radii, north positive).",
      ['solarEclipses("2024-04-01", 0, 2).kind', ["total", "annular"]],
      "solarEclipses",
      solarEclipses,
    ),
    1500,
  ),
  lunarEclipses: withCostEach(
    entry(
      "date time count",
      "The next eclipses of the Moon after a time since 00:00 UTC of a date, at most 20, as rows: greatest (a time since the same 00:00 UTC), kind (penumbral, partial, total), magnitude (of the umbra, below 0 where the Moon misses it) and penumbralMagnitude, gamma (the distance of the Moon's center from the axis of the shadow, in Earth radii, north positive), and penumbralTime, partialTime and totalTime, the whole time in each shadow, 0 where there is none.",
      ['lunarEclipses("2026-01-01", 0, 1).kind', ["total"]],
      "lunarEclipses",
      lunarEclipses,
    ),
    2000,
  ),
  localSolarEclipse: withCost(
    entry(
      "date time latitude longitude",
      "The next eclipse of the Sun that a place sees after a time since 00:00 UTC of a date, as a row: kind there (partial, annular, total), obscuration (the covered part of the disc when it is greatest), and begin, centralBegin, greatest, centralEnd and end as times since the same 00:00 UTC; centralBegin and centralEnd are greatest where the eclipse is partial. The Sun may be below the horizon at some of them.",
      ['localSolarEclipse("2024-04-01", 0, 0.57, -1.69).kind', "total"],
      "localEclipse",
      localSolarEclipse,
    ),
    12000,
  ),
};
