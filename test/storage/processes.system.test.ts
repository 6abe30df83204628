// Several real servers on one storage: exact quotas, shared keys and answers, and processes that end in the middle.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Area, type AreaName, createStorage } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import { folderDriver } from "../../plugins/storage-fs/index.ts";
import { connect } from "../../plugins/storage-redis/connection.ts";
import { redisDriver } from "../../plugins/storage-redis/index.ts";
import { burst, shoot } from "../http/load.ts";
import { newKey, type Process, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis.ts";

const question = (at: number) => JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + at, rate: 5, years: 10 } });
const temporary = () => mkdtempSync(join(tmpdir(), "formulary-"));
let folder: string;
let plans: string;
let redis: RedisServer | undefined;

beforeAll(async () => {
  folder = await smallCatalogue();
  plans = join(temporary(), "plans.yaml");
  writeFileSync(plans, "Test: { calculations: 1000, keys: 500 }\nLarge: { calculations: 100000000, keys: 500 }\n");
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

/** The environment of servers that share one new storage of a kind, and a way to look into it. */
function storageOf(kind: "files" | "redis"): { environment: Record<string, string>; look: () => Promise<Record<AreaName, Area>> } {
  const data = temporary();
  if (kind === "redis") redis!.cli("FLUSHALL");
  const environment = {
    CATALOG: folder,
    PLANS: plans,
    DATA_DIR: data,
    LOG_LEVEL: "info",
    ...(kind === "redis" && { STORAGE: redis!.url }),
  };
  const driver = (area: AreaName) =>
    kind === "redis" ? redisDriver({ url: redis!.url, connection: connect(redis!.url), area }) : folderDriver({ folder: join(data, area) });
  return { environment, look: () => createStorage({ keys: driver("keys"), quotas: driver("quotas") }, () => {}) };
}
const kinds = (["files", "redis"] as const).filter((kind) => kind === "files" || hasRedis);
const unitsIn = async (quotas: Area, key: string) =>
  Object.values(await quotas.usage(readApiKey(key)!.account.replace(/^(.)/, "{$1}:$1")))
    .flatMap((day) => Object.values(day))
    .reduce((a, b) => a + b, 0);

describe.each(kinds)("four servers on one storage (%s)", (kind) => {
  it("answer exactly 1,000 of 40,000 questions against a limit of 1,000 (QUO-001, QUO-002, STO-013)", async () => {
    const { environment, look } = storageOf(kind);
    const key = newKey(environment, "Test");
    const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(environment)));
    const counts = await burst(
      servers.map(({ port }) => port),
      { key, each: 10_000, connections: 8, body: (at) => question(at % 7) },
    );
    // a machine that stalls longer than Redis may take has some asked again; such a question may have been counted, never twice
    const { 200: answered = 0, 429: refused = 0, 503: away = 0 } = counts;
    expect(answered + refused + away).toBe(40_000);
    if (away > 0) expect(servers.map(({ output }) => output()).join("")).toContain("no answer within");
    expect(answered).toBeLessThanOrEqual(1000);
    expect(answered).toBeGreaterThanOrEqual(1000 - away);
    const storage = await look();
    expect(await unitsIn(storage.quotas, key)).toBe(1000);
    await Promise.all([storage.quotas.close(), storage.keys.close(), ...servers.map((server) => server.stop())]);
  });
});

describe("one server in memory", () => {
  it("answers exactly 1,000 of 10,000 questions against a limit of 1,000", async () => {
    const environment = { CATALOG: folder, PLANS: plans, QUOTAS_STORAGE: "memory:", DATA_DIR: temporary() };
    const key = newKey(environment, "Test");
    const server = await startServer(environment);
    expect(await burst([server.port], { key, each: 10_000, body: (at) => question(at % 7) })).toEqual({ 200: 1000, 429: 9000 });
    await server.stop();
  });
});

