// The charts of pages: which one is drawn, its axes, its marks, and what stands below the pointer.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer } from "formulary";
import { render } from "preact-render-to-string";
import { afterAll, describe, expect, it } from "vitest";
import { xScale, yScale } from "../../plugins/pages/charts/axes.ts";
import type { Plot } from "../../plugins/pages/charts/chart.ts";
import { inSentence, listed } from "../../plugins/pages/charts/chart.ts";
import { PlotChart } from "../../plugins/pages/charts/drawing.tsx";
import { lineThrough } from "../../plugins/pages/charts/fit.ts";
import pages from "../../plugins/pages/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { smallCatalogue } from "./served.ts";

const plotOf = (more: Partial<Plot>): Plot => ({
  ...{ kind: "line", title: "Way over time", xs: [0, 1, 2, 3, 4] },
  ...{ x: { title: "Time (h)", scale: "linear" }, y: { title: "Way (km)", scale: "linear" } },
  series: [{ title: "Way", values: [0, 50, 100, 150, 200] }],
  ...more,
});
const drawn = (more: Partial<Plot>): string => render(PlotChart({ plot: plotOf(more), id: "c" }));
const texts = (more: Partial<Plot>, axis: typeof xScale) => axis(plotOf(more)).ticks.map(({ text }) => text);

describe("the axes of a chart", () => {
  it("have compact ticks", () => {
    const ticks = (values: number[]) => texts({ series: [{ title: "", values }] }, yScale);
    expect(ticks([0, 2e6, 4e6, 6e6, 8e6])).toEqual(["0", "2M", "4M", "6M", "8M"]);
    expect(ticks([0, 5_000, 1e4, 2e4, 4e4])).toEqual(["0", "10K", "20K", "30K", "40K"]);
    expect(ticks([0, 1e-6, 2e-6, 3e-6, 4e-6])).toEqual(["0", "1e−6", "2e−6", "3e−6", "4e−6"]);
    expect(ticks([-2e6, 0, 0, 0, 0])).toEqual(["−2M", "−1.5M", "−1M", "−500K", "0"]);
  });
  it("have whole numbers alone where there is nothing between them, and years without a comma", () => {
    expect(texts({ xs: [0, 1, 2, 3, 3] }, xScale)).toEqual(["0", "0.5", "1", "1.5", "2", "2.5", "3"]);
    expect(texts({ xs: [0, 1, 2, 3, 3], x: { title: "", scale: "linear", whole: true } }, xScale)).toEqual(["0", "1", "2", "3"]);
    const years = { xs: [2024, 2025, 2026, 2027, 2028], x: { title: "", scale: "linear", whole: true, grouping: false } as const };
    expect(texts(years, xScale)).toEqual(["2024", "2025", "2026", "2027", "2028"]);
  });
  it("may be logarithmic, and have days", () => {
    const log = { title: "", scale: "log" } as const;
    expect(texts({ xs: [1, 10, 100, 1000, 10_000], x: log }, xScale)).toEqual(["1", "10", "100", "1,000", "10K"]);
    expect(texts({ xs: [2, 3, 4, 5, 6], x: log }, xScale)).toEqual(["2", "3", "4", "5", "6"]);
    // a zero has no place on a logarithmic axis
    expect(texts({ x: log }, xScale)).toEqual(texts({}, xScale));
    const days = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"].map((day) => Date.parse(day));
    const { ticks, text } = xScale(plotOf({ xs: days, x: { title: "", scale: "date" } }));
    expect([ticks.length > 2, text(days[1]!)]).toEqual([true, "2026-02-01"]);
  });
  it("of durations have ticks at whole minutes and hours, in their own form", () => {
    const text = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
    const durations = { milliseconds: 60_000, text };
    const marathon = { series: [{ title: "", values: [90, 120, 150, 200, 230] }], y: { title: "", scale: "linear", durations } as const };
    expect(texts(marathon, yScale)).toEqual(["0:00", "1:00", "2:00", "3:00", "4:00"]);
    expect(texts({ xs: [4, 6, 8, 11, 14], x: { title: "", scale: "linear", durations } }, xScale)).toEqual([
      ...["0:04", "0:06", "0:08", "0:10", "0:12", "0:14"],
    ]);
  });
  it("start at zero where areas begin there, and elsewhere unless the values are far from it", () => {
    const far = { series: [{ title: "", values: [100, 101, 102, 103, 104] }] };
    expect(texts(far, yScale)[0]).toBe("100");
    for (const kind of ["area", "columns", "stacked"] as const) expect(texts({ ...far, kind }, yScale)[0]).toBe("0");
    expect(texts({ series: [{ title: "", values: [5, 5, 5, 5, 5] }] }, yScale)).toEqual(["4", "4.5", "5", "5.5", "6"]);
  });
  it("of a stack reach to the sum of its layers", () => {
    const two = [1, 2].map((by) => ({ title: "", values: [10, 20, 30, 40, 50].map((value) => value * by) }));
    expect(texts({ kind: "stacked", series: two }, yScale).at(-1)).toBe("200");
    expect(texts({ kind: "line", series: two }, yScale).at(-1)).toBe("100");
  });
});

