import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

const degree = Math.PI / 180;

describe("dates", () => {
  gives([
    ["date(400, 2, 29)", "0400-02-29"],
    ["daysInMonth(1900, [1, 2, 4])", [31, 28, 30]],
    ['endOfMonth("2023-02-05")', "2023-02-28"],
    ['quarter("2024-10-01")', 4],
    ['yearsBetween("2000-02-29", "2018-02-28")', 18],
    ['yearsBetween("2000-06-15", "2018-06-14")', 17],
    ['yearsBetween("2018-06-15", "2000-06-15")', -18],
    ['ageParts("1961-08-04", "2009-01-20")', [47, 5, 16]],
    ['ageParts("2000-02-29", "2001-02-28")', [1, 0, 0]],
    ['map(year, ["2024-05-01", "2025-01-01"])', [2024, 2025]],
  ]);
  refuses([
    ["date(2023, 2, 29)", "February 2023 has the days 1 to 28, not 29."],
    ["date(2023, 13, 1)", "The month must be a whole number from 1 to 12, not 13."],
    ["date(0, 1, 1)", "The year must be a whole number from 1 to 9999, not 0."],
    ['monthName("May")', 'The month must be a whole number from 1 to 12, not the text "May".'],
    ['ageParts("2024-01-02", "2024-01-01")', "lies before"],
    ["year(2024)", '"2024" is not a date'],
  ]);
});

describe("weeks and working days", () => {
  // ISO 8601-1:2019 and the calendar module of Python (date.isocalendar)
  gives([
    ['isoWeek("2005-01-01")', 53],
    ['isoYear("2005-01-01")', 2004],
    ['isoWeek("2008-12-29")', 1],
    ['isoYear("2008-12-29")', 2009],
    ['isoWeek("0001-01-01")', 1],
    ['isoWeek("9999-12-31")', 52],
    ["isoWeeksInYear(2026)", 53],
    ["dateOfIsoWeek(2009, 1)", "2008-12-29"],
    ["dateOfIsoWeek(2026, 53, 7)", "2027-01-03"],
    ["nthWeekday(2024, 5, -1, 1)", "2024-05-27"],
    ["nthWeekday(2024, 9, 1, 1)", "2024-09-02"],
    ["nthWeekday(2024, 2, 5, 4)", "2024-02-29"],
    // numpy.busday_count and busday_offset
    ['businessDays("2024-01-01", "2025-01-01")', 262],
    ['businessDays("2025-01-01", "2024-01-01")', -262],
    ['businessDays("2024-01-06", "2024-01-08")', 0],
    ['businessDays("2024-01-01", "2025-01-01", ["2024-12-25", "2024-12-25", "2024-12-28", "2025-01-01"])', 261],
    ['businessDays("2024-01-01", "2024-02-01", [], [5, 6])', 23],
    ['addBusinessDays("2024-01-05", 1)', "2024-01-08"],
    ['addBusinessDays("2024-01-06", -1)', "2024-01-05"],
    ['addBusinessDays("2024-01-01", 250, ["2024-07-04"])', "2024-12-17"],
    ['addBusinessDays("2024-01-06", 0)', "2024-01-06"],
    ['addBusinessDays("2024-01-04", 1, [], [5, 6])', "2024-01-07"],
  ]);
  refuses([
    ["nthWeekday(2024, 2, 5, 5)", "2024-02 has no Friday number 5."],
    ["nthWeekday(2024, 2, 0, 5)", "counts from 1"],
    ["dateOfIsoWeek(2025, 53)", "The week of 2025 must be a whole number from 1 to 52, not 53."],
    ['businessDays("2024-01-01", "2024-02-01", [], [1, 2, 3, 4, 5, 6, 7])', "leaves no business day"],
    ['businessDays("2024-01-01", "2024-02-01", "2024-01-01")', "a list of dates"],
    ['addBusinessDays("2024-01-01", 600000)', "more than 100,000 steps"],
    ['addBusinessDays("9999-12-30", 10)', "outside the years"],
  ]);
});

