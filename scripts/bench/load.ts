// One server under load for some seconds: what it answered, and what that cost it.
import { processorTime, type Started, start, untilSettled } from "./processes.ts";

interface Load {
  path: string;
  seconds?: number;
  /** So many requests instead of so many seconds. */
  amount?: number;
  method?: string;
  headers?: Record<string, string>;
  /** Calculations to ask for: no two alike, or the same hundred again and again. */
  questions?: "distinct" | "repeated";
  connections?: number;
  /** A text that each answer should hold. */
  expect?: string;
}
export interface Figures {
  answered: number;
  failed: number;
  /** Answers without the text that was expected. */
  unexpected: number;
  perSecond: number;
  /** Milliseconds to an answer. */
  p50: number;
  p99: number;
  /** Microseconds of processor per answer: other people on the machine, and a load that is too small, do not change it much. */
  cost: number;
  /** Share of its core that the server used; below 1 the load, not the server, was the limit. */
  use: number;
}

// far apart: questions of another load never come again
let from = 0;

/** Waits until a server has read what its start left for later, then asks so often that its code is as fast as it gets, however little of the machine is to be had. */
export async function warmUp(server: Started, asked: Omit<Load, "seconds">): Promise<Figures> {
  await untilSettled(server);
  return load(server, { amount: 15_000, ...asked });
}

/** Sends load to a server, and gives its figures; more than a few refused or failed requests end the bench. */
export async function load(server: Started, { connections = 25, ...asked }: Load): Promise<Figures> {
  from += 5_000_000;
  const [before, began] = [processorTime(server.child), performance.now()];
  const options = { url: server.url, connections, from, ...asked };
  const figures = JSON.parse(await output(["scripts/bench/load.mjs", JSON.stringify(options)])) as Omit<Figures, "cost" | "use">;
  // a machine that does not get to run Redis for a quarter of a second costs some answers: that is told, not hidden
  if (figures.answered === 0 || figures.failed > figures.answered / 20)
    throw new Error(`${figures.failed} of ${figures.answered} requests to ${asked.path} failed.`);
  const used = processorTime(server.child) - before;
  return { ...figures, cost: used / figures.answered, use: used / 1000 / (performance.now() - began) };
}

function output(script: string[]): Promise<string> {
  const child = start("load", [process.execPath, ...script]);
  const said = { out: "", error: "" };
  child.stdout!.on("data", (chunk) => (said.out += chunk));
  child.stderr!.on("data", (chunk) => (said.error += chunk));
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve(said.out) : reject(new Error(`${script[0]} failed: ${said.error}`)))),
  );
}
