// The Moon: phase, illumination, age, dates of phases, rising and setting, position. All times are UTC.
import { Body } from "astronomy-engine";
import type { Functions } from "formulary";
import { entry, failFormula } from "formulary/functions";
import {
  coordinateOf,
  elongation,
  elongationReached,
  illuminatedFraction,
  momentOf,
  moonCrosses,
  moonDistance,
  placeOf,
  secondsSince,
  withCost,
} from "./astronomy.ts";
import { quoted } from "./calendar.ts";

const phases = new Map([
  ["new moon", 0],
  ["first quarter", Math.PI / 2],
  ["full moon", Math.PI],
  ["last quarter", (3 * Math.PI) / 2],
]);
const names = [
  "new moon",
  "waxing crescent",
  "first quarter",
  "waxing gibbous",
  "full moon",
  "waning gibbous",
  "last quarter",
  "waning crescent",
];

function nextMoonPhase(date: unknown, time: unknown, phase: unknown): number {
  const angle = phases.get(phase as string);
  if (angle === undefined) failFormula(`${quoted(phase)} is no phase to search for: ${[...phases.keys()].join(", ")}.`);
  return secondsSince(date, elongationReached(angle, momentOf(date, time), 1));
}

function moonAge(date: unknown, time: unknown): number {
  const moment = momentOf(date, time);
  return (moment - elongationReached(0, moment, -1)) * 86_400;
}

const nextCrossing = (direction: 1 | -1) => (date: unknown, time: unknown, latitude: unknown, longitude: unknown) =>
  secondsSince(date, moonCrosses(direction, momentOf(date, time), placeOf(latitude, longitude)));

/** Functions of the Moon. */
export const moonFunctions: Functions = {
  moonPhase: withCost(
    entry(
      "date time",
      "The angle from the Sun to the Moon along the ecliptic, in radians from 0 to 2π, at a time since 00:00 UTC of a date: 0 is new moon, π/2 first quarter, π full moon.",
      ['round(moonPhase("2024-03-25", 25200), 2)', 3.14],
      "instant",
      (date: unknown, time: unknown) => elongation(momentOf(date, time)),
    ),
    20,
  ),
  moonPhaseName: withCost(
    entry(
      "date time",
      "The English name of the phase, such as waxing crescent, at a time since 00:00 UTC of a date. There are eight names, each for 45° of moonPhase.",
      ['moonPhaseName("2024-03-25", 25200)', "full moon"],
      "instantText",
      (date: unknown, time: unknown) => names[Math.round(elongation(momentOf(date, time)) / (Math.PI / 4)) % 8]!,
    ),
    20,
  ),
  moonIllumination: withCost(
    entry(
      "date time",
      "The illuminated fraction of the Moon's disc, 0 to 1, at a time since 00:00 UTC of a date.",
      ['round(moonIllumination("2024-03-17", 0), 2)', 0.48],
      "instant",
      (date: unknown, time: unknown) => illuminatedFraction(momentOf(date, time)),
    ),
    20,
  ),
  moonAge: withCost(
    entry(
      "date time",
      "The time since the last new moon, at a time since 00:00 UTC of a date.",
      ['round(moonAge("2024-03-25", 25200) / 86400, 1)', 14.9],
      "instantTime",
      moonAge,
    ),
    250,
  ),
  nextMoonPhase: withCost(
    entry(
      "date time phase",
      'When the Moon next reaches a phase ("new moon", "first quarter", "full moon" or "last quarter") after a time since 00:00 UTC of a date, as a time since the same 00:00 UTC. dateAt and clockTime write it as a date and a clock time.',
      ['dateAt("2024-03-01", nextMoonPhase("2024-03-01", 0, "full moon"))', "2024-03-25"],
      "instantTime",
      nextMoonPhase,
    ),
    250,
  ),
  nextMoonrise: withCost(
    entry(
      "date time latitude longitude",
      "When the Moon next rises (upper edge, 34′ of refraction, sea level) after a time since 00:00 UTC of a date, as a time since the same 00:00 UTC. The next rise follows after about a day and 50 minutes, in polar regions after up to weeks.",
      ['clockTime(nextMoonrise("2024-03-25", 0, 0.9, 0))', "18:46"],
      "instantTime",
      nextCrossing(1),
    ),
    500,
  ),
  nextMoonset: withCost(
    entry(
      "date time latitude longitude",
      "When the Moon next sets; arguments and result as in nextMoonrise.",
      ['clockTime(nextMoonset("2024-03-25", 0, 0.9, 0))', "06:01"],
      "instantTime",
      nextCrossing(-1),
    ),
    500,
  ),
  moonDistance: withCost(
    entry(
      "date time",
      "The distance from the center of the Earth to that of the Moon at a time since 00:00 UTC of a date.",
      ['round(moonDistance("2024-03-25", 0) / 1e6)', 406],
      "instantLength",
      (date: unknown, time: unknown) => moonDistance(momentOf(date, time)),
    ),
    20,
  ),
  moonAltitude: withCost(
    entry(
      "date time latitude longitude",
      "The altitude of the Moon's center in radians at a time since 00:00 UTC of a date, as seen from a place, without refraction.",
      ['round(moonAltitude("2024-03-25", 0, 0.9, 0), 2)', 0.67],
      "instant",
      coordinateOf(Body.Moon, "altitude"),
    ),
    20,
  ),
  moonAzimuth: withCost(
    entry(
      "date time latitude longitude",
      "The azimuth of the Moon in radians, from north by east, 0 to 2π, at a time since 00:00 UTC of a date, as seen from a place.",
      ['round(moonAzimuth("2024-03-25", 0, 0.9, 0), 2)', 3.16],
      "instant",
      coordinateOf(Body.Moon, "azimuth"),
    ),
    20,
  ),
};
