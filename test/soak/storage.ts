// Storages that fail under load: Redis stopped, frozen, restarted and full; a full disk, read-only folders, no file
// descriptors left. Calculations are refused meanwhile, lists are still answered, and soon afterwards everything works
// again.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newKey, type Process, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { hasRedis, startRedis } from "../storage/redis.ts";
import { calculateRequest, type Reply, startLoad } from "./load.ts";
import { type Part, percentile } from "./part.ts";

const bodyOf = (index: number) =>
  JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + (index % 50), rate: 5, years: 10 } });
const runs = (program: string, ...parameters: string[]) => spawnSync(program, parameters).status === 0;
const newFolder = () => mkdtempSync(join(tmpdir(), "formulary-"));
const isRoot = process.getuid?.() === 0;

interface Fault {
  name: string;
  begin: () => unknown;
  end: () => unknown;
  /** The statuses that a calculation may get meanwhile, beside 200; 0 is a refused connection. */
  statuses: number[];
  /** Whether it may be over before a calculation is refused. */
  brief?: boolean;
}
interface FaultOptions {
  server: Process;
  key: string;
  seconds: number;
  failures: string[];
}
/** Refused calculations during a fault, the milliseconds until they were refused, and until everything worked again. */
interface FaultResult {
  refusals: number;
  slowest: number;
  median: number;
  recovery: number;
}