describe("the drawing of a chart", () => {
  const points = (html: string) =>
    JSON.parse(/data-points="([^"]*)"/.exec(html)![1]!.replaceAll("&quot;", '"')) as [number, string, number[]][];
  it("says what each point is, with all series, and leaves a gap where there is no result", () => {
    const html = drawn({
      series: [
        { title: "Way", values: [0, Number.NaN, 100, 150, 200] },
        { title: "Rest", values: [200, 150, 100, 50, 0] },
      ],
    });
    expect(points(html).map(([, text]) => text)).toEqual([
      "Time (h) 0: Way 0, Rest 200",
      "Time (h) 1: Rest 150",
      "Time (h) 2: Way 100, Rest 100",
      "Time (h) 3: Way 150, Rest 50",
      "Time (h) 4: Way 200, Rest 0",
    ]);
    expect(html).toContain("Way: from 0 at 0 to 200 at 4; lowest 0, highest 200. Rest: from 200 at 0 to 0 at 4; lowest 0, highest 200.");
    expect(html.match(/<li class="series-\d">(Way|Rest)<\/li>/g)).toHaveLength(2);
  });
  it("has an axis title with its unit on both axes, and the present calculation", () => {
    const html = drawn({ current: [2, 100] });
    expect(html).toContain('<p class="axis-title end">Time (h)</p>');
    expect(html).toContain('<p class="axis-title">Way (km)</p>');
    expect(html).toContain("This calculation: 100 at 2.");
    expect(html).toMatch(/<circle class="current" cx="368" cy="132"/);
  });
  it("has true steps, columns, layers, dots with their fit, and an area between two bounds", () => {
    const curve = (more: Partial<Plot>) => /class="curve series-0" d="([^"]*)"/.exec(drawn(more))?.[1];
    // each step goes to the right, then up
    expect(curve({ kind: "steps", xs: [0, 1, 2, 3, 4], series: [{ title: "", values: [0, 1, 1, 1, 1] }] })).toMatch(
      /^M120,238L244,238L244,26/,
    );
    expect(drawn({ kind: "columns" }).match(/<rect/g)).toHaveLength(5);
    expect(drawn({ kind: "stacked" }).match(/class="fill series-0"/g)).toHaveLength(1);
    const dots = drawn({ kind: "scatter", fit: true });
    expect(dots.match(/<circle class="dot series-0"/g)).toHaveLength(5);
    expect(dots).toContain('class="curve series-0" d="M120 238L616 26"');
    const filled = /class="fill series-0" d="([^"]*)"/.exec(drawn({ kind: "area", filled: [1, 3] }))![1]!;
    expect(filled).toMatch(/^M244,185L368,132L492,79L492,238/);
  });
});

describe("the straight line of least squares", () => {
  it("is that of a textbook, and none where all x are the same", () => {
    // slope 0.6, intercept 2.2: (1,2) (2,4) (3,5) (4,4) (5,5)
    expect(lineThrough([1, 2, 3, 4, 5], [2, 4, 5, 4, 5])!.flat()).toEqual([1, expect.closeTo(2.8, 12), 5, expect.closeTo(5.2, 12)]);
    expect(lineThrough([1, 2, Number.NaN], [1, 3, Number.NaN])).toEqual([
      [1, 1],
      [2, 3],
    ]);
    expect(lineThrough([1, 1], [1, 2])).toBeUndefined();
  });
});

describe("titles", () => {
  it("stand in a sentence", () => {
    expect([listed(["Rent"]), listed(["Rent", "Costs"]), listed(["Rent", "Costs", "BMI"])]).toEqual([
      "Rent",
      "Rent and costs",
      "Rent, costs and BMI",
    ]);
    expect(inSentence("IRR of the plan")).toBe("IRR of the plan");
  });
});

