// Sessions: a random secret in a cookie, and its digest in the profile. The cookie itself proves nothing: a session that is
// removed from the profile has ended on every server, and whatever replaces the list of sessions ends them all.
import { deleteCookie, getCookie, type H3Event, setCookie } from "h3";
import type { Profile, Profiles, Session } from "./profiles.ts";
import { digestOf, newSecret } from "./secrets.ts";

export interface ActiveSession {
  account: string;
  profile: Profile;
  /** The text of the cookie. */
  token: string;
  digest: string;
}
export interface Sessions {
  /** The session of a request, where it is valid. */
  find: (event: H3Event) => Promise<ActiveSession | undefined>;
  /** A new session for a profile, with the token for the browser. */
  create: (account: string) => { session: Session; token: string };
  /** A list of sessions with a new one, without expired ones; of more than 20 the oldest end. */
  add: (sessions: Session[], session: Session) => Session[];
  /** Sends a session to the browser, which forgets the one it had. */
  sendCookie: (event: H3Event, token: string) => void;
  /** Ends the session of a request, here and in the browser. */
  end: (event: H3Event) => Promise<void>;
  /** Name prefix and attributes of every cookie of the dashboard. */
  cookie: { prefix: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } };
}
interface Options {
  profiles: Profiles;
  /** Whether the site is reached over https: then cookies are sent over https only. */
  secure: boolean;
  now?: () => number;
}

const [hour, day] = [3_600_000, 86_400_000];
/** A session ends after a week without use, and after thirty days in any case. */
const [maxIdle, maxAge] = [7 * day, 30 * day];
const maxSessions = 20;
const tokenPattern = /^([a-z0-9]{12})\.([\w-]{43})$/;

/** Opens the sessions of a dashboard. */
export function createSessions({ profiles, secure, now = Date.now }: Options): Sessions {
  const prefix = secure ? "__Host-formulary" : "formulary";
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const find = createFinder({ profiles, prefix, now });
  return {
    find,
    cookie: { prefix, options },
    create: (account) => {
      const secret = newSecret();
      const time = new Date(now()).toISOString();
      return { token: `${account}.${secret}`, session: { digest: digestOf(secret), created: time, seen: time } };
    },
    add: (sessions, session) => [...sessions.filter((each) => isValid(each, now())).slice(1 - maxSessions), session],
    sendCookie: (event, token) => setCookie(event, prefix, token, { ...options, maxAge: maxAge / 1000 }),
    end: async (event) => {
      const active = await find(event);
      deleteCookie(event, prefix, options);
      if (!active) return;
      const others = ({ sessions }: Profile) => sessions.filter(({ digest }) => digest !== active.digest);
      await profiles.change(active.account, (profile) => profile && { ...profile, sessions: others(profile) });
    },
  };
}

const isValid = ({ created, seen }: Session, time: number) => Date.parse(created) + maxAge > time && Date.parse(seen) + maxIdle > time;

interface FinderOptions {
  profiles: Profiles;
  prefix: string;
  now: () => number;
}
function createFinder({ profiles, prefix, now }: FinderOptions): Sessions["find"] {
  function touch(account: string, session: Session): void {
    if (Date.parse(session.seen) + hour > now()) return;
    const seen = new Date(now()).toISOString();
    const update = (each: Session) => (each.digest === session.digest ? { ...each, seen } : each);
    // The request does not wait for this. A session that has ended meanwhile is not in the list and stays ended.
    profiles.change(account, (profile) => profile && { ...profile, sessions: profile.sessions.map(update) }).catch(() => {});
  }
  return async (event) => {
    const token = getCookie(event, prefix) ?? "";
    const [, account, secret] = tokenPattern.exec(token) ?? [];
    if (!account || !secret) return undefined;
    const profile = await profiles.find(account);
    const digest = digestOf(secret);
    const session = profile?.sessions.find((each) => each.digest === digest);
    if (!profile || !session || !isValid(session, now())) return undefined;
    touch(account, session);
    return { account, profile, token, digest };
  };
}
