// Files that change under a running server: one that is saved, and all of them by git checkout.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Copies, Question } from "./copies.ts";
import { pause, type Started } from "./processes.ts";
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
const longest = 900_000;

/** Seconds from the save of a changed formula to the first answer by it, several times. */
export async function reloadOne(server: Started, key: string, { files }: Copies, times: number): Promise<number[]> {
  const [file] = files;
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
    const wanted = changed ? 2 * before : before;
    while (Math.abs((await futureValueNow()) - wanted) > 1e-6) {
      if (performance.now() - began > longest) throw new Error("A saved file was not taken.");
      await pause(5);
    }
    seconds.push((performance.now() - began) / 1000);
  }
  writeFileSync(file!, original);
  await pause(1000);
  return seconds;
}

/** Every file changed by git checkout while questions are asked at a steady rate. */
export async function checkOut(server: Started, key: string, copies: Copies): Promise<Checkout> {
  const { folder, files } = copies;
  commit(folder, "one");
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^title: "(.*)"$/m, 'title: "$1 (second edition)"'));
  }
  commit(folder, "two");
  // the second edition is what the server now takes; the check-out goes back to the first
  const probes = [0.1, 0.5, 0.9].map((place) => copies.questions[Math.floor(place * copies.questions.length)]!.calculator);
  await until(async () => (await titles(server, probes).catch(() => [""])).every((title) => title.endsWith("(second edition)")));
  await pause(1000);
  const shots = { sent: 0, failed: 0, slowest: 0 };
  let done = false;
  const asking = Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      for (let n = at; !done; n += 4) {
        await shoot(server, key, { question: copies.questions[(n * 37) % copies.questions.length]!, shots });
        await pause(20);
      }
    }),
  );
  const began = performance.now();
  await git(folder, "checkout", "-q", "one");
  await until(async () => {
    shots.sent += probes.length;
    const shown = await titles(server, probes).catch(() => undefined);
    if (!shown) shots.failed++;
    return shown?.every((title) => !title.endsWith("(second edition)")) ?? false;
  });
  const seconds = (performance.now() - began) / 1000;
  done = true;
  await asking;
  return { seconds, ...shots };
}

type Shots = Omit<Checkout, "seconds">;
async function shoot(server: Started, key: string, { question, shots }: { question: Question; shots: Shots }): Promise<void> {
  const began = performance.now();
  shots.sent++;
  await ask(server, key, question).catch(() => shots.failed++);
  shots.slowest = Math.max(shots.slowest, performance.now() - began);
}

async function titles({ url }: Started, slugs: string[]): Promise<string[]> {
  const responses = await Promise.all(slugs.map(async (slug) => (await fetch(`${url}/api/v1/calculators/${slug}`)).json()));
  return responses.map((detail) => String((detail as { title?: string }).title));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > longest) throw new Error("Changed files were not taken.");
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
