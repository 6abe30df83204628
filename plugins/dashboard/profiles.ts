// What the dashboard stores about the person behind an account, in a record beside the account: checking an API key never
// reads this one.
import type { Area } from "formulary";
import { changeRecord, readRecord } from "../accounts/index.ts";

export interface Session {
  /** SHA-256 of the secret in the browser's cookie. */
  digest: string;
  created: string;
  /** When it was last used, to the hour. */
  seen: string;
}
export interface Profile {
  /** The scrypt hash; missing until a first password is set with a reset link. */
  password?: string;
  /** Digests of the recovery codes that are not used yet. */
  recovery: string[];
  /** Where the person is signed in: removing a session here ends it at once. */
  sessions: Session[];
  /** Digests of the browsers that this person has signed in with: guesses from elsewhere do not lock them out. */
  browsers?: string[];
  /** The reset link that an operator created last. */
  reset?: { digest: string; until: string };
}
export interface Profiles {
  find: (account: string) => Promise<Profile | undefined>;
  /** Replaces a profile by what `change` returns for it; undefined removes it. */
  change: (account: string, change: (before: Profile | undefined) => Profile | undefined) => Promise<Profile | undefined>;
}

/** The profile of an account that has none yet. */
export const emptyProfile: Profile = { recovery: [], sessions: [] };
// the braces put it into the slot of its account in a Redis Cluster
const keyOf = (account: string) => `people:{${account[0]}}:${account}`;
const idPattern = /^[a-z0-9]{12}$/;

/** Opens the profiles of a storage. */
export const createProfiles = (area: Area): Profiles => ({
  find: async (account) => (idPattern.test(account) ? readRecord<Profile>(area, keyOf(account)) : undefined),
  change: (account, change) => changeRecord<Profile>(area, { key: keyOf(account) }, change),
});
