// The daily limit: what counts, what does not, what the headers say, and what happens at midnight.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import functionsArithmetic from "../../plugins/functions-arithmetic/index.ts";
import functionsHigher from "../../plugins/functions-higher/index.ts";
import functionsLists from "../../plugins/functions-lists/index.ts";
import { inputs, serve, watched } from "./served.ts";

const placeOf = (key: string) => {
  const { account } = readApiKey(key)!;
  return `{${account[0]}}:${account}`;
};
const used = (headers: Headers) => 100 - Number(headers.get("x-ratelimit-remaining"));

describe("a day's allowance", () => {
  it("is answered 100 times, then 429 with the seconds to midnight UTC (QUO-003, QUO-014)", async () => {
    const noon = Date.UTC(2026, 5, 1, 12);
    const { ask, key } = await serve({}, { now: () => noon });
    const hobby = await key();
    for (let n = 1; n <= 100; n++) {
      const { status, headers } = await ask(hobby);
      expect(status).toBe(200);
      if (n > 1 && n < 100) continue;
      expect(headers.get("ratelimit-policy")).toBe('"daily";q=100;w=86400');
      expect(headers.get("ratelimit")).toBe(`"daily";r=${100 - n};t=43200`);
      expect(headers.get("x-ratelimit-limit")).toBe("100");
      expect(headers.get("x-ratelimit-remaining")).toBe(String(100 - n));
      expect(headers.get("x-ratelimit-reset")).toBe(String(Date.UTC(2026, 5, 2) / 1000));
    }
    const { status, headers, body } = await ask(hobby);
    expect([status, body.code]).toEqual([429, "quotas/exceeded"]);
    expect(body.detail).toBe("All 100 calculations of today are used up. The count starts again at 2026-06-02 00:00 UTC.");
    expect(headers.get("retry-after")).toBe("43200");
    expect(headers.get("ratelimit")).toBe('"daily";r=0;t=43200');
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
  it("counts a calculation that takes all the work it may, and no other refusal", async () => {
    const { ask, key, folder, server } = await serve({}, { more: [functionsArithmetic(), functionsHigher(), functionsLists()] });
    await writeFile(
      join(folder, "finance/waves.yaml"),
      'title: Waves\ndescription: A sum of waves.\nsubcategory: interest-basics\ninputs: { type: object, required: [x], properties: { x: { type: number, title: X, minimum: 0, maximum: 1000 } } }\nformulas: { "wave(t)": "t * sum(range(1, 9000)) * x", y: "sum(map(wave, range(1, 9000)))" }\noutputs: { y: { label: Y } }\nexplanation: "{{ y }}"\n',
    );
    await server.kernel.catalog.refresh();
    expect(server.kernel.catalog.findings()).toEqual([]);
    const hobby = await key();
    expect((await ask(hobby, { calculator: "share", inputs: { parts: 0 } })).status).toBe(422);
    expect((await ask(hobby, { calculator: "waves", inputs: { x: 1 } })).body.code).toBe("too_much_work");
    expect(used((await ask(hobby)).headers)).toBe(2);
  });
  it("begins anew at midnight UTC, and a clock that jumps back does not bring the old day back (STO-030)", async () => {
    let time = Date.UTC(2026, 5, 1, 23, 59, 59, 900);
    const { ask, key } = await serve({}, { now: () => time });
    const hobby = await key();
    for (let n = 0; n < 100; n++) await ask(hobby);
    const last = await ask(hobby);
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "1"]);
    time = Date.UTC(2026, 5, 2, 0, 0, 0, 100);
    expect(used((await ask(hobby)).headers)).toBe(1);
    time -= 3_600_000;
    const back = await ask(hobby);
    expect(used(back.headers)).toBe(2);
    expect(Number(/t=(\d+)/.exec(back.headers.get("ratelimit")!)![1])).toBeGreaterThan(0);
  });
  it("is the account's, shared by its keys (QUO-004)", async () => {
    const { ask, key } = await serve();
    const keys = [await key("Developer", "a@b.co"), await key("Developer", "a@b.co"), await key("Developer", "a@b.co")];
    const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => ask(keys[at % 3])));
    const left = answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).sort((a, b) => b - a);
    expect(left).toEqual(Array.from({ length: 300 }, (_, at) => 9999 - at));
  });
  it("has no headers where the plan has no end", async () => {
    const { ask, key } = await serve();
    const { status, headers } = await ask(await key("Enterprise"));
    expect(status).toBe(200);
    expect([...headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([]);
  });
  it("counts cached answers, and ten equal questions at once as ten (QUO-013)", async () => {
    const { ask, key } = await serve();
    const hobby = await key();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(hobby)));
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.result, body.timestamp]))).size).toBe(1);
    expect(used((await ask(hobby)).headers)).toBe(11);
  });
  it("follows the plan in the middle of the day: lowered, the next call is refused; raised, it is answered (QUO-007, QUO-008)", async () => {
    const { ask, key, accounts } = await serve();
    const text = await key("Developer");
    const { account } = readApiKey(text)!;
    for (let n = 0; n < 150; n++) await ask(text);
    await accounts.change(account, (before) => ({ ...before, plan: "Hobby" }));
    const { status, headers } = await ask(text);
    expect([status, headers.get("x-ratelimit-remaining"), headers.get("ratelimit")?.slice(0, 11)]).toEqual([429, "0", '"daily";r=0']);
    await accounts.change(account, (before) => ({ ...before, plan: "Developer" }));
    expect((await ask(text)).headers.get("x-ratelimit-remaining")).toBe("9849");
  });
});

