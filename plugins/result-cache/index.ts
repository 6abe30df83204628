// Answers are kept ten minutes: the same inputs to the same revision of a calculator are computed once, here and by every
// server on the same storage. When the storage fails the answer is computed.
import { hash } from "node:crypto";
import { type Answer, CalcError, type Call, definePlugin, type Kernel } from "formulary";
import { LRUCache } from "lru-cache";
import { createReplyCache } from "./replies.ts";

type Computed = Omit<Answer, "call">;
/** A result as the storage holds it. */
interface StoredResult extends Pick<Computed, "outcome" | "timestamp"> {
  version: number;
}
/** A result that was asked for again, parsed; `since` is its timestamp in milliseconds. */
interface RecentResult extends Pick<Computed, "outcome" | "timestamp"> {
  since: number;
}
/** One calculation in progress: everybody who asks for it meanwhile shares its look-up and its run. */
interface Pending {
  stored: Promise<StoredResult | undefined>;
  computed?: Promise<Computed>;
  users: number;
}

/** Errors that say something of the request, and nothing of its question: whoever shares the work does it again. */
const ofOneRequest = ["client_left", "too_much_work", "too_many_requests"];
const seconds = 600;
/** Raised when the shape of stored results changes: older records are then ignored. */
const version = 4;
const largest = 256 * 1024;
/** Characters of recent results, with their keys. */
const mostRecent = 4_000_000;

// Defaults are filled and keys in the calculator's order when this is called, and -0 is written as 0. Units that were sent or
// asked for, what today's date filled in and what a plugin runs are part of the key, since the answer shows them.
const keyOf = ({ calculator: { slug, revision }, values, sent, assumed, ended, units, custom, additions }: Call): string =>
  `${slug}\n${revision}\n${JSON.stringify([values, sent, assumed, ended?.code, units, custom?.key, ...additions.map(({ key }) => key)])}`;

function parseResult(text: string | null, now: number): StoredResult | undefined {
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as StoredResult;
    const age = now - Date.parse(stored.timestamp);
    return stored.version === version && stored.outcome && age < seconds * 1000 ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** What another request computes of the same question; undefined where that one failed for a reason of its own. */
async function ofAnother(entry: Pending): Promise<Computed | undefined> {
  const { computed } = entry;
  try {
    return await computed;
  } catch (error) {
    if (!(error instanceof CalcError) || !ofOneRequest.includes(error.code)) throw error;
    if (entry.computed === computed) delete entry.computed;
    return undefined;
  }
}

/** Keeps results of calculators with formulas for ten minutes. */
export default ({ now = Date.now }: { now?: () => number } = {}) => {
  let kernel: Kernel;
  const replies = createReplyCache(() => kernel);
  const pending = new Map<string, Pending>();
  // a body that is sent again has the same values object, prepared once (replies.ts)
  const keys = new WeakMap<Call["values"], string>();
  const recent = new LRUCache<string, RecentResult>({ maxSize: mostRecent });

  function join(key: string): Pending {
    let entry = pending.get(key);
    if (!entry) {
      const stored = kernel.storage.cache.get(key).then(
        (text) => parseResult(text, now()),
        () => undefined,
      );
      pending.set(key, (entry = { stored, users: 0 }));
    }
    entry.users++;
    return entry;
  }
  function leave(key: string, entry: Pending): void {
    if (--entry.users === 0 && pending.get(key) === entry) pending.delete(key);
  }

  async function store(key: string, { outcome, timestamp }: Computed): Promise<void> {
    const text = JSON.stringify({ version, timestamp, outcome });
    // a storage that is full or away costs the next caller a computation, and nobody an answer
    if (text.length <= largest) await kernel.storage.cache.set(key, text, { ttl: seconds }).catch(() => {});
  }

  // only what is asked for again: first questions would push out results that are
  function remember(key: string, { outcome, timestamp }: StoredResult): void {
    const size = key.length + JSON.stringify(outcome).length;
    recent.set(key, { outcome, timestamp, since: Date.parse(timestamp) }, { size });
  }

  async function calculate(call: Call, next: (call: Call) => Promise<Computed>): Promise<Computed> {
    if (!call.calculator.hasFormula) return next(call);
    const text = keys.get(call.values) ?? keyOf(call);
    const result = recent.get(text);
    if (result && now() < result.since + seconds * 1000) {
      await call.admitted;
      return { outcome: result.outcome, timestamp: result.timestamp, cached: true };
    }
    const key = hash("sha256", text);
    const entry = join(key);
    try {
      await call.admitted;
      const stored = await entry.stored;
      if (stored) {
        keys.set(call.values, text);
        remember(text, stored);
        return { outcome: stored.outcome, timestamp: stored.timestamp, cached: true };
      }
      while (entry.computed) {
        const shared = await ofAnother(entry);
        if (shared) return { ...shared, cached: true };
      }
      entry.computed = next(call);
      const computed = await entry.computed;
      entry.users++;
      void store(key, computed).finally(() => leave(key, entry));
      return computed;
    } finally {
      leave(key, entry);
    }
  }

  return definePlugin({
    name: "result-cache",
    hooks: {
      open: (started) => {
        kernel = started;
      },
      answer: replies,
      calculate,
    },
  });
};
