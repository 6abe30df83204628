// Forms come only from pages of this site, and redirects lead only to pages of this site.
import { CalcError } from "formulary";
import type { H3Event } from "h3";
import type { Dashboard } from "./dashboard.ts";

/** Throws 403 unless a request comes from a page of this site, which only browsers tell: other programs cannot send forms. */
export function requireSameOrigin(event: H3Event, { publicUrl, checkHost }: Pick<Dashboard, "publicUrl" | "checkHost">): void {
  checkHost(event);
  const { headers } = event.req;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  // The origin is checked also where Sec-Fetch-Site is there: the two must not contradict each other.
  if ((site === null || site === "same-origin") && (origin === null ? site !== null : isOwnOrigin(origin, event, publicUrl))) return;
  throw new CalcError(
    "dashboard/foreign_page",
    { message: "This form was not sent by a page of this site. Open the dashboard and try again." },
    { status: 403, title: "The form came from another site" },
  );
}

// A server may be reached by another name than PUBLIC_URL (127.0.0.1, a proxy): then Origin and Host must be the same.
function isOwnOrigin(origin: string, event: H3Event, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === (event.req.headers.get("host") ?? event.url.host);
}

/** A path of this dashboard to redirect to; anything else becomes the dashboard's first page. */
export function localPath(path: string | null | undefined): string {
  const home = "/dashboard";
  const base = "http://dashboard.invalid";
  if (!path || path.length > 500 || !URL.canParse(path, base)) return home;
  const { origin, pathname, search } = new URL(path, base);
  return origin === base && /^\/dashboard(\/[\w-]+)*$/.test(pathname) ? pathname + search : home;
}
