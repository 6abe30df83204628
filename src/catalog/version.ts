// One version of the catalogue: what all files together mean. Built beside the one in use, then swapped for it.
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kinds, Shared } from "../calculator/kinds/kind.ts";
import { type CalculatorContext, createCalculator } from "../calculator/lazy.ts";
import { CalcError } from "../errors.ts";
import type { Calculator, CategoryDefinition, Definition, Finding, Functions } from "../types.ts";
import { titleOf } from "./categories.ts";
import type { Content } from "./content.ts";
import type { LocatedFinding } from "./document.ts";
import { categoryOf, locateFindings, type ReadFile, readCatalogFile, slugOf } from "./files.ts";
import { shapeFindings } from "./shape.ts";
import { createShared } from "./shared.ts";

export type CheckedCalculator = ReturnType<typeof createCalculator>;

/** A file and what came of it: a calculator, and why it is not the one the file now says. */
export interface Held {
  file: ReadFile;
  calculator?: CheckedCalculator;
  /** The file has changed since, or was never compiled whole. */
  checked: boolean;
  findings: LocatedFinding[];
}

export interface Version {
  held: Map<string, Held>;
  calculators: Map<string, Calculator>;
  /** Calculators by slug whose files were only begun to be read. */
  unchecked: Map<string, Held>;
  categories: Map<string, CategoryDefinition>;
  shared: Shared;
  /** Digest of everything calculators are compiled against. */
  digest: string;
  /** What is wrong with the shared files together. */
  sharedFindings: LocatedFinding[];
  findings: LocatedFinding[];
}

/** What stays the same from version to version. */
export interface Making {
  functions: Functions;
  kinds: Kinds;
  currency: string;
  engine: string;
  urlOf: (slug: string) => string;
  /** Plugins' say, where any has one. */
  define?: (definition: Definition, slug: string) => Definition;
  recent: CalculatorContext["recent"];
  /** Whether a file was compiled without a fault against this digest before (by the snapshot). */
  isChecked: (file: ReadFile, digest: string) => boolean;
}

/** The version of a set of files; files in `changed` are compiled whole now unless `later`, the others only on use. */
export async function makeVersion(
  files: Map<string, ReadFile>,
  before: Version | undefined,
  making: Making,
  { later = false } = {},
): Promise<Version> {
  const shared = await sharedOf(files, before, making);
  const { urlOf, recent } = making;
  const context: CalculatorContext = { shared: shared.shared, revision: shared.digest, urlOf, recent };
  const lastGood = new Map<string, CheckedCalculator>();
  for (const { calculator } of before?.held.values() ?? []) if (calculator) lastGood.set(calculator.slug, calculator);
  const held = new Map<string, Held>();
  const pause = slices();
  for (const [path, file] of files) {
    const known = before?.held.get(path);
    if (known && known.file.stamp === file.stamp && shared.digest === before?.digest) held.set(path, known);
    else if (file.kind === "calculator") held.set(path, await hold(file, lastGood.get(slugOf(path)), { context, making, later }));
    else held.set(path, { file, checked: true, findings: making.isChecked(file, shared.digest) ? [] : await findingsBeside(file) });
    await pause();
  }
  return { held, ...shared, ...indexOf(held, shared.sharedFindings) };
}

/** Gives the event loop a turn every few milliseconds, so that requests are answered while a version is made. */
export function slices(milliseconds = 8): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < milliseconds) return;
    await nextTurn();
    since = performance.now();
  };
}

async function sharedOf(files: Map<string, ReadFile>, before: Version | undefined, { functions, kinds, currency, engine }: Making) {
  const parts = [...files.values()].filter((file) => file.kind === "shared");
  const digest = createHash("sha256")
    .update(JSON.stringify([engine, currency, Object.keys(functions), parts.map(({ shown, data }) => [slugOf(shown), data])]))
    .digest("hex");
  if (before?.digest === digest) return { shared: before.shared, digest, sharedFindings: before.sharedFindings };
  // a broken shared file keeps its last good content, as a calculator does
  const usable = parts.map((file) => (file.finding && before ? (before.held.get(file.path)?.file ?? file) : file));
  const { shared, findings: sharedFindings } = createShared(usable, { functions, kinds, currency });
  return { digest, shared, sharedFindings };
}

interface HoldTools {
  context: CalculatorContext;
  making: Making;
  later: boolean;
}

