// Changes of an account's keys. Each function returns a new account and leaves the one it was called with unchanged.
import { hashOf, newApiKey, newKeyId } from "./api-key.ts";
import { errors } from "./errors.ts";
import type { Plan } from "./plans.ts";

export interface ApiKey {
  id: string;
  name: string;
  /** SHA-256 of the key's text; the text itself is not stored. */
  hash: string;
  /** The last four characters, by which people recognize a key. */
  hint: string;
  created: string;
  revoked?: string;
  /** When a key that was replaced by another expires. */
  expires?: string;
  /** The id of the key that this one replaced. */
  replaces?: string;
}
export interface Account {
  id: string;
  /** Empty once the account is deleted. */
  email: string;
  plan: string;
  /** A deleted account is kept for its keys: they are refused for ever. */
  state: "active" | "suspended" | "deleted";
  created: string;
  keys: ApiKey[];
}
export interface NewKey {
  account: Account;
  /** The new key's text, which is not stored. */
  text: string;
  key: ApiKey;
}
interface KeyOptions {
  name: string;
  plan: Plan;
  /** The current time, ISO 8601. */
  now: string;
}

/** Keys that an account may create in total, revoked ones included. */
const maxKeysEver = 1000;

/** Whether a key works at a time. */
export const isGood = ({ revoked, expires }: ApiKey, now: string): boolean => !revoked && !(expires && expires <= now);
/** The keys that count for the maximum of a plan. A key that was rolled works beside its replacement for a while, and only the replacement counts. */
export const countedKeys = ({ keys }: Account): ApiKey[] => keys.filter(({ revoked, expires }) => !revoked && !expires);

/** An account with one more key; throws 409 where its plan allows no more. */
export function addKey(account: Account, { name, plan, now }: KeyOptions): NewKey {
  if (countedKeys(account).length >= plan.keys) throw errors.tooManyKeys(account.plan, plan.keys);
  return append(account, { name: nameOf(name), created: now });
}

/** An account with a key that replaces another. The old key works until `expires`; the key that it had replaced is revoked now. */
export function rollKey(account: Account, key: string, { expires, now }: { expires: string; now: string }): NewKey {
  const old = keyOf(account, key);
  if (!isGood(old, now) || old.expires) throw errors.notRollable(old.hint);
  const end = expires <= now ? { revoked: now } : { expires };
  const keys = account.keys.map((each) => {
    if (each.id === key) return { ...each, ...end };
    return each.id === old.replaces && isGood(each, now) ? { ...each, revoked: now } : each;
  });
  return append({ ...account, keys }, { name: old.name, created: now, replaces: key });
}

/** An account whose key has another name. */
export function renameKey(account: Account, key: string, name: string): Account {
  keyOf(account, key);
  return { ...account, keys: account.keys.map((each) => (each.id === key ? { ...each, name: nameOf(name) } : each)) };
}

/** An account whose key is revoked for ever; the time of the first revocation stays. */
export function revokeKey(account: Account, key: string, now: string): Account {
  keyOf(account, key);
  return { ...account, keys: account.keys.map((each) => (each.id === key && !each.revoked ? { ...each, revoked: now } : each)) };
}

/** What is kept of a deleted account: its id, and its keys, revoked and without names. */
export function eraseAccount(account: Account, now: string): Account {
  const keys = account.keys.map((each) => ({ ...each, name: "", revoked: each.revoked ?? now }));
  return { ...account, email: "", state: "deleted", keys };
}

// Names are printed in terminals, too: no control characters, and none that change the direction of the text.
const nameOf = (text: string) => [...text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ").trim()].slice(0, 60).join("") || "API key";

function keyOf({ keys }: Account, id: string): ApiKey {
  const key = keys.find((each) => each.id === id);
  if (!key) throw errors.noKey(id.slice(0, 20));
  return key;
}

function append(account: Account, fields: Pick<ApiKey, "name" | "created" | "replaces">): NewKey {
  if (account.state !== "active") throw errors.suspended();
  if (account.keys.length >= maxKeysEver) throw errors.tooManyKeysEver(maxKeysEver);
  let id = newKeyId();
  while (account.keys.some((each) => each.id === id)) id = newKeyId();
  const text = newApiKey({ account: account.id, key: id });
  const key: ApiKey = { id, hash: hashOf(text), hint: text.slice(-4), ...fields };
  return { account: { ...account, keys: [...account.keys, key] }, text, key };
}
