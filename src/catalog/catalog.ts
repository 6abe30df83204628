// The catalogue: what the folders hold now. A refresh builds a new version beside the one in use and swaps it; whoever
// holds the old one finishes with it.
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Environment, Kind } from "../calculator/kinds/kind.ts";
import { createRecent } from "../calculator/lazy.ts";
import { yieldEvery } from "../pause.ts";
import type { Calculator, Functions, LogFunction } from "../types.ts";
import type { CategoryGroup } from "./categories.ts";
import type { LocatedFinding } from "./document.ts";
import { listFiles, type ReadFile, type ScannedFile } from "./files.ts";
import { createTitleSearch, type Listed, listed, nearSlugs, type Query, type Search } from "./list.ts";
import { differs, keepMoved, type Missing, missingMilliseconds, readFiles, scanFolders } from "./scan.ts";
import { readNewest, type Snapshot, writeSnapshot } from "./snapshot.ts";
import { type BuildOptions, buildVersion, type Version, verifyVersion } from "./version.ts";

export interface CatalogOptions extends Pick<Environment, "define" | "describe"> {
  folders: string[];
  functions: Functions;
  /** Kinds of values beside the built-in ones. */
  kinds?: Record<string, Kind>;
  currency?: string;
  urlOf?: (slug: string) => string;
  /** Names the program and its plugins: part of every revision. */
  engine?: string;
  /** Names the program and the plugins that files need: part of every snapshot. */
  reader?: string;
  search?: (() => Search) | undefined;
  /** Since when a slug that no calculator has is withdrawn. */
  withdrawn?: (slug: string) => string | undefined;
  /** Paths of snapshots: the newest is read, the first is written. */
  snapshots?: string[];
  /** The slugs whose files are read, for a program that needs few; without it all. */
  only?: string[];
  log?: LogFunction;
  /** Called after a swap with the slugs that appeared, changed or went. */
  changed?: (slugs: string[]) => void;
}

/** Finds and lists calculators; always answers from one whole version. */
export interface Catalog {
  /** A calculator by its slug, or by a withdrawn slug that it replaces. */
  get: (slug: string) => Calculator | undefined;
  list: (query?: Query) => Listed;
  categories: () => CategoryGroup[];
  /** Slugs close to one that does not exist. */
  near: (slug: string) => string[];
  /** The date since which a calculator is withdrawn; undefined for any other slug. */
  withdrawn: (slug: string) => string | undefined;
  /** What is wrong with files now, by file, line and column. */
  findings: () => LocatedFinding[];
  /** Units, constants, tables and substances of the files beside the calculators. */
  environment: () => Environment;
  /** Changes with every swap; identifies what was answered from. */
  version: () => object;
  /** Scans the folders and takes over what changed; concurrent calls share one scan. */
  refresh: () => Promise<void>;
  /** Compiles, with pauses, what a start only parsed; then writes the snapshot. */
  verify: () => Promise<void>;
}

