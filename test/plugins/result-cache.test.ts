// Answers kept ten minutes: what is the same question, how long, how much, and what happens when the cache fails.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CalcError, createRing, definePlugin, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { inputs, serve, watched } from "./served.ts";

describe("the same question", async () => {
  const { ask, key } = await serve();
  const text = await key("Enterprise");
  const cached = async (given: unknown, calculator?: string) =>
    (await ask(text, { inputs: given, ...(calculator && { calculator }) })).body.cached;

  it("is answered once, then from the cache with the first answer's time and its age", async () => {
    const first = await ask(text);
    const second = await ask(text);
    expect([first.body.cached, second.body.cached]).toEqual([false, true]);
    expect(second.body).toEqual({ ...first.body, cached: true });
    expect(first.headers.get("age")).toBeNull();
    expect(second.headers.get("age")).toBe("0");
  });
  it("may be asked in another order, and with the defaults spelled out", async () => {
    expect(await cached({ years: 10, rate: 5, principal: 1000 })).toBe(true);
    expect(await cached({ ...inputs, compounding: "annually" })).toBe(true);
  });
  it("is the same with -0 and 0, and 1 is no text", async () => {
    expect(await cached({ ...inputs, rate: 0 })).toBe(false);
    expect(await cached({ ...inputs, rate: -0 })).toBe(true);
    expect((await ask(text, { inputs: { ...inputs, rate: "0" } })).status).toBe(422);
  });
  it("is another one with another value, calculator or way of sending", async () => {
    expect(await cached({ ...inputs, compounding: "monthly" })).toBe(false);
    expect(await cached({ principal: 1000, rate: 5, years: 10 }, "simple-interest")).toBe(false);
    expect(await cached({ ...inputs, years: { value: 120, unit: "month" } })).toBe(false);
  });
});

describe("an answer is kept", () => {
  it("for ten minutes from its computation: 599 s, but not 601 (QUO-026)", async () => {
    let ahead = 0;
    const { ask, key } = await serve({}, { now: () => Date.now() + ahead });
    const text = await key("Enterprise");
    const first = await ask(text);
    ahead = 599_000;
    const later = await ask(text);
    expect([later.body.cached, later.body.timestamp]).toEqual([true, first.body.timestamp]);
    ahead = 601_000;
    expect((await ask(text)).body.cached).toBe(false);
  });
  it("for one revision of the calculator: a changed file is computed anew", async () => {
    const { ask, key, folder, server } = await serve();
    const text = await key("Enterprise");
    const before = await ask(text, { calculator: "share", inputs: { parts: 4 } });
    await writeFile(
      join(folder, "finance/share.yaml"),
      `title: Share\ndescription: One part.\nsubcategory: interest-basics\ninputs: { type: object, required: [parts], properties: { parts: { type: number, title: Parts, minimum: 0, maximum: 100 } } }\nformulas: { share: 100 / parts }\noutputs: { share: { label: Share } }\nexplanation: "{{ share }}"\n`,
    );
    await server.kernel.catalog.refresh();
    const after = await ask(text, { calculator: "share", inputs: { parts: 4 } });
    expect([before.body.cached, after.body.cached]).toEqual([false, false]);
    expect(after.body.revision).not.toBe(before.body.revision);
    expect(JSON.stringify(after.body.result)).toContain('"value":25');
  });
  it("but never an error, and never in part", async () => {
    const { driver, calls } = watched(memoryDriver());
    const { ask, key } = await serve({ cache: driver });
    const text = await key("Enterprise");
    for (let n = 0; n < 2; n++) expect((await ask(text, { calculator: "share", inputs: { parts: 0 } })).status).toBe(422);
    expect(calls.setItem).toBeUndefined();
  });
  it("within bounds: of 1,000,000 bytes the oldest go first (STO-027)", async () => {
    const cache = memoryDriver({ records: createRing(50_000) });
    for (let n = 0; n < 5000; n++) cache.setItem!(`k${n}`, "x".repeat(400), {});
    const kept = (await cache.getKeys("", {})) as string[];
    expect(kept.length).toBeLessThan(125);
    expect(kept.length).toBeGreaterThan(110);
    expect(kept.at(-1)).toBe("k4999");
    expect(await cache.getItem("k0")).toBeNull();
    // a key that is written again and again is counted once
    for (let n = 0; n < 5000; n++) cache.setItem!("same", "y".repeat(400), {});
    expect(((await cache.getKeys("", {})) as string[]).length).toBeGreaterThan(100);
  });
});

