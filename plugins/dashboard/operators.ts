// Who runs this server. While nobody does, each start prints a one-time link to its log; the first person to use one becomes the
// operator. One record holds both, so that no two links can be used.
import type { Area } from "formulary";
import { changeRecord, readRecord } from "./records.ts";
import { digestOf, newSecret } from "./secrets.ts";

interface Kept {
  accounts: string[];
  /** Digests of the links that were printed and not used. */
  links: string[];
}
export interface Operators {
  has: (account: string) => Promise<boolean>;
  /** A new token for the first operator; none where there is one. */
  invite: () => Promise<string | undefined>;
  /** Whether a token could make the first operator. */
  isOpen: (token: string) => Promise<boolean>;
  /** Makes an account the operator; false when the token is not good any more. */
  claim: (token: string, account: string) => Promise<boolean>;
  leave: (account: string) => Promise<void>;
}
const place = "operators:all";
/** So many servers may start before one link is used. */
const mostLinks = 16;

/** Opens the list of operators. */
export function createOperators(area: Area): Operators {
  const read = async (): Promise<Kept> => (await readRecord<Kept>(area, place)) ?? { accounts: [], links: [] };
  const isOpen = ({ accounts, links }: Kept, token: string) => accounts.length === 0 && links.includes(digestOf(token));
  return {
    has: async (account) => (await read()).accounts.includes(account),
    invite: async () => {
      const token = newSecret();
      const after = await changeRecord<Kept>(area, place, (before = { accounts: [], links: [] }) =>
        before.accounts.length > 0 ? before : { accounts: [], links: [...before.links.slice(1 - mostLinks), digestOf(token)] },
      );
      return after && isOpen(after, token) ? token : undefined;
    },
    isOpen: async (token) => isOpen(await read(), token),
    claim: async (token, account) => {
      let done = false;
      await changeRecord<Kept>(area, place, (before = { accounts: [], links: [] }) => {
        done = isOpen(before, token);
        return done ? { accounts: [account], links: [] } : before;
      });
      return done;
    },
    leave: async (account) => {
      await changeRecord<Kept>(
        area,
        place,
        (before) => before && { ...before, accounts: before.accounts.filter((each) => each !== account) },
      );
    },
  };
}
