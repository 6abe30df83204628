// The records of an area in Redis: a text under a key.
import type { AreaDriver, AreaName } from "formulary";
import { Cluster, type Redis } from "ioredis";
import { createBatch } from "./batch.ts";
import type { Connection } from "./connection.ts";
import { replaceScript, runScript, storeScript } from "./scripts.ts";

/** An area on a connection. */
export interface RedisArea {
  connection: Connection;
  area: AreaName;
  /** The key in Redis of a record or an allowance. */
  fullKey: (key: string) => string;
  /** Maximum number of calls in one command. */
  maxBatch: number;
}
interface NewText {
  key: string;
  text: string;
  ttl: number;
}
type RecordOperations = Pick<AreaDriver, "hasItem" | "getItem" | "setItem" | "removeItem" | "getKeys" | "clear" | "replace">;
const optional = (text: string | null): [string, string] => (text === null ? ["0", ""] : ["1", text]);

/** The operations on records of an area driver. */
export function recordOperations(redisArea: RedisArea): RecordOperations {
  const { connection, area, fullKey } = redisArea;
  const { client, run } = connection;
  const keys = (start: string) => listKeys(redisArea, start);
  return {
    hasItem: (key) => run(async () => (await client.exists(fullKey(key))) === 1),
    ...(area === "cache" ? batchedTexts(redisArea) : singleTexts(redisArea)),
    removeItem: (key) => run(async () => void (await client.unlink(fullKey(key)))),
    getKeys: keys,
    clear: async (start) => {
      for (const key of await keys(start)) await client.unlink(fullKey(key));
    },
    replace: (key, before, after) =>
      run(async () => {
        const values = [...optional(before), ...optional(after)];
        const isDone = (await runScript(client, replaceScript, { keys: [fullKey(key)], values })) === 1;
        if (isDone) await waitForReplica(client, key);
        return isDone;
      }),
  };
}

// Texts of keys and counts, which must not be lost, are read and written one by one and in order.
function singleTexts({ connection: { client, run }, fullKey }: RedisArea): Pick<AreaDriver, "getItem" | "setItem"> {
  return {
    getItem: (key) => run(() => client.get(fullKey(key))),
    setItem: (key, text, { ttl } = {}) =>
      run(async () => void (await (ttl ? client.set(fullKey(key), text, "EX", ttl) : client.set(fullKey(key), text)))),
  };
}

// Every request reads and writes a cached result: those of one turn of the event loop go together.
function batchedTexts({ connection: { client, run }, fullKey, maxBatch }: RedisArea): Pick<AreaDriver, "getItem" | "setItem"> {
  const read = createBatch((keys: string[]) => run(() => client.mget(keys)), maxBatch);
  const write = createBatch(
    (texts: NewText[]) =>
      run(async () => {
        const values = texts.flatMap(({ text, ttl }) => [ttl, text]);
        await runScript(client, storeScript, { keys: texts.map(({ key }) => key), values });
        return texts.map(() => undefined);
      }),
    maxBatch,
  );
  return {
    getItem: (key) => read(fullKey(key)),
    setItem: (key, text, { ttl = 0 } = {}) => write({ key: fullKey(key), text, ttl }),
  };
}

// Without this wait, a replica that becomes the master before it has a revocation would undo the revocation.
async function waitForReplica(client: Redis | Cluster, key: string): Promise<void> {
  if (client instanceof Cluster) return;
  const [role, , replicas] = (await client.role()) as unknown as [string, number, unknown[]];
  if (role === "master" && replicas.length > 0 && (await client.wait(1, 100)) < 1)
    throw new Error(`no replica has confirmed the change of ${key.split(":")[0]}`);
}

/** The masters behind a client. */
export const nodesOf = (client: Redis | Cluster): Redis[] => (client instanceof Cluster ? client.nodes("master") : [client]);

async function listKeys({ connection: { client }, fullKey }: RedisArea, start: string): Promise<string[]> {
  const pattern = `${fullKey(start).replace(/[*?[\]\\]/g, "\\$&")}*`;
  // a scan sees only the keys of its own node
  const all = await Promise.all(nodesOf(client).map((node) => scan(node, pattern)));
  return all.flat().map((key) => key.slice(fullKey("").length));
}

async function scan(node: Redis, pattern: string): Promise<string[]> {
  const all: string[] = [];
  for (let cursor = "0"; ; ) {
    const [next, keys] = await node.scan(cursor, "MATCH", pattern, "COUNT", 1000);
    all.push(...keys);
    if (next === "0") return all;
    cursor = next;
  }
}
