// Where the time of a start goes: a processor profile from the first instruction until the snapshot is written.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Attribution, attribute, type Owner, type Profile } from "./attribution.ts";
import { makeCopies } from "./copies.ts";
import { short } from "./numbers.ts";
import { startServer } from "./processes.ts";
import type { Section, Settings } from "./report.ts";

const rest = "Node, and the rest";
const owners: Owner[] = [
  { part: "YAML", file: /node_modules\/yaml\/|src\/catalog\/document\.js$/ },
  { part: "shape of files", file: /src\/catalog\/shape\.js$|node_modules\/(ajv|fast-uri)/ },
  { part: "snapshot", file: /src\/catalog\/snapshot\.js$/ },
  { part: "search index", file: /src\/catalog\/search\.js$|node_modules\/minisearch/ },
  { part: "finding files", file: /src\/catalog\/files\.js$|node_modules\/(fast-glob|@nodelib|micromatch|chokidar|readdirp)/ },
  { part: "compiling formulas and inputs", file: /src\/(calculator|language)\// },
  { part: "units", file: /src\/units\// },
  { part: "catalogue", file: /src\/catalog\// },
  { part: "loading modules", file: /^node:internal\/modules/ },
  { part: "plugins, storage, HTTP", file: /dist\/(plugins|scripts|src)\/|node_modules\// },
];

/** Shares of a cold start and of one with the snapshot, for 5,000 calculators. */
export async function measureStart({ quick, folder, log }: Settings): Promise<Section> {
  const { folder: catalog } = makeCopies(join(folder, "start-catalog"), quick ? 1500 : 5000);
  const data = join(folder, "start-data");
  const profiles: Attribution[] = [];
  for (const name of ["cold", "with the snapshot"]) {
    log(`start: ${name}`);
    const directory = join(folder, `profile ${name}`);
    mkdirSync(directory, { recursive: true });
    const server = await startServer({ CATALOG: catalog, DATA_DIR: data, STORAGE: "memory:" }, [
      "--cpu-prof",
      `--cpu-prof-dir=${directory}`,
    ]);
    const hasSnapshot = () => readdirSync(data).includes("catalog-snapshot.json");
    for (let waited = 0; !hasSnapshot() && waited < 1200; waited++) await pause(100);
    await server.stop();
    const file = readdirSync(directory).find((each) => each.endsWith(".cpuprofile"))!;
    profiles.push(attribute(JSON.parse(readFileSync(join(directory, file), "utf8")) as Profile, owners, rest));
  }
  const parts = [...new Set(profiles.flatMap(({ parts }) => [...parts.keys()]))];
  const [cold, warm] = profiles.map(({ parts }) => parts) as [Map<string, number>, Map<string, number>];
  const seconds = (time = 0) => short(time / 1e6);
  return {
    promised: [],
    tables: [
      {
        title: "Where the time of a start goes",
        head: ["part", "cold, s", "with the snapshot, s"],
        rows: [
          ...parts
            .sort((a, b) => (cold.get(b) ?? 0) - (cold.get(a) ?? 0))
            .map((part) => [part, seconds(cold.get(part)), seconds(warm.get(part))]),
          ["together", seconds(profiles[0]!.total), seconds(profiles[1]!.total)],
        ],
        note: `A processor profile of a start with ${short(quick ? 1500 : 5000)} calculators, until the server is stopped. A cold start goes on after the first answer: it compiles everything in slices, then writes the snapshot.`,
      },
    ],
  };
}
