// Accounts stand on shelves by the first letter of their id: on a cluster a shelf is one slot. Each shelf holds a sentinel, so that
// a storage, or a part of one, that lost its records is known from one that never had them: 503, not 401.
import { type Area, CalcError } from "formulary";
import { small } from "./api-key.ts";

type Log = (level: "info" | "warn" | "error", message: string) => void;

/** The shelf of an account, in the braces that a cluster goes by. */
export const shelfOf = (id: string): string => `{${id[0]}}`;
const sentinelOf = (shelf: string) => `sentinel:${shelf}`;
const shelves = [...small].map(shelfOf);
/** Every shelf is prepared before any is ready: a first start that ends between the two is no loss. */
const [preparing, ready] = ['{"state":"preparing"}', '{"state":"ready"}'];

export interface Shelves {
  /** Throws 503 unless the shelf of an account still holds what was put there. */
  demand: (id: string) => Promise<void>;
  /** Makes the shelves of a new storage; throws 503 where one was lost. */
  prepare: () => Promise<void>;
  /** Remembers that an account was there: from now on an empty storage is one that lost its records. */
  seen: () => void;
  isEmpty: () => Promise<boolean>;
}

/** Watches over the shelves of an area. */
export function createShelves(area: Area, log: Log): Shelves {
  let saw = false;
  const lost = () => {
    log("error", "The storage of keys has lost accounts: restore it. Calculations of theirs answer 503 until then.");
    return new CalcError("storage_unavailable", { message: "Keys cannot be checked at the moment.", headers: { "retry-after": "60" } });
  };
  const states = () => Promise.all(shelves.map((shelf) => area.get(sentinelOf(shelf))));

  return {
    demand: async (id) => {
      if ((await area.get(sentinelOf(shelfOf(id)))) !== null) {
        saw = true;
        return;
      }
      if (saw || (await states()).some((state) => state !== null)) throw lost();
      throw new CalcError("storage_unavailable", { message: "This server has no accounts yet.", headers: { "retry-after": "60" } });
    },
    prepare: async () => {
      if ((await area.get(sentinelOf(shelves[0]!))) !== ready) {
        const found = await states();
        if (found.includes(null) && (saw || found.includes(ready))) throw lost();
        await Promise.all(shelves.map((shelf) => area.replace(sentinelOf(shelf), null, preparing)));
        await Promise.all(shelves.map((shelf) => area.replace(sentinelOf(shelf), preparing, ready)));
      }
      saw = true;
    },
    seen: () => {
      saw = true;
    },
    isEmpty: async () => (await states()).every((state) => state === null),
  };
}
