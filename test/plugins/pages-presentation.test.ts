// What a file says of its page: formulas shown first, outputs among the details, charts, remarks, and slugs that it replaces.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer, type Server } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import functionsNumerical from "../../plugins/functions-numerical/index.ts";
import lengths from "../../plugins/lengths/index.ts";
import pages from "../../plugins/pages/index.ts";
import query from "../../plugins/query/index.ts";
import resultCache from "../../plugins/result-cache/index.ts";
import search from "../../plugins/search/index.ts";
import solve from "../../plugins/solve/index.ts";
import steps from "../../plugins/steps/index.ts";
import uncertainty from "../../plugins/uncertainty/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { serve } from "./served.ts";

const fileOf = (title: string, more: string) => `title: ${title}
description: How far a trip goes.
subcategory: interest-basics
questions: [how far do i get, what way is that]
inputs:
  type: object
  required: [speed, time]
  properties:
    speed: { type: number, title: Speed, minimum: 0, maximum: 1000 }
    time: { type: number, title: Time, minimum: 0, maximum: 100 }
formulas:
  way: speed * time
  half: way / 2
outputs:
  way: { label: Way, maximum: 500 }
  half: { label: Half of the way, detail: true }
${more}explanation: It goes {{ way }}.
examples:
  - title: Usual
    inputs: { speed: 50, time: 2 }
    outputs: { way: 100, half: 50 }
    origin: derived
`;

const parts = `title: Parts
description: Two parts of a sum.
subcategory: interest-basics
inputs:
  type: object
  properties:
    one: { type: number, title: One, unit: currency, minimum: 0, maximum: 100 }
    two: { type: number, title: Two, unit: currency, minimum: 0, maximum: 100 }
checks:
  - { require: given(one) or given(two), at: [one, two], message: Give one of them. }
formulas:
  first: if(given(one), one, 100 - two)
  second: 100 - first
  colour: 'if(first > 50, "#336699", "")'
  turn: 'quantity(first / quantity(1, "currency"), "deg")'
  field: 'quantity(first / quantity(1, "currency"), "m^2")'
outputs:
  first: { label: One, unit: currency }
  second: { label: Two, unit: currency }
  colour: { label: Colour, type: text }
  table: { type: table, label: Both, columns: { first: { label: Sum, unit: currency }, second: { label: Rest, unit: "%" }, turn: { label: Turn, unit: deg }, field: { label: Field, unit: m^2 } } }
explanation: "{{ first }}"
examples:
  - { title: Seventy, inputs: { one: 70 }, outputs: { first: 70, second: 30, colour: "#336699" }, origin: derived }
  - { title: Big, inputs: { one: 20 }, outputs: { colour: "" }, origin: derived }
`;

