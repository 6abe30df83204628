// The list of 5,000 calculators against a server that sends the same bytes from memory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCopies } from "./copies.ts";
import { load, warmUp } from "./load.ts";
import { inTurn, ratioOf, type Spread, short, spreadOf, spreadText } from "./numbers.ts";
import { type Started, startPeer, startServer } from "./processes.ts";
import type { Section, Settings } from "./report.ts";

const list = "/api/v1/calculators";
export interface ListFigures {
  bytes: number;
  /** Compared with the bare server: by processor time, and by answers a second. */
  ratio: Spread;
  byRate: Spread;
  ours: number;
  bare: number;
}

/** Compares the list of a server with one that sends the same bytes, in turn. */
export async function compareList(
  server: Started,
  { folder, quick, query = "", encoding = "identity" }: Pick<Settings, "folder" | "quick"> & { query?: string; encoding?: string },
): Promise<ListFigures> {
  const headers = { "accept-encoding": encoding };
  const response = await fetch(server.url + list + query, { headers });
  const encoded = response.headers.get("content-encoding");
  const bytes = await bodyOf(server.url + list + query, encoding);
  const file = join(folder, "list");
  writeFileSync(file, bytes);
  await response.arrayBuffer();
  const bare = await startPeer("bytes", { BYTES: file, ...(encoded && { HEAD: JSON.stringify({ "content-encoding": encoded }) }) });
  const servers = { ours: server, bare };
  const request = { path: list + query, headers, connections: 10 };
  for (const name of ["ours", "bare"] as const) {
    // The load test can receive only some hundred long lists a second. With lists of one entry the code is warm after a second.
    await warmUp(servers[name], { ...request, path: `${list}?limit=1` });
    await load(servers[name], { ...request, amount: 1000 });
  }
  const figures = await inTurn(["ours", "bare"], quick ? 5 : 15, (name) => load(servers[name], { ...request, seconds: quick ? 1 : 2 }));
  await bare.stop();
  const costs = (name: "ours" | "bare") => figures[name].map(({ cost }) => cost);
  const rates = (name: "ours" | "bare") => figures[name].map(({ perSecond }) => perSecond);
  return {
    bytes: bytes.length,
    ratio: ratioOf(costs("bare"), costs("ours")),
    byRate: ratioOf(rates("ours"), rates("bare")),
    ours: spreadOf(costs("ours")).median,
    bare: spreadOf(costs("bare")).median,
  };
}

// fetch would unpack it
async function bodyOf(url: string, encoding: string): Promise<Buffer> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}

/** The whole list, plain and compressed, and a page of it. */
export async function measureList({ quick, folder, log }: Settings): Promise<Section> {
  const { folder: catalog } = makeCopies(join(folder, "list-catalog"), 5000);
  const server = await startServer({ CATALOG: catalog, STORAGE: "memory:" });
  const cases = [
    ["all 5,000", "", "identity"],
    ["all 5,000, brotli", "", "br"],
    ["twenty of them", "?limit=20", "identity"],
  ] as const;
  const figures: ListFigures[] = [];
  for (const [name, query, encoding] of cases) {
    log(`list: ${name}`);
    figures.push(await compareList(server, { folder, quick, query, encoding }));
  }
  await server.stop();
  const [whole] = figures;
  return {
    promised: [
      {
        what: "GET /calculators, 5,000 entries, against the same bytes prepared",
        bound: "≥",
        limit: 0.75,
        reached: whole!.ratio,
        figures: `${short(whole!.ours)} against ${short(whole!.bare)} µs of processor each`,
      },
    ],
    tables: [
      {
        title: "The list",
        head: ["list", "bytes", "ratio by processor time", "ratio by answers a second", "ours, µs", "bare, µs"],
        rows: cases.map(([name], index) => {
          const { bytes, ratio, byRate, ours, bare } = figures[index]!;
          return [name, short(bytes), spreadText(ratio), spreadText(byRate), short(ours), short(bare)];
        }),
      },
    ],
  };
}