/** Loads the catalogue from its folders. */
export async function createCatalog(options: CatalogOptions): Promise<Catalog> {
  const { folders, reader = "", snapshots = [], log = () => {} } = options;
  const snapshot = readNewest(snapshots, reader);
  const [path] = snapshots;
  const build = buildOptions(options, snapshot);
  const search = options.search?.() ?? createTitleSearch();
  const { only } = options;
  const all = await listFiles(folders, { sync: true });
  const files = await readFiles(only ? chosen(all, only) : all, undefined, snapshot);
  let version = await buildVersion(files, undefined, { options: build, lazy: true });
  const swap = (next: Version) => {
    logFindings(version.findings, next.findings, log);
    const slugs = changedSlugs(version, next);
    version = next;
    updateSearch(search, version, slugs);
    return slugs;
  };
  updateSearch(search, version, [...version.calculators.keys()]);
  logFindings([], version.findings, log);

  const inTurn = createQueue();
  let queued: Promise<void> | undefined;
  let missing: Missing = new Map();
  let triesLeft = mostTries;
  /** Takes over what changed; gives how many milliseconds later another scan is due, 0 for none. */
  const apply = async (): Promise<number> => {
    // cleared first: a change after this scan needs a scan of its own
    queued = undefined;
    const since = performance.now();
    const scan = await scanFolders(folders, version, { missing, log });
    if (!scan) return 0;
    missing = scan.missing;
    let unread = 0;
    if (differs(scan.files, version)) {
      const files = await readFiles(scan.files, version, snapshot);
      unread = scan.files.length - files.size;
      if (unread > 0) keepMoved(files, scan.files, version);
      const slugs = swap(await buildVersion(files, version, { options: build }));
      if (slugs.length > 0) {
        log("info", changeMessage(slugs, performance.now() - since));
        options.changed?.(slugs);
      }
    }
    triesLeft = unread > 0 ? triesLeft - 1 : mostTries;
    return unread > 0 && triesLeft > 0 ? retryMilliseconds : missing.size > 0 ? missingMilliseconds : 0;
  };
  const refresh = (): Promise<void> =>
    (queued ??= inTurn(apply).then(async (milliseconds) => {
      if (milliseconds === 0) return;
      // outside the queue: other refreshes go on meanwhile
      await setTimeout(milliseconds);
      await refresh();
    }));
  /** Verifies until all is done or a change waits: whoever saves a file sees it at once. */
  const verifySome = async (): Promise<boolean> => {
    const verified = await verifyVersion(version, () => queued !== undefined);
    swap(verified.version);
    return verified.isWhole;
  };
  const verify = async () => {
    while (!(await inTurn(verifySome)));
    await inTurn(finish);
  };
  const finish = async () => {
    await search.settle(yieldEvery(8));
    if (path !== undefined && !(await writeSnapshot(path, reader, toSnapshot(version))))
      log("warn", `The snapshot ${path} cannot be written; the next start parses all files again.`);
  };
  return {
    get: (slug) => version.calculators.get(slug) ?? version.successors.get(slug),
    list: (query = {}) => listed(version, search, query),
    categories: () => version.groups,
    near: (slug) => nearSlugs(slug, version, search.find),
    withdrawn: options.withdrawn ?? (() => undefined),
    findings: () => version.findings,
    environment: () => version.environment,
    version: () => version,
    refresh,
    verify,
  };
}

/** The files of some calculators, of their categories, and what all share. */
function chosen(files: ScannedFile[], slugs: string[]): ScannedFile[] {
  const calculators = files.filter(({ kind, path }) => kind === "calculator" && slugs.includes(basename(path, ".yaml")));
  const folders = calculators.map(({ path }) => dirname(path));
  return files.filter(
    (file) => file.kind === "shared" || calculators.includes(file) || (folders.includes(dirname(file.path)) && file.kind === "category"),
  );
}

/** So many scans in a row may meet files that change while they are read. */
const mostTries = 10;
const retryMilliseconds = 50;

/** Runs one piece of work after the other. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
}

function changeMessage(slugs: string[], milliseconds: number): string {
  const count = slugs.length === 1 ? "1 change" : `${slugs.length} changes`;
  return `The catalogue took ${count} in ${(milliseconds / 1000).toFixed(2)} s: ${slugs.slice(0, 5).join(", ")}${slugs.length > 5 ? ", …" : ""}.`;
}

/** So many calculators stay compiled; another one is compiled again in a few milliseconds, from JSON that takes a fifteenth of the memory. */
const mostCompiled = 250;

function buildOptions(
  { functions, kinds = {}, currency = "$", engine = "", urlOf = (slug) => `/calculators/${slug}`, define, describe }: CatalogOptions,
  snapshot: Snapshot,
): BuildOptions {
  const isVerified = (file: ReadFile, digest: string) => {
    const stored = snapshot.get(file.path);
    return stored?.file.fingerprint === file.fingerprint && stored.verified === digest;
  };
  return { functions, kinds, define, describe, currency, engine, urlOf, recent: createRecent(mostCompiled), isVerified };
}

function toSnapshot({ entries, digest }: Version): Snapshot {
  const snapshot: Snapshot = new Map();
  for (const [path, { file, findings }] of entries) if (findings.length === 0) snapshot.set(path, { file, verified: digest });
  return snapshot;
}

function changedSlugs(before: Version, after: Version): string[] {
  const slugs = new Set([...before.calculators.keys(), ...after.calculators.keys()]);
  return [...slugs].filter((slug) => before.calculators.get(slug) !== after.calculators.get(slug));
}

function updateSearch(search: Search, { calculators, categories }: Version, slugs: string[]): void {
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

function logFindings(before: LocatedFinding[], after: LocatedFinding[], log: LogFunction): void {
  const line = ({ file, line: at, column, message }: LocatedFinding) => `${file}:${at}:${column} ${message}`;
  const known = new Set(before.map(line));
  for (const finding of after) if (!known.has(line(finding))) log("error", line(finding));
}
