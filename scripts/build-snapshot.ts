// Part of npm run build: the catalogue as a server of the default configuration reads it, so that no start parses it again.
import "./v8-flags.ts";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "formulary";
import { readConfiguration } from "./configuration.ts";
import { functionPlugins } from "./plugins.ts";
import { builtSnapshot, root, version } from "./root.ts";
import { serverPlugins } from "./server-plugins.ts";

process.chdir(root);
const dataFolder = mkdtempSync(join(tmpdir(), "formulary-"));
const configuration = readConfiguration({ DATA_DIR: dataFolder, STORAGE: "memory:" });
if (configuration.catalog.every((folder) => existsSync(folder))) {
  const server = await createServer({
    ...configuration,
    plugins: [...functionPlugins(), ...(await serverPlugins(configuration))],
    snapshots: [builtSnapshot],
    engine: version,
  });
  await server.kernel.catalog.verify();
  await server.close();
}
rmSync(dataFolder, { recursive: true });
