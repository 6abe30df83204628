// A Redis for the bench alone, on the core of the load, which writes nothing to the disk.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasProgram, start } from "./processes.ts";

/** A running Redis: its address, and a function that runs one command. */
export interface Redis {
  url: string;
  cli: (...command: string[]) => string;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts a Redis; undefined where this machine has none. */
export async function startRedis(folder: string): Promise<Redis | undefined> {
  if (!hasProgram("redis-server")) return undefined;
  const port = String(await freePort());
  const flags = ["--port", port, "--bind", "127.0.0.1", "--dir", mkdtempSync(join(folder, "redis-")), "--save", ""];
  const child = start("load", ["redis-server", ...flags]);
  child.stdout!.resume();
  const cli = (...command: string[]) => spawnSync("redis-cli", ["-p", port, ...command], { encoding: "utf8" }).stdout.trim();
  for (let attempt = 0; cli("PING") !== "PONG"; attempt++) {
    if (attempt === 100) throw new Error("Redis does not start.");
    await pause(50);
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { url: `redis://127.0.0.1:${port}`, cli, stop };
}
