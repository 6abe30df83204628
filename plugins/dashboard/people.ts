// What the dashboard knows of the person behind an account, in a record beside it: checking an API key never reads this.
import type { Area } from "formulary";
import { changeRecord, readRecord } from "./records.ts";

export interface Session {
  /** SHA-256 of the secret in the browser's cookie. */
  digest: string;
  created: string;
  /** When it was last used, to the hour. */
  seen: string;
}
export interface Person {
  /** As scrypt left it; none until it is set by a reset link. */
  password?: string;
  /** Digests of the recovery codes that are still good. */
  recovery: string[];
  /** Where the person is signed in: with the record they all end at once. */
  sessions: Session[];
  /** A reset link that was handed out. */
  reset?: { digest: string; until: string };
}
export interface People {
  find: (account: string) => Promise<Person | undefined>;
  /** Replaces what is known of a person; undefined removes it. */
  change: (account: string, change: (before: Person | undefined) => Person | undefined) => Promise<Person | undefined>;
}

/** Nothing known yet. */
export const nobody: Person = { recovery: [], sessions: [] };
// on a cluster in the slot of the account itself
const placeOf = (account: string) => `people:{${account[0]}}:${account}`;
const form = /^[a-z0-9]{12}$/;

/** Opens the people of a storage. */
export const createPeople = (area: Area): People => ({
  find: async (account) => (form.test(account) ? readRecord<Person>(area, placeOf(account)) : undefined),
  change: (account, change) => changeRecord<Person>(area, placeOf(account), change),
});
