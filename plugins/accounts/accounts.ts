// Accounts and their API keys. An account is one record with its keys in it, so that every change, the cap on keys among them,
// is one atomic replacement; a revoked key stays in it for ever (403 is not 401).
import { createHash } from "node:crypto";
import { type Area, CalcError, type Caller } from "formulary";
import { LRUCache } from "lru-cache";
import { answers } from "./answers.ts";
import { accountIn, hashOf, newAccountId, readApiKey, sameHash } from "./api-key.ts";
import { type Account, type ApiKey, addKey, eraseAccount, type Made, renameKey, revokeKey, rollKey } from "./keys.ts";
import { createMarks } from "./marks.ts";
import type { Plans } from "./plans.ts";
import { createShelves, shelfOf } from "./shelves.ts";

type Log = (level: "info" | "warn" | "error", message: string) => void;

export interface Accounts {
  plans: Plans;
  /** The account of an e-mail address, made when there is none; an existing one keeps its plan. */
  ensure: (email: string, plan?: string) => Promise<Account>;
  /** A new account on the first plan; throws 409 when the e-mail address has one. */
  open: (email: string) => Promise<Account>;
  /** Deletes an account: its keys are refused for ever, and its e-mail address is free again. */
  erase: (id: string) => Promise<void>;
  find: (id: string) => Promise<Account | undefined>;
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Replaces an account by what `change` makes of it, however many change it at once. */
  change: (id: string, change: (account: Account) => Account) => Promise<Account>;
  /** A new key: its text, shown this once. */
  createKey: (id: string, name: string) => Promise<{ text: string; key: ApiKey }>;
  /** A successor of a key: its text, shown this once. The old key works until `expires`, ISO 8601. */
  rollKey: (id: string, key: string, expires: string) => Promise<{ text: string; key: ApiKey }>;
  renameKey: (id: string, key: string, name: string) => Promise<void>;
  revokeKey: (id: string, key: string) => Promise<ApiKey>;
  /** Who a key's text belongs to; throws 401, 403 or 503. */
  verify: (text: string) => Promise<Caller>;
  /** When each key of an account was last used, to the hour. */
  lastUsed: (id: string) => Promise<Record<string, string>>;
  /** Every account: for people and scripts. */
  list: () => Promise<Account[]>;
  /** Whether any account was ever made in this storage. */
  isEmpty: () => Promise<boolean>;
}
interface Parts {
  area: Area;
  plans: Plans;
  log: Log;
  now?: () => number;
}

/** One look at an account's record, and whom it says the keys seen since belong to, by their texts. */
interface Look {
  since: number;
  account: Promise<Account | undefined>;
  good: Map<string, Caller>;
}

/** A record may be this old when a key is checked against it. */
const freshMilliseconds = 900;
const mostFresh = 10_000;
const recordOf = (id: string) => `accounts:${shelfOf(id)}:${id}`;
const indexOf = (email: string) => `emails:${createHash("sha256").update(email).digest("hex")}`;

