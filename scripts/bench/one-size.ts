// Everything about one size of the catalogue: starts, memory, look-ups, search, list, one changed file, all files changed.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Checkout, checkOut, reloadOne } from "./changes.ts";
import { type Copies, makeCopies } from "./copies.ts";
import { compareList, type ListFigures } from "./list.ts";
import { load, warmUp } from "./load.ts";
import { quantile, type Spread, spreadOf } from "./numbers.ts";
import { newKey, processorTime, residentMegabytes, type Started, startServer, untilSettled } from "./processes.ts";
import type { Settings } from "./report.ts";
import { ask, path } from "./server.ts";

interface Latency {
  p50: number;
  p95: number;
}
export interface SizeFigures {
  /** Seconds from the start of the process to the first calculation. */
  cold: Spread;
  warm: Spread;
  /** Seconds of processor time for the same. */
  coldCost: number;
  warmCost: number;
  bootMegabytes: number;
  /** The same after the first search, which the index has to be there for. */
  searchedMegabytes: number;
  usedMegabytes: number;
  calculation: number;
  detail: Spread;
  /** In each of several rounds. */
  search: Latency[];
  health: Latency;
  /** The fastest possible answer: one that is prepared. */
  floor: Latency;
  list: ListFigures;
  reload: Spread;
  checkout: Checkout;
}
interface Boot {
  server: Started;
  seconds: number;
  cost: number;
}

/** Measures one size. */
export async function measureSize(count: number, { folder, quick, log }: Settings): Promise<SizeFigures> {
  mkdirSync(folder, { recursive: true });
  log(`sizes: ${count}, writing the files`);
  const copies = makeCopies(join(folder, "catalog"), count);
  const data = join(folder, "data");
  const environment = { CATALOG: copies.folder, DATA_DIR: data, ...(count > 5000 && { NODE_OPTIONS: "--max-old-space-size=12000" }) };
  const key = newKey({ DATA_DIR: data });
  const snapshot = join(data, "catalog-snapshot.json");
  const times = count > 5000 ? 1 : quick ? 2 : 3;

  const boot = async (cold: boolean): Promise<Boot> => {
    log(`sizes: ${count}, a ${cold ? "cold start" : "start with the snapshot"}`);
    if (cold) rmSync(snapshot, { force: true });
    const began = performance.now();
    const server = await startServer(environment);
    await ask(server, key);
    return { server, seconds: (performance.now() - began) / 1000, cost: processorTime(server.child) / 1e6 };
  };
  const several = async (cold: boolean): Promise<Boot[]> => {
    const boots: Boot[] = [];
    for (let n = 0; n < times; n++) {
      const each = await boot(cold);
      if (cold) await untilSettled(each.server);
      if (!cold && n === times - 1) await pause(2000);
      if (cold || n < times - 1) await each.server.stop();
      boots.push(each);
    }
    return boots;
  };
  const [cold, warm] = [await several(true), await several(false)];
  const { server } = warm.at(-1)!;
  const running = await measureRunning({ server, key, copies }, { folder, quick, log });
  await server.stop();
  const seconds = (boots: Boot[]) => spreadOf(boots.map((each) => each.seconds));
  const cost = (boots: Boot[]) => spreadOf(boots.map((each) => each.cost)).median;
  return { cold: seconds(cold), warm: seconds(warm), coldCost: cost(cold), warmCost: cost(warm), ...running };
}

type Running = Omit<SizeFigures, "cold" | "warm" | "coldCost" | "warmCost">;
interface Site {
  server: Started;
  key: string;
  copies: Copies;
}
async function measureRunning({ server, key, copies }: Site, settings: Settings): Promise<Running> {
  const { log, quick } = settings;
  const count = copies.files.length;
  const bootMegabytes = residentMegabytes(server.child);
  await latencies(server, ["/api/v1/calculators?limit=1&q=mortgage"]);
  const searchedMegabytes = residentMegabytes(server.child);
  log(`sizes: ${count}, every calculator once`);
  await useAll(server, key, copies);
  const usedMegabytes = residentMegabytes(server.child);
  log(`sizes: ${count}, look-ups, search, list`);
  const calculate = { path, method: "POST", headers: { "x-api-key": key }, questions: "distinct" } as const;
  await warmUp(server, calculate);
  const { cost: calculation } = await load(server, { ...calculate, seconds: quick ? 2 : 4 });
  const details = spread(copies.requests, 200).map(({ calculator }) => `/api/v1/calculators/${calculator}`);
  const detail = spreadOf(await latencies(server, details));
  const queries = searches(copies);
  const [warming, round] = [Math.floor(queries.length * 0.6), Math.floor(queries.length * 0.05)];
  await latencies(server, queries.slice(0, warming));
  const search: Latency[] = [];
  for (let from = warming; from + round <= queries.length; from += round) {
    search.push(latencyOf(await latencies(server, queries.slice(from, from + round))));
    // All rounds take only two seconds, for which the machine may be busy: pauses spread them.
    await pause(500);
  }
  const repeat = async (address: string) =>
    latencyOf(
      await latencies(
        server,
        details.map(() => address),
      ),
    );
  const [health, floor] = [await repeat("/healthz"), await repeat("/robots.txt")];
  const list = await compareList(server, { folder: settings.folder, quick: true });
  log(`sizes: ${count}, one file changed`);
  const reload = spreadOf(await reloadOne(server, key, { copies, times: quick ? 3 : 5 }));
  log(`sizes: ${count}, all files changed`);
  const checkout = await checkOut(server, key, copies);
  return { bootMegabytes, searchedMegabytes, usedMegabytes, calculation, detail, search, health, floor, list, reload, checkout };
}

/** Calculates once with every calculator, eight at a time. */
async function useAll(server: Started, key: string, { requests }: Copies): Promise<void> {
  const left = requests.values();
  const worker = async () => {
    for (const request of left) await ask(server, key, request);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Milliseconds of each answer, one after the other. */
async function latencies({ url }: Started, paths: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const each of paths) {
    const began = performance.now();
    const response = await fetch(url + each);
    await response.text();
    times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${each} answers ${response.status}.`);
  }
  // the first ones open the connection
  return times.slice(10);
}

/** Searches as people type them: a whole title, its beginning, its last two words, a title without one letter; each once. */
function searches({ titles }: Copies): string[] {
  const variants = [
    (title: string) => title,
    (title: string) => title.slice(0, 5),
    (title: string) => title.split(" ").slice(-2).join(" "),
    (title: string) => title.slice(0, 3) + title.slice(4),
  ];
  // Titles beside each other are similar: each is searched in two of the four ways, and the order is mixed.
  const queries = spread(titles, 2500).flatMap((title, index) =>
    [0, 1].map((more) => variants[(index + 2 * more) % variants.length]!(title)),
  );
  // The same query again would be answered from a cache.
  const distinct = [...new Set(queries)];
  const mixed = distinct.map((_, index) => distinct[(index * 7919) % distinct.length]!);
  return [...new Set(mixed)].map((query) => `/api/v1/calculators?limit=20&q=${encodeURIComponent(query)}`);
}

/** So many items of a list, evenly spread. */
function spread<T>(all: T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}

const latencyOf = (times: number[]): Latency => ({ p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
