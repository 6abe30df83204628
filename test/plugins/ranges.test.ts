// Ranges of inputs: tables against single calculations, what is refused, and how they count.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import batch from "../../plugins/batch/index.ts";
import { type Served, serve } from "./served.ts";

let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve({}, { more: [batch()] });
  key = await served.key("Developer");
});
afterAll(() => served.server.close());

interface Table {
  value: Record<string, number | string | null>[];
  columns: Record<string, { label: string; unit: string }>;
  label: string;
  formatted: string;
}
interface Body {
  code?: string;
  cached: boolean;
  detail: string;
  errors: { path: string; code: string; message: string }[];
  normalizedInputs: object;
  over: { points: number; refused?: { row: number; code: string; message: string }[] };
  result: { results: Record<string, Table>; explanation: string };
}
const post = async (path: string, body: object, by = key) => {
  const response = await served.server.app.request(`/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": by },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const ask = async (
  over: object,
  { inputs = { principal: 1000, years: 10 }, more = {}, by = key }: { inputs?: object; more?: object; by?: string } = {},
) => {
  const { body, ...answer } = await post("calculate", { calculator: "compound-interest", inputs, over, ...more }, by);
  return { ...answer, body: body as Body };
};
const tableOf = ({ body }: { body: Body }): Table => body.result.results.table!;
const column = (answer: { body: Body }, name: string) => tableOf(answer).value.map((row) => row[name]);

describe("over", () => {
  it("answers for each point what a single calculation does", async () => {
    const answer = await ask({ rate: { from: 1, to: 10, count: 10 } });
    expect(answer.status).toBe(200);
    expect(column(answer, "rate")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const row of tableOf(answer).value) {
      expect(row.futureValue).toBeCloseTo(1000 * (1 + Number(row.rate) / 100) ** 10, 8);
      expect(row.totalInterest).toBeCloseTo(Number(row.futureValue) - 1000, 8);
    }
    expect(tableOf(answer)).toMatchObject({
      label: "Future value by annual rate",
      formatted: "10 rows",
      columns: { rate: { label: "Annual rate", unit: "%" }, futureValue: { label: "Future value", unit: "$" } },
    });
    expect(answer.body.normalizedInputs).toEqual({ principal: 1000, years: 10, compounding: "annually" });
    expect(answer.body.over).toEqual({ points: 10 });
    expect(answer.body.result.explanation).toBe("Annual rate from 1 to 10 %: Future value is between $1,104.62 and $2,593.74.");
  });
  it("takes lists, of choices too, and two inputs, the second changing fastest", async () => {
    const answer = await ask({ compounding: ["annually", "monthly"], rate: [4, 8] });
    expect(tableOf(answer).value.map(({ compounding, rate }) => [compounding, rate])).toEqual([
      ["annually", 4],
      ["annually", 8],
      ["monthly", 4],
      ["monthly", 8],
    ]);
    expect(column(answer, "futureValue")[3]).toBeCloseTo(1000 * (1 + 0.08 / 12) ** 120, 8);
    expect(answer.body.result.explanation).toMatch(/^Compounding with 2 values, Annual rate from 4 to 8 %: Future value is between/);
  });
  it("spaces evenly on a log scale, and in another unit", async () => {
    const log = await ask({ principal: { from: 1, to: 1000, count: 4, scale: "log" } }, { inputs: { rate: 5, years: 1 } });
    expect(column(log, "principal")).toEqual([1, 10, 100, 1000]);
    const months = await ask({ years: { from: 6, to: 12, count: 2, unit: "month" } }, { inputs: { principal: 1000, rate: 5 } });
    expect(column(months, "years")).toEqual([6, 12]);
    expect(tableOf(months).columns.years?.unit).toMatch(/^months?$/);
    expect(column(months, "futureValue")[0]).toBeCloseTo(1000 * 1.05 ** 0.5, 8);
  });
  it("leaves a row without results where one point is refused, and says why", async () => {
    const answer = await ask({ rate: [5, 5000] });
    expect(column(answer, "futureValue")).toEqual([expect.closeTo(1628.894627), null]);
    expect(answer.body.over).toEqual({ points: 2, refused: [{ row: 2, code: "maximum", message: expect.stringContaining("at most") }] });
    expect(answer.body.result.explanation).toMatch(/1 of 2 points has no result\.$/);
  });
  it.each<[what: string, over: object, more: object, path: string, message: RegExp]>([
    ["an unknown input", { rte: [1] }, {}, "/over/rte", /Did you mean "rate"/],
    ["an input that is sent as well", { years: [1] }, {}, "/inputs/years", /leave it out of inputs/],
    ["spaced values of a choice", { compounding: { from: 1, to: 2, count: 2 } }, {}, "/over/compounding", /list its values/],
    ["a log scale through zero", { rate: { from: 0, to: 1, count: 3, scale: "log" } }, {}, "/over/rate", /above 0/],
    [
      "too many points",
      { rate: { from: 1, to: 2, count: 21 }, compounding: Array(20).fill("annually") },
      {},
      "/over",
      /at most 400 points/,
    ],
    ["values that are all refused", { rate: [-5000, 5000] }, {}, "/over/rate", /at least/],
    ["an input that is missing", { rate: [1, 2] }, { inputs: { principal: 1000 } }, "/inputs/years", /missing/],
    [
      "a search",
      { rate: [1] },
      { solveFor: "years", target: { futureValue: 2000 }, inputs: { principal: 1000 } },
      "/solveFor",
      /does not go with over/,
    ],
    ["steps", { rate: [1] }, { steps: true }, "/steps", /does not go with over/],
    [
      "an uncertainty",
      { rate: [1] },
      { inputs: { principal: { value: 1000, uncertainty: 5 }, years: 1 } },
      "/inputs/principal",
      /does not go with over/,
    ],
  ])("refuses %s", async (_, over, more, path, message) => {
    const { status, body } = await ask(over, { more });
    expect([status, body.errors[0]?.path]).toEqual([422, path]);
    expect(body.errors[0]?.message).toMatch(message);
  });
  it("refuses three inputs, and a range without an end", async () => {
    const three = await ask({ rate: [1], years: [1], compounding: ["annually"] }, { inputs: { principal: 1 } });
    const endless = await ask({ rate: { from: 1, count: 3 } });
    expect([three.status, endless.status]).toEqual([422, 422]);
  });
  it("counts each point, also from the cache, and nothing where it is refused", async () => {
    const own = await served.key("Hobby");
    const left = async (over: object) => Number((await ask(over, { by: own })).headers.get("x-ratelimit-remaining"));
    const before = await left({ rate: [1] });
    expect(await left({ rate: { from: 1, to: 5, count: 5 } })).toBe(before - 5);
    expect(await left({ rate: { from: 1, to: 5, count: 5 } })).toBe(before - 10);
    await ask({ rte: [1] }, { by: own });
    await ask({ rate: [-5000] }, { by: own });
    expect(await left({ rate: [1] })).toBe(before - 11);
  });
  it("takes all points or none of what is left of an allowance", async () => {
    const own = await served.key("Hobby");
    const limit = Number((await ask({ rate: [1] }, { by: own })).headers.get("x-ratelimit-limit"));
    const rows = (count: number) => ({ rate: { from: 1, to: 2, count } });
    const taken = 1 + 40 * Math.floor((limit - 20) / 40);
    for (let used = 1; used < taken; used += 40) expect((await ask(rows(40), { by: own })).status).toBe(200);
    const left = limit - taken;
    const refused = await ask(rows(left + 1), { by: own });
    expect([refused.status, refused.body.code]).toEqual([429, "quotas/exceeded"]);
    expect(refused.body.detail).toMatch(`This request counts as ${left + 1} calculations, and ${left} of today's ${limit} are left.`);
    expect((await ask(rows(left), { by: own })).headers.get("x-ratelimit-remaining")).toBe("0");
  });
  it("stands in a batch", async () => {
    const item = { calculator: "compound-interest", inputs: { principal: 1000, years: 10 }, over: { rate: [1, 2] } };
    const { body } = await post("calculate/batch", { items: [item, { ...item, over: { rte: [1] } }] });
    expect([body.items[0].over.points, body.items[1].status]).toEqual([2, 422]);
  });
});
