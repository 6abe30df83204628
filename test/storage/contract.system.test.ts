// What every driver of an area must do, tried on memory, files, a real Redis and a real Redis Cluster.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Area, type AreaDriver, createRing, createStorage, memoryDriver } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderDriver } from "../../plugins/storage-fs/index.ts";
import { connect } from "../../plugins/storage-redis/connection.ts";
import { redisDriver } from "../../plugins/storage-redis/index.ts";
import { hasRedis, startCluster, startRedis } from "./redis.ts";

interface Place {
  /** A driver on this storage; `daySeconds` makes days that turn during a test. */
  driver: (daySeconds?: number) => AreaDriver;
  stop: () => Promise<void>;
}
const onRedis = async (start: () => Promise<{ url: string; stop: () => Promise<void> }>): Promise<Place> => {
  const { url, stop } = await start();
  return { driver: (daySeconds = 86_400) => redisDriver({ url, connection: connect(url), area: "keys", daySeconds }), stop };
};
const nothing = async () => {};
const places: [name: string, possible: boolean, start: () => Promise<Place>][] = [
  ["memory", true, async () => ({ driver: (daySeconds = 86_400) => memoryDriver({ daySeconds }), stop: nothing })],
  [
    "a ring of memory",
    true,
    async () => ({ driver: (daySeconds = 86_400) => memoryDriver({ records: createRing(8_000_000), daySeconds }), stop: nothing }),
  ],
  [
    "files",
    true,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "formulary-"));
      return { driver: (daySeconds = 86_400) => folderDriver({ folder, daySeconds }), stop: nothing };
    },
  ],
  ["Redis", hasRedis, () => onRedis(startRedis)],
  ["Redis Cluster", hasRedis, () => onRedis(startCluster)],
];
const times = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));

