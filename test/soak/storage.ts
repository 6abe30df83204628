// Storages that fail while a server is asked: Redis stopped, frozen, restarted and full; a disk that is full, folders that may not
// be written, no descriptors left. Keys and counts fail closed, lists stay, and all is well soon after.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newKey, type Process, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { hasRedis, startRedis } from "../storage/redis.ts";
import { loadOn, questionOf, type Reply } from "./load.ts";
import { type Part, pause, percentile } from "./part.ts";

const question = (at: number) =>
  JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + (at % 50), rate: 5, years: 10 } });
const can = (program: string, ...parts: string[]) => spawnSync(program, parts).status === 0;
const folder = () => mkdtempSync(join(tmpdir(), "formulary-"));
const isRoot = process.getuid?.() === 0;

interface Fault {
  name: string;
  begin: () => unknown;
  end: () => unknown;
  /** What a question may be answered meanwhile; 0 is a connection that was refused. */
  statuses: number[];
  /** It may be over before anybody is refused. */
  brief?: boolean;
}
interface Tools {
  server: Process;
  key: string;
  seconds: number;
  broken: string[];
}
/** What became of the questions during a fault: how long a refusal took, and how long until all was well. */
interface Seen {
  refused: number;
  slowest: number;
  median: number;
  recovery: number;
}

