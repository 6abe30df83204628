// What a plugin needs to answer with pages of this site: the frame, and addresses whose errors are pages as well.

import { CalcError, type Kernel } from "formulary";
import { abandonBody, asCalcError, requestIdOf, route } from "formulary/http";
import type { H3, H3Event } from "h3";
import { type ComponentChildren, h } from "preact";
import { type Page, type Site, toDocument } from "./layout.tsx";
import { Problem } from "./problem.tsx";
import { sendPage } from "./send.ts";

type Handler = (event: H3Event) => Response | Promise<Response>;
type SendOptions = NonNullable<Parameters<typeof sendPage>[2]>;

export interface Pages {
  site: Site;
  /** Adds an address with a handler per method; what a handler throws becomes a page. */
  route: (path: string, handlers: Record<string, Handler>) => void;
  /** Answers that there is nothing at an address. */
  missing: (event: H3Event) => Promise<Response>;
  send: (event: H3Event, page: Page, body: ComponentChildren, options?: SendOptions) => Promise<Response>;
}

/** Makes pages for an app. */
export function createPages(app: H3, kernel: Kernel, site: Site): Pages {
  const send: Pages["send"] = (event, page, body, options) => sendPage(event, toDocument(site, page, body), options);
  const fail = (event: H3Event, thrown: unknown) => {
    const error = asCalcError(thrown);
    const further = abandonBody(event);
    const requestId = requestIdOf(event);
    if (error.code === "internal")
      kernel.log("error", `${requestId} ${event.req.method} ${event.url.pathname.slice(0, 200)}: ${stackOf(error)}`);
    const { status, title, message, errors, headers } = error;
    const page = h(Problem, { status, title, message, errors, requestId });
    return send(event, { title, description: title }, page, { status, headers: { ...further, ...headers } });
  };
  return {
    site,
    send,
    missing: (event) => fail(event, new CalcError("not_found", { message: `There is nothing at ${event.url.pathname.slice(0, 200)}.` })),
    route: (path, handlers) => {
      const guarded = Object.entries(handlers).map(([method, handler]): [string, Handler] => [
        method,
        async (event) => {
          try {
            return await handler(event);
          } catch (error) {
            return fail(event, error);
          }
        },
      ]);
      route(app, path, Object.fromEntries(guarded));
    },
  };
}

function stackOf({ cause, message }: CalcError): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : message;
}
