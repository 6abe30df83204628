// What is shown once: a key, codes, a link. It rides in a cookie from the answer to a form to the page after it, so that no
// server keeps it and a reload finds nothing; signed with the session, so that nobody else can put words there.
import { createHmac, timingSafeEqual } from "node:crypto";
import { deleteCookie, getCookie, type H3Event, setCookie } from "h3";
import type { Sessions } from "./sessions.ts";

export interface Once {
  /** Leaves a text for the next page of the session. */
  leave: (event: H3Event, token: string, kind: string, text: string) => void;
  /** The text that was left for this page, the first time it is asked for. */
  take: (event: H3Event, token: string, kind: string) => string | undefined;
}
const fiveMinutes = 300_000;

/** Opens the way from one answer to the next page. */
export function createOnce({ cookie: { prefix, options } }: Pick<Sessions, "cookie">, now: () => number = Date.now): Once {
  const name = `${prefix}-once`;
  const sign = (payload: string, token: string) => createHmac("sha256", token).update(payload).digest();
  return {
    leave: (event, token, kind, text) => {
      const payload = Buffer.from(JSON.stringify([kind, text, now() + fiveMinutes])).toString("base64url");
      // without an age: browsers keep it in memory, not on the disk
      setCookie(event, name, `${payload}.${sign(payload, token).toString("base64url")}`, options);
    },
    take: (event, token, kind) => {
      const [payload = "", signature = ""] = (getCookie(event, name) ?? "").split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(payload, token);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const [left, text, until] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [string, string, number];
      if (left !== kind) return undefined;
      deleteCookie(event, name, options);
      return until > now() ? text : undefined;
    },
  };
}
