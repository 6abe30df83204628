// What is a request? Request id, CORS, methods, and the one place where errors are answered; then the routes.
import { randomUUID } from "node:crypto";
import { H3, type H3Event } from "h3";
import { CalcError } from "../errors.ts";
import type { Kernel } from "../plugins.ts";
import { abandonBody } from "./body.ts";
import { answerProblem, asCalcError } from "./problem.ts";

export type Handler = (event: H3Event) => unknown;

/** A driver says once that its storage is away, and once that it is back; who stops a server knows it. */
const saidElsewhere = ["storage_unavailable", "draining"];
const idForm = /^[\w.:-]{1,100}$/;
const corsHeaders: [name: string, value: string][] = [
  ["access-control-allow-origin", "*"],
  [
    "access-control-expose-headers",
    "age, etag, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id",
  ],
];
const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers": "content-type, x-api-key, x-request-id, if-none-match",
  "access-control-max-age": "86400",
};

/** An empty app that names requests, opens the API to other origins and answers every error in one shape. */
export function createApp({ log }: Pick<Kernel, "log">): H3 {
  const app = new H3({
    silent: true,
    onError: (error, event) => {
      const own = asCalcError(error);
      const id = requestIdOf(event);
      event.context.problem = own.code;
      setHeaders(event);
      if (own.status >= 500 && !saidElsewhere.includes(own.code))
        log("error", `${id} ${event.req.method} ${event.url.pathname.slice(0, 200)}: ${causeOf(own)}`, { requestId: id });
      abandonBody(event);
      return answerProblem(own, event, id);
    },
  });
  app.use((event) => {
    const { method } = event.req;
    const { pathname } = event.url;
    if (method === "POST" && pathname === calculatePath) return;
    setHeaders(event);
    if (method !== "OPTIONS" || !pathname.startsWith("/api/")) return;
    for (const [name, value] of Object.entries(preflightHeaders)) event.res.headers.set(name, value);
    event.res.status = 204;
    return "";
  });
  return app;
}

/** Where calculations are asked for. Its answers bring all their headers with them: to set them on the platform's Headers takes longer than to calculate. */
export const calculatePath = "/api/v1/calculate";

/** What every answer to an event says in its head. */
export function headersOf(event: H3Event): [name: string, value: string][] {
  const id: [string, string] = ["x-request-id", requestIdOf(event)];
  return event.url.pathname.startsWith("/api/") ? [id, ...corsHeaders] : [id];
}
function setHeaders(event: H3Event): void {
  for (const [name, value] of headersOf(event)) event.res.headers.set(name, value);
}

/** The id of a request: the client's where it is well formed, else a new one. */
export function requestIdOf(event: H3Event): string {
  const known = event.context.requestId as string | undefined;
  if (known) return known;
  const sent = event.req.headers.get("x-request-id");
  return (event.context.requestId = sent && idForm.test(sent) ? sent : randomUUID()) as string;
}

function causeOf(error: CalcError): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return error.code === "internal" ? (cause.stack ?? cause.message) : error.message;
}

/** One address with a handler per method; another method is answered 405 with what is allowed. */
export function route(app: H3, path: string, handlers: Record<string, Handler>): void {
  const methods = Object.keys(handlers);
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  app.all(path, (event) => {
    const { method } = event.req;
    const handler = handlers[method === "HEAD" ? "GET" : method];
    if (handler) return handler(event);
    if (method === "OPTIONS") {
      event.res.status = 204;
      event.res.headers.set("allow", allowed);
      return "";
    }
    throw new CalcError("method_not_allowed", { message: `${path} answers ${allowed}, not ${method}.`, headers: { allow: allowed } });
  });
}
