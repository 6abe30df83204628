import { describe, expect, it } from "vitest";
import { refuses } from "../language/cases.ts";
import { evaluate } from "../language/evaluate.ts";

const degree = Math.PI / 180;
const arcsecond = degree / 3600;
const run = (formula: string, values = {}) => evaluate(formula, values) as Record<string, number>;
const seconds = (hours: number, minutes: number, rest: number) => hours * 3600 + minutes * 60 + rest;

describe("planets", () => {
  it("has Venus where Meeus has it (Astronomical Algorithms, example 33.a)", () => {
    const venus = run('planetPosition("1992-12-20", -59, "venus")');
    expect(Math.abs(venus.rightAscension! - (seconds(21, 4, 41.454) / 240) * degree)).toBeLessThan(4 * arcsecond);
    expect(Math.abs(venus.declination! + seconds(18, 53, 16.84) * arcsecond)).toBeLessThan(4 * arcsecond);
    expect(venus.distance! / 149_597_870_700).toBeCloseTo(0.910947, 3);
    // the same place: example 41.a gives k = 0.647 and example 48 of the first edition the side of the Sun
    expect((1 + Math.cos(venus.phaseAngle!)) / 2).toBeCloseTo(0.647, 3);
    expect(venus.elongation).toBeGreaterThan(0);
  });
  it("opens the rings of Saturn as Meeus does (example 45.a: 16.442 degrees on 16 December 1992)", () => {
    expect(run('planetPosition("1992-12-16", -59, "saturn")').ringTilt! / degree).toBeCloseTo(16.442, 1);
  });
  // oppositions and greatest elongations (Royal Astronomical Society of Canada, Observer's Handbook 2025: Mars 16 January, Saturn 21 September, Mercury east 18.2 on 8 March)
  it.each([
    ["mars", "2025-01-16", 170, 180],
    ["saturn", "2025-09-21", 176, 180],
    ["mercury", "2025-03-08", 18, 18.4],
  ])("sees %s on %s between %i and %s degrees from the Sun", (planet, date, least, most) => {
    const angle = Math.abs(run("planetPosition(date, 0, planet)", { planet, date }).elongation!) / degree;
    expect(angle).toBeGreaterThan(least);
    expect(angle).toBeLessThanOrEqual(most);
  });
  it("sees a planet west of the Sun in the morning", () => {
    expect(run('planetPosition("2025-06-01", 0, "venus")').elongation! / degree).toBeCloseTo(-45.9, 0);
  });
  it("stands highest where its right ascension crosses the meridian", () => {
    const values = { latitude: 50 * degree, longitude: 0 };
    const { declination } = run('planetPosition("2025-01-16", 0, "mars")');
    const altitude = run('planetAltitude("2025-01-16", 900, "mars", latitude, longitude)', values) as unknown as number;
    expect(altitude / degree).toBeCloseTo(40 + declination! / degree, 0);
    expect((run('planetAzimuth("2025-01-16", 900, "mars", latitude, longitude)', values) as unknown as number) / degree).toBeCloseTo(
      180,
      -1,
    );
  });
  refuses([
    ['planetPosition("2025-01-01", 0, "pluto")', "mercury, venus, mars, jupiter, saturn, uranus, neptune"],
    ['planetAltitude("2025-01-01", 0, "mars", 50, 0)', "give the input a unit"],
  ]);
});

describe("the distance of the Moon", () => {
  it("is that of Meeus (example 47.a: 368,409.7 km)", () => {
    expect((run('moonDistance("1992-04-12", -59)') as unknown as number) / 1e6).toBeCloseTo(368.4097, 1);
  });
});

