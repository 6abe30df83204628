// The server without its packs of functions, for tests that start it a hundred times: storage, keys, quotas and cache as in serve.ts.
import accounts, { readPlans } from "../../dist/plugins/accounts/index.js";
import quotas from "../../dist/plugins/quotas/index.js";
import resultCache from "../../dist/plugins/result-cache/index.js";
import { readConfiguration } from "../../dist/scripts/configuration.js";
import { storagePlugins } from "../../dist/scripts/server-plugins.js";
import { createServer } from "../../dist/src/index.js";

const { storage, plans, ...options } = readConfiguration(process.env);
const server = await createServer({
  ...options,
  // parsing and checking the same files a hundred times would be most of the work
  snapshots: [`${process.env.DATA_DIR}/small-snapshot.json`],
  plugins: [...(await storagePlugins(storage)), accounts({ plans: readPlans(plans) }), quotas(), resultCache()],
  log: (level, message) => process.stderr.write(`${level} ${message}\n`),
});
process.once("SIGTERM", () => server.close().then(() => process.exit(0)));
const { url } = await server.listen();
process.stdout.write(`on ${url}\n`);
