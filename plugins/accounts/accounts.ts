// Accounts and their API keys. An account is one record with its keys in it, so that every change, the cap on keys among them,
// is one atomic replacement; a revoked key stays in it for ever (403 is not 401).
import { createHash } from "node:crypto";
import { type Area, CalcError, type Caller } from "../../src/index.ts";
import { answers } from "./answers.ts";
import { hashOf, isKeyOf, newAccountId, newApiKey, newKeyId, readApiKey } from "./api-key.ts";
import type { Plans } from "./plans.ts";
import { createShelves, shelfOf } from "./shelves.ts";

export interface ApiKey {
  id: string;
  name: string;
  /** SHA-256 of the key's text, which nobody keeps. */
  hash: string;
  /** The last four letters, for people. */
  hint: string;
  created: string;
  revoked?: string;
}
export interface Account {
  id: string;
  email: string;
  plan: string;
  state: "active" | "suspended";
  created: string;
  keys: ApiKey[];
}
type Log = (level: "info" | "warn" | "error", message: string) => void;

export interface Accounts {
  plans: Plans;
  /** The account of an e-mail address, made when there is none; an existing one keeps its plan. */
  ensure: (email: string, plan?: string) => Promise<Account>;
  find: (id: string) => Promise<Account | undefined>;
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Replaces an account by what `change` makes of it, however many change it at once. */
  change: (id: string, change: (account: Account) => Account) => Promise<Account>;
  /** A new key: its text, shown this once. */
  createKey: (id: string, name: string) => Promise<{ text: string; key: ApiKey }>;
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

/** A record may be this old when a key is checked against it. */
const freshMilliseconds = 900;
const mostFresh = 10_000;
/** Keys that an account may have had, revoked ones included. */
const mostKeysEver = 1000;
const recordOf = (id: string) => `accounts:${shelfOf(id)}:${id}`;
const usedOf = (id: string) => `used:${shelfOf(id)}:${id}`;
const indexOf = (email: string) => `emails:${createHash("sha256").update(email).digest("hex")}`;

/** Opens the accounts of a storage. */
export function createAccounts({ area, plans, log, now = Date.now }: Parts): Accounts {
  const fresh = new Map<string, { since: number; account: Promise<Account | undefined> }>();
  const touched = new Map<string, number>();
  const shelves = createShelves(area, log);
  const today = () => new Date(now()).toISOString();

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
  function recent(id: string): { since: number; account: Promise<Account | undefined> } {
    const known = fresh.get(id);
    const time = performance.now();
    if (known && time - known.since < freshMilliseconds) return known;
    const entry = { since: time, account: find(id) };
    entry.account.catch(() => fresh.get(id) === entry && fresh.delete(id));
    fresh.delete(id);
    fresh.set(id, entry);
    if (fresh.size > mostFresh) fresh.delete(fresh.keys().next().value!);
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

  async function ensure(given: string, plan = plans.keys().next().value!): Promise<Account> {
    const email = readEmail(given);
    if (!plans.has(plan)) throw answers.noPlan(plan, [...plans.keys()]);
    await shelves.prepare();
    const claimed = await area.get(indexOf(email));
    if (claimed === null) await area.replace(indexOf(email), null, JSON.stringify({ account: newAccountId() }));
    // whoever claimed the address first, its account is made under that id: also after a crash between the two
    const { account: id } = JSON.parse((await area.get(indexOf(email)))!) as { account: string };
    const account: Account = { id, email, plan, state: "active", created: today(), keys: [] };
    await area.replace(recordOf(id), null, JSON.stringify(account));
    return (await find(id))!;
  }

  async function createKey(id: string, name: string): Promise<{ text: string; key: ApiKey }> {
    const shown = name.trim().slice(0, 60) || "API key";
    let made: { text: string; key: ApiKey } | undefined;
    await change(id, (account) => {
      const most = planOf(account).keys;
      if (account.keys.filter(({ revoked }) => !revoked).length >= most) throw answers.tooManyKeys(account.plan, most);
      if (account.keys.length >= mostKeysEver) throw answers.tooManyKeysEver(mostKeysEver);
      const key = newKeyId();
      if (account.keys.some((each) => each.id === key)) return account;
      const text = newApiKey({ account: id, key });
      made = { text, key: { id: key, name: shown, hash: hashOf(text), hint: text.slice(-4), created: today() } };
      return { ...account, keys: [...account.keys, made.key] };
    });
    return made ?? createKey(id, name);
  }

  async function revokeKey(id: string, key: string): Promise<ApiKey> {
    const account = await change(id, (before) => {
      if (!before.keys.some((each) => each.id === key)) throw answers.noKey(key);
      return { ...before, keys: before.keys.map((each) => (each.id === key && !each.revoked ? { ...each, revoked: today() } : each)) };
    });
    return account.keys.find((each) => each.id === key)!;
  }

  const planOf = ({ plan }: Account) => plans.get(plan) ?? plans.values().next().value!;

  async function verify(text: string): Promise<Caller> {
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
    if (!key || !isKeyOf(text, key.hash)) throw answers.unknownKey();
    if (key.revoked) throw answers.revokedKey(key.revoked);
    if (account.state !== "active") throw answers.suspended();
    touch(account.id, key.id);
    const plan = planOf(account);
    return { id: account.id, key: key.id, plan: plan.name, limit: plan.calculations };
  }

  // Nobody waits for this, and losing it loses an hour's mark.
  function touch(id: string, key: string): void {
    const since = Math.floor(now() / 3_600_000);
    if (touched.get(key) === since) return;
    touched.delete(key);
    touched.set(key, since);
    if (touched.size > mostFresh) touched.delete(touched.keys().next().value!);
    const hour = `${new Date(since * 3_600_000).toISOString().slice(0, 13)}:00:00Z`;
    const mark = async () => {
      for (let attempt = 0; attempt < 20; attempt++) {
        const before = await area.get(usedOf(id));
        const marks = { ...(read(before ?? "{}") as Record<string, string> | undefined), [key]: hour };
        if (await area.replace(usedOf(id), before, JSON.stringify(marks))) return;
      }
    };
    mark().catch(() => touched.delete(key));
  }

  return {
    plans,
    ensure,
    find,
    findByEmail: async (email) => {
      const text = await area.get(indexOf(readEmail(email)));
      return text === null ? undefined : find((JSON.parse(text) as { account: string }).account);
    },
    change,
    createKey,
    revokeKey,
    verify,
    lastUsed: async (id) => (read((await area.get(usedOf(id))) ?? "{}") ?? {}) as Record<string, string>,
    list: async () => {
      const ids = (await area.keys("accounts:")).map((key) => key.slice(key.lastIndexOf(":") + 1));
      return (await Promise.all(ids.map(find))).filter((account) => account !== undefined).sort((a, b) => (a.created < b.created ? -1 : 1));
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
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw answers.badEmail(given.slice(0, 100));
  return email;
}
