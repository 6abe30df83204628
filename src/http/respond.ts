// Answers with all headers at once: setting them one by one on Headers takes longer than a calculation.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { FastResponse } from "srvx";

export interface Head {
  status?: number;
  headers?: Record<string, string>;
}

const cors: [name: string, value: string][] = [
  ["access-control-allow-origin", "*"],
  [
    "access-control-expose-headers",
    "age, etag, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id",
  ],
];

/** Status, headers and body of an answer, for Node: reading them back from a Response costs as much as making it. */
interface Parts {
  status: number;
  headers: [name: string, value: string][];
  body: string | Uint8Array | null;
}
const parts = Symbol("parts");
type Answered = Response & { [parts]?: Parts };

/** An answer with its request id, and below /api/ open to other origins. */
export function respond(event: H3Event, content: string | Uint8Array | null, { status = 200, headers: own = {} }: Head = {}): Response {
  const headers: Parts["headers"] = [["x-request-id", requestIdOf(event)]];
  if (event.url.pathname.startsWith("/api/")) headers.push(...cors);
  headers.push(...Object.entries(own));
  // h3 adds the cookies that were set on the event, but not to a refusal
  if (status >= 400) for (const cookie of event.res.headers.getSetCookie()) headers.push(["set-cookie", cookie]);
  if (status !== 204 && status !== 304) headers.push(["content-length", String(content === null ? 0 : Buffer.byteLength(content))]);
  const body = event.req.method === "HEAD" ? null : content;
  // as: none of our bytes are in a SharedArrayBuffer
  const response: Answered = new FastResponse(body as BodyInit | null, { status, headers });
  response[parts] = { status, headers, body };
  return response;
}

/** Sends an answer that `respond` made; returns false for any other. */
export function sent(to: ServerResponse, answer: Response): boolean {
  const { status, headers, body } = (answer as Answered)[parts] ?? {};
  if (status === undefined || to.headersSent) return false;
  const head: string[] = [];
  for (const [name, value] of headers!) head.push(name, value);
  to.writeHead(status, head);
  to.end(body ?? undefined);
  return true;
}

const idForm = /^[\w.:-]{1,100}$/;

/** The id of a request: the client's where it is well formed, else a new one. */
export function requestIdOf(event: H3Event): string {
  const known = event.context.requestId as string | undefined;
  if (known) return known;
  const sent = event.req.headers.get("x-request-id");
  return (event.context.requestId = sent && idForm.test(sent) ? sent : randomUUID()) as string;
}
