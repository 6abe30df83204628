// Can an agent answer? Sixty problems in words, by a scripted agent that uses only the three tools and the first three hits.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { connectAgent } from "./agent.ts";
import { type Problem, solve } from "./scripted-agent.ts";

const problems = parse(readFileSync("test/plugins/agent-problems.yaml", "utf8")) as Problem[];
let client: Client;
beforeAll(async () => {
  const env = { PATH: process.env.PATH!, DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")) };
  client = await connectAgent(new StdioClientTransport({ command: process.execPath, args: ["dist/scripts/mcp.js"], env }));
});
afterAll(() => client.close());

describe("an agent that uses the three tools alone", () => {
  it("has sixty problems", () => expect(problems).toHaveLength(60));
  it.each(problems)("$problem", async (problem) => {
    const { is } = problem.wanted;
    const answers = await solve(client, problem);
    const right = answers.filter(({ value }) => Math.abs(value - is) <= 0.005 * Math.abs(is));
    expect(right, `${is} expected of ${JSON.stringify(answers)}`).not.toEqual([]);
  });
});
