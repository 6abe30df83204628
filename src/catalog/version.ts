// One version of the catalogue: what all files together mean. Built beside the one in use, then swapped for it; never changed.
import { createHash } from "node:crypto";
import { cardOf } from "../calculator/calculator.ts";
import type { Environment, Kind } from "../calculator/kinds/kind.ts";
import { type CalculatorContext, createCalculator } from "../calculator/lazy.ts";
import { CalcError } from "../errors.ts";
import { yieldEvery } from "../pause.ts";
import type { Calculator, CategoryDefinition, Finding, Functions } from "../types.ts";
import { type CategoryGroup, groupCategories, titleOf } from "./categories.ts";
import type { LocatedFinding } from "./document.ts";
import { createEnvironment } from "./environment.ts";
import { categoryOf, locateFindings, type ReadFile, slugOf } from "./files.ts";
import { categoryFindings, shapeFindings } from "./shape.ts";

export type CheckedCalculator = ReturnType<typeof createCalculator>;

/** A file and what became of it: a calculator (its last good one where the file is wrong now), and what is wrong. */
export interface Entry {
  file: ReadFile;
  calculator?: CheckedCalculator;
  /** It was compiled whole; the others are compiled on first use, or by `verify`. */
  verified: boolean;
  findings: LocatedFinding[];
}

export interface Version {
  entries: Map<string, Entry>;
  calculators: Map<string, Calculator>;
  /** Calculators that answer for withdrawn slugs, by those. */
  successors: Map<string, Calculator>;
  /** All calculators, the popular ones first, then in the order of their slugs. */
  sorted: Calculator[];
  categories: Map<string, CategoryDefinition>;
  /** The tree of categories, in the order that their files say. */
  groups: CategoryGroup[];
  environment: Environment;
  /** Digest of everything that calculators are compiled against. */
  digest: string;
  /** What is wrong with the shared files together. */
  sharedFindings: LocatedFinding[];
  findings: LocatedFinding[];
}

/** What stays the same from version to version. */
export interface BuildOptions {
  functions: Functions;
  kinds: Record<string, Kind>;
  define: Environment["define"];
  describe: Environment["describe"];
  currency: string;
  engine: string;
  urlOf: (slug: string) => string;
  recent: CalculatorContext["recent"];
  /** Whether a file was compiled without a finding against this digest before (by the snapshot). */
  isVerified: (file: ReadFile, digest: string) => boolean;
}

/** Builds the version of a set of files; those that changed are compiled now unless `lazy`, the others on first use. */
export async function buildVersion(
  files: Map<string, ReadFile>,
  before: Version | undefined,
  { options, lazy = false }: { options: BuildOptions; lazy?: boolean },
): Promise<Version> {
  const made = await environmentOf(files, before, options);
  const { urlOf, recent } = options;
  const context: CalculatorContext = { environment: made.environment, revision: made.digest, urlOf, recent };
  const lastGood = new Map<string, CheckedCalculator>();
  for (const { calculator } of before?.entries.values() ?? []) if (calculator) lastGood.set(calculator.slug, calculator);
  const entries = new Map<string, Entry>();
  const pause = yieldEvery(8);
  for (const [path, file] of files) {
    const known = before?.entries.get(path);
    if (known && known.file.fingerprint === file.fingerprint && made.digest === before?.digest) entries.set(path, known);
    else if (file.kind !== "calculator") entries.set(path, { file, verified: true, findings: await findingsBeside(file) });
    else {
      const good = lastGood.get(slugOf(path));
      const verified = options.isVerified(file, made.digest);
      const entry = await load(file, { context, lastGood: good, verified });
      entries.set(path, lazy ? entry : await verifyEntry(entry, good));
    }
    await pause();
  }
  return { entries, ...made, ...indexOf(entries, made.sharedFindings) };
}

/** The same version with calculators compiled, all of them unless it should stop before; those that fail are taken out and named. */
export async function verifyVersion(version: Version, shouldStop: () => boolean): Promise<{ version: Version; isWhole: boolean }> {
  const entries = new Map(version.entries);
  const pause = yieldEvery(8);
  const left = [...version.entries].filter(([, { verified }]) => !verified);
  let done = 0;
  for (const [path, entry] of left) {
    entries.set(path, await verifyEntry(entry));
    done++;
    await pause();
    if (shouldStop()) break;
  }
  return { version: { ...version, entries, ...indexOf(entries, version.sharedFindings) }, isWhole: done === left.length };
}

