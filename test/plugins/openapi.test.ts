// The documents describe what the server really answers: every kind of answer is validated against them, a linter is content,
// and a client generated from them compiles and calls the server.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createServer, definePlugin, memoryDriver, type Server } from "formulary";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import accounts, { accountsOf } from "../../plugins/accounts/index.ts";
import batch from "../../plugins/batch/index.ts";
import metrics from "../../plugins/metrics/index.ts";
import openapi from "../../plugins/openapi/index.ts";
import pages from "../../plugins/pages/index.ts";
import quotas from "../../plugins/quotas/index.ts";
import resultCache from "../../plugins/result-cache/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { createValidator } from "../http/documented.ts";
import { watched } from "./served.ts";

type Json = Record<string, never>;
const site = { publicUrl: "https://calc.example.org" };
const keys = watched(memoryDriver());
let server: Server;
let key: string;
let document: Json;
let faultsOf: ReturnType<typeof createValidator>;
let slugs: string[];
// below the project, so that what is generated finds the packages it imports
mkdirSync(".data", { recursive: true });
const folder = mkdtempSync(".data/client-");
beforeAll(async () => {
  const storage = definePlugin({ name: "storage-test", storage: { keys: keys.driver } });
  server = await createServer({
    catalog: ["catalog"],
    plugins: [storage, ...functionPlugins(), metrics(), accounts(), quotas(), resultCache(), batch(), pages(site), openapi(site)],
  });
  const own = accountsOf(server.kernel);
  key = (await own.createKey((await own.ensure("a@example.org", "Enterprise")).id, "test")).text;
  document = await json("/openapi.json");
  faultsOf = createValidator(document);
  slugs = ((await json("/api/v1/calculators")).calculators as { slug: string }[]).map(({ slug }) => slug);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const json = async (path: string) => JSON.parse(await (await server.app.request(path)).text());
async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await server.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const calculate = (body: unknown, headers?: Record<string, string>) => send("/api/v1/calculate", body, headers);
const compound = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };

/** Where the document describes an answer, following one reference of a status. */
function answerPlace(path: string, method: string, status: number): string[] {
  const responses = (document.paths as Json)[path]![method]!["responses" as never] as Record<string, { $ref?: string; content?: object }>;
  const named = responses[status]!;
  const place = named.$ref ? named.$ref.slice(2).split("/") : ["paths", path, method, "responses", String(status)];
  return [...place, "content", status < 400 ? "application/json" : "application/problem+json", "schema"];
}

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
  it("the detail of every calculator", async () => {
    const wrong: string[] = [];
    const place = answerPlace("/api/v1/calculators/{slug}", "get", 200);
    for (const slug of slugs) wrong.push(...faultsOf(await json(`/api/v1/calculators/${slug}`), place).map((each) => `${slug}${each}`));
    expect([slugs.length > 600, wrong]).toEqual([true, []]);
  });
  it("the first example of every calculator, and a batch of them; requests among them", async () => {
    const requests = slugs.map((slug) => ({
      calculator: slug,
      inputs: server.kernel.catalog.get(slug)!.definition.examples?.[0]?.inputs ?? {},
    }));
    const wrong: string[] = [];
    for (const request of requests) {
      const { status, body } = await calculate(request);
      const place = answerPlace("/api/v1/calculate", "post", status);
      wrong.push(...faultsOf(body, place).map((each) => `${request.calculator} ${status}${each}`));
      wrong.push(...faultsOf(request, ["components", "schemas", "CalculationRequest"]).map((each) => `${request.calculator}${each}`));
    }
    expect(wrong).toEqual([]);
    const body = { items: requests.slice(0, 100) };
    expect(faultsOf(body, ["components", "schemas", "BatchRequest"])).toEqual([]);
    const answered = await send("/api/v1/calculate/batch", { items: [...body.items.slice(0, 99), { calculator: "nothing", inputs: {} }] });
    is(answered.body, "/api/v1/calculate/batch", "post");
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
    const own = accountsOf(server.kernel);
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
  it("in which all its examples are requests that it allows, and (of every fifth) their answers as it describes", async () => {
    const wrong: string[] = [];
    for (const [at, slug] of slugs.entries()) {
      const own = await json(`/api/v1/calculators/${slug}/openapi.json`);
      const post = own.paths["/api/v1/calculate"].post;
      const check = createValidator(own);
      for (const [name, { value }] of Object.entries(
        post.requestBody.content["application/json"].examples as Record<string, { value: unknown }>,
      )) {
        const place = ["paths", "/api/v1/calculate", "post"];
        const asked = check(value, [...place, "requestBody", "content", "application/json", "schema"]);
        wrong.push(...asked.map((each) => `${slug} ${name}${each}`));
        if (at % 5 !== 0) continue;
        const { body } = await calculate(value);
        const answered = check(body, [...place, "responses", "200", "content", "application/json", "schema"]);
        wrong.push(...answered.map((each) => `${slug} ${name} answer${each}`));
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  });
  it("with what a number may come as besides: a quantity, a duration", async () => {
    const { components } = await json("/api/v1/calculators/rowing-power/openapi.json");
    expect(components.schemas.Inputs.properties.time.anyOf).toEqual([
      expect.objectContaining({ type: "number", minimum: 12, "x-unit": "s" }),
      { $ref: "#/components/schemas/Quantity" },
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

describe("the documents serve programs", () => {
  it("a linter finds nothing to say", async () => {
    const names = [
      "compound-interest",
      "rowing-power",
      "body-mass-index",
      "currency-converter",
      "length-converter",
      "t-test-power",
      "debt-snowball",
    ];
    const files = [["api", "/openapi.json"], ...names.map((name) => [name, `/api/v1/calculators/${name}/openapi.json`])].map(
      async ([name, path]) => {
        const file = join(folder, `${name}.json`);
        writeFileSync(file, JSON.stringify(await json(path!)));
        return file;
      },
    );
    const { status, stdout } = spawnSync(
      "node_modules/.bin/redocly",
      ["lint", "--extends", "recommended", "--format", "json", ...(await Promise.all(files))],
      { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    );
    const found = stdout.matchAll(/"message": "(.*)"/g);
    expect([...found].map(([, message]) => message)).toEqual([]);
    expect(status).toBe(0);
  });
  it("a generated client compiles, and calls the server", async () => {
    writeFileSync(join(folder, "document.json"), JSON.stringify(document));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const generated = spawnSync("node_modules/.bin/oazapfts", [join(folder, "document.json"), join(folder, "client.ts")], {
      encoding: "utf8",
    });
    expect([generated.status, generated.stderr]).toEqual([0, ""]);
    writeFileSync(
      join(folder, "use.ts"),
      `import { calculate, defaults, getCalculator } from "./client.ts";
export async function ask(baseUrl: string, key: string): Promise<[string, number, string]> {
  defaults.baseUrl = baseUrl;
  defaults.headers = { "x-api-key": key };
  const detail = await getCalculator("compound-interest");
  if (detail.status !== 200) throw new Error("no detail");
  const answer = await calculate({ calculator: detail.data.slug, inputs: { principal: 1000, rate: 5, years: 10 } });
  if (answer.status !== 200 || !("result" in answer.data)) throw new Error("no result");
  const refused = await calculate({ calculator: "nothing", inputs: {} });
  if (refused.status !== 404) throw new Error("not refused");
  return [answer.data.result.results.futureValue!.formatted, refused.status, refused.data.code];
}
`,
    );
    const compiled = spawnSync(
      "node_modules/.bin/tsc",
      [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom,dom.iterable",
        "--types",
        "",
        "--skipLibCheck",
        "--ignoreConfig",
        "--rewriteRelativeImportExtensions",
        join(folder, "use.ts"),
      ],
      { encoding: "utf8" },
    );
    expect([compiled.stdout, compiled.status]).toEqual(["", 0]);
    const { ask } = (await import(pathToFileURL(join(folder, "use.js")).href)) as { ask: (url: string, key: string) => Promise<unknown> };
    const { url } = await server.listen();
    expect(await ask(url, key)).toEqual(["$1,628.89", 404, "unknown_calculator"]);
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
