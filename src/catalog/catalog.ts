// The catalogue: what the folders hold now. A refresh builds a new version beside the one in use and swaps it; whoever
// holds the old one finishes with it.
import { setTimeout } from "node:timers/promises";
import { createKinds } from "../calculator/kinds/index.ts";
import type { Kind, Shared } from "../calculator/kinds/kind.ts";
import { createRecent } from "../calculator/lazy.ts";
import type { Calculator, Definition, Functions, Summary } from "../types.ts";
import { type CategoryGroup, groupsOf } from "./categories.ts";
import type { LocatedFinding } from "./document.ts";
import { type ReadFile, sweep } from "./files.ts";
import { listed, nearSlugs, type Query } from "./list.ts";
import { differ, keepNames, lookOrKeep, type Missed, readFiles, secondLookMilliseconds } from "./look.ts";
import { createSearch } from "./search.ts";
import { readSnapshot, type Snapshot, writeSnapshot } from "./snapshot.ts";
import { indexOf, isSound, type Making, makeVersion, slices, type Version, verify } from "./version.ts";

export interface CatalogOptions {
  folders: string[];
  functions: Functions;
  /** Kinds of values beside the built-in ones. */
  kinds?: Record<string, Kind>;
  currency?: string;
  urlOf?: (slug: string) => string;
  /** Names the program and its plugins: part of every revision and of the snapshot. */
  engine?: string;
  /** Path of the snapshot; none is kept without it. */
  snapshot?: string;
  /** Plugins' say before a definition is compiled: a changed definition, or a CalcError that refuses it. */
  define?: (definition: Definition, slug: string) => Definition;
  log?: (level: "info" | "warn" | "error", message: string) => void;
  /** Called after a swap with the slugs that appeared, changed or went. */
  changed?: (slugs: string[]) => void;
}

/** Finds and lists calculators; always answers from one whole version. */
export interface Catalog {
  get: (slug: string) => Calculator | undefined;
  list: (query?: Query) => { total: number; calculators: Summary[] };
  categories: () => CategoryGroup[];
  /** Slugs close to one that does not exist. */
  near: (slug: string) => string[];
  /** What is wrong with files now, by file, line and column. */
  findings: () => LocatedFinding[];
  /** Units, constants, tables and substances of the files beside the calculators. */
  shared: () => Shared;
  /** Changes with every swap; identifies what was answered from. */
  version: () => object;
  /** Looks at the folders and takes what changed; concurrent calls share one sweep. */
  refresh: () => Promise<void>;
  /** Compiles, in slices, what a start only parsed; then writes the snapshot. */
  settle: () => Promise<void>;
}

