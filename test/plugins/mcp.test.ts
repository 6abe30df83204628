// The three tools for agents with the official client, over HTTP: what counts, and what a wrong call gets.
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import batch from "../../plugins/batch/index.ts";
import mcp from "../../plugins/mcp/index.ts";
import openapi from "../../plugins/openapi/index.ts";
import pages from "../../plugins/pages/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { call, connectAgent, question } from "./agent.ts";
import { type Served, serve } from "./served.ts";

let served: Served;
let url: URL;
const clients: Client[] = [];
beforeAll(async () => {
  served = await serve({}, { more: [batch(), visitors({ perMinute: 3 }), pages({ publicUrl: "http://localhost" }), openapi(), mcp()] });
  url = new URL("/mcp", (await served.server.listen()).url);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await served.server.close();
});

async function connect(headers: Record<string, string> = {}): Promise<Client> {
  const client = await connectAgent(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  // the client validates results by the output schemas of the tools
  await client.listTools();
  clients.push(client);
  return client;
}

describe("an agent over HTTP", () => {
  it("finds three tools that only read, each with what it takes and gives", async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_calculators", "get_calculator", "run_calculator"]);
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect([inputSchema.type, outputSchema?.type, description!.length > 20]).toEqual(["object", "object", true]);
    }
    expect(tools[0]!.inputSchema.properties!.limit).toMatchObject({ default: 10, maximum: 50 });
  });
  it("searches, reads and runs; the answer is the API's", async () => {
    const key = await served.key();
    const client = await connect({ "x-api-key": key });
    const found = await call(client, "search_calculators", { query: "compund intrest" });
    expect((found.structured.calculators as { slug: string }[])[0]).toMatchObject({ slug: "compound-interest" });
    expect(JSON.parse(found.text)).toEqual(found.structured);
    const giving = await call(client, "search_calculators", { gives: ["money"], from: ["money"] });
    expect((giving.structured.calculators as { slug: string }[]).map(({ slug }) => slug)).toContain("compound-interest");
    expect((await call(client, "search_calculators", { gives: "money" })).isError).toBe(true);
    const detail = await call(client, "get_calculator", { calculator: "compound-interest" });
    expect(detail.structured).toMatchObject({ slug: "compound-interest", inputs: { required: expect.arrayContaining(["principal"]) } });
    const ran = await call(client, "run_calculator", question);
    expect(ran.structured).toEqual({ ...(await served.ask(key)).body, cached: false });
    const { principal, rate } = question.inputs;
    const backwards = { ...question, inputs: { principal, rate }, solveFor: "years", target: { futureValue: 2000 } };
    expect((await call(client, "run_calculator", backwards)).structured).toMatchObject({ solved: { name: "years" } });
  });
  it("gets short answers, and whole ones where it asks for them", async () => {
    const client = await connect({ "x-api-key": await served.key("Developer") });
    const brief = await call(client, "get_calculator", { calculator: "compound-interest" });
    expect(Object.keys(brief.structured)).not.toContain("formulas");
    const whole = await call(client, "get_calculator", { calculator: "compound-interest", whole: true });
    expect(whole.structured).toMatchObject({ formulas: expect.any(Object), references: expect.any(Array) });
    const table = {
      calculator: "compound-interest",
      inputs: { principal: 1000, years: 10 },
      over: { rate: { from: 1, to: 50, count: 50 } },
    };
    const short = await call(client, "run_calculator", table);
    const rows = ({ structured }: typeof short) =>
      (structured.result as { results: { table: { value: { rate: number }[] } } }).results.table.value;
    expect(rows(short).map(({ rate }) => rate)).toEqual([...Array.from({ length: 20 }, (_, at) => at + 1), 46, 47, 48, 49, 50]);
    expect(short.structured).toMatchObject({ leftOut: { "/result/results/table/value": 25 } });
    const all = await call(client, "run_calculator", { ...table, whole: true });
    expect([rows(all).length, Object.hasOwn(all.structured, "leftOut")]).toEqual([50, false]);
  });
  it("reads calculators as resources, completes their slugs, and gets a prompt that finds and runs one", async () => {
    const client = await connect();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["formulary://calculators/{slug}"]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("formulary://calculators/compound-interest");
    const { contents } = await client.readResource({ uri: "formulary://calculators/compound-interest" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ slug: "compound-interest", formulas: expect.any(Object) });
    await expect(client.readResource({ uri: "formulary://calculators/compound-intrest" })).rejects.toThrow(
      /Did you mean "compound-interest"/,
    );
    const ref = { type: "ref/resource" as const, uri: "formulary://calculators/{slug}" };
    const { completion } = await client.complete({ ref, argument: { name: "slug", value: "comp" } });
    expect(completion.values).toEqual(["compound-interest"]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: parts }) => [name, parts?.map((each) => [each.name, each.required])])).toEqual([
      ["find_and_run", [["problem", true]]],
    ]);
    const { messages } = await client.getPrompt({ name: "find_and_run", arguments: { problem: "What do 1,000 become at 5 %?" } });
    expect((messages[0]!.content as { text: string }).text).toMatch(/What do 1,000 become at 5 %\?[\s\S]*search_calculators/);
  });
  it("gets ten where it does not say how many, and all where it says no words", async () => {
    const client = await connect();
    expect((await call(client, "search_calculators")).structured.total).toBe(3);
    expect((await call(client, "search_calculators", { limit: 1 })).structured.calculators).toHaveLength(1);
    expect((await call(client, "search_calculators", { category: "nothing" })).structured).toEqual({ total: 0, calculators: [] });
  });
  it("is charged to the key that it sends, in either header, for what is answered alone", async () => {
    const key = await served.key();
    const left = async () => Number((await served.ask(key)).headers.get("x-ratelimit-remaining"));
    const before = await left();
    for (const headers of [{ "x-api-key": key }, { authorization: `Bearer ${key}` }] as Record<string, string>[]) {
      const client = await connect(headers);
      expect((await call(client, "run_calculator", question)).isError).toBe(false);
      expect((await call(client, "run_calculator", { ...question, inputs: {} })).isError).toBe(true);
      await call(client, "search_calculators", { query: "interest" });
    }
    expect(before - (await left())).toBe(3);
  });
  it("is refused with a key that nobody has", async () => {
    await expect(connect({ "x-api-key": "ck_live_x" })).rejects.toThrow();
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer ck_live_x" },
      body: "{}",
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, "accounts/malformed_key"]);
  });
  it("is told by an error what to change", async () => {
    const client = await connect({ "x-api-key": await served.key() });
    const told = async (name: string, given: Record<string, unknown>) => {
      const { isError, text } = await call(client, name, given);
      expect(isError).toBe(true);
      return text;
    };
    expect(await told("run_calculator", { calculator: "compound-interest", inputs: { principal: 1000, rat: 5, years: -1 } })).toMatch(
      /\(invalid_inputs\)\n(- .*\n)*- \/inputs\/rat: .* Did you mean "rate"\?(\n.*)*\/inputs\/years: .* at least 0/,
    );
    expect(await told("run_calculator", { calculator: "compound-intrest", inputs: {} })).toMatch(/Did you mean "compound-interest"\?/);
    expect(await told("run_calculator", { inputs: {} })).toMatch(/\/calculator: calculator must be the slug/);
    expect(await told("get_calculator", { calculator: "compound-intrest" })).toMatch(/Did you mean "compound-interest"\?/);
    expect(await told("get_calculator", { calculator: "qqqqqqqqqq" })).toMatch(/Find one with search_calculators/);
    expect(await told("get_calculator", {})).toMatch(/must be the slug/);
    expect(await told("search_calculators", { q: "x" })).toMatch(/send query, category, gives, from, limit/);
    expect(await told("search_calculators", { limit: 1000 })).toMatch(/from 1 to 50/);
    expect(await told("run_calculator", { calculator: "share", inputs: { parts: 0 } })).toMatch(/no_finite_result/);
  });
  it("may run a few calculations a minute without a key, and search without end", async () => {
    const client = await connect();
    for (let n = 0; n < 3; n++) expect((await call(client, "run_calculator", question)).isError).toBe(false);
    const { isError, text } = await call(client, "run_calculator", question);
    expect(isError).toBe(true);
    expect(text).toMatch(/send an API key.*\(too_many_requests\)\nTry again in \d+ seconds\./);
    expect((await call(client, "search_calculators", { query: "interest" })).isError).toBe(false);
  });
  it.each<[string, RequestInit, number]>([
    ["another method", { method: "GET" }, 405],
    ["something that is no JSON", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }, 415],
    ["too large a body", { method: "POST", headers: { "content-type": "application/json" }, body: " ".repeat(70_000) }, 413],
  ])("is answered a problem for %s", async (_, init, status) => {
    const response = await fetch(url, init);
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  });
});
