// Whether this server should be sent requests now.
import { type Area, CalcError, type Kernel } from "formulary";

/** The storage is checked at most once in so many milliseconds, however often /readyz is called. */
const checkMilliseconds = 250;

/** Creates the check. It throws 503 while the server is being stopped or, unless the storage is ignored, does not answer. */
export function createReadiness({ storage, draining }: Pick<Kernel, "storage" | "draining">): (withStorage: boolean) => Promise<void> {
  const areas = [storage.keys, storage.quotas];
  let latest: { since: number; check: Promise<void> } | undefined;
  return async (withStorage) => {
    if (draining())
      throw new CalcError("draining", { message: "This server is being stopped: use another one.", headers: { "retry-after": "1" } });
    if (!withStorage) return;
    const now = performance.now();
    if (!latest || now - latest.since >= checkMilliseconds) {
      latest = { since: now, check: check(areas) };
      latest.check.catch(() => {});
    }
    await latest.check;
  };
}

async function check(areas: Area[]): Promise<void> {
  // Read before the new requests below: a full disk can still be read, and the read would count as an answer.
  const failed = areas.some(({ available }) => !available());
  await Promise.all(areas.map(({ get }) => get("readyz")));
  if (failed)
    throw new CalcError("storage_unavailable", {
      message: "The storage did not answer when it was last needed.",
      headers: { "retry-after": "1" },
    });
}
