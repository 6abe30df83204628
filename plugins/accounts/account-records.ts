// The stored records of accounts.
import { type Area, CalcError, type Kernel } from "formulary";
import { hashOf } from "./api-key.ts";
import { errors } from "./errors.ts";
import type { Account, ApiKey } from "./keys.ts";
import { partitionOf } from "./partitions.ts";
import { changeRecord } from "./records.ts";

export interface AccountRecords {
  find: (id: string) => Promise<Account | undefined>;
  /** Stores a new account; false where its id is in use. */
  create: (account: Account) => Promise<boolean>;
  /** Replaces an account; throws 404 where there is none. */
  change: (id: string, change: (account: Account) => Account) => Promise<Account>;
  /** Every account that can be read, deleted ones included. */
  list: () => Promise<Account[]>;
  /** The ids of accounts whose records could not be read when they were last asked for. */
  damaged: () => string[];
}
const prefix = "accounts:";
const mostDamaged = 1000;
const keyOf = (id: string) => `${prefix}${partitionOf(id)}:${id}`;

/** Opens the records of accounts in an area. */
export function createAccountRecords(area: Area, log: Kernel["log"]): AccountRecords {
  const damaged = new Set<string>();
  function parse(id: string, text: string): Account {
    const account = parseAccount(text);
    if (account?.id === id && Array.isArray(account.keys) && account.keys.every(isKey)) {
      damaged.delete(id);
      return account;
    }
    if (damaged.size < mostDamaged) damaged.add(id);
    log("error", `The record of account ${id} cannot be read: restore it from a backup.`);
    throw new CalcError("storage_unavailable", {
      message: "The account cannot be read at the moment.",
      headers: { "retry-after": "60" },
    });
  }
  async function find(id: string): Promise<Account | undefined> {
    const text = await area.get(keyOf(id));
    return text === null ? undefined : parse(id, text);
  }
  return {
    find,
    create: (account) => area.replace(keyOf(account.id), null, JSON.stringify(account)),
    change: (id, change) =>
      changeRecord<Account, Account>(area, { key: keyOf(id), parse: (text) => parse(id, text) }, (before) => {
        if (!before) throw errors.noAccount(id);
        return change(before);
      }),
    list: async () => {
      const ids = (await area.keys(prefix)).map((key) => key.slice(key.lastIndexOf(":") + 1));
      // one that is damaged must not hide the others
      const read = async (id: string) => find(id).catch((error) => (damaged.has(id) ? undefined : Promise.reject(error)));
      return (await Promise.all(ids.map(read))).filter((account) => account !== undefined);
    },
    damaged: () => [...damaged],
  };
}

/** Whether a stored key can be compared with: a hash of another length would be an error of the comparison. */
const isKey = (key: Partial<ApiKey> | null): boolean =>
  typeof key?.id === "string" && typeof key.hash === "string" && key.hash.length === hashOf("").length;

function parseAccount(text: string): Account | undefined {
  try {
    const value = JSON.parse(text) as Account;
    return value !== null && typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}
