// E-mail addresses and the accounts that they belong to: one account for each address.
import { createHash } from "node:crypto";
import type { Area } from "formulary";
import type { AccountRecords } from "./account-records.ts";
import { newAccountId } from "./api-key.ts";
import { errors } from "./errors.ts";
import type { Account } from "./keys.ts";
import type { Partitions } from "./partitions.ts";
import type { Plans } from "./plans.ts";

export interface Registration {
  /** The account of an e-mail address, created where there is none; an existing one keeps its plan. */
  register: (email: string, plan?: string) => Promise<{ account: Account; isNew: boolean }>;
  findByEmail: (email: string) => Promise<Account | undefined>;
  /** Frees the e-mail address of an account. */
  release: (account: Account) => Promise<void>;
}
interface Options {
  area: Area;
  records: AccountRecords;
  partitions: Partitions;
  plans: Plans;
  /** The current time, ISO 8601. */
  timestamp: () => string;
}
const indexOf = (email: string) => `emails:${createHash("sha256").update(email).digest("hex")}`;

/** Opens the index of e-mail addresses. */
export function createRegistration({ area, records, partitions, plans, timestamp }: Options): Registration {
  const [defaultPlan] = plans.keys();

  // The address is claimed first, then the account is created under the id of that claim. Two requests at once, or one
  // after a crash between the two steps, end with the same account.
  async function register(text: string, plan = defaultPlan!): Promise<{ account: Account; isNew: boolean }> {
    const email = readEmail(text);
    if (!plans.has(plan)) throw errors.noPlan(plan, [...plans.keys()]);
    await partitions.prepare();
    await area.replace(indexOf(email), null, JSON.stringify({ account: newAccountId() }));
    const claim = await area.get(indexOf(email));
    if (claim === null) return register(text, plan);
    const id = accountOf(claim);
    const isNew = await records.create({ id, email, plan, state: "active", created: timestamp(), keys: [] });
    const account = (await records.find(id))!;
    if (account.state !== "deleted") return { account, isNew };
    await area.replace(indexOf(email), claim, null);
    return register(text, plan);
  }

  return {
    register,
    findByEmail: async (text) => {
      const claim = await area.get(indexOf(readEmail(text)));
      const account = claim === null ? undefined : await records.find(accountOf(claim));
      return account?.state === "deleted" ? undefined : account;
    },
    release: async ({ id, email }) => {
      const claim = email === "" ? null : await area.get(indexOf(email));
      if (claim?.includes(`"${id}"`)) await area.replace(indexOf(email), claim, null);
    },
  };
}

const accountOf = (claim: string) => (JSON.parse(claim) as { account: string }).account;

/** An e-mail address in the form that accounts are found by; throws when it cannot be one. */
function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || /\p{C}/u.test(email) || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw errors.badEmail(text.slice(0, 100));
  return email;
}
