// A record of the dashboard: JSON, and every change one compare-and-replace, however many servers change it at once.
import { type Area, CalcError } from "formulary";

/** A record as it stands; throws 503 where it cannot be read, and never takes a torn one for none. */
export async function readRecord<T>(area: Area, key: string): Promise<T | undefined> {
  const text = await area.get(key);
  return text === null ? undefined : parse<T>(key, text);
}

/** Replaces a record by what `make` says of the one before (undefined: none); what it throws stops the change. */
export async function changeRecord<T>(area: Area, key: string, make: (before: T | undefined) => T | undefined): Promise<T | undefined> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const text = await area.get(key);
    const before = text === null ? undefined : parse<T>(key, text);
    const after = make(before);
    if (after === before) return after;
    if (await area.replace(key, text, after === undefined ? null : JSON.stringify(after))) return after;
  }
  throw new CalcError("storage_unavailable", {
    message: "This changes too often at once: try again.",
    headers: { "retry-after": "1" },
  });
}

function parse<T>(key: string, text: string): T {
  try {
    const value = JSON.parse(text) as T;
    if (value !== null && typeof value === "object") return value;
  } catch {
    // said below, without the text: it may hold digests
  }
  throw new CalcError("storage_unavailable", {
    message: `The record ${key.split(":")[0]} cannot be read at the moment.`,
    headers: { "retry-after": "60" },
  });
}
