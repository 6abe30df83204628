import { createServer } from "formulary";
import { describe, expect, it } from "vitest";
import health from "../../plugins/health/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { json, serveCatalogue } from "./catalogue.ts";

const { get, post, request } = serveCatalogue(health());
const compound = (inputs: unknown) => post({ calculator: "compound-interest", inputs });
const good = { principal: 1000, rate: 5, years: 10, compounding: "annually" };

describe("POST /api/v1/calculate", () => {
  it("answers variant A", async () => {
    const response = await compound(good);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    const body = await json(response);
    expect(body).toMatchObject({ success: true, calculator: "compound-interest", cached: false });
    expect(Math.abs(body.result.results.futureValue.value - 1628.894626777442)).toBeLessThan(1e-9);
    expect(body.result.results.futureValue).toMatchObject({ unit: "$", label: "Future value", formatted: "$1,628.89" });
    expect(body.result.explanation).toContain("$1,628.89");
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.revision).toMatch(/^[0-9a-f]{16}$/);
  });
  it("fills defaults", async () => {
    const { compounding: _, ...rest } = good;
    const [a, b] = await Promise.all([compound(good), compound(rest)].map(json));
    expect(a.result).toEqual(b.result);
  });
  it("answers body mass index and percentage as clients know them", async () => {
    const bmi = await json(post({ calculator: "body-mass-index", inputs: { weight: 70, height: 175, unit: "metric" } }));
    expect(bmi.result.results.bmi.value).toBeCloseTo(22.857, 3);
    const percentage = await json(post({ calculator: "percentage", inputs: { value: 200, percentage: 15 } }));
    expect(Object.values(percentage.result.results as Record<string, { value: number }>)[0]!.value).toBe(30);
  });
  it("answers variant B for an entry without formulas", async () => {
    const inputs = { amount: 5, from: "USD", to: "EUR" };
    const body = await json(post({ calculator: "currency-converter", inputs }));
    expect(body).toEqual({
      success: true,
      calculator: "currency-converter",
      inputs,
      message: expect.stringMatching(/live/),
      calculatorUrl: "https://calc.example.org/calculators/currency-converter",
      timestamp: expect.any(String),
    });
  });
  it("answers variant B for all where the deployment says so", async () => {
    const other = await createServer({
      catalog: [await smallCatalogue()],
      plugins: [...functionPlugins(), health()],
      variant: "acknowledgement",
    });
    const response = await other.app.request("/api/v1/calculate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ calculator: "compound-interest", inputs: good }),
    });
    const body = await json(response);
    expect(body).toMatchObject({ success: true, inputs: good });
    expect(body.result).toBeUndefined();
    await other.close();
  });
  it("says which calculators may have been meant", async () => {
    const body = await json(post({ calculator: "compound-intrest", inputs: {} }));
    expect(body.errors[0]).toEqual({ path: "/calculator", code: "near", message: "compound-interest" });
  });
});

