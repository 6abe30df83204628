// What operators and proxies ask: is the server ready, what does it do, what is wrong with the catalogue's files.
import { definePlugin } from "formulary";
import { respond, route, sendJson } from "formulary/http";
import type { Meters } from "./meters.ts";
import { createReadiness } from "./ready.ts";
import { type AnsweredRequest, observeRequests } from "./requests.ts";
import { createTokenCheck } from "./token.ts";

export type { AnsweredRequest } from "./requests.ts";

interface Options {
  /** What operators show for figures and faults; without it these addresses are not there. */
  token?: string;
  /** Called with every answered request: for a log. */
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
      // many servers show no figures, and their library is ninety files
      const figures = (await import("./meters.ts")).createMeters();
      meters = figures;
      observeRequests(app, figures.request);
      figures.watch(kernel);
      const check = createTokenCheck(token);
      route(app, "/metrics", {
        GET: async (event) => {
          check(event);
          return respond(event, await figures.text(), { headers: { "content-type": figures.type, "cache-control": "no-store" } });
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