let server: Server;
beforeAll(async () => {
  const { folder, server: other } = await serve();
  await other.close();
  await writeFile(
    join(folder, "finance/trip.yaml"),
    fileOf("Trip", "show: { way: time * speed }\nchart: { kind: line, x: speed, y: way }\n"),
  );
  await writeFile(
    join(folder, "finance/walk.yaml"),
    fileOf("Walk", "chart: none\n").replace("questions:", "popularity: 1\nreplaces: [old-walk]\nquestions:"),
  );
  await writeFile(
    join(folder, "finance/plot.yaml"),
    fileOf("Plot", "")
      .replace(/ {4}(speed|time): \{ type: number,/g, "$& unit: length,")
      .replace("way: { label: Way, maximum: 500", "way: { label: Way, unit: length^2")
      .replace("half: {", "half: { unit: length^2,"),
  );
  await writeFile(join(folder, "finance/parts.yaml"), parts);
  const more = "  third: way / 3\n  fourth: way / 4\n  fifth: way / 5\n";
  await writeFile(join(folder, "finance/program.yaml"), fileOf("Program", "").replace("  half: way / 2\n", `$&${more}`));
  server = await createServer({
    catalog: [folder],
    plugins: [
      lengths(),
      functionsNumerical(),
      search(),
      solve(),
      steps(),
      query(),
      uncertainty(),
      visitors({ perMinute: 600 }),
      resultCache(),
      pages({ publicUrl: "https://calc.example.org/" }),
    ],
  });
});
afterAll(() => server.close());
const page = async (path: string) => (await server.app.request(path)).text();

describe("the page of a calculator", () => {
  it("shows the formulas that matter first, and all of them folded", async () => {
    const html = await page("/calculators/trip");
    const [first, all] = html.split('<details id="all-formulas">');
    expect(first).toMatch(/<mi>time<\/mi>.*<mi>speed<\/mi>/);
    expect(first).not.toMatch(/<mi>half<\/mi>/);
    expect(all).toMatch(/<mi>half<\/mi>/);
    expect(await page("/calculators/walk")).not.toContain("all-formulas");
  });
  it("folds all formulas of a program whose file does not say which matter", async () => {
    const [above, folded] = (await page("/calculators/program")).split('<details id="all-formulas">');
    expect(above).not.toContain("<math");
    expect(folded).toMatch(/<mi>way<\/mi>.*<mi>fifth<\/mi>/s);
  });
  it("folds results that are details", async () => {
    const [above, below] = (await page("/calculators/trip?speed=50&time=2")).split('<details id="more-results">');
    expect(above).not.toContain("Half of the way</dt>");
    expect(below).toMatch(/Half of the way<\/dt><dd>50</);
  });
  it("has the chart that its file asks for, or none", async () => {
    expect(await page("/calculators/trip?speed=50&time=2")).toContain("Way over speed");
    expect(await page("/calculators/trip?speed=50&time=2&chart-over=time")).toContain("Way over time");
    expect(await page("/calculators/walk?speed=50&time=2")).not.toContain('<svg class="chart"');
  });
  it("keeps the units of lengths in the fields, where one choice of unit is for the whole form", async () => {
    const html = await page("/calculators/plot?speed=3&speed.unit=cm&time=40&time.unit=mm");
    expect(html).toMatch(/name="speed"[^>]* value="3 cm"/);
    expect(html).toMatch(/name="time"[^>]* value="40 mm"/);
    expect(html).toContain("<output>12 cm²</output>");
    expect(await page("/calculators/plot?speed=3&time=4&lengthUnit=ft")).toContain("<output>12 ft²</output>");
  });
  it("shows the working where it is asked for: the formulas that matter with the numbers put in, and all lines", async () => {
    expect(await page("/calculators/trip?speed=50&time=2")).toContain(
      '<button type="submit" class="link" name="with-working" value="yes">Show the working</button>',
    );
    const html = await page("/calculators/trip?speed=50&time=-0&with-working=yes");
    const [shown, all] = /<section id="working".*?<\/section>/s.exec(html)![0].split('<details id="all-lines">');
    // the file shows the textbook's form, time × speed
    expect(shown).toContain("<mrow><mn>0</mn><mo>×</mo><mn>50</mn></mrow>");
    expect(all).toContain("<mrow><mn>50</mn><mo>×</mo><mn>0</mn></mrow>");
    expect(all).toContain("<b>0</b>");
    expect((await page("/calculators/walk?speed=50&time=2&with-working=yes")).includes('id="all-lines"')).toBe(false);
  });
  it("says what is remarkable about a result", async () => {
    expect(await page("/calculators/trip?speed=500&time=2")).toContain(
      '<p class="notice">Way is outside what is plausible (at most 500): check the inputs.</p>',
    );
  });
});

describe("what a visitor takes along", () => {
  it("has the results as CSV, or the page where there are none", async () => {
    const html = await page("/calculators/trip?speed=50&time=2");
    expect(html).toContain(
      '<button type="submit" class="link" form="calculate" formaction="/calculators/trip/results.csv">the results as CSV</button>',
    );
    const file = await server.app.request("/calculators/trip/results.csv?speed=50&time=2");
    expect([file.headers.get("content-type"), file.headers.get("content-disposition"), await file.text()]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="trip.csv"',
      "name,label,value,unit\r\nway,Way,100,\r\nhalf,Half of the way,50,\r\n",
    ]);
    const wrong = await server.app.request("/calculators/trip/results.csv?speed=fast&time=2");
    expect([wrong.status, wrong.headers.get("location")]).toEqual([303, "/calculators/trip?speed=fast&time=2"]);
  });
  it("has the same question to the API, which a shell takes as it stands", async () => {
    const html = await page("/calculators/trip?speed=50&time=2");
    const [, body] = /-d &#39;(.*?)&#39;<.pre>/s.exec(html.replaceAll("'", "&#39;"))!;
    expect(JSON.parse(body!.replaceAll("&quot;", '"'))).toEqual({ calculator: "trip", inputs: { speed: 50, time: 2 } });
  });
});

describe("a withdrawn slug", () => {
  it.each(["calculators", "embed"])("leads to the calculator that replaces it: /%s", async (folder) => {
    const response = await server.app.request(`/${folder}/old-walk?speed=5`);
    expect([response.status, response.headers.get("location")]).toEqual([301, `/${folder}/walk`]);
  });
  it("is answered over the API by the calculator that replaces it", async () => {
    const detail = (await (await server.app.request("/api/v1/calculators/old-walk")).json()) as object;
    expect(detail).toMatchObject({
      slug: "walk",
      popularity: 1,
      replaces: ["old-walk"],
      questions: ["how far do i get", "what way is that"],
      chart: "none",
    });
    const { outcome, call } = await server.kernel.calculate({ calculator: "old-walk", inputs: { speed: 500, time: 2 } });
    expect([call.calculator.slug, outcome.remarks]).toEqual([
      "walk",
      [expect.objectContaining({ code: "outside_plausible", output: "way" })],
    ]);
  });
});

