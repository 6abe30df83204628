// One catalogue size: boots, memory, look-ups, search, list, one changed file, all files changed.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Checkout, checkOut, reloadOne } from "./changes.ts";
import { type Copies, makeCopies } from "./copies.ts";
import { compareList, type ListFigures } from "./list.ts";
import { load, warmUp } from "./load.ts";
import { quantile, type Spread, spreadOf } from "./numbers.ts";
import { newKey, pause, processorTime, residentMegabytes, type Started, startServer, untilSettled } from "./processes.ts";
import type { Settings } from "./report.ts";
import { ask, path } from "./server.ts";

interface Latency {
  p50: number;
  p95: number;
}
export interface Measured {
  /** Seconds from the start of the process to the first calculation. */
  cold: Spread;
  warm: Spread;
  /** Seconds of processor for the same. */
  coldCost: number;
  warmCost: number;
  bootMegabytes: number;
  usedMegabytes: number;
  calculation: number;
  detail: Spread;
  /** In each of several rounds. */
  search: Latency[];
  health: Latency;
  /** The least that an answer takes here: one that is prepared. */
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
export async function measureSize(count: number, { folder, quick, say }: Settings): Promise<Measured> {
  mkdirSync(folder, { recursive: true });
  say(`sizes: ${count}, writing the files`);
  const copies = makeCopies(join(folder, "catalog"), count);
  const data = join(folder, "data");
  const environment = { CATALOG: copies.folder, DATA_DIR: data, ...(count > 5000 && { NODE_OPTIONS: "--max-old-space-size=12000" }) };
  const key = newKey({ DATA_DIR: data });
  const snapshot = join(data, "catalog-snapshot.json");
  const times = count > 5000 ? 1 : quick ? 2 : 3;

  const boot = async (cold: boolean): Promise<Boot> => {
    say(`sizes: ${count}, a ${cold ? "cold start" : "start with the snapshot"}`);
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
  const measured = await measureRunning(server, key, copies, { folder, quick, say });
  await server.stop();
  const seconds = (boots: Boot[]) => spreadOf(boots.map((each) => each.seconds));
  const cost = (boots: Boot[]) => spreadOf(boots.map((each) => each.cost)).median;
  return { cold: seconds(cold), warm: seconds(warm), coldCost: cost(cold), warmCost: cost(warm), ...measured };
}

type Running = Omit<Measured, "cold" | "warm" | "coldCost" | "warmCost">;
async function measureRunning(server: Started, key: string, copies: Copies, settings: Settings): Promise<Running> {
  const { say, quick } = settings;
  const count = copies.files.length;
  const bootMegabytes = residentMegabytes(server.child);
  say(`sizes: ${count}, every calculator once`);
  await useAll(server, key, copies);
  const usedMegabytes = residentMegabytes(server.child);
  say(`sizes: ${count}, look-ups, search, list`);
  const asked = { path, method: "POST", headers: { "x-api-key": key }, questions: "distinct" } as const;
  await warmUp(server, asked);
  const { cost: calculation } = await load(server, { ...asked, seconds: quick ? 2 : 4 });
  const details = spread(copies.questions, 200).map(({ calculator }) => `/api/v1/calculators/${calculator}`);
  const detail = spreadOf(await latencies(server, details));
  const asks = searches(copies);
  const [warming, round] = [Math.floor(asks.length * 0.6), Math.floor(asks.length * 0.05)];
  await latencies(server, asks.slice(0, warming));
  const search: Latency[] = [];
  for (let from = warming; from + round <= asks.length; from += round) {
    search.push(latencyOf(await latencies(server, asks.slice(from, from + round))));
    // all of them take two seconds, and the machine may be busy for so long
    await pause(500);
  }
  const same = async (address: string) =>
    latencyOf(
      await latencies(
        server,
        details.map(() => address),
      ),
    );
  const [health, floor] = [await same("/healthz"), await same("/robots.txt")];
  const list = await compareList(server, { folder: settings.folder, quick: true });
  say(`sizes: ${count}, one file changed`);
  const reload = spreadOf(await reloadOne(server, key, copies, quick ? 3 : 5));
  say(`sizes: ${count}, all files changed`);
  const checkout = await checkOut(server, key, copies);
  return { bootMegabytes, usedMegabytes, calculation, detail, search, health, floor, list, reload, checkout };
}

/** A calculation with every calculator, a few at a time. */
async function useAll(server: Started, key: string, { questions }: Copies): Promise<void> {
  const left = questions.values();
  const some = async () => {
    for (const question of left) await ask(server, key, question);
  };
  await Promise.all(Array.from({ length: 8 }, some));
}

/** Milliseconds to each answer, one after the other. */
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

/** What people type: a whole title, its beginning, its last two words, a word with a letter left out; each once. */
function searches({ titles }: Copies): string[] {
  const typed = [
    (title: string) => title,
    (title: string) => title.slice(0, 5),
    (title: string) => title.split(" ").slice(-2).join(" "),
    (title: string) => title.slice(0, 3) + title.slice(4),
  ];
  // neighbours are alike: each is asked for in two of the four ways, and the order is mixed
  const queries = spread(titles, 2500).flatMap((title, at) => [0, 1].map((more) => typed[(at + 2 * more) % typed.length]!(title)));
  // the same query again would be answered from what is prepared
  const distinct = [...new Set(queries)];
  const mixed = distinct.map((_, at) => distinct[(at * 7919) % distinct.length]!);
  return [...new Set(mixed)].map((query) => `/api/v1/calculators?limit=20&q=${encodeURIComponent(query)}`);
}

/** So many, evenly spread. */
function spread<T>(all: T[], wanted: number): T[] {
  const step = Math.max(1, all.length / wanted);
  return Array.from({ length: Math.min(wanted, all.length) }, (_, at) => all[Math.floor(at * step)]!);
}

const latencyOf = (times: number[]): Latency => ({ p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