describe("feasts and other calendars", () => {
  gives([
    // python-dateutil (all years to 4098 agree); 1818 and 2285 are as early as can be, 1943 and 2038 as late
    ["easter(1991)", "1991-03-31"],
    ["easter(1818)", "1818-03-22"],
    ["easter(1943)", "1943-04-25"],
    ["easter(2038)", "2038-04-25"],
    ["julianCalendarDate(orthodoxEaster(1243))", "1243-04-12"],
    ["orthodoxEaster(2025)", "2025-04-20"],
    ["orthodoxEaster(2021)", "2021-05-02"],
    ["dateOfJulianCalendar(1900, 2, 29)", "1900-03-13"],
    ["dateOfJulianCalendar(1917, 10, 25)", "1917-11-07"],
    ['julianCalendarDate("1900-03-13")', "1900-02-29"],
    // Python: date.toordinal() + 1721424.5 + 0.81
    ['julianDate("1957-10-04", 0.81 * 86400)', 2_436_116.31],
    ['julianDayNumber("1858-11-17")', 2_400_001],
    ["dateOfJulianDate(2436116.31)", "1957-10-04"],
    ["dateOfJulianDate(2451545)", "2000-01-01"],
  ]);
  it("refuse what their calendar does not have", () => {
    expect(() => run("easter(1582)")).toThrow("orthodoxEaster goes further back");
    expect(() => run("dateOfJulianCalendar(1901, 2, 29)")).toThrow("The day must be a whole number from 1 to 28, not 29.");
  });
});

describe("clocks", () => {
  gives([
    ['minutesBetween("08:30:30", "08:31")', 30],
    ['minutesBetween("08:30", "08:30")', 0],
    ['addMinutes("00:10", -20)', "23:50"],
    ['addMinutes("23:59:30", 1)', "00:00:30"],
    ["clockTime(86399)", "00:00"],
    ['dateAt("2024-12-31", 86399)', "2025-01-01"],
    ["clockTime(86399, 1)", "23:59:59"],
    ['dateAt("2024-12-31", 86399, 1)', "2024-12-31"],
    ["clockTime(27000 + 400, 900)", "07:30"],
    ["clockTime(-1)", "00:00"],
    ['utcOffset("+05:45")', 20700],
    ['utcOffset("Z")', 0],
    ["utcOffsetText(-12600)", "-03:30"],
    ["utcOffsetText(0)", "+00:00"],
    // 09:00 in New York (winter) is 19:30 in Delhi, 06:00 of the next day in Auckland at 18:00 UTC
    ['clockTime(sinceMidnight("09:00") - utcOffset("-05:00") + utcOffset("+05:30"))', "19:30"],
    ['dateAt("2024-02-28", sinceMidnight("18:00") + utcOffset("+12:00"))', "2024-02-29"],
  ]);
  refuses([
    ['sinceMidnight("24:00")', "write HH:MM"],
    ['utcOffset("+5")', "write +05:30"],
    ["clockTime(0, 7)", "divides the day"],
    ['addMinutes("08:00", 0.5)', "whole number"],
  ]);
});

