// Where the time of a calculation over HTTP goes: a processor profile of the server under load, by part.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Attribution, attribute, between, type Owner, type Profile } from "./attribution.ts";
import { load, warmUp } from "./load.ts";
import { short } from "./numbers.ts";
import { newKey, startServer } from "./processes.ts";
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
  { part: "storage", file: /src\/storage\/|plugins\/storage-|node_modules\/(unstorage|ioredis)/ },
  { part: "figures for operators", file: /plugins\/metrics\/|node_modules\/prom-client/ },
  { part: passing, file: /src\/(http|calculation|catalog)\/|dist\/plugins\// },
  { part: "h3, srvx and listhen", file: /node_modules\/(h3|srvx|rou3|listhen|http-shutdown)/ },
  { part: "Headers and Request of the platform", file: /^node:internal\/deps\/undici/ },
  {
    part: node,
    file: /^node:(_http|http|net|events|timers|async_hooks|diagnostics|internal\/(http|streams?|process|async|timers|socket))/,
  },
];

/** Shares of the processor per part, for questions that are computed and for answers from the cache. */
export async function measureParts({ quick, folder, say }: Settings): Promise<Section> {
  const where = join(folder, "profile");
  mkdirSync(where, { recursive: true });
  const server = await startServer({ STORAGE: "memory:" }, ["--cpu-prof", `--cpu-prof-dir=${where}`, "--cpu-prof-interval=300"]);
  const began = performance.now() - server.milliseconds;
  const headers = { "x-api-key": newKey(server.environment) };
  const seconds = quick ? 4 : 10;
  const under = async (questions: "distinct" | "repeated") => {
    say(`parts: ${questions}`);
    await warmUp(server, { path, method: "POST", headers, questions });
    const from = performance.now() - began;
    const { cost } = await load(server, { path, method: "POST", headers, questions, seconds });
    return { from: from * 1000, to: (performance.now() - began) * 1000, cost };
  };
  const [distinct, repeated] = [await under("distinct"), await under("repeated")];
  await server.stop();
  const file = readdirSync(where).find((name) => name.endsWith(".cpuprofile"))!;
  const profile = JSON.parse(readFileSync(join(where, file), "utf8")) as Profile;
  const found = [distinct, repeated].map(({ from, to, cost }) => ({
    cost,
    ...attribute(between(profile, from, to), owners, node),
  })) as [Found, Found];
  return { promised: [], tables: [partsTable(found), functionsTable(found[0])] };
}

/** With the microseconds of processor of one answer. */
type Found = Attribution & { cost: number };
const share = (time: number, { total }: Found) => `${short((time / total) * 100)} %`;
const rising = (times: Map<string, number>) => [...times].sort(([, a], [, b]) => b - a);

function partsTable([distinct, repeated]: [Found, Found]): Table {
  const each = (time: number, { total, cost }: Found) => short((time / total) * cost);
  const names = new Set([...rising(distinct.parts).map(([name]) => name), ...repeated.parts.keys()]);
  const rows = [...names].map((name) => {
    const [computed, cached] = [distinct.parts.get(name) ?? 0, repeated.parts.get(name) ?? 0];
    return [name, share(computed, distinct), each(computed, distinct), share(cached, repeated), each(cached, repeated)];
  });
  return {
    title: "Where the time of a calculation goes",
    head: ["part", "computed", "µs", "from the cache", "µs"],
    rows: [...rows, ["together", "100 %", each(distinct.total, distinct), "100 %", each(repeated.total, repeated)]],
    note: "A processor profile of the server under load (memory storage, all on), each sample counted to the nearest frame that has an owner; being watched makes everything a little slower. Microseconds are of processor.",
  };
}

function functionsTable(found: Found): Table {
  return {
    title: "The dearest functions of a computed answer",
    head: ["part: function and file", "share"],
    rows: rising(found.functions)
      .slice(0, 40)
      .map(([name, time]) => [name, share(time, found)]),
  };
}
