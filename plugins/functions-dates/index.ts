// Dates, clock times, Easter, the Sun, the Moon, planets and eclipses: own code on the Gregorian calendar, positions from
// astronomy-engine. There are no time zones, because their rules change by law: an offset from UTC is an input.
import { definePlugin } from "formulary/functions";
import { clockFunctions } from "./clock.ts";
import { dateFunctions } from "./dates.ts";
import { julianFunctions } from "./easter-and-julian.ts";
import { eclipseFunctions } from "./eclipses.ts";
import { dateKinds } from "./kinds.ts";
import { moonFunctions } from "./moon.ts";
import { planetFunctions } from "./planets.ts";
import { sunFunctions } from "./sun.ts";
import { weekFunctions } from "./weeks.ts";

export { addMonths, dayNumber, daysInMonth, endOfMonth, isDate, monthsBetween, parts } from "./calendar.ts";
export { isClock } from "./clock.ts";

/** Functions of dates, clock times, the Sun, the Moon, planets and eclipses; dates and clock times as kinds of values. */
export default () =>
  definePlugin({
    name: "functions-dates",
    functions: {
      ...dateFunctions,
      ...weekFunctions,
      ...julianFunctions,
      ...clockFunctions,
      ...sunFunctions,
      ...moonFunctions,
      ...planetFunctions,
      ...eclipseFunctions,
    },
    kinds: dateKinds,
  });
