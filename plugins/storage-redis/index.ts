// Storage areas on Redis or Redis Cluster: texts and hashes under keys, Lua scripts for atomic operations, one connection for
// each address.
import { type AreaDriver, type AreaName, CalcError, definePlugin } from "formulary";
import { Cluster } from "ioredis";
import { type Connection, connect, hostsOf } from "./connection.ts";
import { countOperations } from "./counts.ts";
import { nodesOf, recordOperations } from "./records.ts";

export interface RedisDriverOptions {
  connection: Connection;
  url: string;
  area: AreaName;
  /** Prefix of every key, before the area's name; the same as the connection's. */
  prefix?: string;
  daySeconds?: number;
}
const maxBatch = 64;

/** Creates an area driver on a connection. */
export function redisDriver({ connection, url, area, prefix = "formulary", daySeconds = 86_400 }: RedisDriverOptions): AreaDriver {
  const redisArea = {
    connection,
    area,
    fullKey: (key: string) => `${prefix}:${area}:${key}`,
    // on a cluster each key may be on another node
    maxBatch: connection.client instanceof Cluster ? 1 : maxBatch,
  };
  return {
    name: "redis",
    open: async (log) => {
      await connection.open(log);
      await checkEviction({ connection, url, area }, log);
    },
    ...recordOperations(redisArea),
    ...countOperations(redisArea, daySeconds),
    available: connection.available,
    dispose: connection.close,
  };
}

// A Redis that evicts keys when it is full would lose API keys and counts; only the cache may lose records.
async function checkEviction(
  { connection, url, area }: Pick<RedisDriverOptions, "connection" | "url" | "area">,
  log: (level: "warn", message: string) => void,
): Promise<void> {
  if (area === "cache" || !connection.available()) return;
  const redis = `Redis at ${hostsOf(url)}`;
  for (const node of nodesOf(connection.client)) {
    const reply = await node.config("GET", "maxmemory-policy").catch(() => undefined);
    const policy = (reply as string[] | undefined)?.[1];
    if (policy === undefined)
      log(
        "warn",
        `${redis} does not tell its maxmemory-policy. Make sure that it is noeviction, or it deletes API keys and counts when full.`,
      );
    else if (policy !== "noeviction")
      throw new CalcError("configuration", {
        message: `${redis} has maxmemory-policy ${policy} and would delete API keys and counts when full: set it to noeviction, or store the ${area} elsewhere (${area.toUpperCase()}_STORAGE).`,
      });
  }
}

/** Areas on Redis, by area; areas with the same address share a connection. */
export default (addresses: Partial<Record<AreaName, string>>) => {
  const connections = new Map<string, Connection>();
  const connectionTo = (url: string): Connection => {
    const connection = connections.get(url) ?? connect(url);
    connections.set(url, connection);
    return connection;
  };
  return definePlugin({
    name: "storage-redis",
    storage: Object.fromEntries(
      Object.entries(addresses).map(([area, url]) => [area, redisDriver({ area: area as AreaName, url, connection: connectionTo(url) })]),
    ),
  });
};
