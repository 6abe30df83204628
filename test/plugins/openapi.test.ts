// The documents describe what the server really answers: every kind of answer is validated against them.
import { afterAll, describe, expect, inject, it } from "vitest";
import { sampleAnswer } from "../../plugins/openapi/docs.ts";
import { createValidator } from "../http/documented.ts";
import { compound, serveDocumented } from "./documented-server.ts";

const { server, own, keys, key, document, faultsOf, json, send, calculate, answerPlace } = await serveDocumented();
afterAll(() => server.close());

describe("every kind of answer is as the document says", () => {
  const is = (body: unknown, path: string, method = "get", status = 200) =>
    expect(faultsOf(body, answerPlace(path, method, status))).toEqual([]);
  it("and every answer that any test receives is checked against this document", () => {
    expect(inject("openapi")).toEqual(document);
  });
  it("lists, categories, health, readiness, itself", async () => {
    is(await json("/api/v1/calculators"), "/api/v1/calculators");
    is(await json("/api/v1/calculators?q=intrest&limit=3"), "/api/v1/calculators");
    is(await json("/api/v1/categories"), "/api/v1/categories");
    is(await json("/healthz"), "/healthz");
    is(await json("/readyz"), "/readyz");
    is(document, "/openapi.json");
  });
  it("backwards, in other units, with today's date, where the work is done elsewhere", async () => {
    const { principal, rate } = compound.inputs;
    const kinds = [
      { ...compound, inputs: { principal, rate }, solveFor: "years", target: { futureValue: 2000 } },
      { calculator: "jump-height", inputs: { flight: 550, mass: { value: 165, unit: "lb" } }, units: { height: "in" } },
      { calculator: "age", inputs: { birth: "2000-02-29" } },
      { calculator: "currency-converter", inputs: { amount: 5, from: "USD", to: "EUR" } },
    ];
    for (const kind of kinds) {
      const { status, body } = await calculate(kind);
      expect([kind.calculator, status]).toEqual([kind.calculator, 200]);
      is(body, "/api/v1/calculate", "post");
    }
  });
  it("every status that says no", async () => {
    const hobby = await own.ensure("b@example.org", "Hobby");
    const { text: spent, key: made } = await own.createKey(hobby.id, "spent");
    const hundred = Array.from({ length: 100 }, () => compound);
    await send("/api/v1/calculate/batch", { items: hundred }, { "x-api-key": spent });
    const used = await calculate(compound, { "x-api-key": spent });
    await own.revokeKey(hobby.id, made.id);
    const answers = [
      used,
      await calculate("{"),
      await calculate(compound, { "x-api-key": "ck_live_x" }),
      await calculate(compound, { "x-api-key": spent }),
      await calculate({ ...compound, calculator: "nothing" }),
      await calculate(" ".repeat(70_000)),
      await calculate(compound, { "content-type": "text/plain" }),
      await calculate({ calculator: "compound-interest", inputs: { rate: "5" } }),
    ];
    keys.fail(true);
    await new Promise((later) => setTimeout(later, 1000));
    answers.push(await calculate(compound));
    keys.fail(false);
    expect(answers.map(({ status }) => status)).toEqual([429, 400, 401, 403, 404, 413, 415, 422, 503]);
    for (const { status, body } of answers) is(body, "/api/v1/calculate", "post", status);
    const wrongMethod = await server.app.request("/api/v1/calculate");
    expect(faultsOf(JSON.parse(await wrongMethod.text()), ["components", "schemas", "Problem"])).toEqual([]);
    is(await json("/api/v1/calculators?limit=x"), "/api/v1/calculators", "get", 400);
    is(await json("/api/v1/calculators/nothing"), "/api/v1/calculators/{slug}", "get", 404);
    is(await json("/api/v1/calculators/%zz"), "/api/v1/calculators/{slug}", "get", 400);
  });
  it("and an answer that is not as it says would be seen", async () => {
    const { body } = await calculate(compound);
    const place = answerPlace("/api/v1/calculate", "post", 200);
    expect(faultsOf({ ...body, more: 1 }, place)).not.toEqual([]);
    expect(faultsOf({ ...body, timestamp: undefined, result: {} }, place)).not.toEqual([]);
  });
  it("the document names the addresses of the API that the server has, and no others", () => {
    const routes = (server.app as unknown as { "~routes": { route: string }[] })["~routes"].map(({ route }) =>
      route.replace(/:(\w+)/g, "{$1}"),
    );
    // what answers preflights below /api/ is no address
    const others = ["/openapi.json", "/healthz", "/readyz"];
    const own = routes.filter((route) => (route.startsWith("/api/") && !route.endsWith("**")) || others.includes(route));
    expect(Object.keys(document.paths).sort()).toEqual(own.sort());
  });
});

