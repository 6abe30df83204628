// The operators of this server. While there is none, each start prints a one-time link to the log, and the first person who
// uses one becomes the operator. Operators and links are in one record, so that no two links can be used.
import type { Area } from "formulary";
import { changeRecord, readRecord } from "../accounts/index.ts";
import { digestOf, newSecret } from "./secrets.ts";

interface OperatorsRecord {
  accounts: string[];
  /** Digests of the links that were printed and not used. */
  links: string[];
}
export interface Operators {
  has: (account: string) => Promise<boolean>;
  /** A new token for the first operator; undefined where there is one. */
  createLink: () => Promise<string | undefined>;
  /** Whether a token could make somebody the first operator. */
  isOpen: (token: string) => Promise<boolean>;
  /** Makes an account the operator; false when the token is not valid any more. */
  claim: (token: string, account: string) => Promise<boolean>;
  remove: (account: string) => Promise<void>;
}
const key = "operators:all";
/** Maximum number of links that work at the same time: several servers may start before one link is used. */
const maxLinks = 16;
const none: OperatorsRecord = { accounts: [], links: [] };

/** Opens the list of operators. */
export function createOperators(area: Area): Operators {
  const read = async (): Promise<OperatorsRecord> => (await readRecord<OperatorsRecord>(area, key)) ?? none;
  const isOpen = ({ accounts, links }: OperatorsRecord, token: string) => accounts.length === 0 && links.includes(digestOf(token));
  return {
    has: async (account) => (await read()).accounts.includes(account),
    createLink: async () => {
      const token = newSecret();
      const after = await changeRecord<OperatorsRecord>(area, { key }, (before = none) =>
        before.accounts.length > 0 ? before : { accounts: [], links: [...before.links.slice(1 - maxLinks), digestOf(token)] },
      );
      return after && isOpen(after, token) ? token : undefined;
    },
    isOpen: async (token) => isOpen(await read(), token),
    claim: async (token, account) => {
      let done = false;
      await changeRecord<OperatorsRecord>(area, { key }, (before) => {
        done = before !== undefined && isOpen(before, token);
        return done ? { accounts: [account], links: [] } : before;
      });
      return done;
    },
    remove: async (account) => {
      await changeRecord<OperatorsRecord>(
        area,
        { key },
        (before) => before && { ...before, accounts: before.accounts.filter((each) => each !== account) },
      );
    },
  };
}