async function through(fault: Fault, { server, key, seconds, broken }: Tools): Promise<Seen> {
  const say = (what: string) => broken.push(`${fault.name}: ${what}`);
  const load = loadOn(server.port, (at) => questionOf(key, question(at)), { connections: 4, pauseMilliseconds: 5 });
  await pause(500);
  const before = load.replies.length;
  if (load.replies.some(({ status }) => status !== 200)) say(`before it, ${load.replies.find(({ status }) => status !== 200)!.text}`);
  await fault.begin();
  const since = performance.now();
  while (performance.now() - since < seconds * 1000) {
    // without a free descriptor it may wait in the system's queue for as long as others keep theirs
    const status = await fetch(`${server.url}/api/v1/calculators?q=interest`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.status,
      () => 0,
    );
    // without a free descriptor not even a connection can be taken
    if (status !== 200 && !fault.statuses.includes(0)) say(`a list was answered ${status}`);
    await pause(100);
  }
  const ended = performance.now();
  await fault.end();
  const isGood = async () =>
    (
      await fetch(`${server.url}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: question(0),
        signal: AbortSignal.timeout(5000),
      }).catch(() => undefined)
    )?.status === 200;
  let good = 0;
  while (good < 5 && performance.now() - ended < 20_000) good = (await isGood()) ? good + 1 : 0;
  const recovery = performance.now() - ended;
  if (good < 5) say("no good answer within 20 s after it");
  // promised are 2 s; a machine that others keep busy is given some more
  else if (recovery > 5000) say(`good again only after ${Math.round(recovery)} ms`);
  const replies = (await load.stop()).slice(before);
  const during = replies.filter(({ at }) => at > since && at < ended);
  const bad = replies.filter(({ status, cut }) => cut || !(status === 200 || fault.statuses.includes(status)));
  if (bad.length > 0) say(`${bad.length} answers such as ${bad[0]!.status} ${bad[0]!.text.slice(0, 200)}`);
  const refused = during.filter(({ status }) => status === 503);
  if (refused.length === 0 && !fault.brief) say(`nothing was refused in ${during.length} answers`);
  for (const { text } of refused) if (!text.includes('"storage_unavailable"')) say(text.slice(0, 200));
  if (server.child.exitCode !== null) say(`the server ended: ${server.output().slice(-300)}`);
  const times = refused.map(({ milliseconds }) => milliseconds);
  return { refused: refused.length, slowest: Math.max(0, ...times), median: percentile(times, 50), recovery };
}

async function redisFaults(seconds: number, broken: string[]): Promise<Record<string, Seen>> {
  const redis = await startRedis(["--appendonly", "yes"]);
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: folder(), STORAGE: redis.url };
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
  const seen: Record<string, Seen> = {};
  for (const fault of faults) {
    seen[fault.name] = await through(fault, { server, key, seconds, broken });
  }
  if ((await server.stop()) !== 0) broken.push("After Redis's faults the stop did not end with 0.");
  await redis.stop();
  return seen;
}

/** A small disk of its own for the server alone, seen from here through its process. */
async function fullDisk(seconds: number, broken: string[]): Promise<Record<string, Seen>> {
  const name = "disk full";
  if (!can("unshare", "--user", "--map-root-user", "--mount", "true")) return {};
  const [disk, data] = [folder(), folder()];
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: data, QUOTAS_STORAGE: `fs:${disk}`, CACHE_STORAGE: `fs:${disk}` };
  const key = newKey(environment, "Business");
  const mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size=4m none "$0" && exec "$@"', disk];
  const server = await startServer(environment, undefined, mount);
  // as its own process sees it
  const filler = `/proc/${server.child.pid}/root${disk}/filler`;
  const begin = () => {
    try {
      writeFileSync(filler, Buffer.alloc(8 << 20));
    } catch {
      // that is the point
    }
  };
  // what is left of a page still takes some lines, and these count
  const seen = await through({ name, begin, end: () => rmSync(filler), statuses: [503] }, { server, key, seconds, broken });
  await server.stop();
  return { [name]: seen };
}

/** Folders that may not be written: an account that has its file goes on, a new one waits, and no key is made in vain. */
async function readOnly(seconds: number, broken: string[]): Promise<Record<string, Seen>> {
  const name = "folders read-only";
  const drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"];
  if (isRoot && !can(...(drop as [string]), "true")) return {};
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: folder() };
  const [, second] = ["first", "second"].map((who) => newKey(environment, "Business", `${who}@example.org`));
  const server = await startServer(environment, undefined, isRoot ? drop : []);
  const counts = join(environment.DATA_DIR, "quotas");
  mkdirSync(join(counts, "counts"), { recursive: true });
  const folders = [
    "",
    ...readdirSync(counts, { recursive: true, withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map((each) => join(each.parentPath, each.name).slice(counts.length)),
  ];
  const set = (mode: number) => {
    for (const each of folders) chmodSync(join(counts, each), mode);
  };
  set(0o555);
  const ask = async () => {
    const response = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": second! },
      body: question(1),
    });
    return { status: response.status, text: await response.text() };
  };
  const since = performance.now();
  const times: number[] = [];
  while (performance.now() - since < seconds * 1000) {
    const started = performance.now();
    const { status, text } = await ask();
    times.push(performance.now() - started);
    if (status !== 503 || !text.includes("storage_unavailable")) broken.push(`${name}: ${status} ${text.slice(0, 200)}`);
    await pause(20);
  }
  if ((await fetch(`${server.url}/api/v1/calculators`)).status !== 200) broken.push(`${name}: the list was not answered`);
  set(0o755);
  const ended = performance.now();
  while ((await ask()).status !== 200 && performance.now() - ended < 20_000) await pause(20);
  if ((await server.stop()) !== 0) broken.push(`${name}: the stop did not end with 0`);
  return {
    [name]: { refused: times.length, slowest: Math.max(...times), median: percentile(times, 50), recovery: performance.now() - ended },
  };
}

async function noDescriptors(seconds: number, broken: string[]): Promise<Record<string, Seen>> {
  const name = "no descriptors left";
  if (!can("prlimit", "--version")) return {};
  const environment = { CATALOG: await smallCatalogue(), DATA_DIR: folder() };
  const key = newKey(environment);
  const server = await startServer(environment);
  const limit = (most: number) => can("prlimit", "--pid", String(server.child.pid), `--nofile=${most}:10000`);
  let crowd: { stop: () => Promise<Reply[]> } | undefined;
  const fault: Fault = {
    name,
    begin: () => {
      // room for a few connections more than there are now, and for hardly a file beside them
      limit(readdirSync(`/proc/${server.child.pid}/fd`).length + 8);
      crowd = loadOn(server.port, (at) => questionOf(key, question(at)), { connections: 100, pauseMilliseconds: 20 });
    },
    end: async () => {
      limit(10_000);
      for (const { status, text } of (await crowd?.stop()) ?? [])
        if (![200, 503, 0].includes(status)) broken.push(`${name}: ${status} ${text.slice(0, 200)}`);
    },
    statuses: [503, 0],
    brief: true,
  };
  const seen = await through(fault, { server, key, seconds, broken });
  if (runNewKey(environment, "--list").status !== 0) broken.push(`${name}: the keys cannot be listed afterwards`);
  if ((await server.stop()) !== 0) broken.push(`${name}: the stop did not end with 0`);
  return { [name]: seen };
}

export const storage: Part = {
  name: "storage",
  promise: "a storage that fails under load: 503 soon, never a 401 or 500, lists unaffected, good again within 2 s",
  weight: 2,
  run: async ({ milliseconds }) => {
    const broken: string[] = [];
    const seconds = Math.max(1, Math.min(10, milliseconds / 1000 / 12));
    const seen = {
      ...(hasRedis && (await redisFaults(seconds, broken))),
      ...(await fullDisk(seconds, broken)),
      ...(await readOnly(seconds, broken)),
      ...(await noDescriptors(seconds, broken)),
    };
    const numbers = Object.entries(seen).map(([fault, { refused, slowest, median, recovery }]) => [
      fault,
      `${refused} × 503 in ${Math.round(median)} ms (at most ${Math.round(slowest)}), good after ${Math.round(recovery)} ms`,
    ]);
    return { numbers: Object.fromEntries(numbers), broken };
  },
};
