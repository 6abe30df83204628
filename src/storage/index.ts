// Storage: three areas, in memory unless a plugin brings another driver.
import { type Area, type AreaDriver, type AreaName, areaNames, createArea } from "./area.ts";
import { memoryDriver } from "./memory.ts";
import { createRing } from "./ring.ts";

export type Areas = Record<AreaName, Area>;

/** The cache may take so many bytes of memory, beside its keys. */
const cacheBytes = 48 * 1024 * 1024;

/** Opens each area on its driver. */
export async function createStorage(
  drivers: Partial<Record<AreaName, AreaDriver>>,
  log: (level: "info" | "warn" | "error", message: string) => void,
): Promise<Areas> {
  const open = (name: AreaName) =>
    createArea(name, drivers[name] ?? memoryDriver(name === "cache" ? { records: createRing(cacheBytes) } : {}), log);
  try {
    const [keys, quotas, cache] = await Promise.all([open("keys"), open("quotas"), open("cache")]);
    return { keys, quotas, cache };
  } catch (error) {
    // an open connection would keep a script running after its error
    await Promise.all(Object.values(drivers).map((driver) => driver.dispose?.()));
    throw error;
  }
}

/** Closes every driver's connections and files. */
export async function closeStorage(storage: Areas): Promise<void> {
  await Promise.all(areaNames.map((area) => storage[area].close()));
}
