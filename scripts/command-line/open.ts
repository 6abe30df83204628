// The catalogue for one command, without a server.
import { join, resolve } from "node:path";
import { type Calculator, createServer, failUnknownCalculator, type Kernel } from "formulary";
import { readConfiguration } from "../configuration.ts";
import { filePlugins } from "../plugins.ts";
import { builtSnapshot, root, version } from "../root.ts";

/** The folders of calculator files; those of the clone where CATALOG names none. */
export const folders = (): string[] =>
  process.env.CATALOG ? readConfiguration(process.env).catalog.map((folder) => resolve(folder)) : [join(root, "catalog")];

/** Opens the catalogue: of the named calculators alone, or whole, with the snapshot of the build. */
export async function open(only?: string[]): Promise<Kernel> {
  const { currency, publicUrl, plugins } = readConfiguration(process.env);
  const { kernel } = await createServer({
    catalog: folders(),
    currency,
    publicUrl,
    plugins: await filePlugins(plugins),
    snapshots: [builtSnapshot],
    ...(only && { only }),
    engine: version,
    log: () => {},
  });
  return kernel;
}

/** One calculator, read alone where there is a file of its name. */
export async function openCalculator(slug: string): Promise<{ kernel: Kernel; calculator: Calculator }> {
  const alone = await open([slug]);
  const own = alone.catalog.get(slug);
  if (own) return { kernel: alone, calculator: own };
  const kernel = await open();
  const calculator = kernel.catalog.get(slug) ?? failUnknownCalculator(slug, kernel.catalog, "Find one with: formulary search <words>");
  return { kernel, calculator };
}
