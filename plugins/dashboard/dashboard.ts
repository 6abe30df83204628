// What every page of the dashboard can use, and what it knows of a request.
import { CalcError, type Kernel } from "formulary";
import { respond } from "formulary/http";
import type { H3Event } from "h3";
import type { Account, Accounts } from "../accounts/index.ts";
import type { Pages } from "../pages/index.ts";
import type { HostCheck } from "../visitors/index.ts";
import type { Audit } from "./audit.ts";
import type { Browsers } from "./browsers.ts";
import type { Flash } from "./flash.ts";
import type { Invites } from "./invites.ts";
import type { Operators } from "./operators.ts";
import type { Passwords } from "./passwords.ts";
import type { Profile, Profiles } from "./profiles.ts";
import type { Sessions } from "./sessions.ts";
import type { Throttle } from "./throttle.ts";

export type Signup = "open" | "invite" | "closed";
export interface Dashboard {
  kernel: Kernel;
  pages: Pages;
  accounts: Accounts;
  profiles: Profiles;
  passwords: Passwords;
  sessions: Sessions;
  browsers: Browsers;
  operators: Operators;
  invites: Invites;
  audit: Audit;
  flash: Flash;
  /** Limits for wrong passwords and codes, by account and by network address, and for new accounts, by network address. */
  throttles: { account: Throttle; address: Throttle; signUp: Throttle };
  publicUrl: string;
  /** Refuses forms under a name that is not this server's. */
  checkHost: HostCheck;
  signup: Signup;
  /** The network address that a request comes from. */
  addressOf: (event: H3Event) => string;
  now: () => number;
}

/** One request for a page, or with a form. */
export interface Visit {
  event: H3Event;
  /** The exact text of a form field; empty where there is none. */
  field: (name: string) => string;
  /** A query parameter; empty where there is none. */
  query: (name: string) => string;
  /** The part of the path in the place of `:name`. */
  param: (name: string) => string;
  member?: Member;
}
/** Who is signed in. */
export interface Member {
  account: Account;
  profile: Profile;
  /** The text of the session's cookie. */
  token: string;
  /** The digest of the session's secret. */
  digest: string;
  operator: boolean;
}
export type MemberVisit = Visit & { member: Member };
export type Handler<V> = (visit: V, dashboard: Dashboard) => Response | Promise<Response>;

/** The member who sends a request; undefined where the session has ended, or the account is suspended or deleted. */
export async function memberOf({ sessions, accounts, operators }: Dashboard, event: H3Event): Promise<Member | undefined> {
  const session = await sessions.find(event);
  if (!session) return undefined;
  const [account, operator] = await Promise.all([accounts.find(session.account), operators.has(session.account)]);
  if (account?.state !== "active") return undefined;
  const { profile, token, digest } = session;
  return { account, profile, token, digest, operator };
}

/** Redirects the browser to a page, which it loads with GET also after a form. */
export const redirect = ({ event }: Visit, path: string): Response =>
  respond(event, null, { status: 303, headers: { location: path, "cache-control": "no-store" } });

/** The error for something that does not exist, or belongs to somebody else. */
export const notFound = (what: string): CalcError => new CalcError("not_found", { message: `There is no such ${what}.` });

/** The error for a member who opens a page for operators. */
export const notOperator = (): CalcError =>
  new CalcError(
    "dashboard/not_operator",
    { message: "Only administrators of this server may open this page." },
    { status: 403, title: "Administrators only" },
  );