describe("what is refused is not charged (QUO-010)", async () => {
  const quotas = watched(memoryDriver());
  const keys = watched(memoryDriver());
  const served = await serve({ quotas: quotas.driver, keys: keys.driver });
  const { server, ask, key, accounts } = served;
  const hobby = await key();
  const post = (body: string, type = "application/json") =>
    server.app.request("/api/v1/calculate", { method: "POST", headers: { "content-type": type, "x-api-key": hobby }, body });
  const counted = async () => Object.values((await server.kernel.storage.quotas.usage(placeOf(hobby)))[today()] ?? {})[0] ?? 0;
  const today = () => Math.floor(Date.now() / 86_400_000);

  it.each([
    ["400 a body that is not JSON", async () => (await post("{")).status, 400],
    ["401 no key", async () => (await ask(undefined)).status, 401],
    ["404 an unknown calculator", async () => (await ask(hobby, { calculator: "nothing" })).status, 404],
    ["413 a large body", async () => (await post(`{"a":"${"x".repeat(70_000)}"}`)).status, 413],
    ["415 another type", async () => (await post("{}", "text/plain")).status, 415],
    ["422 wrong inputs", async () => (await ask(hobby, { inputs: { principal: "x" } })).status, 422],
    ["422 no finite result", async () => (await ask(hobby, { calculator: "share", inputs: { parts: 0 } })).status, 422],
  ])("%s", async (_, work, status) => {
    const before = await counted();
    expect(await work()).toBe(status);
    expect(await counted()).toBe(before);
  });
  it("403 a revoked key", async () => {
    const revoked = await key();
    const { account, key: id } = readApiKey(revoked)!;
    await accounts.revokeKey(account, id);
    expect((await ask(revoked)).status).toBe(403);
    expect(await server.kernel.storage.quotas.usage(placeOf(revoked))).toEqual({});
  });
  it("429 and 503", async () => {
    for (let n = 0; n < 100; n++) await ask(hobby);
    expect((await ask(hobby)).status).toBe(429);
    expect(await counted()).toBe(100);
    quotas.fail(true);
    expect((await ask(hobby)).status).toBe(503);
    quotas.fail(false);
    expect(await counted()).toBe(100);
  });
  it("nothing is computed for a question that is refused", async () => {
    const { body } = await ask(hobby, { inputs: { ...inputs, years: 77 } });
    expect(body.code).toBe("quotas/exceeded");
    const other = await key();
    expect((await ask(other, { inputs: { ...inputs, years: 77 } })).body.cached).toBe(false);
  });
});
