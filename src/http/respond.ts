// How an answer leaves: with all its headers at once. To set them one by one on the platform's Headers takes longer than to calculate.
import { randomUUID } from "node:crypto";
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

/** An answer with its request id, and below /api/ open to other origins. */
export function respond(event: H3Event, body: string | Uint8Array | null, { status = 200, headers = {} }: Head = {}): Response {
  const all: [name: string, value: string][] = [["x-request-id", requestIdOf(event)]];
  if (event.url.pathname.startsWith("/api/")) all.push(...cors);
  all.push(...Object.entries(headers));
  // h3 adds the cookies that were set on the event, but not to a refusal
  if (status >= 400) for (const cookie of event.res.headers.getSetCookie()) all.push(["set-cookie", cookie]);
  if (event.req.method !== "HEAD" || body === null)
    // as: no bytes of ours lie in memory that threads share
    return new FastResponse(body as BodyInit | null, { status, headers: all });
  all.push(["content-length", String(Buffer.byteLength(body))]);
  return new FastResponse(null, { status, headers: all });
}

const idForm = /^[\w.:-]{1,100}$/;

/** The id of a request: the client's where it is well formed, else a new one. */
export function requestIdOf(event: H3Event): string {
  const known = event.context.requestId as string | undefined;
  if (known) return known;
  const sent = event.req.headers.get("x-request-id");
  return (event.context.requestId = sent && idForm.test(sent) ? sent : randomUUID()) as string;
}
