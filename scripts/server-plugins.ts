// The plugins of a server in their order; their functions are in built-in.ts, which checks of files need as well.
import accounts, { readPlans, socketIn } from "../plugins/accounts/index.ts";
import batch from "../plugins/batch/index.ts";
import dashboard from "../plugins/dashboard/index.ts";
import mcp from "../plugins/mcp/index.ts";
import metrics from "../plugins/metrics/index.ts";
import openapi from "../plugins/openapi/index.ts";
import pages from "../plugins/pages/index.ts";
import quotas from "../plugins/quotas/index.ts";
import resultCache from "../plugins/result-cache/index.ts";
import type { Plugin } from "../src/index.ts";
import type { Configuration } from "./configuration.ts";
import type { Log } from "./log.ts";
import { storagePlugins } from "./stores.ts";

export { serveOverPipes } from "../plugins/mcp/index.ts";

type Settings = Pick<
  Configuration,
  "storage" | "plans" | "dataFolder" | "publicUrl" | "repository" | "trustedProxies" | "signup" | "metricsToken"
>;

/** Everything that a server runs beside its functions; `tell` hears of every request that was answered. */
export async function serverPlugins(settings: Settings, tell?: Log["request"]): Promise<Plugin[]> {
  const { storage, plans, dataFolder, metricsToken: token, publicUrl, repository, trustedProxies, signup } = settings;
  const keys = accounts({ plans: readPlans(plans), ...(storage.keys === "memory:" && { socket: socketIn(dataFolder) }) });
  // before quotas and cache: figures count what these refuse and answer
  const figures = metrics({ ...(token && { token }), ...(tell && { tell }) });
  const site = [pages({ publicUrl, repository, trustedProxies }), openapi({ publicUrl }), mcp()];
  const members = dashboard({ publicUrl, signup, trustedProxies });
  return [...(await storagePlugins(storage)), figures, keys, quotas(), resultCache(), batch(), ...site, members];
}
