// Texts that are shown once: a key, recovery codes, a link. A text travels in a cookie from the answer to a form to the page
// after it, so that no server stores it and a reload does not show it again. The cookie is signed with the session's token, so
// that nobody else can put a text on the page.
import { createHmac, timingSafeEqual } from "node:crypto";
import { deleteCookie, getCookie, type H3Event, setCookie } from "h3";
import type { Sessions } from "./sessions.ts";

export interface Flash {
  /** Sends a text to the browser for the next page of a session; `kind` names the page. */
  set: (event: H3Event, token: string, message: { kind: string; text: string }) => void;
  /** Reads and removes the text for a page. */
  take: (event: H3Event, token: string, kind: string) => string | undefined;
}
const lifeMilliseconds = 300_000;

/** Creates the messages of a dashboard. */
export function createFlash({ cookie: { prefix, options } }: Pick<Sessions, "cookie">, now: () => number = Date.now): Flash {
  const name = `${prefix}-once`;
  const sign = (payload: string, token: string) => createHmac("sha256", token).update(payload).digest();
  return {
    set: (event, token, { kind, text }) => {
      const payload = Buffer.from(JSON.stringify([kind, text, now() + lifeMilliseconds])).toString("base64url");
      // a cookie without an age stays in the browser's memory and is not written to its disk
      setCookie(event, name, `${payload}.${sign(payload, token).toString("base64url")}`, options);
    },
    take: (event, token, kind) => {
      const [payload = "", signatureText = ""] = (getCookie(event, name) ?? "").split(".");
      const signature = Buffer.from(signatureText, "base64url");
      const expected = sign(payload, token);
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
      const [storedKind, text, until] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [string, string, number];
      if (storedKind !== kind) return undefined;
      deleteCookie(event, name, options);
      return until > now() ? text : undefined;
    },
  };
}
