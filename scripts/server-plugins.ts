// The plugins of a server beside those of `plugins.ts`: where it keeps things, and what it answers; programs that only keep
// things load none of the functions.
import type { Plugin } from "formulary";
import { areasAt, type Configuration } from "./configuration.ts";
import type { Log } from "./log.ts";

/** The plugins that keep things, for the areas that do not live in memory; a client of Redis is loaded where there is one. */
export async function storagePlugins(storage: Configuration["storage"]): Promise<Plugin[]> {
  const [folders, addresses] = [areasAt(storage, "fs"), areasAt(storage, "redis")];
  return [
    ...(Object.keys(folders).length > 0 ? [(await import("../plugins/storage-fs/index.ts")).default(folders)] : []),
    ...(Object.keys(addresses).length > 0 ? [(await import("../plugins/storage-redis/index.ts")).default(addresses)] : []),
  ];
}

type Settings = Pick<
  Configuration,
  | "storage"
  | "plans"
  | "dataFolder"
  | "publicUrl"
  | "repository"
  | "trustedProxies"
  | "signup"
  | "metricsToken"
  | "allowedHosts"
  | "refusalsPerMinute"
>;

/** Everything that a server runs beside its functions; `onRequest` hears of every request that was answered. */
export async function serverPlugins(settings: Settings, onRequest?: Log["request"]): Promise<Plugin[]> {
  const {
    storage,
    plans,
    dataFolder,
    metricsToken: token,
    publicUrl,
    repository,
    trustedProxies,
    signup,
    allowedHosts,
    refusalsPerMinute,
  } = settings;
  // loaded here: programs that only read files need none of them
  const { default: visitors } = await import("../plugins/visitors/index.ts");
  const { default: accounts, readPlans, socketIn } = await import("../plugins/accounts/index.ts");
  const { default: quotas } = await import("../plugins/quotas/index.ts");
  const { default: resultCache } = await import("../plugins/result-cache/index.ts");
  const { default: health } = await import("../plugins/health/index.ts");
  const { default: metrics } = await import("../plugins/metrics/index.ts");
  const { default: batch } = await import("../plugins/batch/index.ts");
  const { default: pages } = await import("../plugins/pages/index.ts");
  const { default: openapi } = await import("../plugins/openapi/index.ts");
  const { default: revisions } = await import("../plugins/revisions/index.ts");
  const { default: mcp } = await import("../plugins/mcp/index.ts");
  const { default: dashboard } = await import("../plugins/dashboard/index.ts");
  return [
    ...(await storagePlugins(storage)),
    health({ ...(token && { token }) }),
    // before quotas and cache: figures count what these refuse and answer
    metrics({ ...(token && { token }), ...(onRequest && { onRequest }) }),
    visitors({ trustedProxies, refusals: { perMinute: refusalsPerMinute } }),
    accounts({ plans: readPlans(plans), ...(storage.keys === "memory:" && { socket: socketIn(dataFolder) }) }),
    quotas(),
    resultCache(),
    batch(),
    revisions({ history: "dist/catalog-history.json" }),
    pages({ publicUrl, repository }),
    openapi({ publicUrl }),
    mcp({ allowedHosts }),
    dashboard({ publicUrl, signup, allowedHosts }),
  ];
}
