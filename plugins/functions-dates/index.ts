// Dates, clock times, Sun and Moon. No time zones: their rules change by law, so an offset from UTC is an input.
import { definePlugin } from "formulary/functions";
import { clockFunctions } from "./clock.ts";
import { dateFunctions } from "./dates.ts";
import { feastFunctions } from "./feasts.ts";
import { moonFunctions } from "./moon.ts";
import { sunFunctions } from "./sun.ts";
import { weekFunctions } from "./weeks.ts";

export { addMonths, dayNumber, daysInMonth, endOfMonth, monthsBetween, parts } from "./calendar.ts";

/** Functions of dates, clock times, and the Sun and the Moon. */
export default () =>
  definePlugin({
    name: "functions-dates",
    functions: { ...dateFunctions, ...weekFunctions, ...feastFunctions, ...clockFunctions, ...sunFunctions, ...moonFunctions },
  });
