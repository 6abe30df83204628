// The daily limit of an account: every calculation that is answered counts one, until the UTC day ends.
import { type Answer, type Area, CalcError, type Consumption, definePlugin, type Kernel } from "formulary";

const secondsUntilReset = ({ resets, now }: Consumption) => Math.max(0, Math.ceil((resets - now) / 1000));

/** The key under which an account's calculations are counted; in a Redis Cluster it is in the slot of the account. */
export const allowanceOf = (account: string) => `{${account[0]}}:${account}`;

/** The headers of the IETF draft (RateLimit-Policy, RateLimit), and the older X-RateLimit ones that clients still read. */
function headersOf(consumption: Consumption, limit: number): Record<string, string> {
  if (!Number.isFinite(limit)) return {};
  const left = Math.max(0, limit - consumption.used);
  return {
    "ratelimit-policy": `"daily";q=${limit};w=86400`,
    ratelimit: `"daily";r=${left};t=${secondsUntilReset(consumption)}`,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": String(Math.ceil(consumption.resets / 1000)),
  };
}

/** Refusals after much work: they count as a calculation. */
const dearRefusals = ["too_much_work", "client_left"];
const errors = { exceeded: { status: 429, title: "The day's allowance is used up" } };

function exceeded(consumption: Consumption, { limit, units }: { limit: number; units: number }): CalcError {
  const when = new Date(consumption.resets).toISOString().slice(0, 16).replace("T", " ");
  const left = Math.max(0, limit - consumption.used);
  const why =
    left === 0
      ? `All ${limit} calculations of today are used up.`
      : `This request counts as ${units} calculations, and ${left} of today's ${limit} ${left === 1 ? "is" : "are"} left.`;
  return new CalcError(
    "quotas/exceeded",
    {
      message: `${why} The count starts again at ${when} UTC.`,
      headers: { ...headersOf(consumption, limit), "retry-after": String(Math.max(1, secondsUntilReset(consumption))) },
    },
    errors.exceeded,
  );
}

/** Takes units of the day's allowance, all or none; drivers take those of one turn together. */
async function take(
  quotas: Area,
  account: string,
  { by, limit, units }: { by: string; limit: number; units: number },
): Promise<Consumption> {
  const all = await Promise.all(Array.from({ length: units }, () => quotas.consume(account, { by, limit })));
  const taken = all.filter((each) => each.taken);
  const most = all.reduce((one, other) => (other.used > one.used ? other : one));
  if (taken.length === units) return most;
  await giveBack(quotas, account, { by, units: taken.length, day: most.day });
  return { ...most, taken: false, used: most.used - taken.length };
}
async function giveBack(quotas: Area, account: string, { by, units, day }: { by: string; units: number; day: number }): Promise<void> {
  await Promise.all(Array.from({ length: units }, () => quotas.release(account, { by, day })));
}

/** Counts every calculation of a caller who has a limit, and refuses those beyond it. */
export default () => {
  let kernel: Kernel;
  return definePlugin({
    name: "quotas",
    requires: ["accounts"],
    errors,
    hooks: {
      open: (opened) => {
        kernel = opened;
      },
      calculate: async (call, next): Promise<Omit<Answer, "call">> => {
        const { caller } = call;
        if (caller?.limit === undefined) return next(call);
        const { quotas } = kernel.storage;
        const [account, limit, by] = [allowanceOf(caller.id), caller.limit, caller.key ?? "-"];
        const units = call.custom?.calculations ?? 1;
        // The count and a look into the result cache run at the same time: `call.admitted` makes sure that nothing is computed
        // or answered before the count allows it.
        const consuming = units === 1 ? quotas.consume(account, { by, limit }) : take(quotas, account, { by, limit, units });
        const admitted = consuming.then((consumption) => {
          if (!consumption.taken) throw exceeded(consumption, { limit, units });
          return consumption;
        });
        admitted.catch(() => {});
        try {
          call.admitted = admitted;
          const { outcome, cached, timestamp, headers } = await next(call);
          const limitHeaders = headersOf(await admitted, limit);
          return { outcome, cached, timestamp, headers: headers ? { ...headers, ...limitHeaders } : limitHeaders };
        } catch (error) {
          // A refused calculation does not count, but for one that took work. If the storage does not answer now, the count is too high by one, never too low.
          const consumption = await consuming.catch(() => undefined);
          const isDear = error instanceof CalcError && dearRefusals.includes(error.code);
          const back = isDear ? units - 1 : units;
          if (consumption?.taken) await giveBack(quotas, account, { by, units: back, day: consumption.day }).catch(() => {});
          throw error;
        }
      },
    },
  });
};
