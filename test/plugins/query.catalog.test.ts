// A calculation by its address: the inputs as people write them, and what is answered.
import { createServer } from "formulary";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../plugins/query/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";

describe("GET /api/v1/calculators/:slug/calculate", async () => {
  const { app, kernel } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
  const get = (address: string, accept = "*/*") => app.request(`/api/v1/calculators/${address}`, { headers: { accept } });
  const json = async (address: string) => (await get(address)).json();
  const text = async (address: string, accept: string) => {
    const response = await get(address, accept);
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };
  const compound = "compound-interest/calculate?principal=1000&rate=5&years=10";

  it("answers what POST /calculate does", async () => {
    const response = await get(compound);
    expect([response.status, response.headers.get("cache-control"), response.headers.get("vary")]).toEqual([200, "no-store", "accept"]);
    const { timestamp: _, ...answer } = await response.json();
    const posted = await kernel.answer({ calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } });
    expect(JSON.parse(posted.json())).toMatchObject(answer);
  });
  it.each<[what: string, address: string, accept: string, type: string, text: string]>([
    ["the first result alone", compound, "text/plain", "text/plain; charset=utf-8", "1628.89462677744\n"],
    [
      "all results where there is no table",
      "tip-and-split/calculate?bill=100&people=4",
      "text/csv",
      "text/csv; charset=utf-8",
      "name,label,value,unit\r\nshare,Each pays,28.75,$\r\n",
    ],
  ])("answers %s", async (_, address, accept, type, start) => {
    const answer = await text(address, accept);
    expect([answer.status, answer.type]).toEqual([200, type]);
    expect(answer.text.startsWith(start), answer.text).toBe(true);
  });
  it("answers the largest table as CSV, with its heads", async () => {
    const { text: csv } = await text("depreciation-methods/calculate?cost=10000&salvage=1000&life=5", "text/csv");
    const [heads, ...rows] = csv.trimEnd().split("\r\n");
    expect(heads).toMatch(/Year/);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.split(",").length))).toEqual(new Set([heads!.split(",").length]));
  });
  it("has no text that a spreadsheet would run as a formula", () => {
    const results = (value: string | number) => ({ name: { label: "Name", value, formatted: "", unit: "" } });
    for (const text of ["=HYPERLINK(1)", "+1+1", "@SUM(A1)", "-2+3"]) expect(csvOf(results(text))).toContain(`name,Name,'${text},`);
    for (const value of [-2.5, "-2.5", "a=b"]) expect(csvOf(results(value))).toContain(`name,Name,${value},`);
  });
  it("answers JSON to whoever does not care, and the better liked type to others", async () => {
    const typeFor = async (accept: string) => (await get(compound, accept)).headers.get("content-type");
    expect(await typeFor("text/html,application/xhtml+xml,*/*;q=0.8")).toBe("application/json");
    expect(await typeFor("application/json, text/csv;q=0.9")).toBe("application/json");
    expect(await typeFor("text/csv;q=0.5, text/plain;q=0.7")).toBe("text/plain; charset=utf-8");
  });
  it("takes a row of choices alone, and leaves out one whose other controls a form sent empty", async () => {
    const address = "bond-energy-enthalpy/calculate?broken.0.bond=HH&broken.1.bond=OdO&broken.1.number=2&formed.0.bond=HO";
    expect((await json(address)).result.results.needed.value).toBe(436 + 2 * 498);
    expect((await json(`${address}&broken.2.bond=HH&broken.2.number=&broken.2.own=`)).result.results.needed.value).toBe(436 + 2 * 498);
  });
  it("reads units, choices, lists and rows, and answers in other units", async () => {
    const jump = await json("jump-height/calculate?flight=550&mass=165%20lb&units.height=in");
    expect(jump.normalizedInputs.mass).toBeCloseTo(74.8427, 4);
    expect(jump.result.results.height.unit).toBe("in");
    const mean = await json("mean-median-mode/calculate?values=1%202%203%206");
    expect(mean.result.results.mean.value).toBe(3);
    const debts = "debts.0.name=Card&debts.0.balance=3000&debts.0.rate=22&debts.0.minimum=90";
    const snowball = await json(`debt-snowball/calculate?${debts}&strategy=snowball&extra=200`);
    expect(snowball.normalizedInputs.debts).toEqual([{ name: "Card", balance: 3000, rate: 22, minimum: 90 }]);
  });
  it("takes a checkbox of a row that it does not name for its default", async () => {
    const piece = "pieces.0.length=120&pieces.0.width=80&pieces.0.height=100&pieces.0.weight=300";
    const stackable = async (more: string) =>
      (await json(`chargeable-weight/calculate?${piece}&mode=sea${more}`)).normalizedInputs.pieces[0].stackable;
    expect([await stackable(""), await stackable("&pieces.0.stackable=false"), await stackable("&pieces.0.stackable=true")]).toEqual([
      true,
      false,
      true,
    ]);
  });
  it("says what is missing, unknown or unreadable, and where", async () => {
    const faultsOf = async (address: string) => {
      const { status, errors } = await json(`compound-interest/calculate?${address}`);
      return [status, ...errors.map(({ path }: { path: string }) => path)];
    };
    expect(await faultsOf("principal=1000&rate=5")).toEqual([422, "/inputs/years"]);
    expect(await faultsOf("principal=1000&rate=5&years=10&yeers=3")).toEqual([422, "/inputs/yeers"]);
    expect(await faultsOf("principal=1.000,5&rate=5&years=ten")).toEqual([422, "/inputs/principal", "/inputs/years"]);
    expect((await json("compound-intrest/calculate?x=1")).code).toBe("unknown_calculator");
    expect((await json(`compound-interest/calculate?principal=${"1".repeat(20_001)}`)).code).toBe("invalid_query");
  });
});
