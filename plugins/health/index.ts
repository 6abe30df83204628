// For proxies and operators: is the server alive, should it be sent requests, and what is wrong with catalogue files.
import { definePlugin, type Kernel } from "formulary";
import { route, sendJson } from "formulary/http";
import { createReadiness } from "./readiness.ts";
import { createTokenCheck, noToken } from "./token.ts";

export { createTokenCheck, noToken } from "./token.ts";

interface Options {
  /** The bearer token for /healthz/faults; without it this address does not exist. */
  token?: string;
}

/** /healthz and /readyz; with a token also /healthz/faults. */
export default ({ token }: Options = {}) =>
  definePlugin({
    name: "health",
    errors: { no_token: noToken },
    http: (app, kernel) => {
      const ready = createReadiness(kernel);
      route(app, "/healthz", { GET: (event) => sendJson(event, healthOf(kernel)) });
      route(app, "/readyz", {
        GET: async (event) => {
          await ready(event.url.searchParams.get("storage") !== "ignore");
          return sendJson(event, { status: "ready" });
        },
      });
      if (!token) return;
      const check = createTokenCheck(token);
      route(app, "/healthz/faults", {
        GET: (event) => {
          check(event);
          return sendJson(event, { faults: kernel.catalog.findings() });
        },
      });
    },
    operations: {
      "/healthz": {
        get: {
          operationId: "getHealth",
          tag: "Operating",
          summary: "Alive, whether the catalogue is read, and how many of its files have a fault",
          answer: { description: "Alive.", schema: "Health" },
          refusals: [400],
        },
      },
      "/readyz": {
        get: {
          operationId: "getReadiness",
          tag: "Operating",
          summary: "Whether this server should be sent requests now: for proxies",
          description: "503 while the server is being stopped, and while its storage does not answer.",
          parameters: [
            {
              name: "storage",
              in: "query",
              schema: { type: "string", enum: ["ignore"] },
              description: "Ready also while the storage does not answer.",
            },
          ],
          answer: { description: "Ready.", schema: "Readiness" },
          refusals: [400, 503],
        },
      },
    },
    schemas: {
      Health: {
        type: "object",
        required: ["status", "ready", "calculators", "faults"],
        additionalProperties: false,
        properties: {
          status: { const: "ok" },
          ready: { type: "boolean" },
          calculators: { type: "integer", minimum: 0 },
          faults: {
            type: "integer",
            minimum: 0,
            description: "Number of catalogue files that have a fault; which, operators see.",
          },
        },
      },
      Readiness: {
        type: "object",
        required: ["status"],
        additionalProperties: false,
        properties: { status: { const: "ready" } },
      },
    },
  });

function healthOf({ catalog, storage }: Kernel): object {
  const ready = storage.keys.available() && storage.quotas.available();
  return { status: "ok", ready, calculators: catalog.list({ limit: 0 }).total, faults: catalog.findings().length };
}
