// The catalogue: what the folders hold now. A refresh builds a new version beside the one in use and swaps it; whoever
// holds the old one finishes with it.
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRecent } from "../calculator/calculator.ts";
import type { Shared } from "../calculator/names.ts";
import type { Calculator, Definition, Functions, Summary } from "../types.ts";
import { type CategoryGroup, groupsOf } from "./categories.ts";
import type { Finding } from "./document.ts";
import { eitherOf, type FileStamp, namesOf, type ReadFile, readCatalogFile, sweep } from "./files.ts";
import { listed, nearSlugs, type Query } from "./list.ts";
import { createSearch } from "./search.ts";
import { readSnapshot, type Snapshot, writeSnapshot } from "./snapshot.ts";
import { indexOf, isSound, type Making, makeVersion, slices, type Version, verify } from "./version.ts";

export interface CatalogOptions {
  folders: string[];
  functions: Functions;
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
  findings: () => Finding[];
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
  const snapshot: Snapshot = path === undefined ? new Map() : await readSnapshot(path, engine);
  const making = makingOf(options, snapshot);
  const search = createSearch();
  const stamps = await sweep(folders);
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
  const take = async (attempts = 10): Promise<void> => {
    // who asks from now on may mean what this sweep no longer sees
    waiting = undefined;
    const found = await sweepOrKeep(folders, version, log);
    if (!found) return;
    const files = await readFiles(found, version, snapshot);
    // a new name whose words are still being written: until they are there, what is known under the old name answers
    if (files.size < found.length && attempts > 0) {
      await setTimeout(50);
      return take(attempts - 1);
    }
    const next = await makeVersion(files, version, making);
    logFindings(version.findings, next.findings, log);
    const slugs = swap(next);
    if (slugs.length > 0)
      log(
        "info",
        `The catalogue took ${slugs.length} ${slugs.length === 1 ? "change" : "changes"}: ${slugs.slice(0, 5).join(", ")}${slugs.length > 5 ? ", …" : ""}.`,
      );
    if (slugs.length > 0) options.changed?.(slugs);
  };
  let running = Promise.resolve();
  const settle = async () => {
    await search.settle(slices());
    const next = await verified(version);
    logFindings(version.findings, next.findings, log);
    swap(next);
    if (path !== undefined && !(await writeSnapshot(path, engine, toSnapshot(version))))
      log("warn", `The snapshot ${path} cannot be written; the next start parses all files again.`);
  };
  const inTurn = (work: () => Promise<void>) => (running = running.then(work, work));
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
    refresh: () => (waiting ??= inTurn(() => take())),
    settle: () => inTurn(settle),
  };
}

/** So many calculators stay compiled; another one is compiled again in a few milliseconds, from text that takes a fifteenth of the memory. */
const mostCompiled = 500;

function makingOf(
  { functions, currency = "$", engine = "", urlOf = (slug) => `/calculators/${slug}`, define }: CatalogOptions,
  snapshot: Snapshot,
): Making {
  const isChecked = (file: ReadFile, digest: string) => {
    const kept = snapshot.get(file.path);
    return kept?.file.stamp === file.stamp && kept.checked === digest;
  };
  return { functions, currency, engine, urlOf, recent: createRecent(mostCompiled), isChecked, ...(define && { define }) };
}

/** Contents by path: from the version in use, the snapshot, or the disk; a file caught in the middle of a change keeps its old content. */
async function readFiles(stamps: FileStamp[], before: Version | undefined, snapshot: Snapshot): Promise<Map<string, ReadFile>> {
  const files = new Map<string, ReadFile>();
  const contentOf = async (stamp: FileStamp): Promise<ReadFile | undefined> => {
    const held = before?.held.get(stamp.path)?.file;
    const kept = before ? undefined : snapshot.get(stamp.path);
    if (held?.stamp === stamp.stamp) return held;
    if (kept?.file.stamp === stamp.stamp) return { ...kept.file, ...stamp };
    return (await readCatalogFile(stamp, { later: before === undefined })) ?? held;
  };
  const pause = slices();
  // one after another the disk would wait for the parser, and the parser for the disk
  for (let at = 0; at < stamps.length; at += 16) {
    for (const file of await Promise.all(stamps.slice(at, at + 16).map(contentOf))) if (file) files.set(file.path, file);
    await pause();
  }
  return files;
}

// An unmounted or half-copied folder must not take the service down: the last good catalogue keeps answering.
async function sweepOrKeep(folders: string[], version: Version, log: NonNullable<CatalogOptions["log"]>): Promise<FileStamp[] | undefined> {
  let stamps: FileStamp[];
  let lost: number;
  try {
    stamps = await sweep(folders);
    lost = lostFrom(version, stamps);
    // an editor, a renamed file or a git checkout leaves a file without a name for a moment: only what is missing twice is gone
    if (lost > 0) {
      await setTimeout(150);
      stamps = eitherOf(await sweep(folders), stamps);
      lost = lostFrom(version, stamps);
    }
  } catch (error) {
    log("error", `${(error as Error).message} The last good catalogue keeps answering.`);
    return undefined;
  }
  if (lost > (version.held.size < 8 ? version.held.size - 1 : version.held.size / 2)) {
    log(
      "error",
      `${lost} of ${version.held.size} catalogue files are gone at once; the last good catalogue keeps answering. Restart to accept this.`,
    );
    return undefined;
  }
  const same = stamps.length === version.held.size && stamps.every(({ path, stamp }) => version.held.get(path)?.file.stamp === stamp);
  return same ? undefined : stamps;
}

function lostFrom({ held }: Version, stamps: FileStamp[]): number {
  const present = namesOf(stamps);
  return [...held.keys()].filter((path) => !present.has(basename(path))).length;
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
  for (const [path, { file, findings }] of held)
    if (findings.length === 0) snapshot.set(path, { file, ...(file.kind === "calculator" && { checked: digest }) });
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

function logFindings(before: Finding[], after: Finding[], log: NonNullable<CatalogOptions["log"]>): void {
  const line = ({ file, line: at, column, message }: Finding) => `${file}:${at}:${column} ${message}`;
  const known = new Set(before.map(line));
  for (const finding of after) if (!known.has(line(finding))) log("error", line(finding));
}
