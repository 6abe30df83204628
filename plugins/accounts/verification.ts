// Checks API keys. An account is read from the storage at most about once a second, however many requests send its keys: a
// revoked key is refused within a second.
import type { Caller } from "formulary";
import { LRUCache } from "lru-cache";
import type { AccountRecords } from "./account-records.ts";
import { type ApiKeyText, accountIn, hashOf, readApiKey, sameHash } from "./api-key.ts";
import { errors } from "./errors.ts";
import type { Account, ApiKey } from "./keys.ts";
import type { LastUsed } from "./last-used.ts";
import type { Partitions } from "./partitions.ts";
import { type Plans, planOf } from "./plans.ts";

export interface Verifier {
  /** The caller that a key's text belongs to; throws 401, 403 or 503. */
  verify: (text: string) => Promise<Caller>;
  /** Reads an account from the storage again at the next request. */
  forget: (account: string) => void;
}
interface Options {
  records: AccountRecords;
  partitions: Partitions;
  plans: Plans;
  lastUsed: LastUsed;
  /** The current time, ISO 8601. */
  timestamp: () => string;
}
/** An account as it was read, and the callers of the keys that were found valid since, by their texts. */
interface CachedAccount {
  readAt: number;
  account: Promise<Account | undefined>;
  callers: Map<string, Caller>;
}

const freshMilliseconds = 900;
/** So long an unknown key is refused without asking the storage again. */
const missMilliseconds = 1000;
const maxCached = 10_000;
const keyIn = (account: Account | undefined, id: string) => account?.keys.find((each) => each.id === id);

/** Creates what checks API keys. */
export function createVerifier({ records, partitions, plans, lastUsed, timestamp }: Options): Verifier {
  const cache = createCache(records);
  const misses = new LRUCache<string, true>({ max: maxCached, ttl: missMilliseconds });

  async function verify(text: string): Promise<Caller> {
    const cached = cache.get(accountIn(text))?.callers.get(text);
    if (cached) return cached;
    const ids = readApiKey(text);
    if (!ids) throw errors.malformedKey();
    // nobody can have asked for a key before it was made: what was unknown stays so
    if (misses.has(text)) throw errors.unknownKey();
    const unknownKey = () => {
      misses.set(text, true);
      return errors.unknownKey();
    };
    const entry = await cache.readWithKey(ids);
    const account = await entry.account;
    if (!account) {
      await partitions.check(ids.account);
      throw unknownKey();
    }
    partitions.markUsed();
    const key = keyIn(account, ids.key);
    if (!key || !sameHash(hashOf(text), key.hash)) throw unknownKey();
    checkState(account, key, timestamp());
    lastUsed.touch(account.id, key.id);
    const plan = planOf(plans, account.plan);
    const caller = { id: account.id, key: key.id, plan: plan.name, limit: plan.calculations };
    // A key that expires is checked at every request, so that it stops working on time.
    if (!key.expires) entry.callers.set(text, caller);
    return caller;
  }

  return { verify, forget: cache.forget };
}

function createCache(records: AccountRecords) {
  const cache = new LRUCache<string, CachedAccount>({ max: maxCached });

  function get(id: string): CachedAccount | undefined {
    const entry = cache.get(id);
    return entry && performance.now() - entry.readAt < freshMilliseconds ? entry : undefined;
  }
  function read(id: string): CachedAccount {
    const cached = get(id);
    if (cached) return cached;
    const entry: CachedAccount = { readAt: performance.now(), account: records.find(id), callers: new Map() };
    entry.account.catch(() => cache.get(id) === entry && cache.delete(id));
    cache.set(id, entry);
    return entry;
  }
  return {
    get,
    // A key that is missing in a cached account may be new, and another server may have created it: read again.
    readWithKey: async ({ account: id, key }: ApiKeyText): Promise<CachedAccount> => {
      const began = performance.now();
      const entry = read(id);
      if (keyIn(await entry.account, key) || entry.readAt >= began) return entry;
      cache.delete(id);
      return read(id);
    },
    forget: (id: string) => cache.delete(id),
  };
}

function checkState({ state }: Account, { revoked, expires }: ApiKey, now: string): void {
  if (revoked) throw errors.revokedKey(revoked);
  if (expires && expires <= now) throw errors.expiredKey(expires);
  if (state !== "active") throw errors.suspended();
}
