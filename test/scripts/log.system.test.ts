// What a running server writes about itself and its requests, and what it never writes.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newKey, type Process, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";

interface Line {
  level: string;
  time: string;
  message: string;
  [member: string]: unknown;
}
/** The log as JSON, without the line on standard output that says where the server listens. */
const linesOf = (server: Process): Line[] =>
  server
    .output()
    .split("\n")
    .filter((line) => line && !line.startsWith("Formulary "))
    .map((line) => JSON.parse(line) as Line);

async function ask(environment: Record<string, string>): Promise<{ server: Process; key: string }> {
  const given = { CATALOG: await smallCatalogue(), ...environment };
  const server = await startServer(given);
  const key = newKey(server.environment);
  const post = (inputs: object) =>
    fetch(`${server.url}/api/v1/calculate?from=secret-page`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "x-request-id": "request-1" },
      body: JSON.stringify({ calculator: "compound-interest", inputs }),
    });
  expect((await post({ principal: 987654321, rate: 5, years: 10 })).status).toBe(200);
  expect((await post({ principal: "secret-text", rate: 5, years: 10 })).status).toBe(422);
  await fetch(`${server.url}/api/v1/calculators/compound-interest?q=secret-query`);
  await fetch(`${server.url}/${key}`);
  await server.stop();
  return { server, key };
}
const secrets = /987654321|secret-|127\.0\.0\.1|compound-interest/;

describe("the log", () => {
  it("is one JSON object a line where no person reads it, and a line a request only if that is wished", async () => {
    const { server, key } = await ask({ LOG_FORMAT: "" });
    const lines = linesOf(server);
    expect(lines.length).toBeGreaterThan(0);
    for (const { level, time, message } of lines) {
      expect(["info", "warn", "error"]).toContain(level);
      expect(new Date(time).toISOString()).toBe(time);
      expect(message.length).toBeGreaterThan(0);
    }
    expect(lines.filter(({ message }) => message === "request")).toEqual([]);
    expect(server.output()).not.toContain(key.slice(8));
  });
  it("says method, pattern, status, time and request id of a request, and no input, key, query or address", async () => {
    const { server, key } = await ask({ LOG_FORMAT: "json", LOG_REQUESTS: "true" });
    const requests = linesOf(server).filter(({ message }) => message === "request");
    expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/api/v1/calculate", 200],
      ["POST", "/api/v1/calculate", 422],
      ["GET", "/api/v1/calculators/:slug", 200],
      ["GET", "none", 404],
    ]);
    for (const request of requests)
      expect(Object.keys(request).sort()).toEqual(["level", "message", "method", "milliseconds", "requestId", "route", "status", "time"]);
    expect(requests[0]!.requestId).toBe("request-1");
    expect(JSON.stringify(requests)).not.toMatch(secrets);
    expect(server.output()).not.toContain(key.slice(8));
  });
  it("is lines for people with LOG_FORMAT=text", async () => {
    const { server } = await ask({ LOG_FORMAT: "text", LOG_REQUESTS: "true" });
    expect(server.output()).toMatch(/^\S+Z info POST \/api\/v1\/calculate 422 [\d.]+ ms request-1$/m);
    expect(server.output()).toMatch(/^\S+Z info There is no account yet\./m);
  });
  it("names the request of an error of ours, whose cause the client is not told", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "formulary-")), "throwing.mjs");
    writeFileSync(
      file,
      'export default { name: "throwing", http: (app) => { app.get("/throw", () => { throw new Error("an inner matter"); }); } };\n',
    );
    const server = await startServer({ CATALOG: await smallCatalogue(), PLUGINS: file, LOG_FORMAT: "json" });
    const response = await fetch(`${server.url}/throw?key=secret-query`, { headers: { "x-request-id": "request-2" } });
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining("inner matter")]);
    await server.stop();
    const errors = linesOf(server).filter(({ level }) => level === "error");
    expect(errors).toEqual([expect.objectContaining({ requestId: "request-2", message: expect.stringContaining("an inner matter") })]);
    expect(server.output()).not.toContain("secret-query");
  });
});
