// A million different calculations and a million bad keys: the memory of the server is bounded, and does not grow with
// either.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { newKey, type Process, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { calculateRequest } from "./load.ts";
import { createRandom, type Part, percentile } from "./part.ts";

const million = 1_000_000;
/** The most memory of a server with a full cache (64 MB) and 10,000 cached accounts. */
const mostMegabytes = 512;
/** The most megabytes by which it may grow in a million requests, once the cache is full. */
const mostGrowth = 30;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const megabytesOf = ({ child }: Process) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;

/** Sends requests in batches over a few connections, and counts the answers by status. */
function sendMany(
  port: number,
  count: number,
  { request, progress }: { request: (index: number) => string; progress: (done: number) => void },
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  let done = 0;
  const batchSize = 32;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      let unread = "";
      let waiting = 0;
      const send = () => {
        let text = "";
        for (; waiting < batchSize && next < count; waiting++) text += request(next++);
        if (waiting === 0) return socket.end();
        if (text !== "") socket.write(text);
      };
      const socket = connect(port, "127.0.0.1", send);
      socket.on("data", (data) => {
        unread += data.toString("latin1");
        let at = 0;
        for (
          let start = unread.indexOf("HTTP/1.1 ", at);
          start >= 0 && start + 12 <= unread.length;
          start = unread.indexOf("HTTP/1.1 ", at)
        ) {
          const status = Number(unread.slice(start + 9, start + 12));
          statuses[status] = (statuses[status] ?? 0) + 1;
          at = start + 12;
          waiting--;
          if (++done % 1000 === 0) progress(done);
        }
        unread = unread.slice(Math.max(at, unread.length - 12));
        if (waiting < batchSize / 2) send();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  return Promise.all(Array.from({ length: 4 }, connection)).then(() => statuses);
}

/** The median of the slopes between every two points: a single garbage collection hardly changes it. */
function slopeOf(points: [x: number, y: number][]): number {
  const slopes = points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)));
  return percentile(slopes, 50);
}

async function measureMemory(server: Process, count: number, request: (index: number) => string) {
  const points: [number, number][] = [];
  const statuses = await sendMany(server.port, count, { request, progress: (done) => points.push([done / million, megabytesOf(server)]) });
  // the caches are filled first
  const afterWarmUp = points.filter(([done]) => done > 0.25);
  return {
    statuses,
    most: Math.max(...points.map(([, megabytes]) => megabytes)),
    slope: slopeOf(afterWarmUp.filter((_, at) => at % 4 === 0)),
    span: (afterWarmUp.at(-1)?.[0] ?? 0) - (afterWarmUp[0]?.[0] ?? 0),
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
    const random = createRandom(seed);
    const word = (length: number) => Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
    const calculations = await measureMemory(server, count, (index) =>
      calculateRequest(key, `{"calculator":"compound-interest","inputs":{"principal":${1 + index},"rate":5,"years":10}}`),
    );
    // half of them have the form of a key, the others are random letters
    const keys = await measureMemory(server, count, (index) => calculateRequest(index % 2 === 0 ? `ck_live_${word(48)}` : word(20), "{}"));
    const failures: string[] = [];
    const check = (name: string, { statuses, most, slope, span }: typeof keys, status: number) => {
      if (Object.keys(statuses).some((each) => Number(each) !== status))
        failures.push(`${name} were answered ${JSON.stringify(statuses)}.`);
      if (most > mostMegabytes) failures.push(`${name} took ${Math.round(most)} MB.`);
      // a short run ends before the cache is full, so only a long one measures a slope
      if (span >= 0.3 && slope > mostGrowth) failures.push(`${name} make the memory grow by ${Math.round(slope)} MB per million.`);
    };
    check("calculations", calculations, 200);
    check("bad keys", keys, 401);
    if ((await server.stop()) !== 0) failures.push("The server did not stop with 0.");
    return {
      numbers: {
        calculations: count,
        "MB at most": calculations.most,
        "MB more per million, after the warm-up": calculations.slope,
        "bad keys": count,
        "MB at most with bad keys": keys.most,
        "MB more per million bad keys": keys.slope,
      },
      failures,
    };
  },
};
