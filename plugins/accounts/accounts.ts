// Accounts and their API keys. An account is one record with its keys in it, so that every change, also one that must respect
// the maximum number of keys, is one atomic replacement. A revoked key stays in the record for ever: it is refused with 403,
// where an unknown key is refused with 401.
import type { Area, Caller, Kernel } from "formulary";
import { createAccountRecords } from "./account-records.ts";
import { errors } from "./errors.ts";
import { type Account, type ApiKey, addKey, eraseAccount, type NewKey, renameKey, revokeKey, rollKey } from "./keys.ts";
import { createLastUsed } from "./last-used.ts";
import { createPartitions } from "./partitions.ts";
import { type Plans, planOf } from "./plans.ts";
import { createRegistration } from "./registration.ts";
import { createVerifier } from "./verification.ts";

export interface Accounts {
  plans: Plans;
  /** The account of an e-mail address, created where there is none; an existing one keeps its plan. */
  ensure: (email: string, plan?: string) => Promise<Account>;
  /** A new account on the first plan; throws 409 when the e-mail address has one. */
  open: (email: string) => Promise<Account>;
  /** Deletes an account: its keys are refused for ever, and its e-mail address is free again. */
  erase: (id: string) => Promise<void>;
  find: (id: string) => Promise<Account | undefined>;
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Replaces an account by what `change` returns for it; safe when several servers change it at once. */
  change: (id: string, change: (account: Account) => Account) => Promise<Account>;
  /** A new key with its text, which is not stored and cannot be read again. */
  createKey: (id: string, name: string) => Promise<TextAndKey>;
  /** A new key that replaces another; the old key works until `expires`, ISO 8601. */
  rollKey: (id: string, key: string, expires: string) => Promise<TextAndKey>;
  renameKey: (id: string, key: string, name: string) => Promise<void>;
  revokeKey: (id: string, key: string) => Promise<ApiKey>;
  /** The caller that a key's text belongs to; throws 401, 403 or 503. */
  verify: (text: string) => Promise<Caller>;
  /** When each key of an account was last used, to the hour. */
  lastUsed: (id: string) => Promise<Record<string, string>>;
  /** Every account that is not deleted: for operators and scripts. */
  list: () => Promise<Account[]>;
  /** The ids of accounts whose records are damaged, as far as they were asked for. */
  damaged: () => string[];
  /** Whether this storage has never held an account. */
  isEmpty: () => Promise<boolean>;
}
interface TextAndKey {
  text: string;
  key: ApiKey;
}
interface Options {
  area: Area;
  plans: Plans;
  log: Kernel["log"];
  now?: () => number;
}

/** Opens the accounts of a storage. */
export function createAccounts({ area, plans, log, now = Date.now }: Options): Accounts {
  const timestamp = () => new Date(now()).toISOString();
  const records = createAccountRecords(area, log);
  const partitions = createPartitions(area, log);
  const registration = createRegistration({ area, records, partitions, plans, timestamp });
  const lastUsed = createLastUsed(area, now);
  const verifier = createVerifier({ records, partitions, plans, lastUsed, timestamp });
  const change: Accounts["change"] = async (id, work) => {
    const account = await records.change(id, work);
    verifier.forget(id);
    return account;
  };
  return {
    plans,
    ensure: async (email, plan) => (await registration.register(email, plan)).account,
    open: async (email) => {
      const { account, isNew } = await registration.register(email);
      if (!isNew) throw errors.emailTaken();
      return account;
    },
    erase: async (id) => {
      const before = await records.find(id);
      if (!before) throw errors.noAccount(id);
      await change(id, (account) => eraseAccount(account, timestamp()));
      await registration.release(before);
    },
    find: records.find,
    findByEmail: registration.findByEmail,
    change,
    ...keyOperations({ change, plans, timestamp }),
    verify: verifier.verify,
    lastUsed: lastUsed.read,
    list: async () => sortByAge((await records.list()).filter(({ state }) => state !== "deleted")),
    damaged: records.damaged,
    isEmpty: partitions.isEmpty,
  };
}

interface KeyOptions extends Pick<Accounts, "change" | "plans"> {
  timestamp: () => string;
}
function keyOperations({ change, plans, timestamp }: KeyOptions) {
  // `work` runs once for every attempt; only the key of the last attempt is stored.
  async function create(id: string, work: (account: Account) => NewKey): Promise<TextAndKey> {
    let last: NewKey | undefined;
    await change(id, (account) => {
      last = work(account);
      return last.account;
    });
    const { text, key } = last!;
    return { text, key };
  }
  return {
    createKey: (id: string, name: string) =>
      create(id, (account) => addKey(account, { name, plan: planOf(plans, account.plan), now: timestamp() })),
    rollKey: (id: string, key: string, expires: string) => create(id, (account) => rollKey(account, key, { expires, now: timestamp() })),
    renameKey: async (id: string, key: string, name: string) => void (await change(id, (account) => renameKey(account, key, name))),
    revokeKey: async (id: string, key: string) =>
      (await change(id, (account) => revokeKey(account, key, timestamp()))).keys.find((each) => each.id === key)!,
  };
}

const sortByAge = (accounts: Account[]) => accounts.sort((a, b) => (a.created < b.created ? -1 : 1));