describe("asked again word for word", () => {
  it("is the same answer each time, counted each time, refused to who may not ask", async () => {
    const { ask, key } = await serve();
    const text = await key();
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n < 5; n++) answers.push(await ask(text));
    const [first, ...later] = answers;
    for (const { body } of later) expect(body).toEqual({ ...first!.body, cached: true });
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["99", "98", "97", "96", "95"]);
    expect((await ask("ck_live_wrong")).status).toBe(401);
    expect((await ask(undefined)).status).toBe(401);
  });
  it("is computed anew after ten minutes", async () => {
    let ahead = 0;
    const { ask, key } = await serve({}, { now: () => Date.now() + ahead });
    const text = await key("Enterprise");
    for (let n = 0; n < 3; n++) await ask(text);
    ahead = 599_000;
    const old = await ask(text);
    expect(old.body.cached).toBe(true);
    ahead = 600_001;
    const fresh = await ask(text);
    expect(fresh.body.cached).toBe(false);
  });
  it("means the calculator that its file is now", async () => {
    const { ask, key, folder, server } = await serve();
    const text = await key("Enterprise");
    const question = { calculator: "share", inputs: { parts: 4 } };
    for (let n = 0; n < 3; n++) await ask(text, question);
    const file = join(folder, "finance/share.yaml");
    await writeFile(file, (await readFile(file, "utf8")).replace("1 / parts", "100 / parts").replace("maximum: 100", "maximum: 50"));
    await server.kernel.catalog.refresh();
    const changed = await ask(text, question);
    expect([changed.body.cached, JSON.stringify(changed.body.result).includes('"value":25')]).toEqual([false, true]);
    await writeFile(file, (await readFile(file, "utf8")).replace("maximum: 50", "maximum: 3"));
    await server.kernel.catalog.refresh();
    expect((await ask(text, question)).status).toBe(422);
    await rm(file);
    await server.kernel.catalog.refresh();
    expect((await ask(text, question)).status).toBe(404);
  });
  it("is what another plugin makes of it, whoever wrote it out before", async () => {
    const renamed = definePlugin({
      name: "renamed",
      hooks: {
        calculate: async (call, next) => {
          const answer = await next(call);
          return { ...answer, outcome: { ...answer.outcome, explanation: `Seen ${++seen} times.` } };
        },
      },
    });
    let seen = 0;
    const { ask, key } = await serve({}, { first: [renamed] });
    const text = await key("Enterprise");
    for (let n = 1; n < 5; n++) expect((await ask(text)).body.result).toMatchObject({ explanation: `Seen ${n} times.` });
  });
  it("has its text from memory, and the parsed answer is that text", async () => {
    const { server } = await serve();
    const body = { calculator: "compound-interest", inputs };
    for (const given of [
      body,
      { ...body, units: { futureValue: "EUR" } },
      { calculator: "compound-interest", inputs: { principal: 1000, rate: 5 }, solveFor: "years", target: { futureValue: 2000 } },
    ])
      for (let n = 0; n < 4; n++) {
        const answer = await server.kernel
          .answer(JSON.stringify(given))
          .catch((error: unknown) => ({ body: () => error, json: () => JSON.stringify(error) }));
        expect(JSON.parse(answer.json())).toEqual(JSON.parse(JSON.stringify(answer.body())));
      }
  });
});

describe("200 who ask the same at once", () => {
  it.each([
    ["in memory", 0],
    ["on a slow storage", 20],
  ])("%s wait for one computation (QUO-027)", async (_, milliseconds) => {
    const inner = memoryDriver();
    const slow = {
      ...inner,
      getItem: (key: string) =>
        new Promise<string | null>((done) => setTimeout(() => done(inner.getItem(key, {}) as string | null), milliseconds)),
    };
    const { ask, key, server } = await serve({ cache: slow });
    const calculator = server.kernel.catalog.get("compound-interest")!;
    let runs = 0;
    const run = calculator.run.bind(calculator);
    calculator.run = (accepted) => {
      runs++;
      return run(accepted);
    };
    const text = await key("Enterprise");
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(text)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(runs).toBe(1);
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1);
    expect((await ask(text)).body.cached).toBe(true);
  });
  it.each(["client_left", "too_much_work", "too_many_requests"])("are answered when the first of them fails with %s", async (code) => {
    const { server } = await serve();
    const calculator = server.kernel.catalog.get("compound-interest")!;
    const run = calculator.run.bind(calculator);
    let failed = false;
    calculator.run = (accepted, work) => {
      if (failed) return run(accepted, work);
      failed = true;
      throw new CalcError(code, { message: "This concerns one request." });
    };
    const ask = () => server.kernel.answer({ calculator: "compound-interest", inputs });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, ask));
    const answered = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value.answer.cached] : []));
    expect(answered).toEqual([false, true, true, true]);
  });
  it("are not refused because the first of them is", async () => {
    const inner = memoryDriver();
    const slow = {
      ...inner,
      getItem: (key: string) => new Promise<string | null>((done) => setTimeout(() => done(inner.getItem(key, {}) as string | null), 20)),
    };
    const { ask, key } = await serve({ cache: slow });
    const [empty, full] = [await key("Hobby"), await key("Enterprise")];
    for (let n = 0; n < 100; n++) await ask(empty, { inputs: { ...inputs, years: n % 5 } });
    const [first, second] = await Promise.all([
      ask(empty, { inputs: { ...inputs, years: 50 } }),
      ask(full, { inputs: { ...inputs, years: 50 } }),
    ]);
    expect([first.status, second.status]).toEqual([429, 200]);
  });
});

describe("a cache that fails", () => {
  it("costs a computation, and nobody an answer (STO-008)", async () => {
    const { driver, fail } = watched(memoryDriver());
    const { ask, key } = await serve({ cache: driver });
    const text = await key("Enterprise");
    fail(true);
    for (let n = 0; n < 3; n++) expect((await ask(text)).body).toMatchObject({ success: true, cached: false });
    fail(false);
    await ask(text);
    expect((await ask(text)).body.cached).toBe(true);
  });
  it.each(["", "null", "{", '{"form":0}', '{"form":1,"timestamp":"x"}', "[]"])(
    "with the record %j computes anew (STO-026)",
    async (record) => {
      const inner = memoryDriver();
      const { ask, key } = await serve({ cache: { ...inner, getItem: () => record } });
      const text = await key("Enterprise");
      for (let n = 0; n < 2; n++) expect((await ask(text)).body).toMatchObject({ success: true, cached: false });
    },
  );
});
