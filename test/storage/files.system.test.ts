// What files must bear that other storages need not: torn lines, days to sum up, folders that fill, disks of other machines.
import { pbkdf2 } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AreaDriver, createStorage } from "formulary";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FolderOptions, folderDriver } from "../../plugins/storage-fs/index.ts";

const system = vi.hoisted(() => ({ type: 0xef53 }));
vi.mock("node:fs/promises", async (original) => ({ ...(await original<typeof import("node:fs/promises")>()), statfs: async () => system }));

const opened: AreaDriver[] = [];
const open = (options: FolderOptions) => {
  const driver = folderDriver(options);
  opened.push(driver);
  return driver;
};
afterEach(async () => {
  for (const driver of opened.splice(0)) await driver.dispose!();
});
const temporary = () => mkdtemp(join(tmpdir(), "formulary-"));
const day = 86_400_000;
const unit = { by: "k", limit: 5 };

describe("counts in files", () => {
  it("pass over lines that a full disk or a killed process has torn", async () => {
    const folder = await temporary();
    const first = open({ folder });
    await first.consume("{a}", unit);
    const file = join(folder, "counts/{a}", (await readdir(join(folder, "counts/{a}")))[0]!);
    // half a line, and one whose limit lost its last digits
    await appendFile(file, "\n+ k abcdef 7 1");
    expect(await first.consume("{a}", unit)).toMatchObject({ taken: true, used: 2 });
    const second = open({ folder });
    expect(await second.consume("{a}", unit)).toMatchObject({ taken: true, used: 3 });
    expect(await first.consume("{a}", unit)).toMatchObject({ taken: true, used: 4 });
  });
  it("of days long past are summed up, and after forty days gone", async () => {
    const folder = await temporary();
    let now = 20_000 * day;
    const driver = open({ folder, now: () => now });
    for (let n = 0; n < 3; n++) await driver.consume("{a}", unit);
    now += 2 * day;
    await driver.consume("{a}", unit);
    expect((await readdir(join(folder, "counts/{a}"))).sort()).toEqual(["20000.json", "20002.log"]);
    expect(JSON.parse(await readFile(join(folder, "counts/{a}/20000.json"), "utf8"))).toEqual({ k: 3 });
    expect(Object.entries(await driver.usage("{a}")).map(([at, units]) => [at, units.k])).toEqual([
      ["20000", 3],
      ["20002", 1],
    ]);
    now += 45 * day;
    await driver.consume("{a}", unit);
    expect(await readdir(join(folder, "counts/{a}"))).toEqual(["20047.log"]);
  });
  it("stand again when their folder was taken away and is back", async () => {
    const folder = await temporary();
    let now = 20_000 * day;
    const driver = open({ folder, now: () => now });
    await driver.consume("{a}", unit);
    await rm(join(folder, "counts"), { recursive: true });
    now += 2000;
    expect(await driver.consume("{a}", unit)).toMatchObject({ taken: true, used: 1 });
    expect(await readdir(join(folder, "counts/{a}"))).toEqual(["20000.log"]);
  });
  it("of one turn are written at once, whatever each of them waited for before", async () => {
    const folder = await temporary();
    const driver = open({ folder, now: () => 20_000 * day });
    await driver.consume("{a}", unit);
    const file = join(folder, "counts/{a}/20000.log");
    const writes = async () => (await readFile(file, "latin1")).split("\n").filter((line) => line === "").length - 1;
    expect(await writes()).toBe(1);
    const consume = () => driver.consume("{a}", { by: "k", limit: 1000 });
    const later = () => new Promise<void>((next) => process.nextTick(next)).then(consume);
    const answers = await Promise.all([...Array.from({ length: 50 }, consume), ...Array.from({ length: 50 }, later)]);
    expect(new Set(answers.map(({ used }) => used)).size).toBe(100);
    expect(await writes()).toBe(2);
  });
  it("do not wait for work that keeps Node's threads busy", async () => {
    const driver = open({ folder: await temporary() });
    await driver.consume("{a}", unit);
    const ended: string[] = [];
    const hashing = Array.from({ length: 8 }, () =>
      new Promise((next) => pbkdf2("a", "b", 50_000, 64, "sha512", next)).then(() => ended.push("hash")),
    );
    await driver.consume("{a}", unit);
    ended.push("count");
    await Promise.all(hashing);
    // four threads: behind eight hashes in their queue it would come fifth at best
    expect(ended.indexOf("count")).toBeLessThan(4);
  });
  it("are exact when others wrote more than is read at once", async () => {
    const folder = await temporary();
    const [first, second] = [open({ folder }), open({ folder })];
    const most = { by: "k", limit: 4000 };
    await first.consume("{a}", most);
    await Promise.all(Array.from({ length: 3998 }, () => second.consume("{a}", most)));
    expect(await first.consume("{a}", most)).toMatchObject({ taken: true, used: 4000 });
    expect(await second.consume("{a}", most)).toMatchObject({ taken: false, used: 4000 });
  });
});

describe("records in files", () => {
  it("keep a few versions and those of the last minute, and no temporary files", async () => {
    const folder = await temporary();
    const driver = open({ folder });
    for (let n = 0; n < 29; n++) await driver.setItem!("a:b", String(n), {});
    const place = join(folder, "records/a/b");
    const past = new Date(Date.now() - 120_000);
    // a writer that read a minute ago must still meet every version since
    expect(await readdir(place)).toHaveLength(29);
    for (const file of await readdir(place)) await utimes(join(place, file), past, past);
    await driver.setItem!("a:b", "29", {});
    const files = await readdir(place);
    expect(files.length).toBeLessThanOrEqual(9);
    expect(files.every((file) => /^@\d+$/.test(file))).toBe(true);
    expect(await driver.getItem("a:b")).toBe("29");
  });
  it("take no more than their number, until what has expired is gone", async () => {
    const folder = await temporary();
    const driver = open({ folder, durable: false, most: 3 });
    for (let n = 0; n < 5; n++) await driver.setItem!(`k${n}`, "x", { ttl: 1 });
    expect((await driver.getKeys("", {})).length).toBe(3);
  });
  it.each(["../x", "a/b", "a b", "", "x".repeat(300)])("refuse the key %j, which would name another file", async (key) => {
    const driver = open({ folder: await temporary() });
    await expect((async () => driver.getItem(key))()).rejects.toThrow(/is not a key of a record/);
  });
});

describe("a storage folder", () => {
  it("that cannot be written stops the start", async () => {
    const folder = await temporary();
    await writeFile(join(folder, "file"), "");
    await expect(createStorage({ keys: open({ folder: join(folder, "file") }) }, () => {})).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("cannot be written"),
    });
  });
  it("on a disk of another machine is warned of (STO-014)", async () => {
    const said: string[] = [];
    system.type = 0x6969;
    await createStorage({ keys: open({ folder: await temporary() }) }, (level, message) => said.push(`${level} ${message}`));
    system.type = 0xef53;
    await createStorage({ keys: open({ folder: await temporary() }) }, (level, message) => said.push(`${level} ${message}`));
    expect(said).toEqual([expect.stringMatching(/^warn The storage folder .* is on NFS: counts are exact on local disks only/)]);
  });
});