async function environmentOf(
  files: Map<string, ReadFile>,
  before: Version | undefined,
  { functions, kinds, define, describe, currency, engine }: BuildOptions,
) {
  const parts = [...files.values()].filter((file) => file.kind === "shared");
  const digest = createHash("sha256")
    .update(
      JSON.stringify([engine, currency, Object.keys(functions), Object.keys(kinds), parts.map(({ path, data }) => [slugOf(path), data])]),
    )
    .digest("hex");
  if (before?.digest === digest) return { environment: before.environment, digest, sharedFindings: before.sharedFindings };
  // a broken shared file keeps its last good content, as a calculator does
  const usable = parts.map((file) => (file.finding && before ? (before.entries.get(file.path)?.file ?? file) : file));
  const { environment, findings: sharedFindings } = createEnvironment(usable, { functions, kinds, define, describe, currency });
  return { digest, environment, sharedFindings };
}

interface LoadOptions {
  context: CalculatorContext;
  lastGood: CheckedCalculator | undefined;
  verified: boolean;
}

/** The entry of one calculator file; where it is wrong, its last good calculator stays and the findings say why. */
async function load(file: ReadFile, { context, lastGood, verified }: LoadOptions): Promise<Entry> {
  const { path, displayPath, content } = file;
  const keep = (findings: LocatedFinding[]): Entry => ({ file, verified: true, findings, ...(lastGood && { calculator: lastGood }) });
  if (!content) return keep([file.finding!]);
  const slug = slugOf(path);
  const shape = file.checked ? [] : shapeFindings(content.definition(), context.environment.kinds);
  const findings = [...slugFindings(slug), ...shape];
  if (findings.length > 0) return keep(await locateFindings(file, findings));
  try {
    const card = content.card ?? cardOf(content.definition(), slug, context.environment);
    const source = { path: displayPath, slug, category: categoryOf(path), definition: content.definition, card };
    return { file: { ...file, content: { ...content, card } }, calculator: createCalculator(source, context), verified, findings: [] };
  } catch (error) {
    // a plugin's `define` may refuse a definition
    if (!(error instanceof CalcError)) throw error;
    return keep([{ file: displayPath, line: 1, column: 1, message: error.message }]);
  }
}

/** An entry with its calculator compiled; where that fails, its last good calculator takes its place. */
async function verifyEntry(entry: Entry, lastGood?: CheckedCalculator): Promise<Entry> {
  const { file, calculator, verified } = entry;
  if (verified || !calculator) return entry;
  const findings = calculator.check();
  if (findings.length === 0) return { ...entry, verified: true };
  return { file, verified: true, findings: await locateFindings(file, findings), ...(lastGood && { calculator: lastGood }) };
}

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
function slugFindings(slug: string): Finding[] {
  if (slugForm.test(slug) && slug.length <= 100) return [];
  const message = `The file name "${slug.slice(0, 120)}" is no slug: small letters and digits, words joined by "-", at most 100 characters.`;
  return [{ code: "name", path: [], message }];
}

/** What is wrong with a category or shared file by itself. */
async function findingsBeside(file: ReadFile): Promise<LocatedFinding[]> {
  if (file.finding) return [file.finding];
  return file.kind === "category" && !file.checked ? locateFindings(file, categoryFindings(file.data)) : [];
}

/** Calculators by slug and categories, from the entries; of two files with one slug the earlier counts. */
function indexOf(
  entries: Map<string, Entry>,
  sharedFindings: LocatedFinding[],
): Pick<Version, "calculators" | "successors" | "sorted" | "categories" | "groups" | "findings"> {
  const calculators = new Map<string, Calculator>();
  const owners = new Map<string, string>();
  const categories = new Map<string, CategoryDefinition>();
  const findings = [...sharedFindings];
  for (const { file, calculator, findings: own } of entries.values()) {
    findings.push(...own);
    if (file.kind === "category" && own.length === 0 && !categories.has(categoryOf(file.path)))
      categories.set(categoryOf(file.path), file.data as CategoryDefinition);
    if (file.kind !== "calculator") continue;
    const slug = slugOf(file.path);
    const other = owners.get(slug);
    if (other) {
      const message = `The slug "${slug}" is already taken by ${other}: rename this file.`;
      findings.push({ file: file.displayPath, line: 1, column: 1, message });
      continue;
    }
    owners.set(slug, file.displayPath);
    if (calculator) calculators.set(slug, calculator);
  }
  for (const { category } of calculators.values()) {
    if (categories.has(category)) continue;
    categories.set(category, { title: titleOf(category), description: "", group: "other", subcategories: {} });
    findings.push({ file: category, line: 1, column: 1, message: `The folder "${category}" has no readable _category.yaml.` });
  }
  const sorted = [...calculators.values()].sort((a, b) => a.popularity - b.popularity || (a.slug < b.slug ? -1 : 1));
  const successors = new Map(sorted.flatMap((calculator) => calculator.replaces.map((slug): [string, Calculator] => [slug, calculator])));
  return { calculators, successors, sorted, categories, groups: groupCategories(categories, sorted), findings };
}
