// npm run clients: writes a client for TypeScript and one for Python, generated from the API's OpenAPI document.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { composePlugins } from "formulary";
import { apiDocument } from "../../plugins/openapi/index.ts";
import { readConfiguration } from "../configuration.ts";
import { functionPlugins, loadPlugins } from "../plugins.ts";
import { root } from "../root.ts";
import { serverPlugins } from "../server-plugins.ts";
import { toPython } from "./python.ts";

const usage = `Usage: npm run clients [-- --out <folder>]

Writes typescript/formulary.ts (it needs the package @oazapfts/runtime) and python/formulary_client.py (Python 3.11, no packages)
into a folder, "clients" where none is named.
`;
const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "clients") }, help: { type: "boolean" } } });

async function write(folder: string): Promise<number> {
  const configuration = readConfiguration(process.env);
  const plugins = composePlugins([
    ...functionPlugins(),
    ...(await serverPlugins(configuration)),
    ...(await loadPlugins(configuration.plugins)),
  ]);
  const document = apiDocument(plugins);
  const [typescript, python] = ["typescript", "python"].map((name) => join(folder, name)) as [string, string];
  for (const each of [typescript, python]) mkdirSync(each, { recursive: true });
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document, null, 1));
  writeFileSync(join(python, "formulary_client.py"), toPython(document));
  const generator = join(root, "node_modules/oazapfts/dist/cli.js");
  const { status, stderr, error } = spawnSync(process.execPath, [generator, file, join(typescript, "formulary.ts")], { encoding: "utf8" });
  if (status === 0) process.stdout.write(`${folder} has typescript/formulary.ts and python/formulary_client.py.\n`);
  else
    process.stderr.write(
      `The client for TypeScript was not written: ${stderr || String(error)} (development packages are needed: npm ci).\n`,
    );
  return status === 0 ? 0 : 1;
}

if (values.help) process.stdout.write(usage);
else process.exitCode = await write(values.out);
