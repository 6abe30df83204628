// The HTTP app: request ids, CORS, methods, and the one place where errors become answers.
import { H3, type H3Event } from "h3";
import { CalcError } from "../errors.ts";
import type { Kernel } from "../plugins.ts";
import { abandonBody } from "./body.ts";
import { answerProblem, asCalcError } from "./problem.ts";
import { requestIdOf, respond } from "./respond.ts";

export type Handler = (event: H3Event) => Response | Promise<Response>;

/** Not logged per request: the storage driver logs outages, and a stop is expected. */
const saidElsewhere = ["storage_unavailable", "draining"];
const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers": "content-type, x-api-key, x-request-id, if-none-match",
  "access-control-max-age": "86400",
};

/** An empty app: it gives requests an id, allows other origins for the API, and answers every error in one shape. */
export function createApp({ log, refuse }: Pick<Kernel, "log" | "refuse">): H3 {
  const app = new H3({
    silent: true,
    onError: (error, event) => {
      const own = asCalcError(error);
      const id = requestIdOf(event);
      event.context.problem = own.code;
      refuse(event, own);
      if (own.status >= 500 && !saidElsewhere.includes(own.code))
        log("error", `${id} ${event.req.method} ${event.url.pathname.slice(0, 200)}: ${causeOf(own)}`, { requestId: id });
      return answerProblem(own, event, abandonBody(event));
    },
  });
  app.options("/api/**", (event) => respond(event, null, { status: 204, headers: preflightHeaders }));
  return app;
}

function causeOf(error: CalcError): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return error.code === "internal" ? (cause.stack ?? cause.message) : error.message;
}

/** One address with a handler per method; another method is answered 405 with what is allowed. */
export function route(app: H3, path: string, handlers: Record<string, Handler>): void {
  const methods = Object.keys(handlers);
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const preflight = path.startsWith("/api/") ? preflightHeaders : {};
  app.all(path, (event) => {
    const { method } = event.req;
    const handler = handlers[method === "HEAD" ? "GET" : method];
    if (handler) return handler(event);
    if (method === "OPTIONS") return respond(event, null, { status: 204, headers: { allow: allowed, ...preflight } });
    throw new CalcError("method_not_allowed", { message: `${path} answers ${allowed}, not ${method}.`, headers: { allow: allowed } });
  });
}
