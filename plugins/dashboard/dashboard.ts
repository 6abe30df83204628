// What every page of the dashboard has at hand, and who may come to it.

import { CalcError, type Kernel } from "formulary";
import { respond } from "formulary/http";
import type { H3Event } from "h3";
import type { Account, Accounts } from "../accounts/index.ts";
import type { Pages } from "../pages/index.ts";
import type { Audit } from "./audit.ts";
import type { Invites } from "./invites.ts";
import type { Once } from "./once.ts";
import type { Operators } from "./operators.ts";
import type { Passwords } from "./passwords.ts";
import type { People, Person } from "./people.ts";
import type { Sessions } from "./sessions.ts";
import type { Throttle } from "./throttle.ts";

export type Signup = "open" | "invite" | "closed";
export interface Dashboard {
  kernel: Kernel;
  pages: Pages;
  accounts: Accounts;
  people: People;
  passwords: Passwords;
  sessions: Sessions;
  operators: Operators;
  invites: Invites;
  audit: Audit;
  once: Once;
  /** Wrong passwords and codes by account and by address, and new accounts by address. */
  throttles: { account: Throttle; address: Throttle; signUp: Throttle };
  publicUrl: string;
  signup: Signup;
  /** Who asks, as far as the network tells. */
  addressOf: (event: H3Event) => string;
  /** Address of the script that copies. */
  script: string;
  now: () => number;
}

/** One request: a page asked for, or a form sent. */
export interface Visit {
  event: H3Event;
  /** What stands in a field of the form, exactly; empty where there is none. */
  field: (name: string) => string;
  /** What the address says after `?`, and in the place of `:name`. */
  query: (name: string) => string;
  part: (name: string) => string;
  member?: Member;
}
/** Who is signed in. */
export interface Member {
  account: Account;
  person: Person;
  /** The session: its cookie and what is stored of it. */
  token: string;
  digest: string;
  operator: boolean;
}
export type MemberVisit = Visit & { member: Member };
export type Work<V> = (visit: V, dashboard: Dashboard) => Response | Promise<Response>;

/** Who sends a request; nobody where the session has ended or the account is suspended or gone. */
export async function memberOf({ sessions, accounts, operators }: Dashboard, event: H3Event): Promise<Member | undefined> {
  const signed = await sessions.find(event);
  if (!signed) return undefined;
  const [account, operator] = await Promise.all([accounts.find(signed.account), operators.has(signed.account)]);
  if (account?.state !== "active") return undefined;
  const { person, token, digest } = signed;
  return { account, person, token, digest, operator };
}

/** Sends the browser on to a page with a GET, also after a form. */
export const go = ({ event }: Visit, path: string): Response =>
  respond(event, null, { status: 303, headers: { location: path, "cache-control": "no-store" } });

/** The answer to something that is not there, or not for this person. */
export const notThere = (what: string): CalcError => new CalcError("not_found", { message: `There is no such ${what}.` });

/** The answer to a member who opens a page of operators. */
export const notOperator = (): CalcError =>
  new CalcError(
    "dashboard/not_operator",
    { message: "This page is for whoever runs this server." },
    { status: 403, title: "Not for this account" },
  );