describe("wrong bodies and inputs are answered with the right status, naming every fault at its place", () => {
  const fault = (path: string, code: string) => `${path} ${code}`;
  it.each<[string, unknown, number, string[], RegExp?]>([
    ["a number as text", { ...good, rate: "5" }, 422, [fault("/inputs/rate", "type")], /Send 5 without quotation marks/],
    ["a missing input", { rate: 5, years: 1 }, 422, [fault("/inputs/principal", "required")], /Send a number from/],
    ["an extra input", { ...good, colour: "red" }, 422, [fault("/inputs/colour", "additionalProperties")]],
    ["a mistyped input", { ...good, pricipal: 5 }, 422, [fault("/inputs/pricipal", "additionalProperties")], /Did you mean "principal"\?/],
    ["one below the minimum", { ...good, rate: -1 }, 422, [fault("/inputs/rate", "minimum")], /at least 0/],
    ["one above the maximum", { ...good, rate: 101 }, 422, [fault("/inputs/rate", "maximum")]],
    ["a choice that is none", { ...good, compounding: "weekly" }, 422, [fault("/inputs/compounding", "enum")], /annually/],
    [
      "a choice in another case",
      { ...good, compounding: "Annually" },
      422,
      [fault("/inputs/compounding", "enum")],
      /Did you mean "annually"\?/,
    ],
    ["null", { ...good, rate: null }, 422, [fault("/inputs/rate", "type")]],
    [
      "null for a default",
      { ...good, compounding: null },
      422,
      [fault("/inputs/compounding", "type"), fault("/inputs/compounding", "enum")],
    ],
    ["a list", { ...good, rate: [5] }, 422, [fault("/inputs/rate", "type")]],
    ["a nested object", { ...good, rate: { value: { value: 5 } } }, 422, [fault("/inputs/rate", "type")]],
    ["true", { ...good, rate: true }, 422, [fault("/inputs/rate", "type")]],
    [
      "all at once",
      { principal: "x", rate: 500, compounding: 3 },
      422,
      [
        fault("/inputs/years", "required"),
        fault("/inputs/principal", "type"),
        fault("/inputs/rate", "maximum"),
        fault("/inputs/compounding", "type"),
        fault("/inputs/compounding", "enum"),
      ],
    ],
    ["an evaluator's token", { ...good, rate: { type: "IEXPREVAL", value: "x" } }, 422, [fault("/inputs/rate", "type")]],
    ["inputs that are a list", [1], 422, [fault("/inputs", "type")]],
    ["inputs that are text", "x", 422, [fault("/inputs", "type")]],
  ])("%s", async (_, inputs, status, faults, words) => {
    const response = await compound(inputs);
    const body = await json(response);
    expect([response.status, body.code]).toEqual([status, "invalid_inputs"]);
    expect(body.errors.map((each: { path: string; code: string }) => fault(each.path, each.code))).toEqual(faults);
    if (words)
      expect(body.errors.map((each: { message: string; hint?: string }) => `${each.message} ${each.hint ?? ""}`).join("\n")).toMatch(words);
  });

  it.each<[string, string | Uint8Array, number, string, string?]>([
    [
      "a number past all doubles",
      '{"calculator":"compound-interest","inputs":{"principal":1e999,"rate":5,"years":1}}',
      422,
      "invalid_inputs",
      "/inputs/principal",
    ],
    [
      "__proto__ among the inputs",
      '{"calculator":"compound-interest","inputs":{"__proto__":{"rate":5},"principal":1,"rate":5,"years":1}}',
      422,
      "invalid_inputs",
      "/inputs/__proto__",
    ],
    [
      "__proto__ in the body",
      '{"__proto__":{"calculator":"x"},"calculator":"compound-interest","inputs":{}}',
      422,
      "invalid_inputs",
      "/__proto__",
    ],
    [
      "constructor among the inputs",
      '{"calculator":"compound-interest","inputs":{"constructor":1,"principal":1,"rate":5,"years":1}}',
      422,
      "invalid_inputs",
      "/inputs/constructor",
    ],
    ["no inputs", '{"calculator":"compound-interest"}', 422, "invalid_inputs", "/inputs"],
    ["no calculator", '{"inputs":{}}', 422, "invalid_inputs", "/calculator"],
    ["a calculator that is a number", '{"calculator":5,"inputs":{}}', 422, "invalid_inputs", "/calculator"],
    ["an unknown member", '{"calculator":"compound-interest","inputs":{},"callback":"x"}', 422, "invalid_inputs", "/callback"],
    ["an inherited name", '{"calculator":"toString","inputs":{}}', 404, "unknown_calculator"],
    ["__proto__ as the calculator", '{"calculator":"__proto__","inputs":{}}', 404, "unknown_calculator"],
    ["a path as the calculator", '{"calculator":"../etc/passwd","inputs":{}}', 404, "unknown_calculator"],
    ["300 characters", `{"calculator":"${"x".repeat(300)}","inputs":{}}`, 404, "unknown_calculator"],
    ["half a body", '{"calculator":', 400, "malformed_body"],
    ["nothing", "", 400, "malformed_body"],
    ["a list", "[]", 400, "malformed_body"],
    ["null", "null", 400, "malformed_body"],
    ["a number", "5", 400, "malformed_body"],
    ["NaN", '{"calculator":"a","inputs":{"a":NaN}}', 400, "malformed_body"],
    ["a hexadecimal number", '{"calculator":"a","inputs":{"a":0x10}}', 400, "malformed_body"],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, "malformed_body"],
    ["9,000 levels", `{"calculator":"a","inputs":${"[".repeat(9000)}${"]".repeat(9000)}}`, 400, "malformed_body"],
    ["70,000 bytes", `{"calculator":"a","inputs":{"a":"${"x".repeat(70_000)}"}}`, 413, "body_too_large"],
  ])("%s", async (_, body, status, code, path) => {
    const response = await post(body);
    const problem = await json(response);
    expect([response.status, problem.code, problem.success, problem.status]).toEqual([status, code, false, status]);
    if (path) expect(problem.errors.map((each: { path: string }) => each.path)).toContain(path);
    expect(({} as { calculator?: string }).calculator).toBeUndefined();
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])("the type %s", async (type) => {
    expect(
      (await post(JSON.stringify({ calculator: "compound-interest", inputs: good }), type ? { "content-type": type } : {})).status,
    ).toBe(415);
  });
  it("50,000 unknown inputs with at most 20 faults", async () => {
    const inputs = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1]));
    const body = await json(compound(inputs));
    expect(body.errors).toHaveLength(20);
  });
  it("but a byte order mark, a charset and -0 are fine", async () => {
    expect((await post(`\uFEFF${JSON.stringify({ calculator: "compound-interest", inputs: good })}`)).status).toBe(200);
    expect(
      (await post({ calculator: "compound-interest", inputs: good }, { "content-type": "Application/JSON; charset=utf-8" })).status,
    ).toBe(200);
    const zero = await json(post('{"calculator":"compound-interest","inputs":{"principal":-0,"rate":5,"years":1e-400}}'));
    expect(zero.result.results.futureValue.formatted).toBe("$0.00");
  });
});

