// What becomes of an account's keys: every change makes a new account of the one before.
import { answers } from "./answers.ts";
import { hashOf, newApiKey, newKeyId } from "./api-key.ts";
import type { Plan } from "./plans.ts";

export interface ApiKey {
  id: string;
  name: string;
  /** SHA-256 of the key's text, which nobody keeps. */
  hash: string;
  /** The last four letters, for people. */
  hint: string;
  created: string;
  revoked?: string;
  /** When a key that has a successor ends. */
  expires?: string;
  /** The key that this one succeeds. */
  replaces?: string;
}
export interface Account {
  id: string;
  /** Empty once the account is deleted. */
  email: string;
  plan: string;
  /** A deleted account stays for its keys: they are refused for ever. */
  state: "active" | "suspended" | "deleted";
  created: string;
  keys: ApiKey[];
}
export interface Made {
  account: Account;
  /** The new key's text, which only this moment knows. */
  text: string;
  key: ApiKey;
}
interface Wish {
  name: string;
  plan: Plan;
  /** This moment, ISO 8601. */
  now: string;
}

/** Keys that an account may have had, revoked ones included. */
const mostKeysEver = 1000;

/** Whether a key is good at a moment. */
export const isGood = ({ revoked, expires }: ApiKey, now: string): boolean => !revoked && !(expires && expires <= now);
/** The keys that a plan's cap counts: a rolled one lives beside its successor for a while, and only the successor counts. */
export const countedKeys = ({ keys }: Account): ApiKey[] => keys.filter(({ revoked, expires }) => !revoked && !expires);

/** An account with a new key; throws where its plan allows no more. */
export function addKey(account: Account, { name, plan, now }: Wish): Made {
  if (countedKeys(account).length >= plan.keys) throw answers.tooManyKeys(account.plan, plan.keys);
  return append(account, { name: nameOf(name), created: now });
}

/** An account whose key has a successor; the old one works until `expires`, and the one that it had replaced ends now. */
export function rollKey(account: Account, key: string, { expires, now }: { expires: string; now: string }): Made {
  const old = keyOf(account, key);
  if (!isGood(old, now) || old.expires) throw answers.notRollable(old.hint);
  const end = expires <= now ? { revoked: now } : { expires };
  const keys = account.keys.map((each) => {
    if (each.id === key) return { ...each, ...end };
    return each.id === old.replaces && isGood(each, now) ? { ...each, revoked: now } : each;
  });
  return append({ ...account, keys }, { name: old.name, created: now, replaces: key });
}

/** An account with a key by another name. */
export function renameKey(account: Account, key: string, name: string): Account {
  keyOf(account, key);
  return { ...account, keys: account.keys.map((each) => (each.id === key ? { ...each, name: nameOf(name) } : each)) };
}

/** An account with a key that is revoked for ever; the first revocation's time stays. */
export function revokeKey(account: Account, key: string, now: string): Account {
  keyOf(account, key);
  return { ...account, keys: account.keys.map((each) => (each.id === key && !each.revoked ? { ...each, revoked: now } : each)) };
}

/** What stays of a deleted account: its id, and its keys as refused ones without a name. */
export function eraseAccount(account: Account, now: string): Account {
  const keys = account.keys.map((each) => ({ ...each, name: "", revoked: each.revoked ?? now }));
  return { ...account, email: "", state: "deleted", keys };
}

// a name is shown in terminals too: nothing in it may steer one, or turn the text beside it around
const nameOf = (given: string) => [...given.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ").trim()].slice(0, 60).join("") || "API key";

function keyOf({ keys }: Account, id: string): ApiKey {
  const key = keys.find((each) => each.id === id);
  if (!key) throw answers.noKey(id.slice(0, 20));
  return key;
}

function append(account: Account, facts: Pick<ApiKey, "name" | "created" | "replaces">): Made {
  if (account.state !== "active") throw answers.suspended();
  if (account.keys.length >= mostKeysEver) throw answers.tooManyKeysEver(mostKeysEver);
  let id = newKeyId();
  while (account.keys.some((each) => each.id === id)) id = newKeyId();
  const text = newApiKey({ account: account.id, key: id });
  const key: ApiKey = { id, hash: hashOf(text), hint: text.slice(-4), ...facts };
  return { account: { ...account, keys: [...account.keys, key] }, text, key };
}
