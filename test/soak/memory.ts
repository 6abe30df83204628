// A million different calculations and a million bad keys: the memory of the server is bounded, and does not grow with either.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { newKey, type Process, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { questionOf } from "./load.ts";
import { type Part, percentile, randomOf } from "./part.ts";

const million = 1_000_000;
/** What a server with a full cache (64 MB) and 10,000 remembered accounts may take. */
const mostMegabytes = 512;
/** What it may grow in a million requests, once the cache is full. */
const mostGrowth = 30;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const megabytesOf = ({ child }: Process) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;

/** Sends requests in bundles over a few connections and counts the answers by status; `each` is called now and then. */
function flood(
  port: number,
  count: number,
  { request, each }: { request: (at: number) => string; each: (done: number) => void },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  let done = 0;
  const bundle = 32;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let rest = "";
      let waiting = 0;
      const send = () => {
        let text = "";
        for (; waiting < bundle && next < count; waiting++) text += request(next++);
        if (waiting === 0) return socket.end();
        if (text !== "") socket.write(text);
      };
      const socket = connect(port, "127.0.0.1", send);
      socket.on("data", (data) => {
        rest += data.toString("latin1");
        let at = 0;
        for (let found = rest.indexOf("HTTP/1.1 ", at); found >= 0 && found + 12 <= rest.length; found = rest.indexOf("HTTP/1.1 ", at)) {
          const status = Number(rest.slice(found + 9, found + 12));
          statuses[status] = (statuses[status] ?? 0) + 1;
          at = found + 12;
          waiting--;
          if (++done % 1000 === 0) each(done);
        }
        rest = rest.slice(Math.max(at, rest.length - 12));
        if (waiting < bundle / 2) send();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  return Promise.all(Array.from({ length: 4 }, one)).then(() => statuses);
}

/** The slope through points: the middle one of all between two of them, so that a moment after a great collection does not tilt it. */
function slopeOf(points: [x: number, y: number][]): number {
  const slopes = points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)));
  return percentile(slopes, 50);
}

async function watched(server: Process, count: number, request: (at: number) => string) {
  const points: [number, number][] = [];
  const statuses = await flood(server.port, count, { request, each: (done) => points.push([done / million, megabytesOf(server)]) });
  // the first 200,000 fill what is kept
  const settled = points.filter(([done]) => done > 0.25);
  return {
    statuses,
    most: Math.max(...points.map(([, megabytes]) => megabytes)),
    slope: slopeOf(settled.filter((_, at) => at % 4 === 0)),
    span: (settled.at(-1)?.[0] ?? 0) - (settled[0]?.[0] ?? 0),
  };
}

export const memory: Part = {
  name: "memory",
  promise: "a million different calculations and a million bad keys: memory bounded, no slope",
  weight: 3,
  run: async ({ minutes, seed }) => {
    const count = Math.min(million, Math.round((minutes * million) / 10));
    const server = await startServer({ CATALOG: await smallCatalogue() });
    const key = newKey(server.environment);
    const random = randomOf(seed);
    const word = (length: number) => Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
    const calculations = await watched(server, count, (at) =>
      questionOf(key, `{"calculator":"compound-interest","inputs":{"principal":${1 + at},"rate":5,"years":10}}`),
    );
    // half of them look like keys, and half like anything
    const keys = await watched(server, count, (at) => questionOf(at % 2 === 0 ? `ck_live_${word(48)}` : word(20), "{}"));
    const broken: string[] = [];
    const judge = (name: string, { statuses, most, slope, span }: typeof keys, status: number) => {
      if (Object.keys(statuses).some((each) => Number(each) !== status)) broken.push(`${name} were answered ${JSON.stringify(statuses)}.`);
      if (most > mostMegabytes) broken.push(`${name} took ${Math.round(most)} MB.`);
      // a short run is over before the cache is full: only a long one can tell a slope
      if (span >= 0.3 && slope > mostGrowth) broken.push(`${name} grow the memory by ${Math.round(slope)} MB a million.`);
    };
    judge("calculations", calculations, 200);
    judge("bad keys", keys, 401);
    if ((await server.stop()) !== 0) broken.push("The server did not stop with 0.");
    return {
      numbers: {
        calculations: count,
        "MB at most": calculations.most,
        "MB more a million, after warm-up": calculations.slope,
        "bad keys": count,
        "MB at most with them": keys.most,
        "MB more a million of them": keys.slope,
      },
      broken,
    };
  },
};
