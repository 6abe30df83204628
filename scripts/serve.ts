// What `npm start` runs: the environment, the built-in plugins and further ones become a server.
import "./v8-flags.ts";
import "./private-files.ts";
import { join } from "node:path";
import { CalcError, createServer } from "formulary";
import { newerSource } from "./build-age.ts";
import { readConfiguration } from "./configuration.ts";
import { createLog } from "./log.ts";
import { functionPlugins, loadPlugins } from "./plugins.ts";
import { builtSnapshot, version } from "./root.ts";
import { serverPlugins } from "./server-plugins.ts";

async function serve(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { dataFolder, logLevel, logRequests, plugins, trustedProxies } = configuration;
  const { log, request } = createLog(configuration);
  const changed = newerSource();
  if (changed) log("warn", `${changed} is newer than the build in dist/, which runs now: stop the server and run npm run build.`);
  const server = await createServer({
    ...configuration,
    plugins: [
      ...functionPlugins(),
      ...(await serverPlugins(configuration, logRequests ? request : undefined)),
      ...(await loadPlugins(plugins)),
    ],
    // the connections of a proxy are those of many clients
    ...(trustedProxies > 0 && { connectionsPerAddress: Number.POSITIVE_INFINITY }),
    snapshots: [join(dataFolder, "catalog-snapshot.json"), builtSnapshot],
    engine: version,
    watch: true,
    log,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close().then(() => process.exit(0)));
  const { url } = await server.listen();
  if (logLevel !== "info") return;
  const { total } = server.kernel.catalog.list({ limit: 0 });
  process.stdout.write(`Formulary ${version}: ${total} calculators on ${url.replace("127.0.0.1", "localhost")}\n`);
}

try {
  await serve();
} catch (error) {
  if (!(error instanceof CalcError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