describe.each(places)("an area on %s", (_, possible, start) => {
  if (!possible) {
    it.skip("needs redis-server, which is not on this machine", () => {});
    return;
  }
  let place: Place;
  let area: Area;
  const open = async (daySeconds?: number) => (await createStorage({ keys: place.driver(daySeconds) }, () => {})).keys;
  beforeAll(async () => {
    place = await start();
    area = await open();
  });
  afterAll(async () => {
    await area.close();
    await place.stop();
  });

  it("gives a record back as it was written, whatever it looks like (STO-010)", async () => {
    for (const text of ["123", "true", "null", "1e5", '{"a":1}', '"x"', "", " ä\n🧮 ", "base32:x", "x".repeat(100_000)]) {
      await area.set("records:a1", text);
      expect(await area.get("records:a1")).toBe(text);
    }
    expect(await area.get("records:none")).toBeNull();
  });
  it("removes a record, and finds the keys that begin with a prefix", async () => {
    await Promise.all(times(30, (at) => area.set(`many:{k${at}}`, String(at))));
    await area.set("manyothers:x", "1");
    expect((await area.keys("many:")).sort()).toEqual(times(30, (at) => `many:{k${at}}`).sort());
    await area.remove("many:{k7}");
    expect(await area.get("many:{k7}")).toBeNull();
    expect((await area.keys("many:")).length).toBe(29);
  });
  it("forgets a record when its time is over (STO-028)", async () => {
    for (let seen = false; !seen; ) {
      const since = performance.now();
      await area.set("short:a", "here", { ttl: 1 });
      const found = await area.get("short:a");
      // a machine that stood still meanwhile is asked again
      seen = performance.now() - since < 900;
      if (seen) expect(found).toBe("here");
    }
    while ((await area.get("short:a")) !== null) await pause(20);
  });

  it("replaces only what still stands", async () => {
    expect(await area.replace("one:a", null, "first")).toBe(true);
    expect(await area.replace("one:a", null, "again")).toBe(false);
    expect(await area.replace("one:a", "other", "again")).toBe(false);
    expect(await area.replace("one:a", "first", "second")).toBe(true);
    expect(await area.get("one:a")).toBe("second");
    expect(await area.replace("one:a", "second", null)).toBe(true);
    expect(await area.get("one:a")).toBeNull();
    expect(await area.replace("one:a", null, "new")).toBe(true);
  });
  it("lets one of fifty who replace the same at once through", async () => {
    await area.set("race:a", "0");
    const won = await Promise.all(times(50, (at) => area.replace("race:a", "0", String(at + 1))));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await area.get("race:a")).toBe(String(won.indexOf(true) + 1));
  });
  it("loses none of 200 changes that twenty make against each other", async () => {
    await area.set("sum:a", "0");
    const add = async () => {
      for (let done = 0; done < 10; ) {
        const before = await area.get("sum:a");
        if (await area.replace("sum:a", before, String(Number(before) + 1))) done++;
      }
    };
    await Promise.all(times(20, add));
    expect(await area.get("sum:a")).toBe("200");
  });

  it("takes exactly the allowance, however many ask at once, and numbers the units", async () => {
    const answers = await Promise.all(times(500, (at) => area.consume("{exact}", { by: `k${at % 3}`, limit: 100 })));
    const taken = answers.filter((answer) => answer.taken).map(({ used }) => used);
    expect(taken.sort((a, b) => a - b)).toEqual(times(100, (at) => at + 1));
    expect(answers.filter((answer) => !answer.taken).every(({ used }) => used === 100)).toBe(true);
    for (const { now, resets, day } of answers) {
      expect(resets).toBe((day + 1) * 86_400_000);
      expect(resets - now).toBeGreaterThanOrEqual(0);
    }
  });
  it("lets a raised limit through at once, and counts on under a lowered one", async () => {
    await Promise.all(times(20, () => area.consume("{plan}", { by: "k", limit: 20 })));
    expect(await area.consume("{plan}", { by: "k", limit: 20 })).toMatchObject({ taken: false, used: 20 });
    expect(await area.consume("{plan}", { by: "k", limit: 30 })).toMatchObject({ taken: true, used: 21 });
    expect(await area.consume("{plan}", { by: "k", limit: 5 })).toMatchObject({ taken: false, used: 21 });
    expect(await area.consume("{plan}", { by: "k", limit: Number.POSITIVE_INFINITY })).toMatchObject({ taken: true, used: 22 });
  });
  it("gives a unit back, and never more than were taken", async () => {
    const { day } = await area.consume("{back}", { by: "k", limit: 2 });
    await area.consume("{back}", { by: "k", limit: 2 });
    await area.release("{back}", { by: "k", day });
    expect(await area.consume("{back}", { by: "k", limit: 2 })).toMatchObject({ taken: true, used: 2 });
    for (let n = 0; n < 5; n++) await area.release("{back}", { by: "k", day });
    expect(await area.consume("{back}", { by: "k", limit: 2 })).toMatchObject({ taken: true, used: 1 });
  });
  it("remembers who took how many on which day", async () => {
    const { day } = await area.consume("{whose}", { by: "a", limit: 10 });
    await area.consume("{whose}", { by: "b", limit: 10 });
    await area.consume("{whose}", { by: "b", limit: 10 });
    expect({ ...(await area.usage("{whose}"))[day] }).toEqual({ a: 1, b: 2 });
    expect(await area.usage("{nobody}")).toEqual({});
  });
  it("starts anew when the day turns by the storage's own clock, and holds every day's limit exactly (QUO-005)", async () => {
    const turning = await open(1);
    const perDay = new Map<number, number>();
    // a day in which the machine stood still may end before fifty were asked for: two full ones, and the turn behind them
    const full = () => [...perDay.values()].filter((units) => units === 50).length;
    let today = 0;
    let lastFull = 0;
    const asking = async () => {
      while (full() < 2 || today <= lastFull) {
        const { taken, day } = await turning.consume("{days}", { by: "k", limit: 50 });
        today = Math.max(today, day);
        if (taken) perDay.set(day, (perDay.get(day) ?? 0) + 1);
        else await pause(5);
        if (perDay.get(day) === 50) lastFull = Math.max(lastFull, day);
      }
    };
    await Promise.all(times(20, asking));
    await turning.close();
    expect(Math.max(...perDay.values())).toBe(50);
  });
});
