// Files that change while the server runs: one that is saved, and all of them by git checkout.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { CalculationRequest, Copies } from "./copies.ts";
import type { Started } from "./processes.ts";
import { ask } from "./server.ts";

export interface Checkout {
  seconds: number;
  sent: number;
  failed: number;
  /** Milliseconds. */
  slowest: number;
}
const formula = "futureValue: principal * (1 +";
const doubled = "futureValue: 2 * principal * (1 +";
const maxMilliseconds = 900_000;

/** Seconds from saving a changed formula to the first answer with it, several times. */
export async function reloadOne(server: Started, key: string, { copies, times }: { copies: Copies; times: number }): Promise<number[]> {
  const [file] = copies.files;
  const original = readFileSync(file!, "utf8");
  if (!original.includes(formula)) throw new Error(`The formula of ${file} is not the one that this bench changes.`);
  const futureValueNow = async () => {
    const { result } = JSON.parse(await ask(server, key)) as { result: { results: { futureValue: { value: number } } } };
    return result.results.futureValue.value;
  };
  const before = await futureValueNow();
  const seconds: number[] = [];
  for (let n = 0; n < times; n++) {
    const changed = n % 2 === 0;
    await pause(500);
    writeFileSync(file!, changed ? original.replace(formula, doubled) : original);
    const began = performance.now();
    const expected = changed ? 2 * before : before;
    while (Math.abs((await futureValueNow()) - expected) > 1e-6) {
      if (performance.now() - began > maxMilliseconds) throw new Error("The server did not load a saved file.");
      await pause(5);
    }
    seconds.push((performance.now() - began) / 1000);
  }
  writeFileSync(file!, original);
  await pause(1000);
  return seconds;
}

/** Changes every file by git checkout while requests are sent at a steady rate. */
export async function checkOut(server: Started, key: string, copies: Copies): Promise<Checkout> {
  const { folder, files } = copies;
  commit(folder, "one");
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^title: "(.*)"$/m, 'title: "$1 (second edition)"'));
  }
  commit(folder, "two");
  // The server now loads the second edition; the checkout goes back to the first.
  const probes = [0.1, 0.5, 0.9].map((position) => copies.requests[Math.floor(position * copies.requests.length)]!.calculator);
  await until(async () => (await titles(server, probes).catch(() => [""])).every((title) => title.endsWith("(second edition)")));
  await pause(1000);
  const counters = { sent: 0, failed: 0, slowest: 0 };
  let done = false;
  const requests = Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      for (let n = index; !done; n += 4) {
        await send(server, key, { request: copies.requests[(n * 37) % copies.requests.length]!, counters });
        await pause(20);
      }
    }),
  );
  const began = performance.now();
  await git(folder, "checkout", "-q", "one");
  await until(async () => {
    counters.sent += probes.length;
    const current = await titles(server, probes).catch(() => undefined);
    if (!current) counters.failed++;
    return current?.every((title) => !title.endsWith("(second edition)")) ?? false;
  });
  const seconds = (performance.now() - began) / 1000;
  done = true;
  await requests;
  return { seconds, ...counters };
}

type Counters = Omit<Checkout, "seconds">;
async function send(
  server: Started,
  key: string,
  { request, counters }: { request: CalculationRequest; counters: Counters },
): Promise<void> {
  const began = performance.now();
  counters.sent++;
  await ask(server, key, request).catch(() => counters.failed++);
  counters.slowest = Math.max(counters.slowest, performance.now() - began);
}

async function titles({ url }: Started, slugs: string[]): Promise<string[]> {
  const responses = await Promise.all(slugs.map(async (slug) => (await fetch(`${url}/api/v1/calculators/${slug}`)).json()));
  return responses.map((detail) => String((detail as { title?: string }).title));
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - began > maxMilliseconds) throw new Error("The server did not load the changed files.");
    await pause(20);
  }
}

function commit(folder: string, tag: string): void {
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"];
  const steps = [
    ["init", "-q"],
    ["add", "-A"],
    [...author, "commit", "-q", "-m", tag],
    ["tag", tag],
  ];
  for (const step of steps) {
    const { status, stderr } = spawnSync("git", ["-C", folder, ...step], { encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${step.join(" ")}: ${stderr}`);
  }
}

function git(folder: string, ...command: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", folder, ...command], { stdio: "ignore" });
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`git ${command.join(" ")} failed.`))));
  });
}
