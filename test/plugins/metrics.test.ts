// What operators and proxies can read, and others cannot.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AreaDriver, type AreaName, createServer, definePlugin, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import accounts, { accountsOf } from "../../plugins/accounts/index.ts";
import healthPlugin from "../../plugins/health/index.ts";
import metrics, { type AnsweredRequest } from "../../plugins/metrics/index.ts";
import quotas from "../../plugins/quotas/index.ts";
import resultCache from "../../plugins/result-cache/index.ts";
import { inputs, smallCatalogue, watched } from "./served.ts";

const token = "0123456789abcdef-token";
const operator = { authorization: `Bearer ${token}` };

async function serve({ drivers = {}, withToken = true }: { drivers?: Partial<Record<AreaName, AreaDriver>>; withToken?: boolean } = {}) {
  const told: AnsweredRequest[] = [];
  const server = await createServer({
    catalog: [await smallCatalogue()],
    plugins: [
      definePlugin({ name: "storage-test", storage: drivers }),
      healthPlugin({ ...(withToken && { token }) }),
      metrics({ ...(withToken && { token }), onRequest: (request) => told.push(request) }),
      accounts(),
      quotas(),
      resultCache(),
    ],
  });
  const own = accountsOf(server.kernel);
  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
  return {
    ...server,
    told,
    get,
    key: async (plan: string) => (await own.createKey((await own.ensure(`${plan}@example.org`, plan)).id, "test")).text,
    ask: (key: string, calculator = "compound-interest", given: unknown = inputs) =>
      server.app.request("/api/v1/calculate", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ calculator, inputs: given }),
      }),
    figures: async () => (await get("/metrics", operator)).text(),
  };
}
/** The samples of one metric: labels → value. */
const figure = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, "gm"))].map(([, labels = "", value]) => [labels, Number(value)]),
  );
const problemOf = async (response: Response) => (await response.json()) as { code: string; detail: string };

describe("GET /metrics", () => {
  it("is not there for anybody when the server has no METRICS_TOKEN", async () => {
    const { get } = await serve({ withToken: false });
    for (const path of ["/metrics", "/healthz/faults"]) expect((await get(path, operator)).status).toBe(404);
  });
  it.each([
    ["no header", {}],
    ["another token", { authorization: "Bearer 0123456789abcdef-tokem" }],
    ["the beginning of the token", { authorization: `Bearer ${token.slice(0, -1)}` }],
    ["more than the token", { authorization: `Bearer ${token}x` }],
    ["an empty token", { authorization: "Bearer " }],
    ["another scheme", { authorization: `Basic ${token}` }],
    ["the token as an API key", { "x-api-key": token }],
  ])("answers 401 to %s", async (_, headers) => {
    const { get } = await serve();
    for (const path of ["/metrics", "/healthz/faults"]) {
      const response = await get(path, headers as Record<string, string>);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await problemOf(response)).toMatchObject({
        code: path === "/metrics" ? "metrics/no_token" : "health/no_token",
        title: "The operator's token is needed",
      });
    }
  });
  it("answers 405 to another method", async () => {
    const { app } = await serve();
    expect((await app.request("/metrics", { method: "POST", headers: operator })).status).toBe(405);
  });
  it("counts requests by method, route pattern and class of status", async () => {
    const { get, figures } = await serve();
    await get("/api/v1/calculators/compound-interest");
    await get("/api/v1/calculators/simple-interest");
    await get("/api/v1/calculators/no-such-thing");
    await get("/api/v1/calculators?q=ck_live_secret");
    await get("/wp-admin/ck_live_secret");
    await get("/%zz");
    const text = await figures();
    const counts = figure(text, "formulary_http_request_duration_seconds_count");
    expect(counts).toEqual({
      '{method="GET",route="/api/v1/calculators/:slug",status="2xx"}': 2,
      '{method="GET",route="/api/v1/calculators/:slug",status="4xx"}': 1,
      '{method="GET",route="/api/v1/calculators",status="2xx"}': 1,
      '{method="GET",route="none",status="4xx"}': 2,
    });
    expect(figure(text, "formulary_http_problems_total")).toEqual({
      '{route="/api/v1/calculators/:slug",code="unknown_calculator"}': 1,
      '{route="none",code="not_found"}': 1,
      '{route="none",code="bad_request"}': 1,
    });
  });
  it("counts preflights, and takes a method that nobody knows for one of many", async () => {
    const { app, figures } = await serve();
    await app.request("/api/v1/calculate", { method: "OPTIONS" });
    for (const method of ["PROPFIND", "BREW"]) await app.request("/healthz", { method });
    expect(figure(await figures(), "formulary_http_request_duration_seconds_count")).toEqual({
      '{method="OPTIONS",route="/api/v1/calculate",status="2xx"}': 1,
      '{method="other",route="/healthz",status="4xx"}': 2,
    });
  });
  it("counts calculations by outcome, and what is refused before by the code of the problem", async () => {
    const { ask, key, figures } = await serve();
    const hobby = await key("Hobby");
    for (let n = 0; n < 100; n++) await ask(hobby);
    await ask(hobby);
    const enterprise = await key("Enterprise");
    await ask(enterprise, "share", { parts: 0 });
    await ask(enterprise, "compound-interest", { principal: "x" });
    await ask("ck_live_nobody");
    const text = await figures();
    expect(figure(text, "formulary_calculations_total")).toEqual({
      '{outcome="ok"}': 1,
      '{outcome="cached"}': 99,
      '{outcome="quotas/exceeded"}': 1,
      '{outcome="no_finite_result"}': 1,
    });
    expect(figure(text, "formulary_http_problems_total")).toEqual({
      '{route="/api/v1/calculate",code="quotas/exceeded"}': 1,
      '{route="/api/v1/calculate",code="no_finite_result"}': 1,
      '{route="/api/v1/calculate",code="invalid_inputs"}': 1,
      '{route="/api/v1/calculate",code="accounts/malformed_key"}': 1,
    });
  });
  it("tells the size of the catalogue, its faults, each storage area, the event loop and the process", async () => {
    const { driver, fail } = watched(memoryDriver());
    let away = false;
    const { figures, kernel } = await serve({ drivers: { quotas: { ...driver, available: () => !away } } });
    const text = await figures();
    expect(figure(text, "formulary_calculators")).toEqual({ "": kernel.catalog.list({ limit: 0 }).total });
    expect(figure(text, "formulary_catalog_faults")).toEqual({ "": kernel.catalog.findings().length });
    expect(figure(text, "formulary_draining")).toEqual({ "": 0 });
    for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes", "nodejs_heap_size_used_bytes"])
      expect(Object.keys(figure(text, name))).toEqual([""]);
    fail(true);
    away = true;
    expect(figure(await figures(), "formulary_storage_available")).toEqual({
      '{area="keys"}': 1,
      '{area="quotas"}': 0,
      '{area="cache"}': 1,
    });
  });
  it("holds no key, id, address, slug, path or input (DAS-021)", async () => {
    const { ask, key, get, figures, kernel } = await serve();
    const text = await key("Developer");
    await ask(text, "compound-interest", { ...inputs, principal: 987654321 });
    await get("/api/v1/calculators/compound-interest?q=secret", { "x-request-id": "request-of-mine" });
    const [account] = await accountsOf(kernel).list();
    const shown = await figures();
    for (const secret of [
      text,
      text.slice(8),
      account!.id,
      account!.keys[0]!.id,
      "example.org",
      "compound-interest",
      "987654321",
      "secret",
    ])
      expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/request-of-mine|\.yaml|catalog\/|formulary-\w{6}/);
  });
});

