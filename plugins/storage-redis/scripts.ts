// Lua scripts, which Redis runs as one step: nothing else happens between what a script reads and what it writes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Cluster, Redis } from "ioredis";

interface Script {
  lua: string;
  sha: string;
}
function script(name: string): Script {
  const lua = readFileSync(new URL(`${name}.lua`, import.meta.url), "utf8");
  return { lua, sha: createHash("sha1").update(lua).digest("hex") };
}

export const replaceScript = script("replace");
export const consumeScript = script("consume");
export const releaseScript = script("release");
export const storeScript = script("store");

/** Runs a script by its digest. Its text is sent only to a server that does not have it yet. */
export async function runScript(
  client: Redis | Cluster,
  { lua, sha }: Script,
  { keys, values }: { keys: string[]; values: (string | number)[] },
): Promise<unknown> {
  try {
    return await client.evalsha(sha, keys.length, ...keys, ...values);
  } catch (error) {
    if (!/^NOSCRIPT/.test((error as Error).message)) throw error;
    return client.call("EVAL", lua, keys.length, ...keys, ...values);
  }
}
