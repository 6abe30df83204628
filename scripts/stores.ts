// Where things are kept, and the accounts in it: what scripts beside a server need of the plugins, without its functions.
import accounts, { readPlans, socketIn } from "../plugins/accounts/index.ts";
import quotas from "../plugins/quotas/index.ts";
import resultCache from "../plugins/result-cache/index.ts";
import storageFs from "../plugins/storage-fs/index.ts";
import storageRedis from "../plugins/storage-redis/index.ts";
import type { Plugin } from "../src/index.ts";
import { areasAt, type Configuration } from "./configuration.ts";

export { type Command, createAccounts, readPlans, runCommand, type Said, sendCommand, socketIn } from "../plugins/accounts/index.ts";

/** The plugins that keep things, for the areas that do not live in memory. */
export function storagePlugins(storage: Configuration["storage"]): Plugin[] {
  const [folders, addresses] = [areasAt(storage, "fs"), areasAt(storage, "redis")];
  return [
    ...(Object.keys(folders).length > 0 ? [storageFs(folders)] : []),
    ...(Object.keys(addresses).length > 0 ? [storageRedis(addresses)] : []),
  ];
}

/** What a server runs beside its functions. */
export function serverPlugins({ storage, plans, dataFolder }: Pick<Configuration, "storage" | "plans" | "dataFolder">): Plugin[] {
  const keys = accounts({ plans: readPlans(plans), ...(storage.keys === "memory:" && { socket: socketIn(dataFolder) }) });
  return [...storagePlugins(storage), keys, quotas(), resultCache()];
}
