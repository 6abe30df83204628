// Accounts are stored in partitions by the first character of their id; on a Redis Cluster a partition is one slot. Each
// partition contains a sentinel record. A storage, or a part of one, that lost its records is told by it from one that never
// had any: requests with an API key are then answered with 503, not with 401.
import { type Area, CalcError, type Kernel } from "formulary";
import { small } from "./api-key.ts";

/** The partition of an account, in the braces that decide about the slot in a Redis Cluster. */
export const partitionOf = (id: string): string => `{${id[0]}}`;
const sentinelOf = (partition: string) => `sentinel:${partition}`;
const partitions = [...small].map(partitionOf);
/** All sentinels are "preparing" before any is "ready": a first start that stops in between does not look like a loss. */
const [preparing, ready] = ['{"state":"preparing"}', '{"state":"ready"}'];

export interface Partitions {
  /** Throws 503 where the partition of an account has lost its records. */
  check: (id: string) => Promise<void>;
  /** Writes the sentinels of a new storage; throws 503 where one was lost. */
  prepare: () => Promise<void>;
  /** Remembers that an account was found: from now on an empty storage is one that lost its records. */
  markUsed: () => void;
  isEmpty: () => Promise<boolean>;
}

/** Watches over the partitions of an area. */
export function createPartitions(area: Area, log: Kernel["log"]): Partitions {
  let isUsed = false;
  const lost = () => {
    log(
      "error",
      "The keys storage has lost accounts: restore it from a backup. Requests with their API keys are answered with 503 until then.",
    );
    return unavailable("API keys cannot be checked at the moment.");
  };
  const states = () => Promise.all(partitions.map((partition) => area.get(sentinelOf(partition))));

  return {
    check: async (id) => {
      if ((await area.get(sentinelOf(partitionOf(id)))) !== null) {
        isUsed = true;
        return;
      }
      if (isUsed || (await states()).some((state) => state !== null)) throw lost();
      throw unavailable("This server has no accounts yet.");
    },
    prepare: async () => {
      if ((await area.get(sentinelOf(partitions[0]!))) !== ready) {
        const before = await states();
        if (before.includes(null) && (isUsed || before.includes(ready))) throw lost();
        await Promise.all(partitions.map((partition) => area.replace(sentinelOf(partition), null, preparing)));
        await Promise.all(partitions.map((partition) => area.replace(sentinelOf(partition), preparing, ready)));
      }
      isUsed = true;
    },
    markUsed: () => {
      isUsed = true;
    },
    isEmpty: async () => (await states()).every((state) => state === null),
  };
}

const unavailable = (message: string) => new CalcError("storage_unavailable", { message, headers: { "retry-after": "60" } });
