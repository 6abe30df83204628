import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endWithTests } from "../http/process.ts";
import { isTested, requireProgram } from "../programs.ts";

/** Whether tests start a real Redis. */
export const hasRedis = isTested("redis-server");

/** A real Redis on a port of its own, with data of its own. */
export interface RedisServer {
  port: number;
  url: string;
  /** The process; SIGSTOP and SIGCONT freeze and thaw it. */
  child: () => ChildProcess;
  cli: (...command: string[]) => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts it again on the same port and folder. */
  start: () => Promise<void>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/** A port that nobody listens on, nor on the one 10,000 above, which a cluster node also takes; both below those the system gives to connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 11_000);
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
}

/** Runs something that may find its ports taken meanwhile, three times at most. */
async function atThirdTry<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 2; tries > 0; tries--) {
    try {
      return await run();
    } catch (error) {
      console.warn(`Trying again: ${error}`);
    }
  }
  return run();
}

/** Starts a Redis with further arguments, and waits until it answers. */
export const startRedis = (more: string[] = []): Promise<RedisServer> => atThirdTry(() => openRedis(more));

async function openRedis(more: string[]): Promise<RedisServer> {
  requireProgram("redis-server");
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "formulary-redis-"));
  const password = more[more.indexOf("--requirepass") + 1];
  const secret = more.includes("--requirepass") ? ["--no-auth-warning", "-a", password!] : [];
  let child: ChildProcess;
  const cli = (...command: string[]) =>
    spawnSync("redis-cli", ["-p", String(port), ...secret, ...command], { encoding: "utf8" }).stdout.trim();
  const start = async () => {
    child = endWithTests(
      spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", ...more], {
        stdio: "ignore",
      }),
    );
    while (child.exitCode === null && child.signalCode === null) {
      if (cli("PING") === "PONG") return;
      await pause(50);
    }
    throw new Error(`Redis does not start on port ${port}.`);
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    child: () => child,
    cli,
    start,
    stop: (signal = "SIGKILL") =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill(signal);
      }),
  };
}

/** Starts a Redis Cluster of three masters. */
export const startCluster = (): Promise<RedisCluster> => atThirdTry(openCluster);

interface RedisCluster {
  url: string;
  nodes: RedisServer[];
  stop: () => Promise<void>;
}

async function openCluster(): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (let n = 0; n < 3; n++) nodes.push(await startRedis(["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"]));
    const places = nodes.map(({ port }) => `127.0.0.1:${port}`);
    // redis-cli waits without end for nodes that do not find each other
    const made = spawnSync("redis-cli", ["--cluster", "create", ...places, "--cluster-yes"], { encoding: "utf8", timeout: 30_000 });
    if (made.status !== 0) throw new Error(`No cluster was made: ${made.stdout}${made.stderr}`);
    const ready = () => nodes.every(({ cli }) => cli("CLUSTER", "INFO").includes("cluster_state:ok"));
    for (let left = 300; !ready(); left--) {
      if (left === 0) throw new Error("The cluster does not get ready.");
      await pause(100);
    }
    return { url: `redis+cluster://${places.join(",")}`, nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
