// Who may see the inside of a server: whoever shows the operator's token.
import { createHash, timingSafeEqual } from "node:crypto";
import { CalcError } from "formulary";
import type { H3Event } from "h3";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Makes the check of a request against a token, which takes the same time whatever was sent; it throws 401. */
export function createTokenCheck(token: string): (event: H3Event) => void {
  const wanted = digest(token);
  return (event) => {
    const [, sent = ""] = /^bearer +(\S{1,1000}) *$/i.exec(event.req.headers.get("authorization") ?? "") ?? [];
    if (timingSafeEqual(digest(sent), wanted)) return;
    throw new CalcError(
      "metrics/no_token",
      { message: "Send the METRICS_TOKEN of this server as Authorization: Bearer <token>.", headers: { "www-authenticate": "Bearer" } },
      { status: 401, title: "The operator's token is needed" },
    );
  };
}