describe("the Sun", () => {
  const at = (latitude: number, longitude: number) => ({ latitude: latitude * degree, longitude: longitude * degree });
  const shown = (name: string, test: string, values: Record<string, Value>) =>
    run(`if(${test}(date, latitude, longitude), clockTime(${name}(date, latitude, longitude)), "none")`, values) as string;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

  // U. S. Naval Observatory, "Rise and Set for the Sun for 2019", at 80° N 0° and 60° S 150° W (sunset by the day it belongs to)
  it.each<[string, number, number, string, string]>([
    ["2019-02-20", 80, 0, "none", "none"],
    ["2019-02-21", 80, 0, "11:20", "13:10"],
    ["2019-03-20", 80, 0, "05:55", "18:25"],
    ["2019-04-12", 80, 0, "01:25", "23:02"],
    ["2019-04-13", 80, 0, "00:57", "none"],
    ["2019-04-14", 80, 0, "none", "none"],
    ["2019-08-29", 80, 0, "none", "none"],
    ["2019-08-30", 80, 0, "none", "23:01"],
    ["2019-08-31", 80, 0, "01:03", "22:34"],
    ["2019-10-21", 80, 0, "11:03", "12:23"],
    ["2019-10-22", 80, 0, "none", "none"],
    ["2019-01-01", -60, -150, "12:43", "07:23"],
    ["2019-04-15", -60, -150, "17:03", "02:56"],
    ["2019-06-21", -60, -150, "19:06", "00:58"],
    ["2019-11-10", -60, -150, "13:26", "06:03"],
  ])("on %s at %s° %s° rises at %s and sets at %s", (date, latitude, longitude, rise, set) => {
    const values = { date, ...at(latitude, longitude) };
    for (const [name, test, expected] of [
      ["sunrise", "hasSunrise", rise],
      ["sunset", "hasSunset", set],
    ] as const) {
      const got = shown(name, test, values);
      if (expected === "none") expect(got).toBe("none");
      else expect(Math.abs(minutes(got) - minutes(expected)), `${name} ${got}`).toBeLessThanOrEqual(1);
    }
  });

  it("says that a day has no sunrise, and dayLength tells why", () => {
    const values = { ...at(80, 0) };
    expect(() => run('sunrise("2019-06-21", latitude, longitude)', values)).toThrow(
      "There is no sunrise on 2019-06-21: the Sun stays above this altitude. Ask hasSunrise first.",
    );
    expect(() => run('sunset("2019-12-21", latitude, longitude)', values)).toThrow("stays below");
    expect(run('dayLength("2019-12-21", latitude, longitude)', values)).toBe(0);
    expect((run('dayLength("2019-06-21", latitude, longitude)', values) as number) / 3600).toBeCloseTo(24, 1);
  });

  // NREL's Solar Position Algorithm (Reda and Andreas), its example: zenith 50.111622° with 0.016° of refraction, azimuth 194.340241°, 1,830 m above the sea; its sunset is that of 16 October
  it("stands where NREL's example says", () => {
    const values = { ...at(39.742476, -105.1786), time: 19 * 3600 + 30 * 60 + 30 };
    expect((run('sunAltitude("2003-10-17", time, latitude, longitude)', values) as number) / degree).toBeCloseTo(39.872, 3);
    expect((run('sunAzimuth("2003-10-17", time, latitude, longitude)', values) as number) / degree).toBeCloseTo(194.3402, 3);
    expect((run('equationOfTime("2003-10-17", time)', values) as number) / 60).toBeCloseTo(14.64, 2);
    expect(run('clockTime(solarNoon("2003-10-17", longitude) - 25200, 1)', values)).toBe("11:46:05");
    expect(run('clockTime(sunrise("2003-10-17", latitude, longitude) - 25200, 1)', values)).toBe("06:12:43");
    expect(run('clockTime(sunset("2003-10-16", latitude, longitude) - 25200, 1)', values)).toBe("17:20:19");
  });

  // Meeus' low-precision Sun, iterated, in Python: seconds since midnight UTC
  it.each<[string, number, number, number, number]>([
    ["1992-09-12", 12.23, -133.05, -12, 50136],
    ["2019-12-19", 31.85, 61.71, -50 / 60, 10073],
    ["1967-06-27", -61.26, -1.84, -6, 30224],
    ["1979-04-07", 26.22, -62.5, -12, 32681],
    ["1971-05-04", -60.17, 41.23, -50 / 60, 18122],
    ["1957-08-13", 63.34, -57.67, -6, 23756],
    ["2004-01-10", -8.26, -87.04, -6, 40541],
    ["2000-01-18", 31.42, -172.01, -50 / 60, 66426],
  ])("on %s at %s° %s° comes up to %s° within 5 s of an independent computation", (date, latitude, longitude, altitude, seconds) => {
    const values = { date, ...at(latitude, longitude), altitude: altitude * degree };
    expect(Math.abs((run("sunrise(date, latitude, longitude, altitude)", values) as number) - seconds)).toBeLessThan(5);
  });

  // U. S. Naval Observatory, "Earth's Seasons" for 2023, in Eastern daylight and standard time
  it.each([
    ["marchEquinox", "2023-03-20", "17:24", -4],
    ["juneSolstice", "2023-06-21", "10:58", -4],
    ["septemberEquinox", "2023-09-23", "02:50", -4],
    ["decemberSolstice", "2023-12-21", "22:27", -5],
  ])("makes the %s of 2023 on %s at %s", (name, date, clock, offset) => {
    const values = { offset: offset * 3600 };
    expect(run(`dateAt("2023-01-01", ${name}(2023) + offset)`, values)).toBe(date);
    expect(Math.abs(minutes(run(`clockTime(${name}(2023) + offset)`, values) as string) - minutes(clock))).toBeLessThanOrEqual(1);
  });

  refuses([
    ['sunrise("2024-03-20", 51.5, 0)', "give the input a unit"],
    ['sunrise("2024-03-20", 0.9, 7)', "give the input a unit"],
    ['sunrise("2024-03-20", "N", 0)', 'The latitude must be a number, not the text "N".'],
    ["marchEquinox(2024.5)", "whole number"],
  ]);
});