describe("eclipses of the Sun", () => {
  // Espenak and Meeus, Five Millennium Canon of Solar Eclipses (NASA/TP-2006-214141): greatest eclipse, kind, gamma, magnitude
  it.each([
    ["2005-04-08", "20:36", "hybrid", -0.3473, 1.0074],
    ["2014-04-29", "06:03", "annular, not central", -1, 0.9868],
    ["2023-04-20", "04:17", "hybrid", -0.3952, 1.0132],
    ["2023-10-14", "17:59", "annular", 0.3753, 0.952],
    ["2024-04-08", "18:17", "total", 0.3431, 1.0566],
    ["2024-10-02", "18:45", "annular", -0.3509, 0.9326],
    ["2025-03-29", "10:47", "partial", 1.0405, 0.9376],
    ["2025-09-21", "19:42", "partial", -1.0651, 0.855],
    ["2026-02-17", "12:12", "annular", -0.9743, 0.963],
    ["2026-08-12", "17:46", "total", 0.8977, 1.0386],
    ["2043-04-09", "18:56", "total, not central", 1.0031, 1.0095],
  ])("%s at %s: %s, gamma %d, magnitude %d", (date, clock, kind, gamma, magnitude) => {
    const [eclipse] = run("solarEclipses(date, -600000, 1)", { date }) as unknown as [Record<string, number>];
    expect(eclipse.kind).toBe(kind);
    expect(Math.abs(eclipse.greatest! - seconds(Number(clock.slice(0, 2)), Number(clock.slice(3)), 0))).toBeLessThan(60);
    expect(Math.abs(eclipse.gamma! - gamma)).toBeLessThan(0.0005);
    expect(Math.abs(eclipse.magnitude! - magnitude)).toBeLessThan(0.001);
  });
  it("finds the 224 eclipses of the 21st century (the same canon)", () => {
    let [found, from] = [0, 0];
    for (;;) {
      const eclipses = run('solarEclipses(addDays("2001-01-01", from), 0, 20)', { from }) as unknown as { greatest: number }[];
      const inside = eclipses.filter(({ greatest }) => from + greatest / 86_400 < 36_524);
      found += inside.length;
      if (inside.length < 20) break;
      from += Math.ceil(eclipses.at(-1)!.greatest / 86_400);
    }
    expect(found).toBe(224);
  });
  it("is total over Dallas in 2024 from 18:40:43 to 18:44:34 UTC (U. S. Naval Observatory, by way of the press)", () => {
    const seen = run('localSolarEclipse("2024-04-08", 0, latitude, longitude)', {
      latitude: 32.7767 * degree,
      longitude: -96.797 * degree,
    });
    expect(seen.kind).toBe("total");
    expect(seen.obscuration).toBe(1);
    expect(Math.abs(seen.begin! - seconds(17, 23, 18))).toBeLessThan(4);
    expect(Math.abs(seen.centralBegin! - seconds(18, 40, 43))).toBeLessThan(4);
    expect(Math.abs(seen.centralEnd! - seconds(18, 44, 34))).toBeLessThan(4);
    expect(Math.abs(seen.end! - seconds(20, 2, 40))).toBeLessThan(4);
  });
  it("is partial over New York on the same day", () => {
    const seen = run('localSolarEclipse("2024-04-08", 0, latitude, longitude)', {
      latitude: 40.7128 * degree,
      longitude: -74.006 * degree,
    });
    // 89.6 % of the disc at 19:25 UTC: NASA's list of cities
    expect(seen.kind).toBe("partial");
    expect(seen.obscuration).toBeCloseTo(0.9, 1);
    expect([seen.centralBegin, seen.centralEnd]).toEqual([seen.greatest, seen.greatest]);
    expect(Math.abs(seen.greatest! - seconds(19, 25, 30))).toBeLessThan(60);
  });
  refuses([
    ['solarEclipses("2024-01-01", 0, 21)', "The number of eclipses must be a whole number from 1 to 20"],
    ['lunarEclipses("2024-01-01", 0, 0)', "The number of eclipses"],
    ['localSolarEclipse("2024-01-01", 0, 50, 0)', "give the input a unit"],
  ]);
});

describe("eclipses of the Moon", () => {
  // Espenak and Meeus, Five Millennium Canon of Lunar Eclipses (NASA/TP-2009-214172): magnitudes of umbra and penumbra, minutes of partial and total phase
  it.each([
    ["2018-07-27", "total", 1.6087, 2.6792, 234.6, 103],
    ["2021-11-19", "partial", 0.9742, 2.072, 208.4, 0],
    ["2022-05-16", "total", 1.4137, 2.3726, 207.2, 84.9],
    ["2025-03-14", "total", 1.1784, 2.2595, 218.3, 65.4],
    ["2026-03-03", "total", 1.1507, 2.1839, 207.2, 58.3],
    ["2026-08-28", "partial", 0.9299, 1.9645, 198.1, 0],
    ["2024-03-25", "penumbral", -0.1325, 0.9557, 0, 0],
  ])("%s: %s, magnitudes %d and %d, %d and %d minutes", (date, kind, magnitude, penumbralMagnitude, partial, total) => {
    const [eclipse] = run("lunarEclipses(date, 0, 1)", { date }) as unknown as [Record<string, number>];
    expect(eclipse.kind).toBe(kind);
    expect(Math.abs(eclipse.magnitude! - magnitude)).toBeLessThan(0.001);
    expect(Math.abs(eclipse.penumbralMagnitude! - penumbralMagnitude)).toBeLessThan(0.001);
    expect(Math.abs(eclipse.partialTime! / 60 - partial)).toBeLessThan(0.3);
    expect(Math.abs(eclipse.totalTime! / 60 - total)).toBeLessThan(0.3);
    expect(eclipse.penumbralTime! / 60).toBeGreaterThan(partial);
  });
  it("finds the 228 eclipses of the 21st century: 86 penumbral, 57 partial and 85 total (the same canon)", () => {
    const kinds: Record<string, number> = {};
    for (let from = 0; ; ) {
      const eclipses = run('lunarEclipses(addDays("2001-01-01", from), 0, 20)', { from }) as unknown as {
        greatest: number;
        kind: string;
      }[];
      const inside = eclipses.filter(({ greatest }) => from + greatest / 86_400 < 36_524);
      for (const { kind } of inside) kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (inside.length < 20) break;
      from += Math.ceil(eclipses.at(-1)!.greatest / 86_400);
    }
    expect(kinds).toEqual({ penumbral: 86, partial: 57, total: 85 });
  });
});
