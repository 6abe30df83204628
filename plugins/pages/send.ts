// Sends pages, all with one content security policy: nothing inline, and nothing from other addresses.

import { sendText } from "formulary/http";
import type { H3Event } from "h3";

interface SendOptions {
  status?: number;
  /** Whether other sites may show the page in a frame. */
  framed?: boolean;
  headers?: Record<string, string>;
}

const policy = (ancestors: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`;
const safetyHeaders = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Answers a request with a page. */
export function sendPage(
  event: H3Event,
  html: string,
  { status = 200, framed = false, headers = {} }: SendOptions = {},
): Promise<Response> {
  const pageHeaders = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy(framed ? "*" : "'none'") };
  return sendText(event, html, { status, headers: { ...safetyHeaders, ...pageHeaders, ...headers } });
}