describe("a popular calculator", () => {
  it("stands first in lists", () => {
    const slugs = server.kernel.catalog.list().calculators.map(({ slug }) => slug);
    expect(slugs.indexOf("walk")).toBeLessThan(slugs.indexOf("trip"));
  });
});

describe("what moves the result", () => {
  const get = async (path: string) => ({ html: await (await server.app.request(path)).text() });
  const inputs = "speed=5&time=2";
  it("is said with the unit as people write it", async () => {
    expect(await page("/calculators/plot?speed=3&time=4&lengthUnit=cm&with-moves=yes")).toContain("How “Way” (cm²) changes");
  });
  it("is a link, and then a table with bars, the input first that moves it most", async () => {
    const { html } = await get(`/calculators/walk?${inputs}`);
    expect(html).toContain(`?${inputs.replaceAll("&", "&amp;")}&amp;with-moves=yes#moves"`);
    expect(html).not.toContain('id="moves"');
    const { html: moved } = await get(`/calculators/walk?${inputs}&with-moves=yes`);
    const [, section = ""] = /<section id="moves"([\s\S]*?)<\/section>/.exec(moved) ?? [];
    expect(section).toMatch(/<th scope="row">Speed<svg[\s\S]*?<\/svg><\/th><td class="number">-/);
    expect(section.match(/<svg/g)!.length).toBe(section.match(/<th scope="row">/g)!.length);
    expect(moved).not.toContain("with-moves=yes#moves");
  });
  it("is left out where the page solves backwards", async () => {
    const { html } = await get(`/calculators/walk?time=2&solve-for=speed&solve-output=way&solve-target=10&with-moves=yes`);
    expect(html).toContain("Speed");
    expect(html).not.toContain("What moves the result");
  });
});

describe("a result that is given a value", () => {
  const read = async (path: string) => ({ html: (await (await server.app.request(path)).text()).replaceAll("&amp;", "&") });
  const pencils = (html: string) => [...html.matchAll(/name="solve-output" value="([^"]*)" title/g)].map(([, name]) => name);

  it("is chosen at each result that an input changes, and has its exact value", async () => {
    const path = "/calculators/walk?speed=5.123456789012&time=3";
    expect(pencils((await read(path)).html)).toEqual(["way", "half"]);
    const { status, headers } = await server.app.request(`${path}&solve-output=half`);
    expect(status).toBe(303);
    const exact = String((5.123456789012 * 3) / 2);
    expect(headers.get("location")).toBe(`${path}&solve-for=speed&solve-output=half&solve-target=${exact}`);
  });
  it("stays where it is when the inputs are wrong", async () => {
    expect((await server.app.request("/calculators/walk?speed=x&time=3&solve-output=half")).status).toBe(422);
  });
  it("finds the input, keeps the value before, and offers the other inputs", async () => {
    const { html } = await read("/calculators/walk?speed=5&time=2&solve-for=speed&solve-output=way&solve-target=30");
    expect(html).toMatch(/class="main-result"><dt>Speed<\/dt><dd><output>15</);
    expect(html).toContain('<input type="hidden" name="speed" value="5"/>');
    expect(html).toMatch(/<option value="speed" selected[^>]*>Speed<\/option><option value="time">Time/);
    expect(pencils(html)).toEqual([]);
    expect(html).not.toContain('id="f-speed"');
  });
  it("leads back with what was found, or with the value before where nothing was", async () => {
    const back = (html: string) => /id="solve-back"[^>]*><a href="([^"]*)"/.exec(html)![1]!;
    const { html } = await read("/calculators/walk?speed=5&time=2&solve-for=speed&solve-output=way&solve-target=30");
    expect(back(html)).toBe("/calculators/walk?time=2&speed=15");
    expect((await read(back(html))).html).toContain("<output>30</output>");
    const { html: refused } = await read("/calculators/walk?speed=5&time=2&solve-for=speed&solve-output=way&solve-target=x");
    expect(back(refused)).toBe("/calculators/walk?time=2&speed=5");
  });
  it("is what a messenger shows of a link to it", async () => {
    const shown = async (path: string) => /og:description" content="([^"]*)"/.exec((await read(path)).html)![1];
    expect(await shown("/calculators/walk?time=2&speed=5")).toBe("It goes 10.");
    expect(await shown("/calculators/walk")).toBe("How far a trip goes.");
  });
  it("is in the link to the result, and the sentence tells of what was found", async () => {
    const query = "time=2&speed=5&solve-for=speed&solve-output=way&solve-target=30";
    const { html } = await read(`/calculators/walk?${query}`);
    expect(html).toContain(`<a href="/calculators/walk?${query}">link to this result</a>`);
    expect(html).toContain("It goes 30.");
  });
  it("says with words what no input reaches", async () => {
    const { html } = await read("/calculators/walk?time=2&solve-for=speed&solve-output=way&solve-target=-5");
    expect(html).toMatch(/No Speed within its range makes Way -5/);
  });
});

