// An agent on the own machine: the official client over pipes.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, it } from "vitest";
import { inputs } from "./served.ts";

const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.close();
});

const call = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given });
  return { isError, structured: structuredContent as Record<string, never>, text: (content[0] as { text: string }).text };
};
const question = { calculator: "compound-interest", inputs };

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
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
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
