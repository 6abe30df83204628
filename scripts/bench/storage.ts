// The same calculations with the storage in memory, in files and on Redis.
import { join } from "node:path";
import { type Figures, load, warmUp } from "./load.ts";
import { inTurn, quantile, ratioOf, short, spreadOf, spreadText } from "./numbers.ts";
import { newKey, type Started, startServer } from "./processes.ts";
import { type Redis, startRedis } from "./redis.ts";
import type { PromiseResult, Section, Settings } from "./report.ts";
import { path, startAlone, startBare } from "./server.ts";

const repeated = "Redis, the same hundred calculations again";
const bareRedis = "bare node:http with as many Redis commands, and nothing else";
const standard = "files, results in memory: what npm start uses";
const direct = "Redis, on bare node:http, without h3, srvx and listhen";

/** Throughput and latency per storage, and the commands that Redis ran. */
export async function measureStorage({ quick, folder, log }: Settings): Promise<Section> {
  const redis = await startRedis(folder);
  const servers = await startServers(redis, folder);
  const requestOf = (name: string) => {
    const questions = name === repeated ? ("repeated" as const) : ("distinct" as const);
    return { path, method: "POST", headers: { "x-api-key": servers[name]!.key }, questions };
  };
  const names = Object.keys(servers);
  for (const name of names) {
    log(`storage: ${name}, warming up`);
    await warmUp(servers[name]!.server, requestOf(name));
  }
  const commands: Record<string, Record<string, number>> = {};
  const figures = await inTurn(names, quick ? 2 : 5, async (name, round) => {
    log(`storage: ${name}, round ${round + 1}`);
    const before = commandsOf(redis);
    const loaded = await load(servers[name]!.server, { ...requestOf(name), seconds: quick ? 2 : 4 });
    commands[name] = sumOfCommands(commands[name] ?? {}, before, commandsOf(redis));
    return loaded;
  });
  for (const server of new Set(Object.values(servers).map(({ server }) => server))) await server.stop();
  await redis?.stop();
  return report(figures, commands);
}

type Servers = Record<string, { server: Started; key: string }>;

async function startServers(redis: Redis | undefined, folder: string): Promise<Servers> {
  const environments: Record<string, Record<string, string>> = {
    memory: { STORAGE: "memory:" },
    [standard]: {},
    "files, results too": { STORAGE: `fs:${join(folder, "storage")}` },
    ...(redis && { Redis: { STORAGE: redis.url } }),
  };
  const servers: Servers = {};
  for (const [name, environment] of Object.entries(environments)) {
    const server = await startServer(environment);
    servers[name] = { server, key: newKey(server.environment) };
  }
  const { server: first, key: firstKey } = servers.memory!;
  if (redis && servers.Redis) {
    servers[repeated] = servers.Redis;
    const server = await startAlone("everything", { folder, storage: redis.url });
    servers[bareRedis] = { server: await startBare(first, firstKey, { folder, redis: redis.url }), key: "" };
    servers[direct] = { server, key: newKey(server.environment) };
  }
  servers.bare = { server: await startBare(first, firstKey, { folder }), key: "" };
  return servers;
}

function report(figures: Record<string, Figures[]>, commands: Record<string, Record<string, number>>): Section {
  const costs = (name: string) => figures[name]!.map(({ cost }) => cost);
  const names = Object.keys(figures).filter((name) => name !== "bare");
  const perAnswer = (name: string) => {
    const answered = sumOf(figures[name]!, "answered");
    const frequent = Object.entries(commands[name]!).filter(([, calls]) => calls / answered >= 0.001);
    return frequent.map(([command, calls]) => `${command} ${short(calls / answered)}`).join(", ");
  };
  const promise = (what: string, name: string, limit: number): PromiseResult => ({
    what,
    bound: "≥",
    limit,
    reached: ratioOf(costs("bare"), costs(name)),
    figures: `${short(spreadOf(costs(name)).median)} against ${short(spreadOf(costs("bare")).median)} µs of processor each`,
  });
  const promised = [
    promise("POST /calculate on the storage of npm start against bare node:http", standard, 0.35),
    ...(figures.Redis
      ? [
          promise("POST /calculate on one local Redis against bare node:http", "Redis", 0.25),
          promise("the same, from the cache", repeated, 0.38),
        ]
      : []),
  ];
  return {
    promised,
    tables: [
      {
        title: "Storages",
        head: ["storage", "a second", "p50 ms", "p99 ms", "µs of processor", "times the bare server", "by answers a second", "failed"],
        rows: names.map((name) => rowOf(name, figures)),
        note: figures.Redis
          ? `All calculations are different, unless it says so. Failed requests are 503 answers of a storage that did not answer in time. Commands per answered calculation, as Redis counts them: ${perAnswer("Redis")}; with repeated calculations ${perAnswer(repeated)}. Commands inside a script (evalsha) and those sent together are one round trip.`
          : "There is no Redis on this machine.",
      },
    ],
  };
}

function rowOf(name: string, figures: Record<string, Figures[]>): (string | number)[] {
  const of = (server: string, what: "cost" | "perSecond" | "p50" | "p99") => figures[server]!.map((each) => each[what]);
  return [
    name,
    spreadText(spreadOf(of(name, "perSecond"))),
    short(quantile(of(name, "p50"), 0.5)),
    short(quantile(of(name, "p99"), 0.5)),
    spreadText(spreadOf(of(name, "cost"))),
    spreadText(ratioOf(of("bare", "cost"), of(name, "cost"))),
    spreadText(ratioOf(of(name, "perSecond"), of("bare", "perSecond"))),
    sumOf(figures[name]!, "failed"),
  ];
}

const sumOf = (figures: Figures[], what: "answered" | "failed") => figures.reduce((sum, each) => sum + each[what], 0);

function commandsOf(redis: Redis | undefined): Record<string, number> {
  const lines = redis?.cli("INFO", "commandstats").matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm) ?? [];
  return Object.fromEntries([...lines].map(([, command, calls]) => [command!, Number(calls)]));
}

/** Adds the commands between two counts to a sum. */
function sumOfCommands(sum: Record<string, number>, before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([command, calls]) => [command, (sum[command] ?? 0) + calls - (before[command] ?? 0)]),
  );
}
