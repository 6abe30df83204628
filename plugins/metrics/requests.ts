// What became of every request: told once it is answered, by the route's pattern. The address itself may hold anything a client typed.
import type { H3, H3Event } from "h3";

/** One answered request, without anything that its sender wrote but the request id. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of the route, "none" where there is none. */
  route: string;
  status: number;
  milliseconds: number;
  id: string;
  /** The code of the problem that was answered. */
  code?: string;
}

const known = ["GET", "HEAD", "POST", "OPTIONS"];

/** Tells a listener of every request of an app: preflights, refusals and addresses without a route too. */
export function observeRequests(app: H3, tell: (request: AnsweredRequest) => void): void {
  const { onRequest, onResponse } = app.config;
  const begun = new WeakMap<H3Event, number>();
  app.config.onRequest = (event) => {
    begun.set(event, performance.now());
    return onRequest?.(event);
  };
  app.config.onResponse = (response, event) => {
    const { requestId, problem, matchedRoute } = event.context;
    const { method } = event.req;
    tell({
      method: known.includes(method) ? method : "other",
      // an address that only the last resort answers has no route
      route: !matchedRoute?.route || matchedRoute.route === "/**" ? "none" : matchedRoute.route,
      status: response.status,
      milliseconds: performance.now() - (begun.get(event) ?? performance.now()),
      id: String(requestId ?? ""),
      ...(typeof problem === "string" && { code: problem }),
    });
    return onResponse?.(response, event);
  };
}
