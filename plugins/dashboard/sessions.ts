// Who is signed in: a random secret in a cookie, its digest in the person's record. Nothing is sealed into the cookie, so a
// session that was ended is ended everywhere, and whatever replaces the list of sessions ends them all.
import { deleteCookie, getCookie, type H3Event, setCookie } from "h3";
import type { People, Person, Session } from "./people.ts";
import { digestOf, newSecret } from "./secrets.ts";

export interface Signed {
  account: string;
  person: Person;
  /** The cookie's text. */
  token: string;
  digest: string;
}
export interface Sessions {
  /** Who sends a request, where the session is still good. */
  find: (event: H3Event) => Promise<Signed | undefined>;
  /** A new session, for a person's record and for the browser. */
  make: (account: string) => { session: Session; token: string };
  /** A person's sessions with a new one: the oldest beyond 20 end, and those past their time go. */
  add: (sessions: Session[], session: Session) => Session[];
  /** Hands a session to the browser; whatever it held before is replaced. */
  give: (event: H3Event, token: string) => void;
  /** Ends the session of a request, here and in the browser. */
  end: (event: H3Event) => Promise<void>;
  /** The attributes of every cookie of the dashboard. */
  cookie: { prefix: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } };
}
interface Parts {
  people: People;
  /** The site is reached over https: cookies that only https may set or send. */
  secure: boolean;
  now?: () => number;
}

const [hour, day] = [3_600_000, 86_400_000];
/** A session ends after a week without use, and after thirty days in any case. */
const [idle, absolute] = [7 * day, 30 * day];
const mostSessions = 20;
const form = /^([a-z0-9]{12})\.([\w-]{43})$/;

/** Opens the sessions of people. */
export function createSessions({ people, secure, now = Date.now }: Parts): Sessions {
  const prefix = secure ? "__Host-formulary" : "formulary";
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const isGood = ({ created, seen }: Session) => Date.parse(created) + absolute > now() && Date.parse(seen) + idle > now();

  function touch(account: string, session: Session): void {
    if (Date.parse(session.seen) + hour > now()) return;
    const seen = new Date(now()).toISOString();
    const mark = (each: Session) => (each.digest === session.digest ? { ...each, seen } : each);
    // nobody waits for this, and a session that ended meanwhile is not in the list any more
    people.change(account, (person) => person && { ...person, sessions: person.sessions.map(mark) }).catch(() => {});
  }

  async function find(event: H3Event): Promise<Signed | undefined> {
    const token = getCookie(event, prefix) ?? "";
    const [, account, secret] = form.exec(token) ?? [];
    if (!account || !secret) return undefined;
    const person = await people.find(account);
    const digest = digestOf(secret);
    const session = person?.sessions.find((each) => each.digest === digest);
    if (!person || !session || !isGood(session)) return undefined;
    touch(account, session);
    return { account, person, token, digest };
  }

  return {
    find,
    cookie: { prefix, options },
    make: (account) => {
      const secret = newSecret();
      const time = new Date(now()).toISOString();
      return { token: `${account}.${secret}`, session: { digest: digestOf(secret), created: time, seen: time } };
    },
    add: (sessions, session) => [...sessions.filter(isGood).slice(1 - mostSessions), session],
    give: (event, token) => setCookie(event, prefix, token, { ...options, maxAge: absolute / 1000 }),
    end: async (event) => {
      const signed = await find(event);
      deleteCookie(event, prefix, options);
      if (!signed) return;
      const rest = ({ sessions }: Person) => sessions.filter(({ digest }) => digest !== signed.digest);
      await people.change(signed.account, (person) => person && { ...person, sessions: rest(person) });
    },
  };
}
