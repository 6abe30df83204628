// Where the time of a calculation over HTTP goes: a processor profile of the server under load, by part.
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
const passing = "routes, request id, answer";
/** Whose work a frame is; the first that fits. A frame of nobody (a built-in, generated code) is its caller's. */
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
  { part: passing, file: /src\/(http|calculation|catalog)\/|dist\/plugins\// },
  { part: "h3, srvx and listhen", file: /node_modules\/(h3|srvx|rou3|listhen|http-shutdown)/ },
  { part: "Headers and Request of the platform", file: /^node:internal\/deps\/undici/ },
  {
    part: node,
    file: /^node:(_http|http|net|events|timers|async_hooks|diagnostics|internal\/(http|streams?|process|async|timers|socket))/,
  },
];

type Questions = "distinct" | "repeated";

/** Shares of the processor per part, for questions that are computed and for answers from the cache. */
export async function measureParts({ quick, folder, say }: Settings): Promise<Section> {
  const seconds = quick ? 4 : 10;
  const redis = await startRedis(folder);
  const found: Record<string, Found> = {};
  const watch = async (storage: string, loads: Record<string, Questions>) => {
    const where = mkdtempSync(join(folder, "profile-"));
    const server = await startServer({ STORAGE: storage }, ["--cpu-prof", `--cpu-prof-dir=${where}`, "--cpu-prof-interval=300"]);
    const began = performance.now() - server.milliseconds;
    const asked = { path, method: "POST", headers: { "x-api-key": newKey(server.environment) } };
    const times: Record<string, { from: number; to: number; cost: number }> = {};
    for (const [name, questions] of Object.entries(loads)) {
      say(`parts: ${name}`);
      await warmUp(server, { ...asked, questions });
      const from = performance.now() - began;
      const { cost } = await load(server, { ...asked, questions, seconds });
      times[name] = { from: from * 1000, to: (performance.now() - began) * 1000, cost };
    }
    await server.stop();
    const file = readdirSync(where).find((name) => name.endsWith(".cpuprofile"))!;
    const profile = JSON.parse(readFileSync(join(where, file), "utf8")) as Profile;
    for (const [name, { from, to, cost }] of Object.entries(times))
      found[name] = { cost, ...attribute(between(profile, from, to), owners, node) };
  };
  await watch("memory:", { computed: "distinct", "from the cache": "repeated" });
  if (redis) await watch(redis.url, { "computed, on Redis": "distinct" });
  await redis?.stop();
  const computed = Object.entries(found).filter(([name]) => name !== "from the cache");
  return { promised: [], tables: [partsTable(found), ...computed.map(([name, each]) => functionsTable(name, each))] };
}

/** With the microseconds of processor of one answer. */
type Found = Attribution & { cost: number };
const share = (time: number, { total }: Found) => `${short((time / total) * 100)} %`;
const rising = (times: Map<string, number>) => [...times].sort(([, a], [, b]) => b - a);

function partsTable(found: Record<string, Found>): Table {
  const all = Object.values(found);
  const row = (name: string, time: (each: Found) => number) => [
    name,
    ...all.flatMap((each) => [share(time(each), each), short((time(each) / each.total) * each.cost)]),
  ];
  const names = new Set(all.flatMap(({ parts }) => rising(parts).map(([name]) => name)));
  return {
    title: "Where the time of a calculation goes",
    head: ["part", ...Object.keys(found).flatMap((name) => [name, "µs"])],
    rows: [...[...names].map((name) => row(name, ({ parts }) => parts.get(name) ?? 0)), row("together", ({ total }) => total)],
    note: "A processor profile of the server under load (all on; in memory, but where it says Redis), each sample counted to the nearest frame that has an owner; being watched makes everything a little slower. Microseconds are of processor.",
  };
}

function functionsTable(name: string, found: Found): Table {
  return {
    title: `The dearest functions of an answer: ${name}`,
    head: ["part: function and file", "share"],
    rows: rising(found.functions)
      .slice(0, 40)
      .map(([place, time]) => [place, share(time, found)]),
  };
}
