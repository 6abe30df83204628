// Areas on Redis or Redis Cluster: a text under a key for each record, scripts for what must be atomic, one connection an address.

import { type AreaDriver, type AreaName, CalcError, definePlugin, rememberedDays, type Taken, type Usage } from "formulary";
import { Cluster, type Redis, ReplyError } from "ioredis";
import { createBatch } from "./batch.ts";
import { type Connection, connect, placeOf } from "./connection.ts";
import { consumeScript, releaseScript, replaceScript, runScript, storeScript } from "./scripts.ts";

export interface RedisDriverOptions {
  connection: Connection;
  url: string;
  area: AreaName;
  /** Prefix of every key, before the area's name; the connection's own. */
  prefix?: string;
  daySeconds?: number;
}
/** A unit that is asked for, by whom, and of how many. */
interface Asked {
  key: string;
  by: string;
  limit: number;
}
interface Written {
  key: string;
  text: string;
  ttl: number;
}
type Answered = [taken: number, used: number | string, day: number, now: number];
/** So many questions go out as one; on a cluster each key may live on another node. */
const mostTogether = 64;
const present = (text: string | null): [string, string] => (text === null ? ["0", ""] : ["1", text]);

/** Makes an area driver on a connection. */
export function redisDriver({ connection, url, area, prefix = "formulary", daySeconds = 86_400 }: RedisDriverOptions): AreaDriver {
  const { client, run } = connection;
  const full = (key: string) => `${prefix}:${area}:${key}`;
  const nodes = (): Redis[] => (client instanceof Cluster ? client.nodes("master") : [client]);

  const most = client instanceof Cluster ? 1 : mostTogether;
  const reads = createBatch((all: string[]) => run(() => client.mget(all)), most);
  const writes = createBatch(
    (all: Written[]) =>
      run(async () => {
        const values = all.flatMap(({ text, ttl }) => [ttl, text]);
        await runScript(
          client,
          storeScript,
          all.map(({ key }) => key),
          values,
        );
        return all.map(() => undefined);
      }),
    most,
  );
  const units = createBatch((all: Asked[]) => run(() => consumeAll(all)), most);

  async function consumeAll(all: Asked[]): Promise<(Taken | Error)[]> {
    const values = all.flatMap(({ by, limit }) => [Number.isFinite(limit) ? limit : -1, by]);
    const keys = all.map(({ key }) => key);
    const answers = (await runScript(client, consumeScript, keys, [daySeconds, rememberedDays, ...values])) as Answered[];
    const taken = answers.map(([taken, used, day, now]) =>
      taken === -1
        ? new ReplyError(used as string)
        : { taken: taken === 1, used: used as number, day, now, resets: (day + 1) * daySeconds * 1000 },
    );
    // what all of them met is the storage's fault, and may be an outage
    if (taken.every((each) => each instanceof Error)) throw taken[0];
    return taken;
  }

  // every node's keys: a scan asks the one node that it is sent to
  async function keysOf(node: Redis, pattern: string): Promise<string[]> {
    const found: string[] = [];
    for (let cursor = "0"; ; ) {
      const [next, keys] = await node.scan(cursor, "MATCH", pattern, "COUNT", 1000);
      found.push(...keys);
      if (next === "0") return found;
      cursor = next;
    }
  }
  const keys = async (start: string) => {
    const all = await Promise.all(nodes().map((node) => keysOf(node, `${full(start).replace(/[*?[\]\\]/g, "\\$&")}*`)));
    return all.flat().map((key) => key.slice(full("").length));
  };

  // a revocation that a promoted replica has not seen would be taken back
  async function wait(key: string): Promise<void> {
    if (client instanceof Cluster) return;
    const [role, , replicas] = (await client.role()) as unknown as [string, number, unknown[]];
    if (role === "master" && replicas.length > 0 && (await client.wait(1, 100)) < 1)
      throw new Error(`no replica has taken ${key.split(":")[0]} yet`);
  }

  async function checkEviction(log: (level: "warn", message: string) => void): Promise<void> {
    if (area === "cache" || !connection.available()) return;
    for (const node of nodes()) {
      const answer = await node.config("GET", "maxmemory-policy").catch(() => undefined);
      const policy = (answer as string[] | undefined)?.[1];
      if (policy === undefined)
        log(
          "warn",
          `Redis at ${placeOf(url)} does not tell its maxmemory-policy: make sure it is noeviction, or it drops API keys and counts.`,
        );
      else if (policy !== "noeviction")
        throw new CalcError("configuration", {
          message: `Redis at ${placeOf(url)} has maxmemory-policy ${policy} and would drop API keys and counts when full: set it to noeviction, or keep the ${area} elsewhere (${area.toUpperCase()}_STORAGE).`,
        });
    }
  }

  // each request reads and writes a result: they go together; of what must not be lost, each goes by itself and in its order
  const records: Pick<AreaDriver, "getItem" | "setItem"> =
    area === "cache"
      ? { getItem: (key) => reads(full(key)), setItem: (key, text, { ttl = 0 } = {}) => writes({ key: full(key), text, ttl }) }
      : {
          getItem: (key) => run(() => client.get(full(key))),
          setItem: (key, text, { ttl } = {}) =>
            run(async () => void (await (ttl ? client.set(full(key), text, "EX", ttl) : client.set(full(key), text)))),
        };

  return {
    name: "redis",
    open: async (log) => {
      await connection.open(log);
      await checkEviction(log);
    },
    hasItem: (key) => run(async () => (await client.exists(full(key))) === 1),
    ...records,
    removeItem: (key) => run(async () => void (await client.unlink(full(key)))),
    getKeys: (start) => keys(start),
    clear: async (start) => {
      for (const key of await keys(start)) await client.unlink(full(key));
    },
    replace: (key, before, after) =>
      run(async () => {
        const done = (await runScript(client, replaceScript, [full(key)], [...present(before), ...present(after)])) === 1;
        if (done) await wait(key);
        return done;
      }),
    consume: (key, { by, limit }) => units({ key: full(key), by, limit }),
    release: (key, { by, day }) =>
      run(async () => {
        await runScript(client, releaseScript, [full(key)], [day, by]);
      }),
    usage: (key) =>
      run(async () => {
        const usage: Usage = {};
        for (const [field, units] of Object.entries(await client.hgetall(full(key)))) {
          const [, day, by] = /^(\d+):(.+)$/.exec(field) ?? [];
          if (day) (usage[Number(day)] ??= {})[by!] = Number(units);
        }
        return usage;
      }),
    available: connection.available,
    dispose: connection.close,
  };
}

/** Areas on Redis: an address for each area that lives there; areas with one address share a connection. */
export default (addresses: Partial<Record<AreaName, string>>) => {
  const connections = new Map<string, Connection>();
  const connected = (url: string): Connection => {
    const connection = connections.get(url) ?? connect(url);
    connections.set(url, connection);
    return connection;
  };
  return definePlugin({
    name: "storage-redis",
    storage: Object.fromEntries(
      Object.entries(addresses).map(([area, url]) => [area, redisDriver({ area: area as AreaName, url, connection: connected(url) })]),
    ),
  });
};
