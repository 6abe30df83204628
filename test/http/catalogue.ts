import { createServer, type Plugin, type Server } from "formulary";
import { afterAll, beforeAll } from "vitest";
import { functionPlugins } from "../../scripts/plugins.ts";

/** Asks a server without a socket. */
export interface Asking {
  request: (path: string, init?: RequestInit) => Promise<Response>;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** A calculation; text and bytes are sent as they are, anything else as JSON. */
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** Serves the whole catalogue to the tests of a file. */
export function serveCatalogue(...more: Plugin[]): Asking {
  let server: Server;
  beforeAll(async () => {
    const plugins = [...functionPlugins(), ...more];
    server = await createServer({ catalog: ["catalog"], plugins, publicUrl: "https://calc.example.org/" });
  });
  afterAll(() => server.close());
  const request: Asking["request"] = async (path, init) => server.app.request(path, init);
  return {
    request,
    get: (path, headers = {}) => request(path, { headers }),
    post: (body, headers = { "content-type": "application/json" }) => {
      const asItIs = typeof body === "string" || body instanceof Uint8Array;
      return request("/api/v1/calculate", { method: "POST", headers, body: asItIs ? (body as string) : JSON.stringify(body) });
    },
  };
}

/** A response's body; whatever shape a test expects of it is asserted there. */
export const json = async (response: Response | Promise<Response>): Promise<ReturnType<typeof JSON.parse>> =>
  JSON.parse(await (await response).text());
