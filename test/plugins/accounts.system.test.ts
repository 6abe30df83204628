// Records of accounts that are read while they are rewritten, ten thousand times.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Area, createStorage, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { folderDriver } from "../../plugins/storage-fs/index.ts";

const areaOn = async (driver = memoryDriver()): Promise<Area> => (await createStorage({ keys: driver }, () => {})).keys;

describe("a storage of keys that fails", () => {
  it("never gives a torn record to a reader while it is rewritten (STO-002)", async () => {
    const area = await areaOn(folderDriver({ folder: await mkdtemp(join(tmpdir(), "formulary-")), durable: false }));
    const text = (n: number) => JSON.stringify({ n, filling: "x".repeat(2000 + (n % 7) * 500), last: n });
    await area.set("torn:a", text(0));
    let reads = 0;
    const writing = (async () => {
      for (let n = 1; reads < 10_000; n++) await area.set("torn:a", text(n));
    })();
    const reading = async () => {
      for (; reads < 10_000; reads++) {
        const { n, last } = JSON.parse((await area.get("torn:a"))!) as { n: number; last: number };
        if (n !== last) throw new Error(`torn: ${n} and ${last}`);
      }
    };
    await Promise.all([reading(), reading(), reading(), writing]);
    expect(reads).toBeGreaterThanOrEqual(10_000);
  });
});
