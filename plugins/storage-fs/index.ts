// Areas in folders of this machine: our own unstorage driver, since unstorage's returns errors as records and writes in place.
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type AreaDriver, type AreaName, CalcError, createDays, definePlugin } from "formulary";
import { createLedger, type Ledger } from "./ledger.ts";
import { createRecords } from "./records.ts";

export interface FolderOptions {
  folder: string;
  /** Waits for the disk at every record that is written. */
  durable?: boolean;
  /** Beyond so many records nothing is added until expired ones are swept away. */
  most?: number;
  now?: () => number;
  daySeconds?: number;
}
/** File systems of other machines, by the number that Linux gives them: their appends are not one after another. */
const remote: Record<number, string> = { 26985: "NFS", 4283649346: "CIFS", 4266872130: "SMB" };
const mostOpen = 500;
const sweepMilliseconds = 60_000;

/** Makes an area driver that keeps its records in a folder. */
export function folderDriver({ folder, durable = true, most, now = Date.now, daySeconds }: FolderOptions): AreaDriver {
  const root = resolve(folder);
  const records = createRecords(join(root, "records"), { durable, now });
  const days = createDays({ now, ...(daySeconds && { daySeconds }) });
  const ledgers = new Map<string, Ledger>();
  let answered = true;
  let room = most ?? Number.POSITIVE_INFINITY;
  let sweeping: NodeJS.Timeout | undefined;

  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      answered = true;
      return result;
    } catch (error) {
      answered = false;
      throw error;
    }
  };
  const ledgerOf = (key: string): Ledger => {
    if (!/^[\w{}:-]{1,200}$/.test(key)) throw new Error(`"${key}" is not a key of an allowance.`);
    const ledger = ledgers.get(key) ?? createLedger(join(root, "counts", ...key.split(":")), days);
    ledgers.delete(key);
    ledgers.set(key, ledger);
    const [oldest] = ledgers;
    if (ledgers.size > mostOpen && oldest) {
      ledgers.delete(oldest[0]);
      void oldest[1].close().catch(() => {});
    }
    return ledger;
  };
  const sweep = async () => {
    const left = await records.sweep();
    if (most) room = most - left;
  };

  return {
    name: "fs",
    open: async (log) => {
      const probe = join(root, `.probe-${process.pid}`);
      try {
        await mkdir(root, { recursive: true });
        await writeFile(probe, "");
        await rm(probe);
      } catch (cause) {
        throw new CalcError("configuration", {
          message: `The storage folder ${folder} cannot be written: ${(cause as Error).message}.`,
          cause,
        });
      }
      const system = remote[(await statfs(root).catch(() => undefined))?.type ?? 0];
      if (system) log("warn", `The storage folder ${folder} lies on ${system}: counts are exact on local disks only. Use Redis instead.`);
      if (most) sweeping = setInterval(() => void sweep().catch(() => {}), sweepMilliseconds).unref();
    },
    hasItem: async (key) => (await records.get(key)) !== null,
    getItem: (key) => watched(records.get(key)),
    setItem: async (key, text, { ttl } = {}) => {
      if (room <= 0) return;
      room--;
      await watched(records.set(key, text, ttl as number | undefined));
    },
    removeItem: async (key) => {
      for (let attempt = 0; attempt < 100; attempt++) if (await watched(records.replace(key, await records.get(key), null))) return;
      // a removal that did not happen must not pass for one
      throw new Error("The record changes faster than it can be removed.");
    },
    getKeys: (prefix) => records.keys(prefix),
    clear: async () => rm(join(root, "records"), { recursive: true, force: true }),
    replace: (key, before, after) => watched(records.replace(key, before, after)),
    consume: (key, unit) => watched(ledgerOf(key).consume(unit)),
    release: (key, unit) => watched(ledgerOf(key).release(unit)),
    usage: (key) => ledgerOf(key).usage(),
    available: () => answered,
    dispose: async () => {
      clearInterval(sweeping);
      await Promise.all([...ledgers.values()].map((ledger) => ledger.close()));
    },
  };
}

/** Areas on folders: a folder for each area that lives on files. */
export default (folders: Partial<Record<AreaName, string>>) =>
  definePlugin({
    name: "storage-fs",
    storage: Object.fromEntries(
      Object.entries(folders).map(([area, folder]) => [
        area,
        folderDriver({ folder: join(folder, area), ...(area === "cache" && { durable: false, most: 100_000 }) }),
      ]),
    ),
  });
