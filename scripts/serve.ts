// The composition root: the environment, the built-in plugins and further ones become a server.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { CalcError, createServer, type Plugin } from "../src/index.ts";
import { builtIn } from "./built-in.ts";
import { readConfiguration } from "./configuration.ts";
import { createLog } from "./log.ts";
import { serverPlugins } from "./server-plugins.ts";

/** Starts the server that the environment asks for, and says where it listens. */
export async function serve(): Promise<void> {
  // a small heap may grow fourfold before it is collected whole; a catalogue is one that makes much and keeps little
  setFlagsFromString("--heap-growing-percent=25");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  try {
    await open(version);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function open(version: string): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { dataFolder, logLevel, plugins } = configuration;
  const { log, request } = createLog(configuration);
  const server = await createServer({
    ...configuration,
    plugins: [
      ...builtIn(),
      ...(await serverPlugins(configuration, configuration.logRequests ? request : undefined)),
      ...(await Promise.all(plugins.map(load))),
    ],
    snapshot: join(dataFolder, "catalog-snapshot.json"),
    engine: version,
    watch: true,
    log,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close().then(() => process.exit(0)));
  const { url } = await server.listen();
  if (logLevel === "info")
    process.stdout.write(
      `Formulary ${version}: ${server.kernel.catalog.list({ limit: 0 }).total} calculators on ${url.replace("127.0.0.1", "localhost")}\n`,
    );
}

/** A further plugin by path or package name: a module whose default export is a plugin, or makes one. */
async function load(name: string): Promise<Plugin> {
  const module = (await import(/^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name).catch((cause) => {
    throw new CalcError("configuration", {
      message: `PLUGINS names "${name}", which cannot be loaded: ${(cause as Error).message}`,
      cause,
    });
  })) as { default: Plugin | (() => Plugin) };
  return typeof module.default === "function" ? module.default() : module.default;
}