// a hundred with both storages
describe.each(kinds)("fifty servers that are killed under load (%s)", (kind) => {
  it("lose no key that was shown, tear no record, and leave no answered question uncounted (STO-001, QUO-012)", async () => {
    const { environment, look } = storageOf(kind);
    const key = newKey(environment, "Large");
    const shown: string[] = [];
    let answered = 0;
    const kill = async (round: number) => {
      const server = await startServer(environment, "test/storage/small-server.mjs");
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      let served = 0;
      // each asks until the server is gone
      const asking = Array.from({ length: 4 }, async (_, at) => {
        for (let status = 200; status !== 0; ) {
          ({ status } = await shoot(agent, server.port, { key, body: question(at) }));
          if (status === 200) served++;
          // a machine that stalls longer than Redis may take says so
          else if (status !== 0 && status !== 503) throw new Error(`answered ${status}`);
        }
      });
      const maker = spawn(process.execPath, ["dist/scripts/new-key.js", "--email", "test@example.org"], {
        env: { ...process.env, ...environment },
      });
      let text = "";
      maker.stdout.on("data", (chunk) => (text += chunk));
      // however slow the machine is, something has been answered
      while (served < 2) await pause(10);
      await pause(Math.random() * 300);
      server.child.kill("SIGKILL");
      // the maker of a key is killed at some moment of its work, or not at all
      await pause(Math.random() * 300);
      if (round % 3 > 0) maker.kill("SIGKILL");
      await new Promise((next) => (maker.exitCode !== null || maker.signalCode !== null ? next(0) : maker.once("exit", next)));
      await Promise.all(asking);
      agent.destroy();
      answered += served;
      if (text.endsWith("\n")) shown.push(text.trim());
    };
    // three at a time: most of a round is a process that starts or a wait
    let next = 0;
    const lane = async () => {
      while (next < 50) await kill(next++);
    };
    await Promise.all([lane(), lane(), lane()]);
    const storage = await look();
    expect(await unitsIn(storage.quotas, key)).toBeGreaterThanOrEqual(answered);
    expect(answered).toBeGreaterThan(100);
    expect(shown.length).toBeGreaterThan(10);
    for (const each of await storage.keys.keys("")) JSON.parse((await storage.keys.get(each))!);
    const server = await startServer(environment);
    const agent = new Agent({ keepAlive: true });
    for (const each of shown) expect((await shoot(agent, server.port, { key: each, body: question(0) })).status).toBe(200);
    agent.destroy();
    await Promise.all([server.stop(), storage.keys.close(), storage.quotas.close()]);
  });
});

describe("one server on files", () => {
  let server: Process;
  let key: string;
  let look: () => Promise<Record<AreaName, Area>>;
  beforeAll(async () => {
    const storage = storageOf("files");
    look = storage.look;
    key = newKey(storage.environment, "Large");
    server = await startServer(storage.environment);
  });
  afterAll(() => server.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: 60 });

  it("charges a question once when its client goes away (QUO-011)", async () => {
    const storage = await look();
    const head = `POST /api/v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\nContent-Length: ${question(1).length}\r\n\r\n`;
    for (let n = 0; n < 20; n++)
      await new Promise<void>((resolve) => {
        const socket = createConnection(server.port, "127.0.0.1", () => socket.write(head + question(1), () => socket.destroy()));
        socket.on("close", () => resolve());
        socket.on("error", () => {});
      });
    // all that they asked has come to its end when the server answered others since, and nothing was counted meanwhile
    let units = -1;
    for (let before = -2; before !== units; ) {
      before = units;
      for (let n = 0; n < 50; n++) await fetch(`${server.url}/api/v1/calculators?limit=1`).then((answer) => answer.text());
      units = await unitsIn(storage.quotas, key);
    }
    expect(units).toBeLessThanOrEqual(20);
    expect((await shoot(agent, server.port, { key, body: question(1) })).status).toBe(200);
    expect(await unitsIn(storage.quotas, key)).toBe(units + 1);
    await storage.quotas.close();
  });
  it("answers 10,000 keys that cannot be keys with 401, and none of them is kept (QUO-017)", async () => {
    const counts: Record<number, number> = {};
    for (let n = 0; n < 10_000; n += 50) {
      const shots = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          shoot(agent, server.port, { key: `ck_live_${String(n + at).padStart(48, "a")}`, body: question(1) }),
        ),
      );
      for (const { status } of shots) counts[status] = (counts[status] ?? 0) + 1;
    }
    expect(counts).toEqual({ 401: 10_000 });
  });
  it("refuses a key from the moment its revocation is a second old, whatever is in flight (QUO-015)", async () => {
    const made = newKey(server.environment, "Large");
    let running = true;
    const shots: { at: number; status: number }[] = [];
    const asking = Array.from({ length: 50 }, async () => {
      while (running) {
        const at = Date.now();
        shots.push({ at, status: (await shoot(agent, server.port, { key: made, body: question(2) })).status });
      }
    });
    while (shots.length < 50) await pause(20);
    runNewKey(server.environment, "--revoke", made);
    const revoked = Date.now();
    const late = () => shots.filter(({ at }) => at > revoked + 1000);
    while (late().length < 50) await pause(20);
    running = false;
    await Promise.all(asking);
    expect(new Set(shots.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect(late().filter(({ status }) => status !== 403)).toEqual([]);
  });
  it("writes neither keys nor inputs into its log", async () => {
    await shoot(agent, server.port, { key, body: JSON.stringify({ calculator: "compound-interest", inputs: { principal: 987654321 } }) });
    await fetch(`${server.url}/api/v1/calculate?key=${key}`, { method: "POST", body: "{}" });
    agent.destroy();
    expect(server.output()).not.toContain(key.slice(8, 30));
    expect(server.output()).not.toContain("987654321");
  });
});

