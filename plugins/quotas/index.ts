// How much an account may ask for: one unit of its UTC day for every calculation that is answered.
import { type Answer, CalcError, definePlugin, type Kernel, type Taken } from "formulary";

const secondsUntil = ({ resets, now }: Taken) => Math.max(0, Math.ceil((resets - now) / 1000));

/** Where an account's units are counted: on a cluster, beside its record. */
export const allowanceOf = (account: string) => `{${account[0]}}:${account}`;

/** The three header families: the draft's pair, and the old names that clients still read. */
function headersOf(taken: Taken, limit: number): Record<string, string> {
  if (!Number.isFinite(limit)) return {};
  const left = Math.max(0, limit - taken.used);
  return {
    "ratelimit-policy": `"daily";q=${limit};w=86400`,
    ratelimit: `"daily";r=${left};t=${secondsUntil(taken)}`,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": String(Math.ceil(taken.resets / 1000)),
  };
}

/** How the end of a day's allowance is said. */
export const quotaRefusal = { code: "quotas/exceeded", status: 429, title: "The day's allowance is used up" };

function exceeded(taken: Taken, limit: number): CalcError {
  const when = new Date(taken.resets).toISOString().slice(0, 16).replace("T", " ");
  return new CalcError(
    quotaRefusal.code,
    {
      message: `The ${limit} calculations of today are used up: the next are there at ${when} UTC.`,
      headers: { ...headersOf(taken, limit), "retry-after": String(Math.max(1, secondsUntil(taken))) },
    },
    quotaRefusal,
  );
}

/** Meters every calculation of a caller who has a limit. */
export default () => {
  let kernel: Kernel;
  return definePlugin({
    name: "quotas",
    requires: ["accounts"],
    hooks: {
      open: (started) => {
        kernel = started;
      },
      calculate: async (call, next): Promise<Omit<Answer, "call">> => {
        const { caller } = call;
        if (caller?.limit === undefined) return next(call);
        const { quotas } = kernel.storage;
        const [account, limit, by] = [allowanceOf(caller.id), caller.limit, caller.key ?? "-"];
        // the question to the storage and the cache's go out together; nothing is computed before the answer
        const asked = quotas.consume(account, { by, limit });
        const admitted = asked.then((taken) => {
          if (!taken.taken) throw exceeded(taken, limit);
          return taken;
        });
        admitted.catch(() => {});
        try {
          call.admitted = admitted;
          const { outcome, cached, timestamp, headers } = await next(call);
          const own = headersOf(await admitted, limit);
          return { outcome, cached, timestamp, headers: headers ? { ...headers, ...own } : own };
        } catch (error) {
          // what is refused after all is not charged; when the storage is away the count stays ahead, never behind
          const taken = await asked.catch(() => undefined);
          if (taken?.taken) await quotas.release(account, { by, day: taken.day }).catch(() => {});
          throw error;
        }
      },
    },
  });
};
