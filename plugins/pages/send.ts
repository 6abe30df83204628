// How a page leaves: one policy for all of them. Nothing inline, nothing from another address.

import { sendText } from "formulary/http";
import type { H3Event } from "h3";

interface Options {
  status?: number;
  /** Other sites may show it in a frame. */
  framed?: boolean;
  headers?: Record<string, string>;
}

const policy = (ancestors: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`;
const safety = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Answers a request with a page. */
export function sendPage(event: H3Event, html: string, { status = 200, framed = false, headers = {} }: Options = {}): Promise<Response> {
  const own = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy(framed ? "*" : "'none'") };
  return sendText(event, html, { status, headers: { ...safety, ...own, ...headers } });
}
