import { Client, type Transport } from "@modelcontextprotocol/client";
import { inputs } from "./served.ts";

/** A calculation that every server can do. */
export const question = { calculator: "compound-interest", inputs };

/** An agent that is connected to a server. */
export async function connectAgent(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return client;
}

/** What a tool answers an agent. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given });
  return { isError, structured: structuredContent as Record<string, never>, text: (content[0] as { text: string }).text };
}
