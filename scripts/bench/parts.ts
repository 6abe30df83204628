// Where the time of a calculation over HTTP goes: a processor profile of the server under load, by parts of the program.
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Attribution, attribute, between, type Owner, type Profile } from "./attribution.ts";
import { load, warmUp } from "./load.ts";
import { short } from "./numbers.ts";
import { newKey, startServer } from "./processes.ts";
import { startRedis } from "./redis.ts";
import type { Section, Settings, Table } from "./report.ts";
import { path } from "./server.ts";

const node = "Node: HTTP, events";
const routing = "routes, request id, answer";
/** The owners of functions; the first that matches. A function without one (a built-in) belongs to its caller. */
const owners: Owner[] = [
  { part: "Node: writing to the socket", file: /^$|stream_base_commons/, name: /^(writev?|write[A-Z]\w+|writevGeneric|writeGeneric)$/ },
  { part: "Node: promises", name: /^runMicrotasks$/ },
  { part: "JSON of the answer", file: /src\/http\/answer\.js$|plugins\/result-cache\//, name: /^(resultJson|write)$/ },
  { part: "body", file: /src\/http\/body\.js$/ },
  { part: "validation", file: /src\/(calculator\/(accept|inputs|quantities|faults)|http\/request)\.js$|node_modules\/ajv/ },
  { part: "formatting", file: /src\/(calculator\/show|language\/numerals)\.js$/ },
  { part: "explanation", file: /src\/(calculator\/explanation|language\/template)\.js$/ },
  { part: "results and their labels", file: /src\/calculator\/(outputs|results|composites|calculator)\.js$/ },
  { part: "formulas", file: /src\/(language|units)\/|src\/calculator\/(run|formulas)\.js$|plugins\/functions-/ },
  { part: "keys", file: /plugins\/accounts\// },
  { part: "quotas", file: /plugins\/quotas\// },
  { part: "result cache", file: /plugins\/result-cache\// },
  { part: "Redis: commands and their answers", file: /plugins\/storage-redis\/|node_modules\/(ioredis|redis-)/ },
  { part: "storage", file: /src\/storage\/|plugins\/storage-|node_modules\/unstorage/ },
  { part: "figures for operators", file: /plugins\/metrics\/|node_modules\/prom-client/ },
  { part: routing, file: /src\/(http|calculation|catalog)\/|dist\/plugins\// },
  { part: "h3, srvx and listhen", file: /node_modules\/(h3|srvx|rou3|listhen|http-shutdown)/ },
  { part: "Headers and Request of the platform", file: /^node:internal\/deps\/undici/ },
  {
    part: node,
    file: /^node:(_http|http|net|events|timers|async_hooks|diagnostics|internal\/(http|streams?|process|async|timers|socket))/,
  },
];

type Questions = "distinct" | "repeated";

/** Shares of processor time by part, for computed answers and for cached ones. */
export async function measureParts({ quick, folder, log }: Settings): Promise<Section> {
  const seconds = quick ? 4 : 10;
  const redis = await startRedis(folder);
  const profiles: Record<string, LoadProfile> = {};
  const profileLoads = async (storage: string, loads: Record<string, Questions>) => {
    const directory = mkdtempSync(join(folder, "profile-"));
    const server = await startServer({ STORAGE: storage }, ["--cpu-prof", `--cpu-prof-dir=${directory}`, "--cpu-prof-interval=300"]);
    const began = performance.now() - server.milliseconds;
    const request = { path, method: "POST", headers: { "x-api-key": newKey(server.environment) } };
    const times: Record<string, { from: number; to: number; cost: number }> = {};
    for (const [name, questions] of Object.entries(loads)) {
      log(`parts: ${name}`);
      await warmUp(server, { ...request, questions });
      const from = performance.now() - began;
      const { cost } = await load(server, { ...request, questions, seconds });
      times[name] = { from: from * 1000, to: (performance.now() - began) * 1000, cost };
    }
    await server.stop();
    const file = readdirSync(directory).find((name) => name.endsWith(".cpuprofile"))!;
    const profile = JSON.parse(readFileSync(join(directory, file), "utf8")) as Profile;
    for (const [name, { from, to, cost }] of Object.entries(times))
      profiles[name] = { cost, ...attribute(between(profile, from, to), owners, node) };
  };
  await profileLoads("memory:", { computed: "distinct", "from the cache": "repeated" });
  if (redis) await profileLoads(redis.url, { "computed, on Redis": "distinct" });
  await redis?.stop();
  const computed = Object.entries(profiles).filter(([name]) => name !== "from the cache");
  return { promised: [], tables: [partsTable(profiles), ...computed.map(([name, each]) => functionsTable(name, each))] };
}

/** The profile of one load, with the microseconds of processor time of one answer. */
type LoadProfile = Attribution & { cost: number };
const share = (time: number, { total }: LoadProfile) => `${short((time / total) * 100)} %`;
const descending = (times: Map<string, number>) => [...times].sort(([, a], [, b]) => b - a);

function partsTable(profiles: Record<string, LoadProfile>): Table {
  const all = Object.values(profiles);
  const row = (name: string, time: (each: LoadProfile) => number) => [
    name,
    ...all.flatMap((each) => [share(time(each), each), short((time(each) / each.total) * each.cost)]),
  ];
  const names = new Set(all.flatMap(({ parts }) => descending(parts).map(([name]) => name)));
  return {
    title: "Where the time of a calculation goes",
    head: ["part", ...Object.keys(profiles).flatMap((name) => [name, "µs"])],
    rows: [...[...names].map((name) => row(name, ({ parts }) => parts.get(name) ?? 0)), row("together", ({ total }) => total)],
    note: "A processor profile of the server under load (all plugins on; in memory, unless it says Redis). Each sample counts for the nearest function that has an owner. Profiling makes everything a little slower. Microseconds are of processor time.",
  };
}

function functionsTable(name: string, profile: LoadProfile): Table {
  return {
    title: `The most expensive functions of an answer: ${name}`,
    head: ["part: function and file", "share"],
    rows: descending(profile.functions)
      .slice(0, 40)
      .map(([label, time]) => [label, share(time, profile)]),
  };
}
