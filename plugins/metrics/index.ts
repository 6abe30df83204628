// Prometheus metrics of a server, and the log of its requests.
import { definePlugin } from "formulary";
import { respond, route } from "formulary/http";
import { createTokenCheck, noToken } from "../health/index.ts";
import type { Meters } from "./meters.ts";
import { type AnsweredRequest, observeRequests } from "./requests.ts";

export type { AnsweredRequest } from "./requests.ts";

interface Options {
  /** The bearer token for /metrics; without it this address does not exist. */
  token?: string;
  /** Called for every answered request: for an access log. */
  onRequest?: (request: AnsweredRequest) => void;
}

/** With a token /metrics for operators; with `onRequest` a log of requests. */
export default ({ token, onRequest }: Options = {}) => {
  let meters: Meters | undefined;
  return definePlugin({
    name: "metrics",
    requires: ["health"],
    errors: { no_token: noToken },
    http: async (app, kernel) => {
      if (onRequest) observeRequests(app, onRequest);
      if (!token) return;
      // loaded only where metrics are used: the library is ninety files
      const created = (await import("./meters.ts")).createMeters();
      meters = created;
      observeRequests(app, created.request);
      created.watch(kernel);
      const check = createTokenCheck(token, "metrics");
      route(app, "/metrics", {
        GET: async (event) => {
          check(event);
          return respond(event, await created.text(), { headers: { "content-type": created.type, "cache-control": "no-store" } });
        },
      });
    },
    ...(token && { hooks: { calculate: (call, next) => (meters ? meters.calculate(call, next) : next(call)) } }),
  });
};
