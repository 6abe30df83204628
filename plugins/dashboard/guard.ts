// Whose page sent a form, and where a visitor may be sent on: only this site, both times.

import { CalcError } from "formulary";
import type { H3Event } from "h3";

/** Throws 403 unless a request comes from a page of this site: browsers say so, and nothing else has a reason to send forms. */
export function demandOwnPage(event: H3Event, publicUrl: string): void {
  const { headers } = event.req;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  // the origin is compared as well: a browser that sends both must not contradict itself
  if ((site === null || site === "same-origin") && (origin === null ? site !== null : isOwn(origin, event, publicUrl))) return;
  throw new CalcError(
    "dashboard/foreign_page",
    { message: "This form was not sent by a page of this site: open the dashboard and try again." },
    { status: 403, title: "The form came from elsewhere" },
  );
}

// reached by another name than the configured one (127.0.0.1, a proxy): the page and the form agree on the host
function isOwn(origin: string, event: H3Event, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === (event.req.headers.get("host") ?? event.url.host);
}

/** A path of this dashboard to go on to; anything else is the dashboard itself. */
export function ownPath(wanted: string | null | undefined): string {
  const home = "/dashboard";
  const base = "http://dashboard.invalid";
  if (!wanted || wanted.length > 500 || !URL.canParse(wanted, base)) return home;
  const { origin, pathname, search } = new URL(wanted, base);
  return origin === base && /^\/dashboard(\/[\w-]+)*$/.test(pathname) ? pathname + search : home;
}
