// A server of the whole catalogue with every plugin that /openapi.json speaks of, and that document as a validator of its answers.
import { createServer, definePlugin, memoryDriver, type Server } from "formulary";
import accounts, { type Accounts, accountsOf } from "../../plugins/accounts/index.ts";
import batch from "../../plugins/batch/index.ts";
import health from "../../plugins/health/index.ts";
import metrics from "../../plugins/metrics/index.ts";
import openapi from "../../plugins/openapi/index.ts";
import pages from "../../plugins/pages/index.ts";
import quotas from "../../plugins/quotas/index.ts";
import resultCache from "../../plugins/result-cache/index.ts";
import revisions from "../../plugins/revisions/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { createValidator } from "../http/documented.ts";
import { type Watched, watched } from "./served.ts";

export type Json = Record<string, never>;
/** A calculation that every server can do. */
export const compound = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };

interface Sent {
  status: number;
  headers: Headers;
  // whatever shape a test expects of a body is asserted there
  body: ReturnType<typeof JSON.parse>;
}
/** The server, and what tests ask of it. */
export interface DocumentedServer {
  server: Server;
  own: Accounts;
  keys: Watched;
  key: string;
  document: Json;
  faultsOf: ReturnType<typeof createValidator>;
  json: (path: string) => Promise<ReturnType<typeof JSON.parse>>;
  send: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Sent>;
  calculate: (body: unknown, headers?: Record<string, string>) => Promise<Sent>;
  /** Where the document describes an answer, following one reference of a status. */
  answerPlace: (path: string, method: string, status: number) => string[];
}

/** Starts it, with an account that may calculate without end. */
export async function serveDocumented(): Promise<DocumentedServer> {
  const site = { publicUrl: "https://calc.example.org" };
  const keys = watched(memoryDriver());
  const storage = definePlugin({ name: "storage-test", storage: { keys: keys.driver } });
  const server = await createServer({
    catalog: ["catalog"],
    plugins: [
      storage,
      ...functionPlugins(),
      health(),
      metrics(),
      accounts(),
      quotas(),
      resultCache(),
      batch(),
      revisions(),
      visitors(),
      pages(site),
      openapi(site),
    ],
  });
  const own = accountsOf(server.kernel);
  const key = (await own.createKey((await own.ensure("a@example.org", "Enterprise")).id, "test")).text;
  const json = async (path: string) => JSON.parse(await (await server.app.request(path)).text());
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await server.app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  };
  const document: Json = await json("/openapi.json");
  return {
    server,
    own,
    keys,
    key,
    document,
    faultsOf: createValidator(document),
    json,
    send,
    calculate: (body, headers) => send("/api/v1/calculate", body, headers),
    answerPlace: (path, method, status) => answerPlaceIn(document, { path, method, status }),
  };
}

function answerPlaceIn(document: Json, { path, method, status }: { path: string; method: string; status: number }): string[] {
  const responses = (document.paths as Json)[path]![method]!["responses" as never] as Record<string, { $ref?: string; content?: object }>;
  const named = responses[status]!;
  const place = named.$ref ? named.$ref.slice(2).split("/") : ["paths", path, method, "responses", String(status)];
  return [...place, "content", status < 400 ? "application/json" : "application/problem+json", "schema"];
}
