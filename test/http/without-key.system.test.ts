// Every address of a server, without a key and with odd addresses and bodies: nothing ends in a 500, and nothing that needs a key is done.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Process, startServer } from "./process.ts";

let server: Process;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(server.output()).not.toMatch(/unhandled| error /i);
  expect(await server.stop()).toBe(0);
});

const question = JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } });
const json = { "content-type": "application/json" };
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.url + path, { redirect: "manual", ...init });
  return { status: response.status, text: await response.text() };
};

it.each([
  ["/api/v1/calculate", question],
  ["/api/v1/calculate", "{}"],
  ["/api/v1/calculate", "not json"],
  ["/api/v1/calculate/batch", JSON.stringify({ items: [JSON.parse(question)] })],
  ["/api/v1/calculate/batch", "[]"],
])("HTTP-060 POST %s needs a key before anything is read: %s", async (path, body) => {
  for (const key of [undefined, "", "x", "ck_live_", `ck_live_${"a".repeat(48)}`, "ck_live_a, ck_live_b"]) {
    const { status, text } = await ask(path, {
      method: "POST",
      body,
      headers: { ...json, ...(key !== undefined && { "x-api-key": key }) },
    });
    // an unknown key on a server without accounts is answered 503: there is nothing to compare with
    expect([path, key, [401, 503].includes(status)]).toEqual([path, key, true]);
    expect(text).not.toContain("futureValue");
  }
});

const odd = [
  "/calculators/compound-interest?principal=[1,2]&rate=5&years=10",
  "/calculators/compound-interest?principal=1&principal=2&rate=5&years=10",
  `/calculators/compound-interest?principal=${"9".repeat(3000)}`,
  "/calculators/compound-interest?principal=1e999&rate=5&years=10",
  "/calculators/compound-interest?solve-for=years&solve-output=futureValue&solve-target=1e999&principal=1&rate=5",
  "/calculators/compound-interest?solve-for=__proto__&solve-output=constructor&solve-target=1",
  "/calculators/compound-interest?solve-for=years&solve-output=futureValue&solve-target=2 kg&principal=1&rate=5",
  "/calculators/compound-interest?show-futureValue=kg",
  "/calculators/compound-interest?chart-over=__proto__&all-rows=yes",
  `/calculators/compound-interest?${Array.from({ length: 500 }, (_, n) => `x${n}=${n}`).join("&")}`,
  "/calculators/barbell-plates?plates=1mmmmmm/s,2mmmmmm/s,3mmmmmm/s",
  "/calculators/derivative?f=((((((((((x&x=1",
  `/calculators/derivative?f=${encodeURIComponent("sum(fPdf(range(1,2000),0.3,7))*0+x")}&x=1`,
  "/calculators/definite-integral?f=x^2*sin(x)*exp(-x/1000)&to=1000000&solve-for=from&solve-output=integral&solve-target=1",
  "/embed/compound-interest?years=-5",
  "/embed/__proto__",
  "/calculators/%00",
  "/calculators/..%2f..%2fpackage.json",
  "/categories/__proto__",
  "/?q=%F0%9F%92%A9%00%E2%80%AE",
  `/?q=${"a ".repeat(127)}`,
  "/api/v1/calculators?limit=999999&offset=999999",
  "/api/v1/calculators?q=%00&category=__proto__",
  "/api/v1/calculators/constructor",
  "/api/v1/calculators/compound-interest/openapi.json",
  "/metrics",
  "/healthz/faults",
  "/dashboard/operator",
  "/dashboard/operator?token=__proto__",
  "/dashboard/keys/__proto__/roll",
  "/dashboard/reset?token=aaaaaaaaaaaa.b",
  "/sitemap.xml?x",
  "/.env",
  "/.git/config",
];
it.each(odd)("HTTP-061 GET %.80s is answered or refused", async (path) => {
  const { status, text } = await ask(path, { headers: { accept: "text/html" } });
  expect([path.slice(0, 80), status < 500]).toEqual([path.slice(0, 80), true]);
  expect(text).not.toMatch(/\.[jt]s:\d|node:internal|at async/);
});

it.each([
  ["a tool that does not exist", { method: "tools/call", params: { name: "nothing", arguments: {} } }],
  ["a calculator that is a list", { method: "tools/call", params: { name: "get_calculator", arguments: { calculator: [] } } }],
  [
    "inputs that are a text",
    { method: "tools/call", params: { name: "run_calculator", arguments: { calculator: "compound-interest", inputs: "x" } } },
  ],
  ["a search of numbers", { method: "tools/call", params: { name: "search_calculators", arguments: { query: 5, limit: -1 } } }],
  ["an inherited name", { method: "tools/call", params: { name: "__proto__", arguments: { constructor: 1 } } }],
  ["no method", {}],
])("HTTP-062 an agent that sends %s is told so", async (_, message) => {
  const { status, text } = await ask("/mcp", {
    method: "POST",
    headers: { ...json, accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/\.[jt]s:\d|node:internal|at async/);
});
