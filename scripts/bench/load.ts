// Sends load to a server for some seconds: what it answered, and how much processor time that took.
import { processorTime, type Started, start, untilSettled } from "./processes.ts";

interface Load {
  path: string;
  seconds?: number;
  /** A number of requests instead of a number of seconds. */
  amount?: number;
  method?: string;
  headers?: Record<string, string>;
  /** Calculations to send: all different, or the same hundred again and again. */
  questions?: "distinct" | "repeated";
  connections?: number;
  /** A text that each answer should contain. */
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
  /** Microseconds of processor time per answer. Other programs on the machine and a load that is too small hardly change it. */
  cost: number;
  /** Share of its core that the server used. Below 1 the load was the limit, not the server. */
  use: number;
}

// A large step, so that different loads never send the same calculation.
let from = 0;

/** Waits until a server has finished its start, then sends enough requests to make its code fast. A number of requests, not of
 * seconds: it is enough also on a busy machine. */
export async function warmUp(server: Started, request: Omit<Load, "seconds">): Promise<Figures> {
  await untilSettled(server);
  return load(server, { amount: 15_000, ...request });
}

/** Sends load to a server and returns the figures; throws when more than 5 % of the requests failed. */
export async function load(server: Started, { connections = 25, ...request }: Load): Promise<Figures> {
  from += 5_000_000;
  const [before, began] = [processorTime(server.child), performance.now()];
  const options = { url: server.url, connections, from, ...request };
  const figures = JSON.parse(await output(["scripts/bench/load.mjs", JSON.stringify(options)])) as Omit<Figures, "cost" | "use">;
  // On a busy machine Redis may stand still for a quarter of a second, which fails some requests: the tables show how many.
  if (figures.answered === 0 || figures.failed > figures.answered / 20)
    throw new Error(`${figures.failed} of ${figures.answered} requests to ${request.path} failed.`);
  const used = processorTime(server.child) - before;
  return { ...figures, cost: used / figures.answered, use: used / 1000 / (performance.now() - began) };
}

function output(script: string[]): Promise<string> {
  const child = start("load", [process.execPath, ...script]);
  const text = { out: "", error: "" };
  child.stdout!.on("data", (chunk) => (text.out += chunk));
  child.stderr!.on("data", (chunk) => (text.error += chunk));
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve(text.out) : reject(new Error(`${script[0]} failed: ${text.error}`)))),
  );
}
