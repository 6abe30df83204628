// Checks the operator's bearer token.
import { createHash, timingSafeEqual } from "node:crypto";
import { CalcError } from "formulary";
import type { H3Event } from "h3";

export const noToken = { status: 401, title: "The operator's token is needed" };

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Creates the check of a request against a token, in constant time; it throws 401. */
export function createTokenCheck(token: string, plugin = "health"): (event: H3Event) => void {
  const expected = digest(token);
  return (event) => {
    const [, value = ""] = /^bearer +(\S{1,1000}) *$/i.exec(event.req.headers.get("authorization") ?? "") ?? [];
    if (timingSafeEqual(digest(value), expected)) return;
    const message = "Send the METRICS_TOKEN of this server as Authorization: Bearer <token>.";
    throw new CalcError(`${plugin}/no_token`, { message, headers: { "www-authenticate": "Bearer" } }, noToken);
  };
}
