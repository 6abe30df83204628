// The Model Context Protocol: agents find, read and run calculators, over HTTP at /mcp or over standard input and output.
import { CalcError, type Caller, definePlugin, type Kernel } from "formulary";
import { readJson, requestIdOf, route, workOf } from "formulary/http";
import type { H3Event } from "h3";
import { accountsOf } from "../accounts/index.ts";
import { countPoints } from "../ranges/index.ts";
import { createHostCheck, searchCost, type Visitors, visitorsOf } from "../visitors/index.ts";
import type { Run } from "./tools.ts";

interface Handler {
  fetch: (request: Request, options: { parsedBody: unknown }) => Promise<Response>;
  close: () => Promise<void>;
}

/** Serves `/mcp` (streamable HTTP, without sessions). */
export default ({ allowedHosts = [] }: { allowedHosts?: string[] } = {}) => {
  const checkHost = createHostCheck(allowedHosts);
  const runs = new WeakMap<Request, Run>();
  let handler: Promise<Handler> | undefined;
  return definePlugin({
    name: "mcp",
    requires: ["accounts", "openapi", "ranges", "visitors"],
    http: (app, kernel) =>
      route(app, "/mcp", {
        POST: async (event) => {
          checkHost(event);
          const caller = await callerOf(event, kernel);
          const parsedBody = await readJson(event);
          runs.set(event.req, runFor({ event, kernel, visitors: visitorsOf(kernel), caller }));
          event.res.headers.set("x-request-id", requestIdOf(event));
          const { fetch } = await (handler ??= createHandler(kernel, runs));
          return fetch(event.req, { parsedBody });
        },
      }),
    hooks: { close: async () => (await handler)?.close() },
  });
};

// Loaded at the first request: few servers are used by agents, and the library takes longer to load than everything else.
async function createHandler(kernel: Kernel, runs: WeakMap<Request, Run>): Promise<Handler> {
  const [{ createMcpHandler }, { createTools }] = await Promise.all([import("@modelcontextprotocol/server"), import("./tools.ts")]);
  return createMcpHandler(({ requestInfo }) => createTools(kernel, runs.get(requestInfo!)!), {
    maxSubscriptions: 16,
    onerror: (error) => kernel.log("warn", `mcp: ${error.message}`),
  });
}

/** The caller by the API key in X-API-Key or as a bearer token; undefined where there is none. */
async function callerOf(event: H3Event, kernel: Kernel): Promise<Caller | undefined> {
  if (event.req.headers.has("x-api-key")) return kernel.authenticate(event);
  const [, token] = /^Bearer\s+(\S+)$/i.exec(event.req.headers.get("authorization") ?? "") ?? [];
  return token === undefined ? undefined : accountsOf(kernel).verify(token);
}

interface RunOptions {
  event: H3Event;
  kernel: Kernel;
  visitors: Visitors;
  caller: Caller | undefined;
}
function runFor({ event, kernel, visitors, caller }: RunOptions): Run {
  return async (body) => {
    const cost = Math.min(visitors.perMinute, body.solveFor === undefined ? countPoints(body) : searchCost);
    const wait = caller ? 0 : visitors.take(event, cost);
    if (wait > 0)
      throw new CalcError("too_many_requests", {
        message:
          "Too many calculations without a key from this address: wait, or send an API key in X-API-Key or as Authorization: Bearer.",
        headers: { "retry-after": String(wait) },
      });
    const work = workOf(event, caller?.key ?? visitors.addressOf(event));
    return (await kernel.answer(body, { context: event.context, work, ...(caller && { caller }) })).body();
  };
}

/** Serves one client over standard input and output, without a key; resolves when the client closes its end. */
export async function serveOverPipes(kernel: Kernel): Promise<void> {
  const [{ serveStdio }, { createTools }] = await Promise.all([import("@modelcontextprotocol/server/stdio"), import("./tools.ts")]);
  const run: Run = async (body) => (await kernel.answer(body)).body();
  const { close } = serveStdio(() => createTools(kernel, run), { onerror: (error) => kernel.log("warn", `mcp: ${error.message}`) });
  await new Promise((resolve) => process.stdin.once("close", resolve).once("end", resolve));
  await close();
}
