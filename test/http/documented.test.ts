// Every answer that a test receives is checked against the OpenAPI document, whatever way it asks (test/setup.ts); here, that
// one which is not as the document says is seen.
import { Agent, createServer as createHttp, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, definePlugin, type Server } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallCatalogue } from "../plugins/served.ts";
import { apiDescription } from "./api-document.ts";
import { type Answer, checkAnswer, checkAnywhere, readOpenapi } from "./documented.ts";
import { shoot } from "./load.ts";
import { raw } from "./process.ts";
import { takeFaults, undocumented } from "./received.ts";

const problem = {
  type: "urn:formulary:problem:unknown_calculator",
  title: "No such calculator",
  status: 404,
  detail: "There is none.",
  instance: "/api/v1/calculators/x",
  success: false,
  code: "unknown_calculator",
  requestId: "1",
  errors: [],
};
const list = { total: 0, calculators: [] };
interface Given {
  method?: string;
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}
function answerOf({ method = "GET", path = "/api/v1/calculators", status = 200, headers = {}, body = list }: Given): Answer {
  const all: Record<string, string> = { "x-request-id": "1", etag: 'W/"1"', "content-type": "application/json", ...headers };
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return { method, path, status, header: (name) => all[name.toLowerCase()] || undefined, body: bytes };
}
const asProblem = { "content-type": "application/problem+json" };
const reading = readOpenapi(apiDescription);
const faultsOf = (given: Given) => checkAnswer(reading, answerOf(given)).faults;

describe("an answer is held against the document, and", () => {
  it.each<[string, Given]>([
    ["a list", {}],
    ["with a slash at the end", { path: "/api/v1/calculators/?limit=1" }],
    ["no change since", { status: 304, body: "", headers: { "content-type": "" } }],
    ["a refusal", { path: "/api/v1/calculators/x", status: 404, headers: asProblem, body: problem }],
    ["another method", { method: "PUT", status: 405, headers: { ...asProblem, allow: "GET" }, body: { ...problem, status: 405 } }],
    ["a browser's question", { method: "OPTIONS", status: 204, body: "" }],
    ["the head alone", { method: "HEAD", body: "" }],
    [
      "what the connection refuses before it is a request",
      {
        status: 431,
        headers: { ...asProblem, connection: "close", "x-request-id": "" },
        body: { ...problem, status: 431, instance: "", requestId: "" },
      },
    ],
    ["a page", { path: "/calculators", headers: { "content-type": "text/html" }, body: "<p>" }],
  ])("%s is as it says", (_, given) => {
    expect(faultsOf(given)).toEqual([]);
  });
  it.each<[string, Given, RegExp]>([
    ["a member too many", { body: { ...list, more: 1 } }, /^ must NOT have additional properties$/],
    ["a member of another type", { body: { ...list, total: "0" } }, /^\/total must be integer$/],
    ["no JSON", { body: "{" }, /^the body is no JSON: \{$/],
    ["a status without a name", { status: 418 }, /^the document names no such status here$/],
    ["a status of another address", { status: 429, headers: asProblem, body: { ...problem, status: 429 } }, /no such status here/],
    ["another type", { headers: { "content-type": "text/html" } }, /^the document does not name the type "text\/html" here$/],
    ["a refusal as plain JSON", { path: "/api/v1/calculators/x", status: 404, body: problem }, /does not name the type/],
    ["a promised header that is missing", { headers: { "x-request-id": "" } }, /^the header X-Request-Id is missing$/],
    [
      "a refusal of ours without its id",
      { status: 400, headers: { ...asProblem, connection: "close", "x-request-id": "" }, body: { ...problem, status: 400 } },
      /^the header X-Request-Id is missing$/,
    ],
    ["a body where there is none", { status: 304 }, /^the document names no body here$/],
    ["a body for the head alone", { method: "HEAD" }, /^HEAD is answered with a body$/],
    ["another method that is answered", { method: "PUT" }, /^a method that the document does not name is answered 405$/],
    [
      "a problem of another shape, at any address",
      { path: "/nope", status: 404, headers: asProblem, body: {} },
      /required property 'type'/,
    ],
    ["a number that is none", { path: "/api/v1/calculate", method: "POST", headers: { "x-ratelimit-limit": "many" } }, /no whole number/],
  ])("%s is not", (_, given, fault) => {
    expect(faultsOf(given).join("\n")).toMatch(new RegExp(fault, "m"));
  });
  it("an answer to nobody knows which request is one of those that there are", () => {
    const anywhere = (given: Given) => checkAnywhere(reading, answerOf({ method: "", path: "", ...given }));
    expect([anywhere({}), anywhere({ status: 304, body: "" }), anywhere({ status: 204, body: "" })]).toEqual([[], [], []]);
    expect(anywhere({ body: { ...list, more: 1 } })).not.toEqual([]);
    expect(anywhere({ status: 418 })).not.toEqual([]);
  });
  it("an address is found as the server finds it", () => {
    expect(
      ["/api/v1/calculators/x", "/api/v1/x/../calculators?q=a", "/API/V1/calculators", "//healthz", "*", ""].map(reading.templateOf),
    ).toEqual(["/api/v1/calculators/{slug}", "/api/v1/calculators", undefined, undefined, undefined, undefined]);
  });
});

describe("whatever way a test asks, it fails when the answer is not as the document says:", () => {
  const teapot = createHttp((_, response: ServerResponse) => response.writeHead(418, { "content-type": "application/json" }).end("{}"));
  const brewing = definePlugin({
    name: "teapot",
    http: (app) => void app.use((event) => (event.req.method === "POST" ? new Response("{}", { status: 418 }) : undefined)),
  });
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = await createServer({ catalog: [await smallCatalogue()], plugins: [brewing] });
    await new Promise<void>((resolve) => teapot.listen(0, "127.0.0.1", resolve));
    port = (teapot.address() as AddressInfo).port;
  });
  afterAll(async () => {
    teapot.close();
    teapot.closeAllConnections();
    await server.close();
  });
  const agent = new Agent();
  const address = () => `http://127.0.0.1:${port}/api/v1/calculate`;
  it.each<[string, () => unknown]>([
    ["fetch", () => fetch(address(), { method: "POST" })],
    ["fetch with a request", () => fetch(new Request(address(), { method: "POST" }))],
    ["a server that listens nowhere", () => server.app.request("/api/v1/calculate", { method: "POST" })],
    ["a request to one", () => server.app.request(new Request("http://localhost/api/v1/calculate", { method: "POST" }))],
    ["node:http", () => shoot(agent, port, { key: "k", body: "{}" })],
    [
      "bytes on a socket",
      () => raw(port, ["POST /api/v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"]),
    ],
  ])("%s", async (_, ask) => {
    await ask();
    expect(await takeFaults()).toEqual(["POST /api/v1/calculate 418: the document names no such status here"]);
  });

  it("unless the test says that it is meant, and of what nothing came it may not say so", async () => {
    undocumented("/api/v1/calculate", 418, "a teapot stands in for the server");
    await fetch(address(), { method: "POST" });
    expect(await takeFaults()).toEqual([]);
    undocumented("/api/v1/calculate", 418, "nobody asks it");
    expect(await takeFaults()).toEqual(["/api/v1/calculate has answered no undocumented 418 (nobody asks it)"]);
  });
});