/** Opens the accounts of a storage. */
export function createAccounts({ area, plans, log, now = Date.now }: Parts): Accounts {
  const fresh = new LRUCache<string, Look>({ max: mostFresh });
  const shelves = createShelves(area, log);
  const today = () => new Date(now()).toISOString();
  const marks = createMarks(area, now);

  async function find(id: string): Promise<Account | undefined> {
    const text = await area.get(recordOf(id));
    if (text === null) return undefined;
    const account = read(text);
    if (account?.id !== id || !Array.isArray(account.keys)) {
      log("error", `The record of account ${id} cannot be read: restore it from a backup.`);
      throw new CalcError("storage_unavailable", {
        message: "The account cannot be read at the moment.",
        headers: { "retry-after": "60" },
      });
    }
    return account;
  }

  // Every key that is checked within a second shares one look at the record.
  function recent(id: string): Look {
    const known = fresh.get(id);
    const time = performance.now();
    if (known && time - known.since < freshMilliseconds) return known;
    const entry: Look = { since: time, account: find(id), good: new Map() };
    entry.account.catch(() => fresh.get(id) === entry && fresh.delete(id));
    fresh.set(id, entry);
    return entry;
  }

  async function change(id: string, make: (account: Account) => Account): Promise<Account> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const before = await area.get(recordOf(id));
      const account = before === null ? undefined : await find(id);
      if (!account || before === null) throw answers.noAccount(id);
      const after = make(account);
      if (await area.replace(recordOf(id), before, JSON.stringify(after))) {
        fresh.delete(id);
        return after;
      }
    }
    throw new CalcError("storage_unavailable", {
      message: "The account changes too often at once: try again.",
      headers: { "retry-after": "1" },
    });
  }

  // Whoever claimed the address first, its account is made under that id: also after a crash between the two.
  async function claim(given: string, plan = plans.keys().next().value!): Promise<{ account: Account; isNew: boolean }> {
    const email = readEmail(given);
    if (!plans.has(plan)) throw answers.noPlan(plan, [...plans.keys()]);
    await shelves.prepare();
    await area.replace(indexOf(email), null, JSON.stringify({ account: newAccountId() }));
    const claimed = await area.get(indexOf(email));
    if (claimed === null) return claim(given, plan);
    const { account: id } = JSON.parse(claimed) as { account: string };
    const account: Account = { id, email, plan, state: "active", created: today(), keys: [] };
    const isNew = await area.replace(recordOf(id), null, JSON.stringify(account));
    const found = (await find(id))!;
    if (found.state !== "deleted") return { account: found, isNew };
    await area.replace(indexOf(email), claimed, null);
    return claim(given, plan);
  }

  async function open(email: string): Promise<Account> {
    const { account, isNew } = await claim(email);
    if (!isNew) throw answers.emailTaken();
    return account;
  }

  async function erase(id: string): Promise<void> {
    const before = await find(id);
    if (!before) throw answers.noAccount(id);
    await change(id, (account) => eraseAccount(account, today()));
    const claimed = before.email === "" ? null : await area.get(indexOf(before.email));
    if (claimed?.includes(`"${id}"`)) await area.replace(indexOf(before.email), claimed, null);
  }

  // What `make` says of the account as it then is; of several attempts only the last one's key is in the record.
  async function make(id: string, work: (account: Account) => Made): Promise<{ text: string; key: ApiKey }> {
    let made: Made | undefined;
    await change(id, (account) => {
      made = work(account);
      return made.account;
    });
    const { text, key } = made!;
    return { text, key };
  }

  const planOf = ({ plan }: Account) => plans.get(plan) ?? plans.values().next().value!;

  async function verify(text: string): Promise<Caller> {
    const known = fresh.get(accountIn(text));
    const caller = known?.good.get(text);
    if (caller && performance.now() - known!.since < freshMilliseconds) return caller;
    const claimed = readApiKey(text);
    if (!claimed) throw answers.malformedKey();
    const asked = performance.now();
    let entry = recent(claimed.account);
    let account = await entry.account;
    const keyIn = (each: Account | undefined) => each?.keys.find(({ id }) => id === claimed.key);
    if (!keyIn(account) && entry.since < asked) {
      // made since the last look, perhaps by another server
      fresh.delete(claimed.account);
      entry = recent(claimed.account);
      account = await entry.account;
    }
    if (!account) {
      await shelves.demand(claimed.account);
      throw answers.unknownKey();
    }
    shelves.seen();
    const key = keyIn(account);
    if (!key || !sameHash(hashOf(text), key.hash)) throw answers.unknownKey();
    if (key.revoked) throw answers.revokedKey(key.revoked);
    if (key.expires && key.expires <= today()) throw answers.expiredKey(key.expires);
    if (account.state !== "active") throw answers.suspended();
    marks.touch(account.id, key.id);
    const plan = planOf(account);
    const found = { id: account.id, key: key.id, plan: plan.name, limit: plan.calculations };
    // one that ends at a certain moment is looked at each time
    if (!key.expires) entry.good.set(text, found);
    return found;
  }

  return {
    plans,
    ensure: async (email, plan) => (await claim(email, plan)).account,
    open,
    erase,
    find,
    findByEmail: async (email) => {
      const text = await area.get(indexOf(readEmail(email)));
      const account = text === null ? undefined : await find((JSON.parse(text) as { account: string }).account);
      return account?.state === "deleted" ? undefined : account;
    },
    change,
    createKey: (id, name) => make(id, (account) => addKey(account, { name, plan: planOf(account), now: today() })),
    rollKey: (id, key, expires) => make(id, (account) => rollKey(account, key, { expires, now: today() })),
    renameKey: async (id, key, name) => void (await change(id, (account) => renameKey(account, key, name))),
    revokeKey: async (id, key) => (await change(id, (account) => revokeKey(account, key, today()))).keys.find((each) => each.id === key)!,
    verify,
    lastUsed: marks.of,
    list: async () => {
      const ids = (await area.keys("accounts:")).map((key) => key.slice(key.lastIndexOf(":") + 1));
      const all = (await Promise.all(ids.map(find))).filter((account) => account !== undefined && account.state !== "deleted");
      return (all as Account[]).sort((a, b) => (a.created < b.created ? -1 : 1));
    },
    isEmpty: shelves.isEmpty,
  };
}

function read(text: string): Account | undefined {
  try {
    const value = JSON.parse(text) as Account;
    return value !== null && typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An e-mail address as accounts are found by; throws when it cannot be one. */
function readEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (email.length > 254 || /\p{C}/u.test(email) || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw answers.badEmail(given.slice(0, 100));
  return email;
}