describe("health", () => {
  it("tells an outsider how many faults there are, and an operator which (DAS-021)", async () => {
    const folder = await smallCatalogue();
    await writeFile(join(folder, "finance/broken.yaml"), "title: Broken\n");
    const { app } = await createServer({ catalog: [folder], plugins: [healthPlugin({ token }), metrics({ token })] });
    const health = await (await app.request("/healthz")).text();
    expect(JSON.parse(health)).toMatchObject({ status: "ok", ready: true });
    const { faults } = (await (await app.request("/healthz/faults", { headers: operator })).json()) as { faults: { file: string }[] };
    expect(JSON.parse(health).faults).toBe(faults.length);
    expect(faults.map(({ file }) => file).some((file) => file.endsWith("broken.yaml"))).toBe(true);
    expect(health).not.toMatch(/yaml|catalog\/|broken/);
  });
});

describe("GET /readyz", () => {
  it("answers 200 while the storage answers, 503 while it does not, and 200 once it does again", async () => {
    const { driver, fail, calls } = watched(memoryDriver());
    const { get } = await serve({ drivers: { keys: driver } });
    expect((await get("/readyz")).status).toBe(200);
    fail(true);
    // one check of the storage counts for everybody for a moment
    while ((await get("/readyz")).status === 200) await new Promise((next) => setTimeout(next, 20));
    const refused = await get("/readyz");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await problemOf(refused)).toMatchObject({ code: "storage_unavailable" });
    const before = calls.getItem!;
    await Promise.all(Array.from({ length: 200 }, () => get("/readyz")));
    expect(calls.getItem! - before).toBeLessThan(50);
    fail(false);
    while ((await get("/readyz")).status !== 200) await new Promise((next) => setTimeout(next, 20));
  });
  it("says nothing of the storage to a proxy that lets lists be answered without it", async () => {
    const { driver, fail } = watched(memoryDriver());
    const { get, close } = await serve({ drivers: { keys: driver } });
    fail(true);
    expect((await get("/readyz")).status).toBe(503);
    expect((await get("/readyz?storage=ignore")).status).toBe(200);
    await close();
    expect((await get("/readyz?storage=ignore")).status).toBe(503);
  });
  it("answers 503 from the moment the server is being stopped, while everything else is still answered", async () => {
    const { get, close, listen, kernel } = await serve();
    const { url } = await listen();
    expect(kernel.draining()).toBe(false);
    const closed = close();
    expect(kernel.draining()).toBe(true);
    const refused = await get("/readyz");
    expect(refused.status).toBe(503);
    expect(await problemOf(refused)).toMatchObject({ code: "draining", detail: "This server is being stopped: use another one." });
    expect((await get("/api/v1/categories")).status).toBe(200);
    expect((await get("/healthz")).status).toBe(200);
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe("what a log hears of requests", () => {
  it("is method, pattern, status, time and request id, once for each", async () => {
    const { get, ask, key, told } = await serve();
    await get("/api/v1/calculators/compound-interest?q=1", { "x-request-id": "mine" });
    await get("/nothing");
    await ask(await key("Hobby"));
    expect(told.map(({ milliseconds, id, ...rest }) => rest)).toEqual([
      { method: "GET", route: "/api/v1/calculators/:slug", status: 200 },
      { method: "GET", route: "none", status: 404, code: "not_found" },
      { method: "POST", route: "/api/v1/calculate", status: 200 },
    ]);
    expect(told[0]!.id).toBe("mine");
    expect(told[1]!.id).toMatch(/^[0-9a-f-]{36}$/);
    for (const { milliseconds } of told) expect(milliseconds).toBeGreaterThan(0);
  });
});