describe("what an answer looks like", () => {
  const read = async (query: string) => (await server.app.request(`/calculators/parts${query}`)).text();

  it("has a result first that does not only repeat an input", async () => {
    expect(await read("?one=70")).toMatch(/class="main-result"><dt>Two<\/dt><dd><output>\$30</);
    expect(await read("?two=30")).toMatch(/class="main-result"><dt>One<\/dt><dd><output>\$70</);
  });
  it("shows a colour, leaves out an empty text, and has the sign of money over its columns", async () => {
    const html = await read("?one=70");
    expect(html).toMatch(/#336699<svg class="swatch"[^>]*><rect[^>]* fill="#336699"/);
    expect(html).toContain(">Sum ($)</th>");
    expect(html).toContain(">Rest (%)</th>");
    expect(html).toContain(">Turn (°)</th>");
    expect(html).toContain(">Field (m²)</th>");
    expect(await read("?one=20")).not.toContain("<dt>Colour</dt>");
  });
  it("says once what is wrong with several fields together", async () => {
    const html = await read("?one=");
    expect(html.match(/Give one of them\./g)).toHaveLength(1);
    expect(html).toContain('role="alert"');
  });
  it("has examples with their values as answers write them", async () => {
    expect(await read("?one=")).toMatch(/>Seventy<\/a>: one \$70\./);
  });
});

describe("results that are kept", () => {
  const read = async (query: string) => {
    const response = await server.app.request(`/calculators/walk?${query}`);
    return { html: (await response.text()).replaceAll("&amp;", "&"), response };
  };
  const rows = (html: string) =>
    [.../<section id="comparison"[\s\S]*?<\/section>/.exec(html)![0].matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
      row!
        .replaceAll(/<[^>]+>/g, " ")
        .split(/\s+/)
        .filter(Boolean)
        .join(" "),
    );

  it("stand beside the present one, with the inputs and results that differ", async () => {
    const { html } = await read("speed=5&time=2");
    expect(html).toContain('name="keep-result" value="speed=5&time=2"');
    const kept = `keep-result=${encodeURIComponent("speed=5&time=2")}`;
    const { html: compared } = await read(`speed=7&time=2&${kept}`);
    expect(rows(compared)).toEqual(["Speed 5 7", "Way 10 14", "Half of the way 5 7"]);
    expect(compared).toContain(`<a href="/calculators/walk?speed=7&time=2&${kept}">link to this result</a>`);
    const { html: same } = await read(`speed=5&time=2&${kept}`);
    expect(rows(same)).toEqual(["Way 10 10"]);
  });
  it("may be found backwards, and have no result", async () => {
    const solved = new URLSearchParams({ "keep-result": "time=2&solve-for=speed&solve-output=way&solve-target=30" });
    expect(rows((await read(`speed=5&time=2&${solved}`)).html)[0]).toBe("Speed is looked for 5");
    expect(rows((await read("speed=5&time=2&keep-result=speed%3Dx")).html)).toContain("Way — 10");
  });
  it("have their units in words, whether they were chosen or not", async () => {
    const path = "/calculators/compound-interest?principal=1000&rate=5&years=10&years.unit=year";
    const kept = new URLSearchParams({ "keep-result": "principal=1000&rate=4&years=10" });
    expect(rows(await (await server.app.request(`${path}&${kept}`)).text())[0]).toBe("Annual rate 4 % 5 %");
    const months = new URLSearchParams({ "keep-result": "principal=1000&rate=5&years=6&years.unit=month" });
    expect(rows(await (await server.app.request(`${path}&${months}`)).text())[0]).toBe("Time 6 months 10 years");
  });
  it("are let go by a button", async () => {
    const query = "speed=5&time=2&keep-result=speed%3D1%26time%3D1&keep-result=speed%3D2%26time%3D2";
    const { response } = await read(`${query}&drop-result=0`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/calculators/walk?speed=5&time=2&keep-result=speed%3D2%26time%3D2");
  });
  it("are at most four", async () => {
    const many = Array.from({ length: 6 }, (_, at) => `keep-result=speed%3D${at + 1}%26time%3D2`).join("&");
    const { html } = await read(`speed=5&time=2&${many}`);
    expect(html).toContain(">Result 4</a>");
    expect(html).not.toContain(">Result 5</a>");
    expect(html).not.toMatch(/<button[^>]*name="keep-result"/);
  });
});
