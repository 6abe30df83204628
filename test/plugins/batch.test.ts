// Many calculations in one request: answered, refused and counted one by one.
import { afterAll, describe, expect, it } from "vitest";
import batch from "../../plugins/batch/index.ts";
import { inputs, type Served, serve } from "./served.ts";

const served: Served[] = [];
const start = async () => {
  const each = await serve({}, { more: [batch()] });
  served.push(each);
  return each;
};
afterAll(() => Promise.all(served.map(({ server }) => server.close())));

async function send({ server }: Served, key: string | undefined, body: unknown) {
  const response = await server.app.request("/api/v1/calculate/batch", {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": "batch-1", ...(key !== undefined && { "x-api-key": key }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const good = { calculator: "compound-interest", inputs };

describe("POST /api/v1/calculate/batch", () => {
  it("answers each item as POST /api/v1/calculate does, and each fault in its place", async () => {
    const own = await start();
    const key = await own.key();
    const items = [good, { calculator: "compound-interest", inputs: { rate: "5" } }, { calculator: "nothing", inputs: {} }, 5, { ...good }];
    const { status, headers, body } = await send(own, key, { items });
    expect([status, body.success, body.items.length]).toEqual([200, true, 5]);
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const alone = await own.ask(key);
    expect(body.items[0]).toEqual({ ...alone.body, cached: false });
    expect(body.items[4]).toEqual({ ...alone.body, cached: true });
    expect(body.items.map((each: { status?: number }) => each.status)).toEqual([undefined, 422, 404, 422, undefined]);
    expect(body.items[1]).toMatchObject({
      success: false,
      code: "invalid_inputs",
      requestId: "batch-1",
      instance: "/api/v1/calculate/batch#/items/1",
      errors: expect.arrayContaining([expect.objectContaining({ path: "/inputs/rate", code: "type" })]),
    });
    expect(body.items[3].detail).toMatch(/^items\/3 must be an object/);
    expect(headers.get("x-ratelimit-remaining")).toBe("98");
    expect(headers.get("age")).toBeNull();
  });
  it("solves backwards and answers in other units", async () => {
    const own = await start();
    const item = {
      calculator: "compound-interest",
      inputs: { principal: 1000, rate: 5 },
      solveFor: "years",
      target: { futureValue: 2000 },
    };
    const { body } = await send(own, await own.key(), { items: [item, item] });
    expect(body.items[0].solved.solutions[0].value).toBeCloseTo(14.2067, 4);
    expect(body.items[1]).toEqual({ ...body.items[0], cached: true });
  });
  it("charges answered items one by one, and refuses the rest when the day is used up", async () => {
    const own = await start();
    const key = await own.key("Hobby");
    const hundred = Array.from({ length: 100 }, (_, at) => ({ ...good, inputs: { ...inputs, principal: at } }));
    const wrong = { calculator: "nothing", inputs: {} };
    expect((await send(own, key, { items: [wrong, ...hundred.slice(0, 97), wrong] })).headers.get("x-ratelimit-remaining")).toBe("3");
    const { status, headers, body } = await send(own, key, { items: [good, wrong, good, good, good, good] });
    const codes = body.items.map(({ code }: { code?: string }) => code);
    expect([status, ...codes]).toEqual([200, undefined, "unknown_calculator", undefined, undefined, "quotas/exceeded", "quotas/exceeded"]);
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
  });
  it("does not confuse a question backwards with one forwards, or one unit with another", async () => {
    const own = await start();
    const key = await own.key();
    const backwards = (target: number) => ({
      calculator: "simple-interest",
      inputs: { principal: 1000, rate: 5 },
      solveFor: "years",
      target: { interest: target },
    });
    const { body } = await send(own, key, { items: [backwards(50), backwards(100), backwards(50)] });
    const found = body.items.map((each: { solved?: { solutions: { value: number }[] }; cached: boolean }) => [
      each.solved?.solutions[0]?.value,
      each.cached,
    ]);
    expect(found).toEqual([
      [1, false],
      [2, false],
      [1, true],
    ]);
  });
  it.each<[string, unknown, number, string, RegExp]>([
    ["no list", {}, 422, "/items required", /must be a list/],
    ["something else than a list", { items: "all" }, 422, "/items type", /must be a list/],
    ["an empty list", { items: [] }, 422, "/items minItems", /1 to 100/],
    ["a longer list", { items: Array(101).fill(good) }, 422, "/items maxItems", /1 to 100 calculations, not 101/],
    ["another member", { items: [good], mode: 1 }, 422, "/mode additionalProperties", /not a member/],
  ])("refuses %s", async (_, sent, status, fault, message) => {
    const own = await start();
    const { status: got, body } = await send(own, await own.key(), sent);
    expect([got, ...body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)]).toEqual([status, fault]);
    expect(body.detail).toMatch(message);
  });
  it("asks for a key before it reads, and takes 512 KiB", async () => {
    const own = await start();
    expect((await send(own, undefined, { items: [good] })).status).toBe(401);
    const key = await own.key();
    const padded = (bytes: number) => `${JSON.stringify({ items: [good] })}${" ".repeat(bytes)}`;
    expect((await send(own, key, padded(500 * 1024))).status).toBe(200);
    expect((await send(own, key, padded(512 * 1024))).status).toBe(413);
    const other = await own.server.app.request("/api/v1/calculate/batch");
    expect([other.status, other.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});
