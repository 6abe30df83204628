// What is remembered of each calculator: its revision, when it came and last changed, or when it was withdrawn.

/** A calculator that is there, or was. Moments are ISO 8601 in UTC. */
export type Remembered = { revision: string; added: string; changed: string } | { withdrawn: string };
export type Memory = Map<string, Remembered>;

/** What version control knows of the files, by slug; written when the program is built. */
export interface History {
  files: Record<string, { added: string; changed: string }>;
  withdrawn: Record<string, string>;
}
/** Nothing known. */
export const noHistory: History = { files: {}, withdrawn: {} };

/** What changed for clients that keep a copy. */
export interface Change {
  slug: string;
  change: "added" | "changed" | "withdrawn";
  at: string;
  revision?: string;
}

/** Whether a calculator is there now. */
export const isThere = (each: Remembered | undefined): each is Exclude<Remembered, { withdrawn: string }> =>
  each !== undefined && !Object.hasOwn(each, "withdrawn");

/** The memory after the calculators of now were seen; what is new takes its moments from the history, else from the clock. */
export function remember(before: Memory, current: Map<string, string>, { history, now }: { history: History; now: string }): Memory {
  const after: Memory = new Map();
  for (const [slug, revision] of current) {
    const known = before.get(slug);
    const own = Object.hasOwn(history.files, slug) ? history.files[slug]! : { added: now, changed: now };
    if (!known) after.set(slug, { revision, ...own });
    else if (!isThere(known)) after.set(slug, { revision, added: now, changed: now });
    else after.set(slug, known.revision === revision ? known : { ...known, revision, changed: now });
  }
  for (const [slug, withdrawn] of Object.entries(history.withdrawn))
    if (!current.has(slug) && !before.has(slug)) after.set(slug, { withdrawn });
  for (const [slug, known] of before) if (!current.has(slug)) after.set(slug, isThere(known) ? { withdrawn: now } : known);
  return after;
}

/** Everything after a moment, the oldest first. */
export function changesSince(memory: Memory, since: string): Change[] {
  const changes = [...memory].flatMap(([slug, each]): Change[] => {
    if (!isThere(each)) return each.withdrawn > since ? [{ slug, change: "withdrawn", at: each.withdrawn }] : [];
    const { revision, added, changed } = each;
    if (added > since) return [{ slug, change: "added", at: added > changed ? added : changed, revision }];
    return changed > since ? [{ slug, change: "changed", at: changed, revision }] : [];
  });
  return changes.sort((a, b) => (a.at === b.at ? (a.slug < b.slug ? -1 : 1) : a.at < b.at ? -1 : 1));
}

/** The latest moment of a memory; the beginning of time for an empty one. */
export function latestOf(memory: Memory): string {
  let latest = new Date(0).toISOString();
  for (const each of memory.values()) {
    const at = isThere(each) ? (each.added > each.changed ? each.added : each.changed) : each.withdrawn;
    if (at > latest) latest = at;
  }
  return latest;
}

/** A memory as a text for the storage. */
export const toText = (memory: Memory): string => JSON.stringify(Object.fromEntries([...memory].sort(([a], [b]) => (a < b ? -1 : 1))));
/** The memory that a text of the storage says; one that cannot be read counts as empty. */
export function fromText(text: string | null): Memory {
  try {
    return new Map(Object.entries(JSON.parse(text ?? "{}") as Record<string, Remembered>));
  } catch {
    return new Map();
  }
}
