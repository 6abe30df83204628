// Where the planets stand, how bright they are, and their height in the sky of a place. All times are UTC.
import {
  Body,
  EquatorFromVector,
  GeoVector,
  HelioVector,
  Illumination,
  MakeTime,
  RotateVector,
  Rotation_EQJ_ECL,
  Rotation_EQJ_EQD,
  SphereFromVector,
} from "astronomy-engine";
import type { Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { angleFromSun, astronomicalUnit, degree, horizontalPosition, momentOf, placeOf, positive, withCost } from "./astronomy.ts";
import { quoted } from "./calendar.ts";

const planets = new Map([
  ["mercury", Body.Mercury],
  ["venus", Body.Venus],
  ["mars", Body.Mars],
  ["jupiter", Body.Jupiter],
  ["saturn", Body.Saturn],
  ["uranus", Body.Uranus],
  ["neptune", Body.Neptune],
] as const);

function planetOf(name: unknown) {
  const body = (planets as Map<unknown, Body>).get(name);
  return body ?? failFormula(`${quoted(name)} is no planet to look up: ${[...planets.keys()].join(", ")}.`);
}

function planetPosition(date: unknown, time: unknown, planet: unknown): Value {
  const [moment, body] = [MakeTime(momentOf(date, time)), planetOf(planet)];
  const seen = EquatorFromVector(RotateVector(Rotation_EQJ_EQD(moment), GeoVector(body, moment, true)));
  const { mag, phase_angle, helio_dist, ring_tilt = 0 } = Illumination(body, moment);
  const fromSun = SphereFromVector(RotateVector(Rotation_EQJ_ECL(), HelioVector(body, moment)));
  return {
    rightAscension: positive(seen.ra * 15 * degree),
    declination: seen.dec * degree,
    distance: seen.dist * astronomicalUnit,
    sunDistance: helio_dist * astronomicalUnit,
    elongation: angleFromSun(body, moment),
    phaseAngle: phase_angle * degree,
    magnitude: mag,
    // the library counts the southern face as positive
    ringTilt: 0 - ring_tilt * degree,
    longitude: positive(fromSun.lon * degree),
    latitude: fromSun.lat * degree,
  };
}

const coordinate =
  (part: "altitude" | "azimuth") => (date: unknown, time: unknown, planet: unknown, latitude: unknown, longitude: unknown) =>
    horizontalPosition(planetOf(planet), momentOf(date, time), placeOf(latitude, longitude))[part];

/** Functions of the planets. */
export const planetFunctions: Functions = {
  planetPosition: withCost(
    entry(
      "date time planet",
      'Where a planet ("mercury" to "neptune") stands at a time since 00:00 UTC of a date, as a row: apparent rightAscension and declination of the date as seen from the center of the Earth, distance from the Earth, sunDistance, elongation (the angle from the Sun, positive east of it, where the planet is seen in the evening), phaseAngle, magnitude, ringTilt (of Saturn, positive where the northern face is seen, otherwise 0), and longitude and latitude as seen from the Sun (ecliptic of J2000). Angles in radians, within about an arcminute from 1700 to 2200.',
      ['round(planetPosition("1992-12-20", 0, "venus").declination, 4)', -0.3297],
      "planetRow",
      planetPosition,
    ),
    60,
  ),
  planetAltitude: withCost(
    entry(
      "date time planet latitude longitude",
      "The altitude of a planet in radians at a time since 00:00 UTC of a date, as seen from a place, without refraction.",
      ['round(planetAltitude("2024-03-25", 68400, "jupiter", 0.9, 0), 2)', 0.49],
      "instant",
      coordinate("altitude"),
    ),
    60,
  ),
  planetAzimuth: withCost(
    entry(
      "date time planet latitude longitude",
      "The azimuth of a planet in radians, from north by east, 0 to 2π, at a time since 00:00 UTC of a date, as seen from a place.",
      ['round(planetAzimuth("2024-03-25", 68400, "jupiter", 0.9, 0), 2)', 4.54],
      "instant",
      coordinate("azimuth"),
    ),
    60,
  ),
};
