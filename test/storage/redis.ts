import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithTests } from "../http/process.ts";

/** Whether a real Redis can be started here. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

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

/** A port that nobody listens on; below 50,000, since a cluster node also takes the one 10,000 above. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 25_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** Starts a Redis with further arguments, and waits until it answers. */
export async function startRedis(more: string[] = []): Promise<RedisServer> {
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
    for (let attempt = 0; attempt < 1000; attempt++) {
      if (cli("PING") === "PONG") return;
      await new Promise((next) => setTimeout(next, 50));
    }
    throw new Error("Redis does not start.");
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
export async function startCluster(): Promise<{ url: string; nodes: RedisServer[]; stop: () => Promise<void> }> {
  const nodes: RedisServer[] = [];
  for (let n = 0; n < 3; n++) nodes.push(await startRedis(["--cluster-enabled", "yes", "--cluster-node-timeout", "2000"]));
  const places = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const made = spawnSync("redis-cli", ["--cluster", "create", ...places, "--cluster-yes"], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (nodes.every(({ cli }) => cli("CLUSTER", "INFO").includes("cluster_state:ok"))) break;
    await new Promise((next) => setTimeout(next, 100));
  }
  return {
    url: `redis+cluster://${places.join(",")}`,
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
