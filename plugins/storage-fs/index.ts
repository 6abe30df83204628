// Storage areas in folders of this machine. It is a driver of its own because unstorage's file driver returns errors as records
// and writes files in place.
import { chmod, mkdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type AreaDriver, type AreaName, CalcError, createDays, definePlugin } from "formulary";
import { LRUCache } from "lru-cache";
import { createLedger, type Ledger } from "./ledger.ts";
import { createRecords, type Records } from "./records.ts";

export interface FolderOptions {
  folder: string;
  /** Waits for the disk at every write of a record. */
  durable?: boolean;
  /** Maximum number of records; then no more are added until expired ones are removed. */
  most?: number;
  now?: () => number;
  daySeconds?: number;
}
/** Network file systems by the number that Linux gives them: they do not append lines one after another. */
const networkFileSystems: Record<number, string> = { 26985: "NFS", 4283649346: "CIFS", 4266872130: "SMB" };
const maxOpenLedgers = 500;
const sweepMilliseconds = 60_000;
type Log = Parameters<NonNullable<AreaDriver["open"]>>[0];

/** Notes whether the folder answered last time. */
type Watch = <T>(work: Promise<T>) => Promise<T>;

/** Creates an area driver that stores its records in a folder. */
export function folderDriver({ folder, durable = true, most, now = Date.now, daySeconds }: FolderOptions): AreaDriver {
  const root = resolve(folder);
  let isAvailable = true;
  const watch: Watch = async (work) => {
    try {
      const result = await work;
      isAvailable = true;
      return result;
    } catch (error) {
      isAvailable = false;
      throw error;
    }
  };
  const records = createRecords(join(root, "records"), { durable, now });
  const ledgers = createLedgers(join(root, "counts"), createDays({ now, ...(daySeconds && { daySeconds }) }));
  const room = createRoom(records, most);
  return {
    name: "fs",
    open: async (log) => {
      await checkFolder(root, folder, log);
      room.open();
    },
    ...recordOperations(records, room, watch),
    clear: async () => rm(join(root, "records"), { recursive: true, force: true }),
    consume: (key, unit) => watch(ledgers.of(key).consume(unit)),
    release: (key, unit) => watch(ledgers.of(key).release(unit)),
    usage: (key) => ledgers.of(key).usage(),
    available: () => isAvailable,
    dispose: async () => {
      room.close();
      await ledgers.close();
    },
  };
}

function recordOperations(
  records: Records,
  room: Room,
  watch: Watch,
): Pick<AreaDriver, "hasItem" | "getItem" | "setItem" | "removeItem" | "getKeys" | "replace"> {
  return {
    hasItem: async (key) => (await records.get(key)) !== null,
    getItem: (key) => watch(records.get(key)),
    setItem: async (key, text, { ttl } = {}) => {
      if (room.take()) await watch(records.set(key, text, ttl as number | undefined));
    },
    removeItem: async (key) => {
      for (let attempt = 0; attempt < 100; attempt++) if (await watch(records.replace(key, await records.get(key), null))) return;
      // a removal that did not happen must not look like one
      throw new Error("The record changes faster than it can be removed.");
    },
    getKeys: (prefix) => records.keys(prefix),
    replace: (key, before, after) => watch(records.replace(key, before, after)),
  };
}

/** How many records may still be added; expired ones are removed every minute. */
interface Room {
  open: () => void;
  take: () => boolean;
  close: () => void;
}
function createRoom(records: Records, most: number | undefined): Room {
  let left = most ?? Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const sweep = async () => {
    const count = await records.sweep();
    if (most) left = most - count;
  };
  return {
    open: () => {
      if (most) timer = setInterval(() => void sweep().catch(() => {}), sweepMilliseconds).unref();
    },
    take: () => left > 0 && left-- > 0,
    close: () => clearInterval(timer),
  };
}

// Accounts, hashes of keys and counts are nobody else's.
async function makePrivate(root: string, folder: string, log: Log): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(root);
  if ((mode & 0o077) === 0) return;
  await chmod(root, 0o700);
  log("warn", `Other users of this machine could read ${folder}; now only its owner can (mode 700).`);
}

async function checkFolder(root: string, folder: string, log: Log): Promise<void> {
  const probe = join(root, `.probe-${process.pid}`);
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await makePrivate(root, folder, log);
    await writeFile(probe, "");
    await rm(probe);
  } catch (cause) {
    throw new CalcError("configuration", {
      message: `The storage folder ${folder} cannot be written: ${(cause as Error).message}.`,
      cause,
    });
  }
  const system = networkFileSystems[(await statfs(root).catch(() => undefined))?.type ?? 0];
  if (system)
    log("warn", `The storage folder ${folder} is on ${system}: counts are exact on local disks only. Use a local disk, or Redis.`);
}

/** The ledgers of all accounts, of which the last used ones stay open. */
function createLedgers(root: string, days: ReturnType<typeof createDays>) {
  const ledgers = new LRUCache<string, Ledger>({ max: maxOpenLedgers, dispose: (ledger) => void ledger.close().catch(() => {}) });
  return {
    of: (key: string): Ledger => {
      const known = ledgers.get(key);
      if (known) return known;
      if (!/^[\w{}:-]{1,200}$/.test(key)) throw new Error(`"${key}" is not a key of an allowance.`);
      const ledger = createLedger(join(root, ...key.split(":")), days);
      ledgers.set(key, ledger);
      return ledger;
    },
    close: () => Promise.all([...ledgers.values()].map((ledger) => ledger.close())),
  };
}

/** Areas in folders, by area. */
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
