// The same calculations with accounts, counts and results in memory, in files and on Redis.
import { join } from "node:path";
import { type Figures, load, warmUp } from "./load.ts";
import { inTurn, quantile, ratioOf, short, spreadOf, spreadText } from "./numbers.ts";
import { newKey, type Started, startServer } from "./processes.ts";
import { type Redis, startRedis } from "./redis.ts";
import type { Promised, Section, Settings } from "./report.ts";
import { path, startAlone, startBare } from "./server.ts";

const again = "Redis, the same hundred questions again";
const bareAsking = "bare node:http that asks Redis as often, and does nothing else";
const direct = "Redis, on bare node:http, without h3, srvx and listhen";

/** Throughput and latency per storage, and what Redis was asked. */
export async function measureStorage({ quick, folder, say }: Settings): Promise<Section> {
  const redis = await startRedis(folder);
  const addresses: Record<string, string> = {
    memory: "memory:",
    files: `fs:${join(folder, "storage")}`,
    ...(redis && { Redis: redis.url }),
  };
  const servers: Record<string, { server: Started; key: string }> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const server = await startServer({ STORAGE: address });
    servers[name] = { server, key: newKey(server.environment) };
  }
  const { server: first, key: firstKey } = servers.memory!;
  if (redis && servers.Redis) {
    servers[again] = servers.Redis;
    const server = await startAlone("everything", { folder, storage: redis.url });
    servers[bareAsking] = { server: await startBare(first, firstKey, { folder, redis: redis.url }), key: "" };
    servers[direct] = { server, key: newKey(server.environment) };
  }
  servers.bare = { server: await startBare(first, firstKey, { folder }), key: "" };
  const asked = (name: string) => {
    const questions = name === again ? ("repeated" as const) : ("distinct" as const);
    return { path, method: "POST", headers: { "x-api-key": servers[name]!.key }, questions };
  };
  const names = Object.keys(servers);
  for (const name of names) {
    say(`storage: ${name}, warming up`);
    await warmUp(servers[name]!.server, asked(name));
  }
  const commands: Record<string, Record<string, number>> = {};
  const figures = await inTurn(names, quick ? 2 : 5, async (name, round) => {
    say(`storage: ${name}, round ${round + 1}`);
    const before = commandsOf(redis);
    const loaded = await load(servers[name]!.server, { ...asked(name), seconds: quick ? 2 : 4 });
    commands[name] = sumOfCommands(commands[name] ?? {}, before, commandsOf(redis));
    return loaded;
  });
  for (const server of new Set(Object.values(servers).map(({ server }) => server))) await server.stop();
  await redis?.stop();
  return report(figures, commands);
}

function report(figures: Record<string, Figures[]>, commands: Record<string, Record<string, number>>): Section {
  const of = (name: string, what: "cost" | "perSecond" | "p50" | "p99") => figures[name]!.map((each) => each[what]);
  const names = Object.keys(figures).filter((name) => name !== "bare");
  const perAnswer = (name: string) => {
    const answered = sumOf(figures[name]!, "answered");
    const told = Object.entries(commands[name]!).filter(([, calls]) => calls / answered >= 0.001);
    return told.map(([command, calls]) => `${command} ${short(calls / answered)}`).join(", ");
  };
  const promise = (what: string, name: string): Promised => ({
    what,
    bound: "≥",
    limit: 0.4,
    reached: ratioOf(of("bare", "cost"), of(name, "cost")),
    figures: `${short(spreadOf(of(name, "cost")).median)} against ${short(spreadOf(of("bare", "cost")).median)} µs of processor each`,
  });
  const promised = figures.Redis
    ? [promise("POST /calculate on one local Redis against bare node:http", "Redis"), promise("the same, asked again", again)]
    : [];
  return {
    promised,
    tables: [
      {
        title: "Storages",
        head: ["storage", "a second", "p50 ms", "p99 ms", "µs of processor", "times the bare server", "by answers a second", "failed"],
        rows: names.map((name) => [
          name,
          spreadText(spreadOf(of(name, "perSecond"))),
          short(quantile(of(name, "p50"), 0.5)),
          short(quantile(of(name, "p99"), 0.5)),
          spreadText(spreadOf(of(name, "cost"))),
          spreadText(ratioOf(of("bare", "cost"), of(name, "cost"))),
          spreadText(ratioOf(of(name, "perSecond"), of("bare", "perSecond"))),
          sumOf(figures[name]!, "failed"),
        ]),
        note: figures.Redis
          ? `No two questions alike, but where it says so; what failed was a 503 of a storage that did not answer in time. Commands that Redis ran per answered calculation, by its own count: ${perAnswer("Redis")}; of questions asked again ${perAnswer(again)}. Those inside a script (evalsha) and those sent together are one round trip.`
          : "Redis is not on this machine.",
      },
    ],
  };
}

const sumOf = (figures: Figures[], what: "answered" | "failed") => figures.reduce((sum, each) => sum + each[what], 0);

function commandsOf(redis: Redis | undefined): Record<string, number> {
  const lines = redis?.cli("INFO", "commandstats").matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm) ?? [];
  return Object.fromEntries([...lines].map(([, command, calls]) => [command!, Number(calls)]));
}

/** The commands of some rounds, and those between two looks. */
function sumOfCommands(sum: Record<string, number>, before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([command, calls]) => [command, (sum[command] ?? 0) + calls - (before[command] ?? 0)]),
  );
}
