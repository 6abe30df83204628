// Storage in three areas, each on one unstorage driver: keys (accounts and API keys), quotas (counted allowances),
// cache (results). An area without a driver lives in memory.
import { createStorage as createUnstorage, type Driver, type Storage } from "unstorage";

export const areas = ["keys", "quotas", "cache"] as const;
export type Area = (typeof areas)[number];
export type Areas = Record<Area, Storage>;

/** Mounts each area on its driver. */
export function createStorage(drivers: Partial<Record<Area, Driver>>): Areas {
  const mount = (area: Area) => createUnstorage(drivers[area] ? { driver: drivers[area] } : {});
  return { keys: mount("keys"), quotas: mount("quotas"), cache: mount("cache") };
}

/** Lets go of every driver's connections and files. */
export async function closeStorage(storage: Areas): Promise<void> {
  await Promise.all(areas.map((area) => storage[area].dispose()));
}
