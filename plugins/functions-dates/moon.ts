// The Moon: phase, lit part, age, when a phase comes, when it rises and where it stands. All times are UTC.
import type { FunctionEntry, Functions } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { elongation, elongationReached, litPart, momentOf, moonCrosses, placeOf, secondsSince, viewOf } from "./sky.ts";

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
  const angle = phases.get(String(phase));
  if (angle === undefined) failFormula(`"${String(phase)}" is no phase to search for: ${[...phases.keys()].join(", ")}.`);
  return secondsSince(date, elongationReached(angle, momentOf(date, time), 1));
}

function moonAge(date: unknown, time: unknown): number {
  const moment = momentOf(date, time);
  return (moment - elongationReached(0, moment, -1)) * 86_400;
}

const nextCrossing = (direction: 1 | -1) => (date: unknown, time: unknown, latitude: unknown, longitude: unknown) =>
  secondsSince(date, moonCrosses(direction, momentOf(date, time), placeOf(latitude, longitude)));
const costing = (entry: FunctionEntry, steps: number): FunctionEntry => ({ ...entry, cost: () => steps });

/** Functions of the Moon. */
export const moonFunctions: Functions = {
  moonPhase: costing(
    entry(
      "date time",
      "How far the Moon is ahead of the Sun along the ecliptic, in radians from 0 to 2π, at a time since 00:00 UTC of a date: 0 new moon, π/2 first quarter, π full moon.",
      ['round(moonPhase("2024-03-25", 25200), 2)', 3.14],
      "instant",
      (date: unknown, time: unknown) => elongation(momentOf(date, time)),
    ),
    20,
  ),
  moonPhaseName: costing(
    entry(
      "date time",
      "The English name of the eighth of its cycle (45° of moonPhase, around each name's own angle) that the Moon is in at a time since 00:00 UTC of a date, such as waxing crescent.",
      ['moonPhaseName("2024-03-25", 25200)', "full moon"],
      "instantText",
      (date: unknown, time: unknown) => names[Math.round(elongation(momentOf(date, time)) / (Math.PI / 4)) % 8]!,
    ),
    20,
  ),
  moonIllumination: costing(
    entry(
      "date time",
      "The lit part of the Moon's disc, 0 to 1, at a time since 00:00 UTC of a date.",
      ['round(moonIllumination("2024-03-17", 0), 2)', 0.48],
      "instant",
      (date: unknown, time: unknown) => litPart(momentOf(date, time)),
    ),
    20,
  ),
  moonAge: costing(
    entry(
      "date time",
      "The time that has gone by since the last new moon, at a time since 00:00 UTC of a date.",
      ['round(moonAge("2024-03-25", 25200) / 86400, 1)', 14.9],
      "instantTime",
      moonAge,
    ),
    250,
  ),
  nextMoonPhase: costing(
    entry(
      "date time phase",
      'When the Moon next reaches a phase ("new moon", "first quarter", "full moon" or "last quarter") from a time since 00:00 UTC of a date on, as a time since that same 00:00 UTC (dateAt and clockTime tell the moment).',
      ['dateAt("2024-03-01", nextMoonPhase("2024-03-01", 0, "full moon"))', "2024-03-25"],
      "instantTime",
      nextMoonPhase,
    ),
    250,
  ),
  nextMoonrise: costing(
    entry(
      "date time latitude longitude",
      "When the Moon next rises (upper edge, 34′ of refraction, sea level) from a time since 00:00 UTC of a date on, as a time since that same 00:00 UTC; about a day and 50 minutes pass from one to the next, weeks in polar regions.",
      ['clockTime(nextMoonrise("2024-03-25", 0, 0.9, 0))', "18:46"],
      "instantTime",
      nextCrossing(1),
    ),
    500,
  ),
  nextMoonset: costing(
    entry(
      "date time latitude longitude",
      "When the Moon next sets, told as nextMoonrise does.",
      ['clockTime(nextMoonset("2024-03-25", 0, 0.9, 0))', "06:01"],
      "instantTime",
      nextCrossing(-1),
    ),
    500,
  ),
  moonAltitude: costing(
    entry(
      "date time latitude longitude",
      "The altitude of the Moon's middle in radians at a time since 00:00 UTC of a date, as seen from a place, without refraction.",
      ['round(moonAltitude("2024-03-25", 0, 0.9, 0), 2)', 0.67],
      "instant",
      viewOf("Moon", "altitude"),
    ),
    20,
  ),
  moonAzimuth: costing(
    entry(
      "date time latitude longitude",
      "The azimuth of the Moon in radians, from north by east, 0 to 2π, at a time since 00:00 UTC of a date, as seen from a place.",
      ['round(moonAzimuth("2024-03-25", 0, 0.9, 0), 2)', 3.16],
      "instant",
      viewOf("Moon", "azimuth"),
    ),
    20,
  ),
};