const fileOf = (chart: string, outputs: string) => `title: Growth
description: What grows.
subcategory: interest-basics
inputs:
  type: object
  required: [rate]
  properties:
    rate: { type: number, title: Rate, minimum: 0, maximum: 100 }
    names: { type: array, title: Names, items: { type: string, maxLength: 40 }, maxItems: 40, default: [Rent, Food, Rest] }
tables:
  levels: { values: [[0, Low], [20, Middle], [60, High]] }
formulas:
  year: range(2024, 2030)
  day: map(dayOf, year)
  dayOf(y): date(y, 1, 1)
  grown: rate * indices(year)
  left: 600 - grown
  level: if(rate < 33.3, 1, 5)
  share: rate * (indices(names) + 1)
outputs:
${outputs}
chart: ${chart}
explanation: "{{ rate }}"
`;
const tableOf =
  "  level: { label: Level }\n  plan: { label: Plan, type: table, columns: { year: { label: Year, grouping: false }, day: { label: Day, type: date }, grown: { label: Grown, unit: currency }, left: { label: Left, unit: currency } } }";
const namesOf =
  "  level: { label: Level }\n  parts: { label: Parts, type: table, columns: { names: { label: Name, type: text }, share: { label: Share } } }";

describe("the chart that a file asks for", async () => {
  const folder = await smallCatalogue();
  const files: Record<string, string> = {
    lines: fileOf("{ kind: line, x: year, y: [grown, left] }", tableOf),
    days: fileOf("{ kind: stacked, x: day, y: [grown, left] }", tableOf),
    columns: fileOf("{ kind: bars, x: year, y: grown }", tableOf),
    names: fileOf("{ kind: bars, x: names, y: share }", namesOf),
    unlike: fileOf("{ kind: bars, x: names, y: share }", namesOf).replace(/^chart.*\n/m, ""),
    even: fileOf("none", tableOf).replace(/^chart.*\n/m, ""),
    uneven: fileOf("none", tableOf.replace(" day: { label: Day, type: date },", ""))
      .replace(/^chart.*\n/m, "")
      .replace("range(2024, 2030)", "[1, 2, 5, 10, 50, 100, 1000]"),
    lengths: fileOf(
      "{ kind: line, x: year, y: [far] }",
      "  plan: { label: Plan, type: table, columns: { year: { label: Year }, far: { label: Far, unit: length } } }",
    )
      .replace("minimum: 0, maximum: 100 }", "unit: length, minimum: 0, maximum: 100 }")
      .replace("  grown:", "  far: rate * indices(year)\n  grown:"),
    bell: fileOf("{ kind: bell, mean: level, deviation: rate, to: rate }", tableOf),
    bands: fileOf("{ kind: bands, of: level, table: levels }", tableOf),
    jump: fileOf("{ kind: line, x: rate, y: level }", tableOf),
    absent: fileOf("{ kind: line, x: year, y: [grown, left] }", tableOf.replace("type: table,", "type: table, when: rate > 50,")).replace(
      "if(rate < 33.3, 1, 5)",
      "rate ^ 2",
    ),
    pace: fileOf("none", '  level: { label: Pace, of: pace, unit: s, as: "m:ss" }')
      .replace(/^chart.*\n/m, "")
      .replace("title: Rate,", 'title: Time, unit: h, as: "h:mm",')
      .replace("formulas:", "formulas:\n  pace: rate / 10")
      .replace(/ {2}(left|level): [^{].*\n/g, ""),
    preset: fileOf("none", "  level: { label: Level, of: cost }")
      .replace(/^chart.*\n/m, "")
      .replace("  properties:\n", "  properties:\n    extra: { type: number, title: Extra, minimum: 0, maximum: 10, default: 4 }\n")
      .replace("formulas:", "formulas:\n  cost: rate / extra"),
    log: fileOf("{ kind: line, x: rate, y: level, axes: { x: log } }", "  level: { label: Level, of: square }").replace(
      "formulas:",
      "formulas:\n  square: rate ^ 2",
    ),
  };
  for (const [slug, text] of Object.entries(files)) await writeFile(join(folder, `finance/${slug}.yaml`), text);
  const plugins = [...functionPlugins(), visitors({ perMinute: 1e6 }), pages({ publicUrl: "http://localhost" })];
  const server = await createServer({ catalog: [folder], plugins });
  afterAll(() => server.close());
  const page = async (slug: string, query = "rate=10") => {
    const response = await server.app.request(`/calculators/${slug}?${query}`);
    expect(response.status, slug).toBe(200);
    return response.text();
  };
  const figures = (html: string) => html.match(/<figure/g)?.length ?? 0;

  it("has columns of a table, with years that are no thousands", async () => {
    const html = await page("lines");
    expect(html).toContain('<title id="chart-0-title">Grown and left over year</title>');
    expect(html).toContain("Year 2024: Grown 0, Left 600");
    expect([figures(html), html.includes("choose an input")]).toEqual([1, true]);
    expect(figures(await page("lines", "rate=30&chart-over=rate"))).toBe(2);
  });
  it("has days on its axis, layers, columns and bars with names", async () => {
    expect(await page("days")).toContain("Day 2025-01-01: Grown 10, Left 590");
    expect((await page("columns")).match(/<rect class="fill series-0"/g)).toHaveLength(7);
    const html = await page("names");
    expect(html).toMatch(/<dl aria-labelledby="chart-0"><div><dt>Rent<\/dt><dd><svg[^>]*><rect class="fill series-0" x="0%" width="33.3%"/);
    expect(html).toContain("Share by name");
  });
  it("draws no line over rows that only have names", async () => {
    const html = await page("unlike", "rate=30");
    expect(html).not.toContain("Share over");
    expect(figures(html)).toBe(1);
  });
  it("has columns in the unit that was chosen for lengths", async () => {
    expect(await page("lengths", "rate=2&lengthUnit=ft")).toContain("Far (ft)</p>");
    expect(await page("lengths", "rate=2&rate.unit=cm")).toMatch(/Far \([a-z]+\)<.p>/);
  });
  it("is by itself a line over a column that rises evenly, and not over thresholds", async () => {
    expect(await page("even")).toContain("Left over year");
    expect(await page("uneven")).not.toContain("Left over");
  });
  it("is a normal distribution with an area, or the bands of a table", async () => {
    const bell = await page("bell");
    // a level of 1 with a deviation of 10: from −39 to 41, and the area ends at 10
    expect(bell).toContain("Level -39: Density");
    expect(/class="fill series-0" d="([^"]*)"/.exec(bell)![1]).toMatch(/L423.8,238/);
    const bands = await page("bands", "rate=50");
    expect(bands).toContain('<li aria-current="true">Low <span class="small">0 to below 20</span></li>');
    expect(bands).toMatch(/<line x1="5.6%"/);
  });
  it("rises in a step where the result does", async () => {
    const html = await page("jump", "rate=30");
    const places = [...html.matchAll(/Rate ([\d.]+): Level (\d)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const before = Math.max(...places.filter(([, y]) => y === 1).map(([x]) => x));
    const after = Math.min(...places.filter(([, y]) => y === 5).map(([x]) => x));
    expect(after - before).toBeLessThan(0.01);
    expect(before).toBeCloseTo(33.3, 2);
  });
  it("has by itself the input that was typed on its axis, and one at its default only where that is chosen", async () => {
    expect(await page("preset", "rate=10")).toContain("Level over rate");
    expect(await page("preset", "rate=10&extra=4")).toContain("Level over rate");
    // a curve says more than a straight line through zero
    expect(await page("preset", "rate=10&extra=5")).toContain("Level over extra");
    expect(await page("preset", "rate=10&chart-over=extra")).toContain("Level over extra");
  });
  it("has durations on its axes as results show them", async () => {
    const html = await page("pace", "rate=0:30");
    expect(html).toContain("Pace (m:ss)");
    expect(html).toContain("Time (h:mm)");
    expect(html).toContain("Time (h:mm) 0:30: Pace 3:00");
  });
  it("of columns that are absent gives way to a curve", async () => {
    expect(await page("absent", "rate=10")).toContain("Level over rate");
  });
  it("has even steps on a logarithmic axis", async () => {
    const html = await page("log", "rate=10");
    const [first, second, third] = [...html.matchAll(/Rate ([\d.]+): Level/g)].map(([, x]) => Number(x));
    expect(first).toBeCloseTo(0.1, 6);
    expect(second! / first!).toBeCloseTo(third! / second!, 3);
  });
});
