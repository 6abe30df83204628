import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AreaDriver, type AreaName, createRing, createServer, definePlugin, memoryDriver, type Plugin, type Server } from "formulary";
import accounts, { type Accounts, accountsOf } from "../../plugins/accounts/index.ts";
import functionsNumerical from "../../plugins/functions-numerical/index.ts";
import health from "../../plugins/health/index.ts";
import query from "../../plugins/query/index.ts";
import quotas from "../../plugins/quotas/index.ts";
import ranges from "../../plugins/ranges/index.ts";
import resultCache from "../../plugins/result-cache/index.ts";
import search from "../../plugins/search/index.ts";
import solve from "../../plugins/solve/index.ts";
import steps from "../../plugins/steps/index.ts";
import uncertainty from "../../plugins/uncertainty/index.ts";

/** A driver that counts what it is asked, and fails when it is told to. */
export interface Watched {
  driver: AreaDriver;
  calls: Record<string, number>;
  fail: (failing: boolean) => void;
}

/** Watches a driver; a failing one throws as a disk or a connection would. */
export function watched(inner: AreaDriver): Watched {
  const calls: Record<string, number> = {};
  let failing = false;
  const watch = (name: string, work: (...values: never[]) => unknown) =>
    ((...values: never[]) => {
      calls[name] = (calls[name] ?? 0) + 1;
      if (failing) throw new Error("EIO: i/o error");
      return work(...values);
    }) as never;
  const names = ["getItem", "setItem", "removeItem", "replace", "consume", "release"] as const;
  const driver = { ...inner, ...Object.fromEntries(names.map((name) => [name, watch(name, inner[name] as never)])) } as AreaDriver;
  return { driver, calls, fail: (value) => (failing = value) };
}

/** A small catalogue: two calculators of ours, and one without a finite result at 0. */
export async function smallCatalogue(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "formulary-")), "catalog");
  await mkdir(join(folder, "finance"), { recursive: true });
  for (const file of ["_units.yaml", "finance/_category.yaml", "finance/compound-interest.yaml", "finance/simple-interest.yaml"])
    await cp(join("catalog", file), join(folder, file));
  await writeFile(
    join(folder, "finance/share.yaml"),
    `title: Share\ndescription: One part.\nsubcategory: interest-basics\ninputs: { type: object, required: [parts], properties: { parts: { type: number, title: Parts, minimum: 0, maximum: 100 } } }\nformulas: { share: 1 / parts }\noutputs: { share: { label: Share } }\nexplanation: "{{ share }}"\n`,
  );
  return folder;
}

export interface Served {
  server: Server;
  accounts: Accounts;
  folder: string;
  /** A new key of an account on a plan. */
  key: (plan?: string, email?: string) => Promise<string>;
  ask: (
    key: string | undefined,
    more?: { calculator?: string; inputs?: unknown; headers?: Record<string, string>; query?: string },
  ) => Promise<Answered>;
}
export interface Answered {
  status: number;
  headers: Headers;
  body: { [key: string]: unknown; code?: string; cached?: boolean; timestamp?: string; result?: unknown };
}
/** A question with an answer. */
export const inputs = { principal: 1000, rate: 5, years: 10 };

/** Serves the small catalogue with keys, quotas and cache, on memory unless told otherwise. */
export async function serve(
  drivers: Partial<Record<AreaName, AreaDriver>> = {},
  {
    now = Date.now,
    log = () => {},
    first = [],
    more = [],
  }: { now?: () => number; log?: (level: string, message: string) => void; first?: Plugin[]; more?: Plugin[] } = {},
): Promise<Served> {
  const folder = await smallCatalogue();
  const storage = { quotas: memoryDriver({ now }), cache: memoryDriver({ now, records: createRing(1e6) }), ...drivers };
  const server = await createServer({
    catalog: [folder],
    plugins: [
      definePlugin({ name: "storage-test", storage }),
      functionsNumerical(),
      search(),
      solve(),
      ranges(),
      steps(),
      query(),
      uncertainty(),
      health(),
      ...first,
      accounts(),
      quotas(),
      resultCache({ now }),
      ...more,
    ],
    log,
  });
  const own = accountsOf(server.kernel);
  return {
    server,
    accounts: own,
    folder,
    key: async (plan = "Hobby", email = `${Math.random().toString(36).slice(2)}@example.org`) =>
      (await own.createKey((await own.ensure(email, plan)).id, "test")).text,
    ask: async (key, { calculator = "compound-interest", inputs: given = inputs, headers = {}, query = "" } = {}) => {
      const response = await server.app.request(`/api/v1/calculate${query}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key !== undefined && { "x-api-key": key }), ...headers },
        body: JSON.stringify({ calculator, inputs: given }),
      });
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) as Answered["body"] };
    },
  };
}
