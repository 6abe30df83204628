// Reports every answered request with the pattern of its route; the address itself may contain anything that a client typed.
import type { H3, H3Event } from "h3";

/** One answered request. Only the request id may come from the client. */
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

const methods = ["GET", "HEAD", "POST", "OPTIONS"];

/** Calls a listener for every answered request of an app, also for preflights, errors and unknown addresses. */
export function observeRequests(app: H3, listener: (request: AnsweredRequest) => void): void {
  const { onRequest, onResponse } = app.config;
  const starts = new WeakMap<H3Event, number>();
  app.config.onRequest = (event) => {
    starts.set(event, performance.now());
    return onRequest?.(event);
  };
  app.config.onResponse = (response, event) => {
    const { requestId, problem, matchedRoute } = event.context;
    const { method } = event.req;
    listener({
      method: methods.includes(method) ? method : "other",
      // "/**" is the route of the 404 page
      route: !matchedRoute?.route || matchedRoute.route === "/**" ? "none" : matchedRoute.route,
      status: response.status,
      milliseconds: performance.now() - (starts.get(event) ?? performance.now()),
      id: String(requestId ?? ""),
      ...(typeof problem === "string" && { code: problem }),
    });
    return onResponse?.(response, event);
  };
}