/** Makes the calculator of one file; where that fails, its last good one stays and the findings say why. */
async function hold(file: ReadFile, lastGood: CheckedCalculator | undefined, { context, making, later }: HoldTools): Promise<Held> {
  const keep = (findings: LocatedFinding[]): Held => ({ file, checked: true, findings, ...(lastGood && { calculator: lastGood }) });
  if (!file.content) return keep([file.finding!]);
  const slug = slugOf(file.path);
  const named = slugFindings(slug);
  if (named.length > 0) return keep(await locateFindings(file, named));
  const checked = making.isChecked(file, context.revision);
  try {
    if (!checked && !(file.content.unread && !making.define)) {
      const faults = shapeFindings(file.content.definition(), "calculator", context.shared.kinds.further);
      if (faults.length > 0) return keep(await locateFindings(file, faults));
    }
    const calculator = calculatorOf(file, file.content, { context, making });
    const found = checked || later ? [] : calculator.check();
    if (found.length > 0) return keep(await locateFindings(file, found));
    return { file, calculator, checked: checked || !later, findings: [] };
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    return keep([{ file: file.shown, line: 1, column: 1, message: error.message }]);
  }
}

function calculatorOf({ path, shown }: ReadFile, content: Content, { context, making }: Omit<HoldTools, "later">): CheckedCalculator {
  const slug = slugOf(path);
  // what plugins make of a definition stands in no file
  const changed = making.define?.(content.definition(), slug);
  const { definition, card } = changed ? { definition: () => changed } : content;
  return createCalculator({ path: shown, slug, category: categoryOf(path), definition, card }, context);
}

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
function slugFindings(slug: string): Finding[] {
  if (slugForm.test(slug) && slug.length <= 100) return [];
  return [
    {
      code: "name",
      path: [],
      message: `The file name "${slug.slice(0, 120)}" is no slug: small letters and digits, words joined by "-", at most 100 characters.`,
    },
  ];
}

/** What is wrong with a category or shared file by itself. */
async function findingsBeside(file: ReadFile): Promise<LocatedFinding[]> {
  if (file.finding) return [file.finding];
  return file.kind === "category" ? locateFindings(file, shapeFindings(file.data, "category")) : [];
}

/** Whether a file that was not checked yet holds a calculator after all. */
export const isSound = (held: Held): boolean => findingsOf(held).length === 0;

function findingsOf({ file, calculator }: Held): Finding[] {
  try {
    const shape = shapeFindings(file.content?.definition(), "calculator");
    return shape.length > 0 ? shape : (calculator?.check() ?? []);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    return [{ code: "compile", path: [], message: error.message }];
  }
}

/** Checks one held calculator whole and gives what it becomes; its file is read again where positions are needed. */
export async function verify(held: Held): Promise<Held> {
  const faults = findingsOf(held);
  if (faults.length === 0) return { ...held, checked: true };
  const { file } = held;
  const finding = (await readCatalogFile(file))?.finding;
  return { file, checked: true, findings: finding ? [finding] : await locateFindings(file, faults) };
}

/** Calculators by slug and categories, from what is held; of two files with one slug the earlier stays. */
export function indexOf(
  held: Map<string, Held>,
  sharedFindings: LocatedFinding[],
): Pick<Version, "calculators" | "unchecked" | "categories" | "findings"> {
  const calculators = new Map<string, Calculator>();
  const unchecked = new Map<string, Held>();
  const owners = new Map<string, string>();
  const categories = new Map<string, CategoryDefinition>();
  const findings = [...sharedFindings];
  for (const each of held.values()) {
    const { file, calculator, checked, findings: own } = each;
    findings.push(...own);
    if (file.kind === "category" && own.length === 0 && !categories.has(categoryOf(file.path)))
      categories.set(categoryOf(file.path), file.data as CategoryDefinition);
    if (file.kind !== "calculator") continue;
    const slug = slugOf(file.path);
    const other = owners.get(slug);
    if (other)
      findings.push({
        file: file.shown,
        line: 1,
        column: 1,
        message: `The slug "${slug}" is already taken by ${other}: rename this file.`,
      });
    else owners.set(slug, file.shown);
    if (!calculator || other) continue;
    calculators.set(slug, calculator);
    if (!checked) unchecked.set(slug, each);
  }
  for (const { category } of calculators.values()) {
    if (categories.has(category)) continue;
    categories.set(category, { title: titleOf(category), description: "", group: "other", subcategories: {} });
    findings.push({ file: category, line: 1, column: 1, message: `The folder "${category}" has no readable _category.yaml.` });
  }
  return { calculators, unchecked, categories, findings };
}
