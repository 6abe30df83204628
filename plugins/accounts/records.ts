// JSON records in a storage area. Every change is a compare-and-replace, so that several servers can change one record at once.
import { type Area, CalcError } from "formulary";

interface RecordOptions<T> {
  key: string;
  /** Reads the stored text; throws where it is damaged. */
  parse?: (text: string) => T;
  /** How often a change is tried again when another writer was first. */
  attempts?: number;
}

/** Reads a record. A damaged record throws 503: it must never pass for a missing one. */
export async function readRecord<T>(area: Area, key: string): Promise<T | undefined> {
  const text = await area.get(key);
  return text === null ? undefined : (parseRecord(key, text) as T);
}

/**
 * Replaces a record by what `change` returns for the current one. Undefined stands for no record, before and after.
 * What `change` throws stops the change. `change` may run several times: once for every attempt.
 */
export async function changeRecord<T, After extends T | undefined = T | undefined>(
  area: Area,
  { key, parse = (text) => parseRecord(key, text) as T, attempts = 200 }: RecordOptions<T>,
  change: (before: T | undefined) => After,
): Promise<After> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const text = await area.get(key);
    const before = text === null ? undefined : parse(text);
    const after = change(before);
    if (after === before) return after;
    if (await area.replace(key, text, after === undefined ? null : JSON.stringify(after))) return after;
  }
  throw new CalcError("storage_unavailable", {
    message: "Too many changes at the same time: try again.",
    headers: { "retry-after": "1" },
  });
}

function parseRecord(key: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object") return value;
  } catch {
    // The error below does not quote the text: it may contain digests of secrets.
  }
  throw new CalcError("storage_unavailable", {
    message: `The record ${key.split(":")[0]} cannot be read at the moment.`,
    headers: { "retry-after": "60" },
  });
}
