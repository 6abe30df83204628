// A calculation over HTTP: this server with all plugins on, against the limit (bare node:http) and against smaller servers.
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Figures, load, warmUp } from "./load.ts";
import { inTurn, ratioOf, short, spreadOf, spreadText } from "./numbers.ts";
import { newKey, type Started, startPeer, startServer } from "./processes.ts";
import type { Section, Settings } from "./report.ts";

export const path = "/api/v1/calculate";
const question = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };

/** Sends one calculation and returns the text of the answer. */
export async function ask(server: Started, key: string, body: object = question): Promise<string> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return text;
}

/** Starts the bare server, on Node alone or on h3: it parses a request and writes an answer of the same form and size as the
 * server's. With a Redis it sends as many commands as a calculation does. */
export async function startBare(
  server: Started,
  key: string,
  { folder, on = "bare", redis = "" }: { folder: string; on?: "bare" | "h3"; redis?: string },
): Promise<Started> {
  const file = join(folder, "answer.json");
  writeFileSync(file, await ask(server, key));
  return startPeer(on, { ANSWER: file, REDIS: redis });
}

/** Starts Formulary's code on Node's HTTP server: only the calculation, or everything except h3, srvx and listhen. */
export const startAlone = (what: "calculation" | "everything", { folder, storage = "memory:" }: { folder: string; storage?: string }) =>
  startPeer("alone", { STORAGE: storage, DATA_DIR: mkdtempSync(join(folder, `${what}-`)), LOG_FORMAT: "text", WITH: what });

// Servers that are compared run one after the other: the speed of a machine changes within seconds.
const rivals = ["distinct", "fastify", "repeated", "fastifyRepeated", "bare", "alone", "direct", "directRepeated", "h3"] as const;
type Rival = (typeof rivals)[number];
const names: Record<Rival, string> = {
  distinct: "Formulary, all calculations different",
  repeated: "Formulary, answers from the cache",
  bare: "bare node:http: parse, stringify, same size",
  alone: "bare node:http and our calculation: validate, run, write; nothing else",
  direct: "bare node:http and all our code (key, count, cache), all different",
  directRepeated: "the same, answers from the cache",
  h3: "h3 and listhen: parse, stringify, same size",
  fastify: "fastify, ajv, mathjs, @fastify/rate-limit, LRU cache, text: the same job, all different",
  fastifyRepeated: "the same, answers from its cache",
};

/** Calculations a second against the peers. */
export async function measureServer({ quick, folder, log }: Settings): Promise<Section> {
  const formulary = await startServer({ STORAGE: "memory:" });
  const key = newKey(formulary.environment);
  const bare = await startBare(formulary, key, { folder });
  const direct = await startAlone("everything", { folder });
  const fastify = await startPeer("fastify", { KEY: key });
  const servers = {
    distinct: formulary,
    repeated: formulary,
    bare,
    alone: await startAlone("calculation", { folder }),
    direct,
    directRepeated: direct,
    h3: await startBare(formulary, key, { folder, on: "h3" }),
    fastify,
    fastifyRepeated: fastify,
  };
  const keys = new Map([[direct, newKey(direct.environment)]]);
  const requestOf = (rival: Rival) => {
    const isWhole = [formulary, direct, fastify].includes(servers[rival]);
    const questions = /repeated/i.test(rival) ? ("repeated" as const) : ("distinct" as const);
    const headers = { "x-api-key": keys.get(servers[rival]) ?? key };
    return { path, method: "POST", headers, questions, ...(isWhole && { expect: `"cached":${questions === "repeated"}` }) };
  };
  for (const rival of rivals) {
    log(`server: ${rival}, warming up`);
    await warmUp(servers[rival], requestOf(rival));
  }
  const figures = await inTurn(rivals, quick ? 3 : 13, (rival, round) => {
    log(`server: ${rival}, round ${round + 1}`);
    return load(servers[rival], { ...requestOf(rival), seconds: 2 });
  });
  for (const server of new Set(Object.values(servers))) await server.stop();
  return report(figures);
}

/** The share of answers that contain the expected text. */
function expectedShare(figures: Figures[]): string {
  const sum = (what: "answered" | "unexpected") => figures.reduce((all, each) => all + each[what], 0);
  return `${short((1 - sum("unexpected") / sum("answered")) * 100)} %`;
}

const costs = (all: Figures[]) => all.map(({ cost }) => cost);
const rates = (all: Figures[]) => all.map(({ perSecond }) => perSecond);
const comparison = (us: Figures[], them: Figures[]) =>
  `${short(spreadOf(costs(us)).median)} against ${short(spreadOf(costs(them)).median)} µs of processor each`;

function report(figures: Record<Rival, Figures[]>): Section {
  const promise = (
    what: string,
    [us, them]: [us: "distinct" | "repeated", them: "bare" | "fastify" | "fastifyRepeated"],
    limit: number,
  ) => ({
    what,
    bound: "≥" as const,
    limit,
    reached: ratioOf(costs(figures[them]), costs(figures[us])),
    figures: comparison(figures[us], figures[them]),
  });
  return {
    promised: [
      promise("POST /calculate, memory, all on, against bare node:http", ["distinct", "bare"], 0.42),
      promise("the same, answered from the cache", ["repeated", "bare"], 0.65),
      promise("POST /calculate against fastify doing the same job", ["distinct", "fastify"], 1),
      promise("the same, both answering from their caches", ["repeated", "fastifyRepeated"], 1),
    ],
    tables: [
      {
        title: "Calculations over HTTP",
        head: ["server", "µs of processor", "ratio", "a second", "ratio", "p50 ms", "p99 ms", "core used", "failed"],
        rows: rivals.map((rival) => {
          const each = figures[rival];
          const median = (name: "p50" | "p99" | "use") => spreadOf(each.map((one) => one[name])).median;
          return [
            names[rival],
            spreadText(spreadOf(costs(each))),
            spreadText(ratioOf(costs(figures.bare), costs(each))),
            spreadText(spreadOf(rates(each))),
            spreadText(ratioOf(rates(each), rates(figures.bare))),
            short(median("p50")),
            short(median("p99")),
            `${short(median("use") * 100)} %`,
            each.reduce((sum, { failed }) => sum + failed, 0),
          ];
        }),
        note: `Ratios are to the bare server: the first of processor time per answer (what the server costs, whatever else the machine does), the second of answers a second (where a server uses less than its core, the load was the limit). Of the repeated calculations ${expectedShare(figures.repeated)} were answered from the cache, of the different ones ${expectedShare(figures.distinct)} were computed.`,
      },
    ],
  };
}