describe("npm run new-key", () => {
  const environment = { DATA_DIR: temporary() };
  it("prints the key alone on standard output, makes the account, lists and revokes", () => {
    const first = runNewKey(environment, "--email", "you@example.com", "--plan", "Developer", "--name", "laptop");
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ck_live_[A-Za-z0-9]{48}\n$/) });
    const listed = runNewKey(environment, "--list").stdout;
    expect(listed).toMatch(
      /^you@example\.com {2}Developer\n {2}[a-z0-9]{18} {2}….{4} {2}laptop {2}created \d{4}-\d\d-\d\d {2}last used never\n$/,
    );
    const id = /[a-z0-9]{18}/.exec(listed)![0];
    expect(runNewKey(environment, "--revoke", id)).toMatchObject({ status: 0, stdout: "" });
    expect(runNewKey(environment, "--list").stdout).toMatch(/revoked \d{4}/);
    expect(runNewKey(environment, "--revoke", first.stdout.trim()).status).toBe(0);
  });
  it.each([
    [[], 2, /npm run new-key -- --email/],
    [["--email", "nobody"], 1, /"nobody" is not an e-mail address/],
    [["--email", "a@b.co", "--plan", "Golden"], 1, /no plan "Golden"\. Choose one of Hobby, Developer, Business, Enterprise/],
    [["--revoke", "abc"], 1, /--revoke needs an API key/],
    [["--revoke", "aaaaaaaaaaaabbbbbb"], 1, /There is no account aaaaaaaaaaaa/],
    [["--colour", "red"], 1, /Unknown option '--colour'/],
  ] as [string[], number, RegExp][])("%j ends with a sentence", (more, status, sentence) => {
    const { status: ended, stderr, stdout } = runNewKey(environment, ...more);
    expect([ended, stdout]).toEqual([status, ""]);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
  it("makes and revokes keys of a running server whose keys live in memory", async () => {
    const own = { CATALOG: folder, STORAGE: "memory:", DATA_DIR: temporary() };
    expect(runNewKey(own, "--list")).toMatchObject({ status: 1, stderr: expect.stringContaining("no server with this DATA_DIR answers") });
    const server = await startServer(own);
    const agent = new Agent();
    const made = newKey(own, "Developer");
    expect((await shoot(agent, server.port, { key: made, body: question(1) })).status).toBe(200);
    expect(runNewKey(own, "--list").stdout).toContain("test@example.org  Developer");
    expect(runNewKey(own, "--email", "x")).toMatchObject({ status: 1, stderr: '"x" is not an e-mail address.\n' });
    expect(runNewKey(own, "--revoke", made).status).toBe(0);
    expect((await shoot(agent, server.port, { key: made, body: question(1) })).status).toBe(403);
    expect(await server.stop()).toBe(0);
  });
  it("says which plan allows more when the cap is reached", () => {
    const [one, two] = [0, 1].map(() => runNewKey(environment, "--email", "small@example.com"));
    expect(one!.status).toBe(0);
    expect(two).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("The plan Hobby allows 1 API key at a time. Revoke one first."),
    });
  });
  it("and a start with no account says how to get the first key, in two lines", async () => {
    const server = await startServer({ CATALOG: folder });
    expect(server.output()).toMatch(/There is no account yet\..*\n.*npm run new-key -- --email you@example\.com --plan Hobby\|Developer/);
    await server.stop();
  });
});

describe.skipIf(!hasRedis)("two servers on one Redis", () => {
  let environment: Record<string, string>;
  let servers: Process[];
  let key: string;
  const agent = new Agent({ keepAlive: true });
  const ask = (at: number, text: string, n = 0) => shoot(agent, servers[at]!.port, { key: text, body: question(n) });
  beforeAll(async () => {
    ({ environment } = storageOf("redis"));
    key = newKey(environment, "Large");
    servers = await Promise.all([startServer(environment), startServer(environment)]);
  });
  afterAll(async () => {
    agent.destroy();
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("know a key that was made elsewhere at once, and refuse it everywhere within a second of its revocation", async () => {
    const made = newKey(environment, "Large");
    expect([(await ask(0, made)).status, (await ask(1, made)).status]).toEqual([200, 200]);
    expect(runNewKey(environment, "--revoke", made).status).toBe(0);
    await pause(1000);
    expect([(await ask(0, made)).status, (await ask(1, made)).status]).toEqual([403, 403]);
  });
  it("share their answers", async () => {
    const first = JSON.parse((await ask(0, key, 4711)).text);
    // an answer does not wait until it is kept
    while (!JSON.parse((await ask(0, key, 4711)).text).cached) await pause(20);
    const second = JSON.parse((await ask(1, key, 4711)).text);
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(second).toEqual({ ...first, cached: true });
  });
  it("ask Redis once per calculation: quota and cache in one round trip, the key's state once a second", async () => {
    const commands = () =>
      Object.fromEntries(
        [...redis!.cli("INFO", "commandstats").matchAll(/cmdstat_(\w+):calls=(\d+)/g)].map(
          ([, name, calls]) => [name!, Number(calls)] as const,
        ),
      );
    await ask(0, key, 1);
    const before = commands();
    const started = Date.now();
    const asked = 300;
    for (let n = 0; n < asked; n++) await ask(0, key, 1);
    const after = commands();
    const seconds = Math.ceil((Date.now() - started) / 900) + 1;
    const calls = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    expect(calls("evalsha")).toBe(asked);
    // one look into the cache per question, and one at the account's record per second
    expect(calls("get") - asked).toBeLessThanOrEqual(seconds);
    expect(calls("set")).toBeLessThanOrEqual(1);
  });
});
