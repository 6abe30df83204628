// A real server on a real Redis that is stopped, frozen, restarted, emptied, full, or asked with a wrong password, under 200
// questions a second: never a 200 for a key that was not checked, never a 401 because the storage is away.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createStorage } from "formulary";
import { afterEach, describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import { connect } from "../../plugins/storage-redis/connection.ts";
import { redisDriver } from "../../plugins/storage-redis/index.ts";
import { type Shot, steady } from "../http/load.ts";
import { newKey, type Process, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { hasRedis, type RedisServer, startCluster, startRedis } from "./redis.ts";

const question = (at: number) =>
  JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + (at % 50), rate: 5, years: 10 } });
const statuses = (shots: Shot[]) => [...new Set(shots.map(({ status }) => status))].sort();
const perSecond = 200;
/** A Redis that loses nothing by kill -9: with its usual flush a slow disk puts off the writing itself, by up to two seconds. */
const lasting = ["--appendonly", "yes", "--appendfsync", "always"];

describe.skipIf(!hasRedis)("under 200 questions a second", () => {
  let redis: RedisServer | undefined;
  let server: Process | undefined;
  let key = "";
  const boot = async (more: Record<string, string> = {}, redisOptions: string[] = []) => {
    redis = await startRedis(redisOptions);
    const environment = {
      CATALOG: await smallCatalogue(),
      DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")),
      STORAGE: redis.url,
      ...more,
    };
    key = newKey(environment);
    server = await startServer(environment);
  };
  const load = (seconds: number) => steady(server!.port, { key, perSecond, seconds, body: question });
  const lists = async () => {
    const answers: number[] = [];
    for (let n = 0; n < 20; n++) {
      answers.push((await fetch(`${server!.url}/api/v1/calculators?q=interest`)).status);
      await pause(30);
    }
    return answers;
  };
  /** Asks until a while of load is answered well; a machine that stands still for longer than Redis is given has some refused. */
  const well = async () => {
    for (let left = 200; ; left--) {
      const answers = await load(0.3);
      const bad = answers.find(({ status }) => status !== 200);
      if (!bad) return;
      if (left === 0) throw new Error(`Not well after 200 tries: ${bad.status} ${bad.text}\n${server!.output()}`);
      await pause(100);
    }
  };
  /** Asks until the fault has reached the server. */
  const refused = async () => {
    while ((await load(0.02)).at(-1)?.status !== 503) await pause(20);
  };
  /** Load before, during and after a fault; what happened meanwhile, and when the first good answer came afterwards. */
  async function through(fault: () => Promise<void>, mended: () => Promise<void>) {
    await well();
    await fault();
    await refused();
    // nothing is answered from now on, and nobody waits: all have their answers while the fault lasts
    const [during, readings] = await Promise.all([load(1), lists()]);
    expect(new Set(readings)).toEqual(new Set([200]));
    await mended();
    await well();
    return { during };
  }
  const expectClosed = (during: Shot[]) => {
    expect(statuses(during)).toEqual([503]);
    for (const { text } of during) expect(JSON.parse(text)).toMatchObject({ code: "storage_unavailable" });
  };
  afterEach(async () => {
    expect(server!.child.exitCode).toBeNull();
    expect(server!.output()).not.toContain(key.slice(8));
    await server?.stop();
    redis?.child().kill("SIGCONT");
    await redis?.stop();
  });

  it("Redis stops, and comes back with its data (STO-016)", async () => {
    await boot({}, lasting);
    const { during } = await through(
      () => redis!.stop("SIGKILL"),
      () => redis!.start(),
    );
    expectClosed(during);
    expect(server!.output()).toMatch(/error Redis at 127\.0\.0\.1:\d+ does not answer/);
    expect(server!.output()).toMatch(/info Redis at 127\.0\.0\.1:\d+ answers again/);
  });
  it("Redis is frozen; when it goes on the count may be ahead, never behind (STO-017, STO-018)", async () => {
    await boot();
    const { during } = await through(
      async () => void redis!.child().kill("SIGSTOP"),
      async () => void redis!.child().kill("SIGCONT"),
    );
    expectClosed(during);
  });
  it("Redis is emptied: 503 and an alert, never 401 for everybody (STO-019)", async () => {
    await boot();
    let copy = "";
    const { during } = await through(
      async () => {
        copy = redis!.cli(
          "--raw",
          "EVAL",
          "local t = {} for _, k in ipairs(redis.call('KEYS', 'formulary:keys:*')) do t[#t + 1] = k t[#t + 1] = redis.call('GET', k) end return cjson.encode(t)",
          "0",
        );
        redis!.cli("FLUSHALL");
      },
      async () => {
        const parts = JSON.parse(copy) as string[];
        for (let at = 0; at < parts.length; at += 2) redis!.cli("SET", parts[at]!, parts[at + 1]!);
      },
    );
    expectClosed(during);
    expect(server!.output()).toContain("has lost accounts");
  });
  it("Redis is full: keys and quotas closed, and open again when there is room (STO-020)", async () => {
    await boot();
    const { during } = await through(
      async () => void redis!.cli("CONFIG", "SET", "maxmemory", "1"),
      async () => void redis!.cli("CONFIG", "SET", "maxmemory", "0"),
    );
    expectClosed(during);
    expect(server!.output()).toMatch(/does not answer: OOM/);
  });
  it("Redis becomes a replica that may not be written (STO-023)", async () => {
    await boot();
    const { during } = await through(
      async () => void redis!.cli("REPLICAOF", "127.0.0.1", "1"),
      async () => void redis!.cli("REPLICAOF", "NO", "ONE"),
    );
    expectClosed(during);
  });
  it("the password is wrong: the server starts, says so without the password, and answers 503 (STO-015, STO-023)", async () => {
    await boot({}, ["--requirepass", "right-secret"]).catch(() => {});
    const environment = { CATALOG: await smallCatalogue(), DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")) };
    key = newKey({ ...environment, STORAGE: `redis://:right-secret@127.0.0.1:${redis!.port}` });
    server = await startServer({ ...environment, STORAGE: `redis://:wrong-secret@127.0.0.1:${redis!.port}` });
    const during = await load(1);
    expectClosed(during);
    expect((await fetch(`${server.url}/api/v1/calculators`)).status).toBe(200);
    expect(server.output()).toMatch(/WRONGPASS/);
    expect(server.output()).not.toMatch(/(wrong|right)-secret/);
  });
  it("Redis is away at the start: the server starts, is not ready, and recovers with it (STO-015)", async () => {
    redis = await startRedis(lasting);
    const environment = { CATALOG: await smallCatalogue(), DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")), STORAGE: redis.url };
    key = newKey(environment);
    await redis.stop();
    server = await startServer(environment);
    const health = async () => JSON.parse(await (await fetch(`${server!.url}/healthz`)).text()) as { status: string; ready: boolean };
    expect(await health()).toMatchObject({ status: "ok", ready: false });
    expectClosed(await load(0.5));
    await redis.start();
    await well();
    expect(await health()).toMatchObject({ ready: true });
  });
  it("only the cache is away: everything is computed, nobody waits (cache open, keys on files)", async () => {
    redis = await startRedis();
    const environment = { CATALOG: await smallCatalogue(), DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")), CACHE_STORAGE: redis.url };
    key = newKey(environment);
    server = await startServer(environment);
    await well();
    redis.child().kill("SIGSTOP");
    const during = await load(1);
    expect(statuses(during)).toEqual([200]);
    expect(during.at(-1)!.text).toContain('"cached":false');
    redis.child().kill("SIGCONT");
    while (!(await load(0.2)).at(-1)!.text.includes('"cached":true')) await pause(20);
  });
});

describe.skipIf(!hasRedis)("a Redis that would drop keys when it is full (STO-021)", () => {
  it.each(["allkeys-lru", "volatile-lru"])("with %s stops the start, but may serve as cache", async (policy) => {
    const redis = await startRedis(["--maxmemory-policy", policy, "--maxmemory", "100mb"]);
    const environment = { CATALOG: await smallCatalogue(), DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")) };
    await expect(startServer({ ...environment, STORAGE: redis.url })).rejects.toThrow(
      new RegExp(`maxmemory-policy ${policy} and would delete API keys and counts when full: set it to noeviction`),
    );
    const made = runNewKey({ ...environment, STORAGE: redis.url }, "--email", "a@example.org");
    expect([made.status, made.stdout]).toEqual([1, ""]);
    expect(made.stderr).toContain("set it to noeviction");
    const server = await startServer({ ...environment, CACHE_STORAGE: redis.url });
    expect(await server.stop()).toBe(0);
    await redis.stop();
  });
});

describe.skipIf(!hasRedis)("a Redis with a record of another kind", () => {
  it("fails whom the record belongs to, and nobody who asks with them; an answer that was kept is computed again", async () => {
    const redis = await startRedis();
    const drivers = (["quotas", "cache"] as const).map((area) => [
      area,
      redisDriver({ url: redis.url, connection: connect(redis.url), area }),
    ]);
    const { quotas, cache } = await createStorage(Object.fromEntries(drivers), () => {});
    redis.cli("LPUSH", "formulary:quotas:broken", "1");
    redis.cli("LPUSH", "formulary:cache:broken", "1");
    await cache.set("good", "kept", { ttl: 60 });
    const unit = { by: "k1", limit: 2 };
    const [first, broken, second, third] = await Promise.allSettled(["a", "broken", "a", "a"].map((key) => quotas.consume(key, unit)));
    expect(broken).toMatchObject({ status: "rejected", reason: { code: "storage_unavailable" } });
    expect([first, second, third].map((each) => each!.status === "fulfilled" && [each!.value.taken, each!.value.used])).toEqual([
      [true, 1],
      [true, 2],
      [false, 2],
    ]);
    expect(await Promise.all([cache.get("good"), cache.get("broken"), cache.get("none")])).toEqual(["kept", null, null]);
    expect(quotas.available()).toBe(true);
    await Promise.all([quotas.close(), cache.close()]);
    await redis.stop();
  });
});

describe.skipIf(!hasRedis)("a Redis with a replica (STO-022)", () => {
  it("has a change on the replica before it is said to be done, and says so when the replica does not take it", async () => {
    const main = await startRedis(["--repl-diskless-sync-delay", "0"]);
    const replica = await startRedis(["--replicaof", "127.0.0.1", String(main.port)]);
    while (!replica.cli("INFO", "replication").includes("master_link_status:up")) await pause(100);
    // a replica that has its copy may not yet count as one
    while (!main.cli("INFO", "replication").includes("state=online")) await pause(100);
    const storage = await createStorage({ keys: redisDriver({ url: main.url, connection: connect(main.url), area: "keys" }) }, () => {});
    // a busy machine may keep a healthy replica from answering in time: then the change is refused, and tried with another key
    let key = "";
    for (let n = 0; key === ""; n++) {
      if (await storage.keys.replace(`a${n}`, null, "1").catch(() => false)) key = `a${n}`;
      // a storage that is taken for away refuses at once: without a pause nothing could ever bring it back
      else await pause(100);
    }
    expect(replica.cli("GET", `formulary:keys:${key}`)).toBe("1");
    replica.child().kill("SIGSTOP");
    await expect(storage.keys.replace(key, "1", "2")).rejects.toMatchObject({ code: "storage_unavailable" });
    replica.child().kill("SIGCONT");
    await storage.keys.close();
    await Promise.all([main.stop(), replica.stop()]);
  });
});

describe.skipIf(!hasRedis)("two servers on a Redis Cluster of three nodes", () => {
  it("share keys, counts and answers; without a node what lives there answers 503, and again when it is back (STO-023)", async () => {
    const cluster = await startCluster();
    const environment = { CATALOG: await smallCatalogue(), DATA_DIR: mkdtempSync(join(tmpdir(), "formulary-")), STORAGE: cluster.url };
    const keys = Array.from({ length: 6 }, (_, at) => newKey(environment, "Developer", `a${at}@example.org`));
    const servers = await Promise.all([startServer(environment), startServer(environment)]);
    const ask = async (at: number, key: string) => {
      const response = await fetch(`${servers[at]!.url}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: question(1),
      });
      return {
        status: response.status,
        left: response.headers.get("x-ratelimit-remaining"),
        cached: JSON.parse(await response.text()).cached as boolean,
      };
    };
    for (const key of keys) {
      expect(await ask(0, key)).toMatchObject({ status: 200, left: "9999" });
      // an answer does not wait until it is kept
      while (!cluster.nodes.some(({ cli }) => cli("KEYS", "formulary:cache:*") !== "")) await pause(20);
      expect(await ask(1, key)).toMatchObject({ status: 200, left: "9998", cached: true });
    }
    const records = cluster.nodes[0]!.cli("KEYS", "formulary:keys:accounts:*");
    await cluster.nodes[0]!.stop();
    await pause(1500);
    const without = await Promise.all(keys.map((key) => ask(0, key)));
    expect(without.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await fetch(`${servers[0]!.url}/api/v1/calculators`)).status).toBe(200);
    // the node comes back with nothing on it: whose accounts stood there is told 503, and nobody is told 401
    await cluster.nodes[0]!.start();
    let good = 0;
    const there = keys.filter((key) => records.includes(readApiKey(key)!.account)).length;
    while (good < keys.length - there) {
      const all = (await Promise.all(keys.map((key) => ask(0, key)))).map(({ status }) => status);
      expect(all.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      good = all.filter((status) => status === 200).length;
      await pause(100);
    }
    for (const server of servers) expect(await server.stop()).toBe(0);
    await cluster.stop();
    expect(good).toBe(keys.length - there);
  });
});
