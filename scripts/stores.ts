// Where things are kept, and the accounts in it: what scripts beside a server need of the plugins, without its functions.
import storageFs from "../plugins/storage-fs/index.ts";
import type { Plugin } from "../src/index.ts";
import { areasAt, type Configuration } from "./configuration.ts";

export { type Command, createAccounts, readPlans, runCommand, type Said, sendCommand, socketIn } from "../plugins/accounts/index.ts";

/** The plugins that keep things, for the areas that do not live in memory; a client of Redis is loaded where there is one. */
export async function storagePlugins(storage: Configuration["storage"]): Promise<Plugin[]> {
  const [folders, addresses] = [areasAt(storage, "fs"), areasAt(storage, "redis")];
  return [
    ...(Object.keys(folders).length > 0 ? [storageFs(folders)] : []),
    ...(Object.keys(addresses).length > 0 ? [(await import("../plugins/storage-redis/index.ts")).default(addresses)] : []),
  ];
}