describe("the Moon", () => {
  // phases (2020, 2050) as the test data of the project cosinekitty/astronomy lists them, to the minute
  it.each([
    ["first quarter", "2020-02-02", "01:42"],
    ["full moon", "2020-02-09", "07:33"],
    ["last quarter", "2020-02-15", "22:17"],
    ["new moon", "2020-02-23", "15:32"],
    ["new moon", "2020-06-21", "06:41"],
    ["full moon", "2050-05-06", "22:26"],
  ])("is at its %s on %s at %s", (phase, date, clock) => {
    const reached = run("nextMoonPhase(date, -43200, phase)", { date, phase }) as number;
    const wanted = (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * 60;
    expect(Math.abs(reached - wanted)).toBeLessThan(75);
  });
  it("is as old as the last new moon is past, and lit by half at a quarter", () => {
    expect(run('moonAge("2020-02-24", 0)')).toBeCloseTo(86400 - (run('nextMoonPhase("2020-02-23", 0, "new moon")') as number), -1);
    expect(run('moonIllumination("2020-02-02", 6120)')).toBeCloseTo(0.5, 2);
    expect(run('moonPhaseName("2020-02-05", 0)')).toBe("waxing gibbous");
    expect(() => run('nextMoonPhase("2020-02-05", 0, "half")')).toThrow("new moon, first quarter, full moon, last quarter");
  });
  // U. S. Naval Observatory, Rise and Set for the Moon (by way of the same data): 81° W 29° N in 2019, 130° E 80° N in 2034, where it stays away for ten days
  it.each([
    ["nextMoonrise", "2019-07-02", 29, -81, "2019-07-02", "10:14"],
    ["nextMoonset", "2019-07-02", 29, -81, "2019-07-03", "00:33"],
    ["nextMoonrise", "2034-01-13", 80, 130, "2034-01-23", "02:31"],
    ["nextMoonset", "2034-01-23", 80, 130, "2034-01-23", "09:48"],
  ])("%s after %s at %s° %s° is on %s at %s", (name, from, latitude, longitude, date, clock) => {
    const values = { from, latitude: latitude * degree, longitude: longitude * degree };
    expect(run(`dateAt(from, ${name}(from, 0, latitude, longitude))`, values)).toBe(date);
    const got = run(`clockTime(${name}(from, 0, latitude, longitude))`, values) as string;
    expect(
      Math.abs(Number(got.slice(0, 2)) * 60 + Number(got.slice(3)) - Number(clock.slice(0, 2)) * 60 - Number(clock.slice(3))),
    ).toBeLessThanOrEqual(1);
  });
});
