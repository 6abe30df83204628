// Servers, peers and Redis as processes, each on its own core where the system can do that.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type Environment = Record<string, string>;
export interface Started {
  url: string;
  child: ChildProcess;
  environment: Environment;
  /** From the start of the process until it listens. */
  milliseconds: number;
  stop: () => Promise<void>;
}

/** Whether a program can be run here. */
export const hasProgram = (name: string): boolean => spawnSync(name, ["--version"]).status === 0;

/** Whether the server and the load each have their own core. */
export const pins: boolean = hasProgram("taskset") && availableParallelism() > 1;
const cores = { server: "1", load: "0" };

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once("exit", () => {
  stopAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Ends every process that still runs. */
export function stopAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Starts a program on the core of the servers or of the load. */
export function start(core: keyof typeof cores, command: string[], environment: Environment = {}): ChildProcess {
  const [program, ...rest] = pins ? ["taskset", "-c", cores[core], ...command] : command;
  const child = spawn(program!, rest, { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Starts a program and waits until it prints where it listens. */
export function startListening(command: string[], environment: Environment = {}): Promise<Started> {
  const began = performance.now();
  const child = start("server", command, environment);
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const port = /on http:\/\/[^:\s]+:(\d+)/.exec(output)?.[1];
      if (!port) return;
      const milliseconds = performance.now() - began;
      resolve({ url: `http://127.0.0.1:${port}`, child, environment, milliseconds, stop: () => stop(child) });
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${command.join(" ")} ended: ${output}`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** Starts the built server, with flags for Node. */
export function startServer(variables: Environment = {}, flags: string[] = []): Promise<Started> {
  const environment = {
    NODE_ENV: "production",
    PORT: "0",
    DATA_DIR: variables.DATA_DIR ?? dataFolder(),
    LOG_FORMAT: "text",
    ...variables,
  };
  return startListening([process.execPath, ...flags, "dist/scripts/serve.js"], environment);
}

/** Waits until a server has checked its whole catalogue and written the snapshot; a peer has no catalogue. */
export async function untilSettled({ environment }: Started): Promise<void> {
  const { DATA_DIR } = environment;
  if (DATA_DIR === undefined) return;
  for (let waited = 0; !existsSync(join(DATA_DIR, "catalog-snapshot.json")); waited++) {
    if (waited > 6000) throw new Error("No snapshot was written within ten minutes.");
    await pause(100);
  }
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "formulary-bench-data-"));
  folders.add(folder);
  return folder;
}

/** Starts one of the servers to compare with. */
export const startPeer = (name: string, environment: Environment = {}): Promise<Started> =>
  startListening([process.execPath, `scripts/bench/peers/${name}.mjs`], { NODE_ENV: "production", ...environment });

/** An API key without a limit, in the storage of a server's environment. */
export function newKey(environment: Environment): string {
  const command = ["dist/scripts/new-key.js", "--email", "bench@example.org", "--plan", "Enterprise"];
  const { stdout, stderr } = spawnSync(process.execPath, command, { env: { ...process.env, ...environment }, encoding: "utf8" });
  if (!stdout.startsWith("ck_live_")) throw new Error(stderr);
  return stdout.trim();
}

/** The processor time of a process and its threads, in microseconds; NaN where the system does not tell. */
export function processorTime({ pid }: ChildProcess): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]));
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    return Number.NaN;
  }
}

/** The resident memory of a process, in megabytes. */
export function residentMegabytes({ pid }: ChildProcess): number {
  const [, kilobytes = "NaN"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
