import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receivedBytes } from "./received.ts";

type Environment = Record<string, string>;

/** What a test started and, having failed, did not stop ends with the tests. */
const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});
/** Has a process end at the latest when the tests do. */
export function endWithTests(child: ChildProcess): ChildProcess {
  started.add(child);
  child.once("exit", () => started.delete(child));
  return child;
}

/** A real server process on a port of its own. */
export interface Process {
  url: string;
  port: number;
  child: ChildProcess;
  output: () => string;
  /** What it was started with, its data folder among it. */
  environment: Environment;
  /** Sends SIGTERM and gives the exit code. */
  stop: () => Promise<number | null>;
}

/** Runs `npm run new-key` with an environment. */
export function runNewKey(environment: Environment, ...more: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["dist/scripts/new-key.js", ...more], { env: { ...process.env, ...environment }, encoding: "utf8" });
}
/** The text of a new API key in the storage of an environment. */
export function newKey(environment: Environment, plan = "Enterprise", email = "test@example.org"): string {
  const { stdout, stderr } = runNewKey(environment, "--email", email, "--plan", plan);
  if (!stdout.startsWith("ck_live_")) throw new Error(stderr);
  return stdout.trim();
}

/** Starts the built server with an environment; rejects with what it said when it ends before it listens. */
export function startServer(
  given: Environment = {},
  script = "dist/scripts/serve.js",
  /** A program with arguments that starts it in another world: with fewer rights, or fewer files. */
  wrapper: string[] = [],
): Promise<Process> {
  const environment = {
    DATA_DIR: given.DATA_DIR ?? mkdtempSync(join(tmpdir(), "formulary-")),
    LOG_FORMAT: "text",
    REFUSALS_PER_MINUTE: "0",
    ...given,
  };
  const [program = "", ...parts] = [...wrapper, process.execPath, script];
  const child = spawn(program, parts, { env: { ...process.env, PORT: "0", ...environment } });
  endWithTests(child);
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, port] = /on http:\/\/[^:\s]+:(\d+)/.exec(output) ?? [];
      if (port) resolve({ url: `http://127.0.0.1:${port}`, port: Number(port), child, environment, output: () => output, stop });
    };
    const stop = () =>
      new Promise<number | null>((done) => {
        if (child.exitCode !== null) return done(child.exitCode);
        child.once("exit", (code) => done(code));
        child.kill("SIGTERM");
      });
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
}

/** Sends raw bytes in chunks with pauses and gives what the server answers: until it closes, or soon after its answer. */
export function raw(port: number, chunks: string[], { pause = 20, wait = 20_000, end = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let answer = "";
    const socket = connect(port, "127.0.0.1", async () => {
      for (const chunk of chunks) {
        if (socket.destroyed) break;
        socket.write(chunk);
        await new Promise((next) => setTimeout(next, pause));
      }
      if (end) socket.end();
    });
    const timer = setTimeout(() => socket.destroy(), wait);
    socket.on("data", (data) => {
      received.push(data);
      answer += data;
      // an answer that keeps its connection open is over soon after its head; a slow machine has all the time until then
      if (/(^|\r\n)HTTP\/1\.1 (?!100)\d+[\s\S]*\r\n\r\n/.test(answer)) setTimeout(() => socket.destroy(), 300).unref();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      receivedBytes(chunks.join(""), Buffer.concat(received));
      resolve(answer);
    });
  });
}