describe("one calculator has a document of its own", () => {
  it("with what a number may come as besides: a quantity, a duration", async () => {
    const { components } = await json("/api/v1/calculators/rowing-power/openapi.json");
    expect(components.schemas.Inputs.properties.time.anyOf).toEqual([
      expect.objectContaining({ type: "number", minimum: 12, "x-unit": "s" }),
      { $ref: "#/components/schemas/Quantity" },
      { $ref: "#/components/schemas/Measurement" },
      expect.objectContaining({ type: "string", description: "h:mm:ss" }),
    ]);
    const check = createValidator(await json("/api/v1/calculators/rowing-power/openapi.json"));
    const faults = (time: unknown) => check({ distance: 2000, time }, ["components", "schemas", "Inputs"]);
    expect([faults(450), faults({ value: 7.5, unit: "min" }), faults("0:07:30")]).toEqual([[], [], []]);
    expect(faults("soon")).not.toEqual([]);
  });
  it("and an unknown one is 404", async () => {
    expect((await server.app.request("/api/v1/calculators/nothing/openapi.json")).status).toBe(404);
  });
});

describe("people read", () => {
  const page = async (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
  it("a guide with every code, every plan and every language, without a script of its own", async () => {
    const response = await page("/docs");
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/i);
    for (const word of [
      "curl -s https://calc.example.org",
      "await fetch",
      "import json",
      "Enterprise",
      "unlimited",
      "quotas/exceeded",
      "accounts/revoked_key",
      "no_finite_result",
      "solveFor",
      "/batch",
    ])
      expect(html).toContain(word);
    const ids = [...html.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => `#${id}`);
    expect([...html.matchAll(/<li><a href="(#\w+)"/g)].map(([, link]) => link)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(10);
  });
  it("and whose examples are all answered", async () => {
    const html = await (await page("/docs")).text();
    const texts = [...html.matchAll(/<pre tabindex="0"><code>(\{&quot;calculator[\s\S]*?\})<\/code>/g)].map(([, text]) =>
      text!.replaceAll("&quot;", '"'),
    );
    const { paths } = await json("/openapi.json");
    const examples = Object.values<{ value: object }>(paths["/api/v1/calculate"].post.requestBody.content["application/json"].examples);
    const bodies = [...texts.map((text) => JSON.parse(text)), ...examples.map(({ value }) => value)];
    expect(bodies.length).toBeGreaterThanOrEqual(11);
    expect((await calculate(compound)).body).toMatchObject(sampleAnswer);
    expect(html).toContain("&quot;formatted&quot;: &quot;$1,628.89&quot;");
    for (const body of bodies)
      expect([JSON.stringify(body), (await send("/api/v1/calculate", body)).status]).toEqual([JSON.stringify(body), 200]);
    const [, address] = /"https:\/\/calc\.example\.org(\/api\/v1\/calculators\/[^"]+)"/.exec(
      html.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    )!;
    const byAddress = await page(address!, { accept: "text/plain", "x-api-key": key });
    expect([byAddress.status, await byAddress.text()]).toEqual([200, "1628.89462677744\n"]);
    expect((await page("/api/v1/changes?since=2026-01-31")).status).toBe(200);
  });
  it("and a reference whose only files are ours, and which is told to ask nobody else", async () => {
    const response = await page("/docs/reference");
    const html = await response.text();
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)).toEqual([
      "/docs",
      "/openapi.json",
      "/docs/scalar.js",
      "/docs/start.js",
    ]);
    expect(response.headers.get("content-security-policy")).toMatch(/script-src 'self';.*connect-src 'self';/);
    expect(await (await page("/docs/start.js")).text()).toMatch(/telemetry: false/);
    const bundle = await page("/docs/scalar.js", { "accept-encoding": "gzip" });
    expect([bundle.status, bundle.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect((await bundle.arrayBuffer()).byteLength).toBeGreaterThan(500_000);
  });
  it.each(["/openapi.json", "/docs/scalar.js", "/api/v1/calculators/age/openapi.json"])(
    "%s again costs nothing when it has not changed",
    async (path) => {
      const etag = (await page(path)).headers.get("etag")!;
      const again = await page(path, { "if-none-match": etag });
      expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    },
  );
});
