// The counted allowances of an area in Redis: a hash of units under a key.
import { type AreaDriver, type Consumption, rememberedDays, type Usage } from "formulary";
import { ReplyError } from "ioredis";
import { createBatch } from "./batch.ts";
import type { RedisArea } from "./records.ts";
import { consumeScript, releaseScript, runScript } from "./scripts.ts";

/** One unit to take. */
interface UnitRequest {
  key: string;
  by: string;
  limit: number;
}
/** What the script returns for a unit; an error is -1 and its message. */
type ScriptResult = [taken: number, used: number | string, day: number, now: number];

/** The operations on allowances of an area driver. */
export function countOperations(
  { connection: { client, run }, fullKey, maxBatch }: RedisArea,
  daySeconds: number,
): Pick<AreaDriver, "consume" | "release" | "usage"> {
  async function consumeAll(requests: UnitRequest[]): Promise<(Consumption | Error)[]> {
    const limits = requests.flatMap(({ by, limit }) => [Number.isFinite(limit) ? limit : -1, by]);
    const keys = requests.map(({ key }) => key);
    const values = [daySeconds, rememberedDays, ...limits];
    const results = (await runScript(client, consumeScript, { keys, values })) as ScriptResult[];
    const consumptions = results.map((result) => toConsumption(result, daySeconds));
    // an error of all of them is an error of Redis, and may be an outage
    if (consumptions.every((each) => each instanceof Error)) throw consumptions[0];
    return consumptions;
  }
  const consume = createBatch((requests: UnitRequest[]) => run(() => consumeAll(requests)), maxBatch);
  return {
    consume: (key, { by, limit }) => consume({ key: fullKey(key), by, limit }),
    release: (key, { by, day }) =>
      run(async () => void (await runScript(client, releaseScript, { keys: [fullKey(key)], values: [day, by] }))),
    usage: (key) =>
      run(async () => {
        const usage: Usage = {};
        for (const [field, units] of Object.entries(await client.hgetall(fullKey(key)))) {
          const [, day, by] = /^(\d+):(.+)$/.exec(field) ?? [];
          if (day) (usage[Number(day)] ??= {})[by!] = Number(units);
        }
        return usage;
      }),
  };
}

function toConsumption([taken, used, day, now]: ScriptResult, daySeconds: number): Consumption | Error {
  if (taken === -1) return new ReplyError(used as string);
  return { taken: taken === 1, used: used as number, day, now, resets: (day + 1) * daySeconds * 1000 };
}
