// Whether this server should be sent requests now.
import { type Area, CalcError, type Kernel } from "formulary";

/** However often it is asked, the storage is looked at so often. */
const lookEvery = 250;

/** Makes the question; it throws 503 while the server is being stopped, or (if that is asked) its storage does not answer. */
export function createReadiness({ storage, draining }: Pick<Kernel, "storage" | "draining">): (withStorage: boolean) => Promise<void> {
  const areas = [storage.keys, storage.quotas];
  let latest: { since: number; look: Promise<void> } | undefined;
  return async (withStorage) => {
    if (draining())
      throw new CalcError("draining", { message: "This server is being stopped: ask another one.", headers: { "retry-after": "1" } });
    if (!withStorage) return;
    const now = performance.now();
    if (!latest || now - latest.since >= lookEvery) {
      latest = { since: now, look: look(areas) };
      latest.look.catch(() => {});
    }
    await latest.look;
  };
}

async function look(areas: Area[]): Promise<void> {
  // asked first: a disk that takes no more can still be read
  const failed = areas.some(({ available }) => !available());
  await Promise.all(areas.map(({ get }) => get("readyz")));
  if (failed)
    throw new CalcError("storage_unavailable", {
      message: "The storage did not answer when it was last needed.",
      headers: { "retry-after": "1" },
    });
}
