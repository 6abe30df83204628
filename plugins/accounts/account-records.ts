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
  /** Every account, deleted ones included. */
  list: () => Promise<Account[]>;
}
const prefix = "accounts:";
const keyOf = (id: string) => `${prefix}${partitionOf(id)}:${id}`;

/** Opens the records of accounts in an area. */
export function createAccountRecords(area: Area, log: Kernel["log"]): AccountRecords {
  function parse(id: string, text: string): Account {
    const account = parseAccount(text);
    if (account?.id === id && Array.isArray(account.keys) && account.keys.every(isKey)) return account;
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
      return (await Promise.all(ids.map(find))).filter((account) => account !== undefined);
    },
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
