// For proxies and operators: whether the server is ready, its metrics, and the problems of catalogue files.
import { definePlugin } from "formulary";
import { respond, route, sendJson } from "formulary/http";
import type { Meters } from "./meters.ts";
import { createReadiness } from "./ready.ts";
import { type AnsweredRequest, observeRequests } from "./requests.ts";
import { createTokenCheck } from "./token.ts";

export type { AnsweredRequest } from "./requests.ts";

interface Options {
  /** The bearer token for /metrics and /healthz/faults; without it these addresses do not exist. */
  token?: string;
  /** Called for every answered request: for an access log. */
  tell?: (request: AnsweredRequest) => void;
}

/** /readyz for proxies; with a token also /metrics and /healthz/faults for operators. */
export default ({ token, tell }: Options = {}) => {
  let meters: Meters | undefined;
  return definePlugin({
    name: "metrics",
    http: async (app, kernel) => {
      if (tell) observeRequests(app, tell);
      const ready = createReadiness(kernel);
      route(app, "/readyz", {
        GET: async (event) => {
          await ready(event.url.searchParams.get("storage") !== "ignore");
          return sendJson(event, { status: "ready" });
        },
      });
      if (!token) return;
      // Loaded only where metrics are used: the library is ninety files.
      const created = (await import("./meters.ts")).createMeters();
      meters = created;
      observeRequests(app, created.request);
      created.watch(kernel);
      const check = createTokenCheck(token);
      route(app, "/metrics", {
        GET: async (event) => {
          check(event);
          return respond(event, await created.text(), { headers: { "content-type": created.type, "cache-control": "no-store" } });
        },
      });
      route(app, "/healthz/faults", {
        GET: (event) => {
          check(event);
          return sendJson(event, { faults: kernel.catalog.findings() });
        },
      });
    },
    ...(token && { hooks: { calculate: (call, next) => (meters ? meters.calculate(call, next) : next(call)) } }),
  });
};
