// Browsers that an owner has signed in with. Whoever guesses passwords blocks sign-in to the account for a while, but not for a
// browser that is known: it has attempts of its own.
import { getCookie, type H3Event, setCookie } from "h3";
import type { Profile } from "./profiles.ts";
import { digestOf, newSecret } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";

export interface Browsers {
  /** The digest of a known browser of a profile; undefined for any other. */
  knownIn: (event: H3Event, profile: Profile | undefined) => string | undefined;
  /** Makes a browser known: its digest for the profile, and its cookie. */
  remember: (event: H3Event) => { change: (profile: Profile) => Profile; sendCookie: () => void };
}
const maxBrowsers = 20;
const yearSeconds = 365 * 86_400;

/** Knows browsers by a cookie beside that of the session, which stays when the session ends. */
export function createBrowsers({ prefix, options }: Sessions["cookie"]): Browsers {
  const name = `${prefix}-browser`;
  const digestIn = (event: H3Event) => {
    const secret = getCookie(event, name) ?? "";
    return /^[\w-]{43}$/.test(secret) ? digestOf(secret) : undefined;
  };
  const knownIn: Browsers["knownIn"] = (event, profile) => {
    const digest = digestIn(event);
    return digest !== undefined && profile?.browsers?.includes(digest) ? digest : undefined;
  };
  return {
    knownIn,
    remember: (event) => {
      const secret = newSecret();
      const before = digestIn(event);
      return {
        change: (profile) => {
          const others = (profile.browsers ?? []).filter((each) => each !== before);
          return { ...profile, browsers: [...others.slice(1 - maxBrowsers), digestOf(secret)] };
        },
        sendCookie: () => setCookie(event, name, secret, { ...options, maxAge: yearSeconds }),
      };
    },
  };
}
