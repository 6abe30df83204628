// The calculators for an agent on this machine: the Model Context Protocol over standard input and output, without a key.
import { CalcError, createServer } from "formulary";
import { serveOverPipes } from "../plugins/mcp/index.ts";
import { readConfiguration } from "./configuration.ts";
import { filePlugins } from "./plugins.ts";
import { builtSnapshot, root, version } from "./root.ts";

try {
  // an agent starts this from anywhere: paths are the project's
  process.chdir(root);
  const { catalog, currency, publicUrl, plugins } = readConfiguration(process.env);
  const server = await createServer({
    catalog,
    currency,
    publicUrl,
    plugins: await filePlugins(plugins),
    snapshots: [builtSnapshot],
    engine: version,
    // standard output is the protocol's
    log: (level, message) => {
      if (level !== "info") process.stderr.write(`${level} ${message}\n`);
    },
  });
  await serveOverPipes(server.kernel);
  await server.close();
} catch (error) {
  if (!(error instanceof CalcError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