async function testFault(fault: Fault, { server, key, seconds, failures }: FaultOptions): Promise<FaultResult> {
  const report = (failure: string) => failures.push(`${fault.name}: ${failure}`);
  const load = startLoad(server.port, (index) => calculateRequest(key, bodyOf(index)), { connections: 4, pauseMilliseconds: 5 });
  await pause(500);
  const before = load.replies.length;
  if (load.replies.some(({ status }) => status !== 200))
    report(`an error before the fault: ${load.replies.find(({ status }) => status !== 200)!.text}`);
  await fault.begin();
  const since = performance.now();
  while (performance.now() - since < seconds * 1000) {
    // without a free descriptor the request waits in the system's queue until other connections end
    const status = await fetch(`${server.url}/api/v1/calculators?q=interest`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.status,
      () => 0,
    );
    // without a free descriptor the server cannot accept a connection
    if (status !== 200 && !fault.statuses.includes(0)) report(`a list was answered ${status}`);
    await pause(100);
  }
  const ended = performance.now();
  await fault.end();
  const isAnswered = async () =>
    (
      await fetch(`${server.url}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: bodyOf(0),
        signal: AbortSignal.timeout(5000),
      }).catch(() => undefined)
    )?.status === 200;
  let answered = 0;
  while (answered < 5 && performance.now() - ended < 20_000) answered = (await isAnswered()) ? answered + 1 : 0;
  const recovery = performance.now() - ended;
  if (answered < 5) report("no five answers in a row within 20 s after the fault");
  // the promise is 2 s; the rest is for a machine that is busy with other programs
  else if (recovery > 5000) report(`works again only after ${Math.round(recovery)} ms`);
  const replies = (await load.stop()).slice(before);
  const during = replies.filter(({ sentAt }) => sentAt > since && sentAt < ended);
  const unexpected = replies.filter(({ status, truncated }) => truncated || !(status === 200 || fault.statuses.includes(status)));
  if (unexpected.length > 0)
    report(`${unexpected.length} unexpected answers, the first: ${unexpected[0]!.status} ${unexpected[0]!.text.slice(0, 200)}`);
  const refusals = during.filter(({ status }) => status === 503);
  if (refusals.length === 0 && !fault.brief) report(`none of ${during.length} calculations was refused`);
  for (const { text } of refusals) if (!text.includes('"storage_unavailable"')) report(text.slice(0, 200));
  if (server.child.exitCode !== null) report(`the server exited: ${server.output().slice(-300)}`);
  const times = refusals.map(({ milliseconds }) => milliseconds);
  return { refusals: refusals.length, slowest: Math.max(0, ...times), median: percentile(times, 50), recovery };
}

async function redisFaults(seconds: number, failures: string[]): Promise<Record<string, FaultResult>> {
  const redis = await startRedis(["--appendonly", "yes", "--appendfsync", "always"]);
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: newFolder(), STORAGE: redis.url };
  const key = newKey(environment);
  const server = await startServer(environment);
  const faults: Fault[] = [
    { name: "Redis stopped", begin: () => redis.stop("SIGKILL"), end: () => redis.start(), statuses: [503] },
    { name: "Redis frozen", begin: () => redis.child().kill("SIGSTOP"), end: () => redis.child().kill("SIGCONT"), statuses: [503] },
    {
      name: "Redis restarted",
      begin: async () => {
        await redis.stop("SIGTERM");
        await pause(300);
        await redis.start();
      },
      end: () => {},
      statuses: [503],
      brief: true,
    },
    {
      name: "Redis full",
      begin: () => redis.cli("CONFIG", "SET", "maxmemory", "1"),
      end: () => redis.cli("CONFIG", "SET", "maxmemory", "0"),
      statuses: [503],
    },
  ];
  const results: Record<string, FaultResult> = {};
  for (const fault of faults) {
    results[fault.name] = await testFault(fault, { server, key, seconds, failures });
  }
  if ((await server.stop()) !== 0) failures.push("After the faults of Redis the server did not stop with exit status 0.");
  await redis.stop();
  return results;
}

/** Fills a small disk that only the server has; the test reaches it through the server's process in /proc. */
async function fullDisk(seconds: number, failures: string[]): Promise<Record<string, FaultResult>> {
  const name = "disk full";
  if (!runs("unshare", "--user", "--map-root-user", "--mount", "true")) return {};
  const [disk, data] = [newFolder(), newFolder()];
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: data, QUOTAS_STORAGE: `fs:${disk}`, CACHE_STORAGE: `fs:${disk}` };
  const key = newKey(environment, "Business");
  const mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size=4m none "$0" && exec "$@"', disk];
  const server = await startServer(environment, undefined, mount);
  // the path of the disk in the file system of the server's process
  const filler = `/proc/${server.child.pid}/root${disk}/filler`;
  const begin = () => {
    try {
      writeFileSync(filler, Buffer.alloc(8 << 20));
    } catch {
      // the disk is full: this is the purpose
    }
  };
  // the rest of a file's last page still takes some lines, so the first calculations may be answered
  const result = await testFault({ name, begin, end: () => rmSync(filler), statuses: [503] }, { server, key, seconds, failures });
  await server.stop();
  return { [name]: result };
}

/** Read-only folders: the server cannot create the file in which it counts the calculations of an account. */
async function readOnly(seconds: number, failures: string[]): Promise<Record<string, FaultResult>> {
  const name = "folders read-only";
  const withoutRootRights = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"];
  if (isRoot && !runs(...(withoutRootRights as [string]), "true")) return {};
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: newFolder() };
  const key = newKey(environment, "Business");
  const server = await startServer(environment, undefined, isRoot ? withoutRootRights : []);
  const counts = join(environment.DATA_DIR, "quotas");
  mkdirSync(join(counts, "counts"), { recursive: true });
  const folders = [
    "",
    ...readdirSync(counts, { recursive: true, withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map((each) => join(each.parentPath, each.name).slice(counts.length)),
  ];
  const setMode = (mode: number) => {
    for (const each of folders) chmodSync(join(counts, each), mode);
  };
  setMode(0o555);
  const calculate = async () => {
    const response = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: bodyOf(1),
    });
    return { status: response.status, text: await response.text() };
  };
  const since = performance.now();
  const times: number[] = [];
  while (performance.now() - since < seconds * 1000) {
    const started = performance.now();
    const { status, text } = await calculate();
    times.push(performance.now() - started);
    if (status !== 503 || !text.includes("storage_unavailable")) failures.push(`${name}: ${status} ${text.slice(0, 200)}`);
    await pause(20);
  }
  if ((await fetch(`${server.url}/api/v1/calculators`)).status !== 200) failures.push(`${name}: the list was not answered`);
  setMode(0o755);
  const ended = performance.now();
  while ((await calculate()).status !== 200 && performance.now() - ended < 20_000) await pause(20);
  if ((await server.stop()) !== 0) failures.push(`${name}: the server did not stop with exit status 0`);
  return {
    [name]: { refusals: times.length, slowest: Math.max(...times), median: percentile(times, 50), recovery: performance.now() - ended },
  };
}

async function noDescriptors(seconds: number, failures: string[]): Promise<Record<string, FaultResult>> {
  const name = "no descriptors left";
  if (!runs("prlimit", "--version")) return {};
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: newFolder() };
  const key = newKey(environment);
  const server = await startServer(environment);
  const setLimit = (most: number) => runs("prlimit", "--pid", String(server.child.pid), `--nofile=${most}:10000`);
  let load: { stop: () => Promise<Reply[]> } | undefined;
  const fault: Fault = {
    name,
    begin: () => {
      // enough for a few more connections, and then for hardly any file
      setLimit(readdirSync(`/proc/${server.child.pid}/fd`).length + 8);
      load = startLoad(server.port, (index) => calculateRequest(key, bodyOf(index)), { connections: 100, pauseMilliseconds: 20 });
    },
    end: async () => {
      setLimit(10_000);
      for (const { status, text } of (await load?.stop()) ?? [])
        if (![200, 503, 0].includes(status)) failures.push(`${name}: ${status} ${text.slice(0, 200)}`);
    },
    statuses: [503, 0],
    brief: true,
  };
  const result = await testFault(fault, { server, key, seconds, failures });
  if (runNewKey(environment, "--list").status !== 0) failures.push(`${name}: the keys cannot be listed afterwards`);
  if ((await server.stop()) !== 0) failures.push(`${name}: the server did not stop with exit status 0`);
  return { [name]: result };
}

export const storage: Part = {
  name: "storage",
  promise: "a storage that fails under load: 503 soon, never a 401 or 500, lists still answered, everything works again within 2 s",
  weight: 2,
  run: async ({ milliseconds }) => {
    const failures: string[] = [];
    const seconds = Math.max(1, Math.min(10, milliseconds / 1000 / 12));
    const results = {
      ...(hasRedis && (await redisFaults(seconds, failures))),
      ...(await fullDisk(seconds, failures)),
      ...(await readOnly(seconds, failures)),
      ...(await noDescriptors(seconds, failures)),
    };
    const numbers = Object.entries(results).map(([fault, { refusals, slowest, median, recovery }]) => [
      fault,
      `${refusals} × 503 in ${Math.round(median)} ms (at most ${Math.round(slowest)}), works again after ${Math.round(recovery)} ms`,
    ]);
    return { numbers: Object.fromEntries(numbers), failures };
  },
};