/** Loads the catalogue from its folders. */
export async function createCatalog(options: CatalogOptions): Promise<Catalog> {
  const { folders, engine = "", snapshot: path, log = () => {} } = options;
  const snapshot: Snapshot = path === undefined ? new Map() : readSnapshot(path, engine);
  const making = makingOf(options, snapshot);
  const search = createSearch();
  const stamps = await sweep(folders, { alone: true });
  let version = await makeVersion(await readFiles(stamps, undefined, snapshot), undefined, making, { later: true });
  const swap = (next: Version) => {
    const slugs = changedSlugs(version, next);
    version = next;
    updateSearch(search, version, slugs);
    return slugs;
  };
  updateSearch(search, version, [...version.calculators.keys()]);
  logFindings([], version.findings, log);

  let waiting: Promise<void> | undefined;
  let missed: Missed = new Map();
  let patience = 10;
  /** Takes what changed; gives how many milliseconds later another look is due, for what no look can tell at once. */
  const take = async (): Promise<number> => {
    // who asks from now on may mean what this look no longer sees
    waiting = undefined;
    const since = performance.now();
    const look = await lookOrKeep(folders, version, missed, log);
    if (!look) return 0;
    missed = look.missed;
    let unread = 0;
    if (differ(look.stamps, version)) {
      const files = await readFiles(look.stamps, version, snapshot);
      unread = look.stamps.length - files.size;
      if (unread > 0) keepNames(files, look.stamps, version);
      const next = await makeVersion(files, version, making);
      logFindings(version.findings, next.findings, log);
      const slugs = swap(next);
      if (slugs.length > 0) {
        const [many, seconds] = [slugs.length === 1 ? "1 change" : `${slugs.length} changes`, (performance.now() - since) / 1000];
        log(
          "info",
          `The catalogue took ${many} in ${seconds.toFixed(2)} s: ${slugs.slice(0, 5).join(", ")}${slugs.length > 5 ? ", …" : ""}.`,
        );
        options.changed?.(slugs);
      }
    }
    patience = unread > 0 ? patience - 1 : 10;
    return unread > 0 && patience > 0 ? 50 : missed.size > 0 ? secondLookMilliseconds : 0;
  };
  let running: Promise<unknown> = Promise.resolve();
  const settle = async () => {
    await search.settle(slices());
    const next = await verified(version);
    logFindings(version.findings, next.findings, log);
    swap(next);
    if (path !== undefined && !(await writeSnapshot(path, engine, toSnapshot(version))))
      log("warn", `The snapshot ${path} cannot be written; the next start parses all files again.`);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = running.then(work, work);
    running = done;
    return done;
  };
  const refresh = (): Promise<void> =>
    (waiting ??= inTurn(take).then(async (milliseconds) => {
      if (milliseconds === 0) return;
      // others look meanwhile
      await setTimeout(milliseconds);
      await refresh();
    }));
  return {
    get: (slug) => {
      const held = version.unchecked.get(slug);
      // settling says what is wrong with it
      if (held && !isSound(held)) return undefined;
      version.unchecked.delete(slug);
      return version.calculators.get(slug);
    },
    list: (query = {}) => listed(version, search.find, query),
    categories: () => groupsOf(version),
    near: (slug) => nearSlugs(slug, version, search.find),
    findings: () => version.findings,
    shared: () => version.shared,
    version: () => version,
    refresh,
    settle: () => inTurn(settle),
  };
}

/** So many calculators stay compiled; another one is compiled again in a few milliseconds, from text that takes a fifteenth of the memory. */
const mostCompiled = 250;

function makingOf(
  { functions, kinds, currency = "$", engine = "", urlOf = (slug) => `/calculators/${slug}`, define }: CatalogOptions,
  snapshot: Snapshot,
): Making {
  const isChecked = (file: ReadFile, digest: string) => {
    const kept = snapshot.get(file.path);
    return kept?.file.stamp === file.stamp && kept.checked === digest;
  };
  return {
    functions,
    kinds: createKinds(kinds),
    currency,
    engine,
    urlOf,
    recent: createRecent(mostCompiled),
    isChecked,
    ...(define && { define }),
  };
}

/** The same version with everything compiled that was only parsed; what fails is taken out and named. */
async function verified(version: Version): Promise<Version> {
  const held = new Map(version.held);
  const pause = slices();
  for (const [path, each] of version.held) {
    if (each.checked) continue;
    held.set(path, await verify(each));
    await pause();
  }
  return { ...version, held, ...indexOf(held, version.sharedFindings) };
}

function toSnapshot({ held, digest }: Version): Snapshot {
  const snapshot: Snapshot = new Map();
  for (const [path, { file, findings }] of held) if (findings.length === 0) snapshot.set(path, { file, checked: digest });
  return snapshot;
}

function changedSlugs(before: Version, after: Version): string[] {
  const slugs = new Set([...before.calculators.keys(), ...after.calculators.keys()]);
  return [...slugs].filter((slug) => before.calculators.get(slug) !== after.calculators.get(slug));
}

function updateSearch(search: ReturnType<typeof createSearch>, { calculators, categories }: Version, slugs: string[]): void {
  const added = slugs.flatMap((slug) => {
    const calculator = calculators.get(slug);
    if (!calculator) return [];
    const category = categories.get(calculator.category);
    return [{ calculator, place: `${category?.title ?? ""} ${category?.subcategories[calculator.subcategory] ?? ""}` }];
  });
  search.update(
    slugs.filter((slug) => !calculators.has(slug)),
    added,
  );
}

function logFindings(before: LocatedFinding[], after: LocatedFinding[], log: NonNullable<CatalogOptions["log"]>): void {
  const line = ({ file, line: at, column, message }: LocatedFinding) => `${file}:${at}:${column} ${message}`;
  const known = new Set(before.map(line));
  for (const finding of after) if (!known.has(line(finding))) log("error", line(finding));
}