describe("GET /api/v1/calculators/:slug", () => {
  it("says everything needed to call it", async () => {
    const body = await json(get("/api/v1/calculators/compound-interest"));
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        "slug",
        "title",
        "description",
        "category",
        "subcategory",
        "hasFormula",
        "aliases",
        "inputs",
        "outputs",
        "formulas",
        "constants",
        "tables",
        "explanation",
        "usage",
        "limits",
        "examples",
        "references",
        "revision",
        "calculatorUrl",
      ]),
    );
    expect(body.inputs).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      required: ["principal", "rate", "years"],
      additionalProperties: false,
    });
    expect(body.calculatorUrl).toBe("https://calc.example.org/calculators/compound-interest");
    expect(Object.keys(body.outputs)[0]).toBe("futureValue");
  });
  it.each(["compound-intrest", "b%2Fi", "%2e%2e%2fetc", "..%5c", "%00", "a%00b", "__proto__", "constructor"])(
    "404 for %s",
    async (slug) => {
      const response = await get(`/api/v1/calculators/${slug}`);
      expect([response.status, (await json(response)).success]).toEqual([404, false]);
    },
  );
  it("names near slugs", async () => {
    const body = await json(get("/api/v1/calculators/compound-intrest"));
    expect(body.errors[0].message).toBe("compound-interest");
  });
});

describe("every answer", () => {
  it("carries a request id, the client's where it has one", async () => {
    expect((await get("/healthz")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get("/healthz", { "x-request-id": "abc-1" })).headers.get("x-request-id")).toBe("abc-1");
    expect((await get("/nope", { "x-request-id": "abc-1" })).headers.get("x-request-id")).toBe("abc-1");
    expect((await get("/healthz", { "x-request-id": "bad id <script>" })).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
  it("is open to other origins, errors and preflights too", async () => {
    for (const path of ["/api/v1/calculators", "/api/v1/calculators/nope", "/api/v1/nope"])
      expect((await get(path)).headers.get("access-control-allow-origin")).toBe("*");
    const preflight = await request("/api/v1/calculate", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/content-type.*x-api-key/);
  });
  it.each([
    ["GET", "/api/v1/calculate", "POST, OPTIONS"],
    ["POST", "/api/v1/calculators", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/v1/calculators/compound-interest", "GET, HEAD, OPTIONS"],
    ["PUT", "/healthz", "GET, HEAD, OPTIONS"],
  ])("to %s %s is 405 with Allow", async (method, path, allow) => {
    const response = await request(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  });
  it("says what is allowed to who asks for the options of an address outside the API", async () => {
    const response = await request("/healthz", { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
  });
  it("has one shape when it is an error", async () => {
    for (const [path, status] of [
      ["/nope", 404],
      ["/api/v1/calculators/x", 404],
      ["/api/v1/calculate", 405],
    ] as const) {
      const response = await get(path);
      const body = await json(response);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(Object.keys(body)).toEqual(["type", "title", "status", "detail", "instance", "success", "code", "requestId", "errors"]);
      expect([body.status, body.success, body.requestId]).toEqual([status, false, response.headers.get("x-request-id")]);
    }
  });
  it.each([
    ["/api/v1/calculators/", 200],
    ["//api/v1/calculators", 404],
    ["/api//v1/calculators", 404],
    ["/API/V1/CALCULATORS", 404],
    ["/api/v1/x/../calculators", 200],
  ] as const)("to %s is %d", async (path, status) => {
    // a slash at the end is the same address; everything else is as written
    const response = await request(`http://localhost${path}`);
    expect(response.status).toBe(status);
  });
  it("to HEAD has the headers of GET", async () => {
    const head = await request("/api/v1/categories", { method: "HEAD" });
    expect([head.status, head.headers.get("etag")]).toEqual([200, (await get("/api/v1/categories")).headers.get("etag")]);
  });
});

describe("an error of our own", () => {
  it("is 500 without a word of its inside, and logged under the request id", async () => {
    const log: string[] = [];
    const broken = await createServer({
      catalog: [await smallCatalogue()],
      plugins: [
        ...functionPlugins(),
        {
          name: "broken",
          hooks: {
            calculate: () => {
              throw new TypeError("secret /etc/path");
            },
          },
        },
      ],
      log: (_, message) => log.push(message),
    });
    const response = await broken.app.request("/api/v1/calculate", {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": "seen-1" },
      body: JSON.stringify({ calculator: "compound-interest", inputs: good }),
    });
    const text = await response.text();
    expect([response.status, JSON.parse(text).code]).toEqual([500, "internal"]);
    expect(text).not.toMatch(/secret|TypeError|\.ts/);
    expect(log.join("\n")).toMatch(/seen-1[\s\S]*secret/);
    await broken.close();
  });
});
