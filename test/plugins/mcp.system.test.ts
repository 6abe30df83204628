// An agent on the own machine: the official client over pipes.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, it } from "vitest";
import { call, connectAgent, question } from "./agent.ts";

const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.close();
});

describe("an agent over pipes", () => {
  it("needs no key, may start the server from anywhere, and reads nothing but the protocol", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(process.cwd(), "dist/scripts/mcp.js")],
      cwd: tmpdir(),
      env: { PATH: process.env.PATH!, DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")) },
      stderr: "pipe",
    });
    const faults: string[] = [];
    transport.onerror = (error) => faults.push(error.message);
    const client = await connectAgent(transport);
    clients.push(client);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(3);
    const found = await call(client, "search_calculators", { query: "body mass index" });
    expect(found.structured).toMatchObject({ calculators: expect.arrayContaining([expect.objectContaining({ slug: "body-mass-index" })]) });
    for (let n = 0; n < 50; n++) expect((await call(client, "run_calculator", question)).isError).toBe(false);
    const details = await Promise.all(
      ["periodic-table", "rowing-power", "currency-converter"].map((calculator) => call(client, "get_calculator", { calculator })),
    );
    expect(details.at(-1)!.structured).toMatchObject({ hasFormula: false, page: expect.any(String) });
    await client.close();
    expect(faults).toEqual([]);
  });
});
