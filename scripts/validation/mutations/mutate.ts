// Planted mistakes: a file is changed in one place, and its rules are asked whether they notice. A change that they do not
// notice stands where no example pins the file down.

import { type CalculatorFile, withDefinition } from "../file.ts";
import type { ReportedFinding, RuleEntry } from "../rule.ts";
import { rules } from "../rules.ts";
import { type Change, changedDefinition } from "./change.ts";
import { formulaChanges } from "./formulas.ts";
import { unitChanges } from "./units.ts";
import { valueChanges } from "./values.ts";
import { wordChanges } from "./words.ts";

/** The rule of changes that nothing notices. */
export const mutationRule: RuleEntry = {
  name: "mutation",
  severity: "warning",
  summary: "With --thorough: the file may be changed in one place, and no unit, example, range or other rule notices.",
  cure: "Add an example whose expected value, piece of the explanation (says) or refusal depends on that place.",
};

/** What may notice a change, in the order in which they are asked. */
export const notices = ["compiling", "units", "examples", "rules", "range"] as const;
/** How many changes were made, and how many each noticed. */
export type Count = Record<"planted" | (typeof notices)[number], number>;

/** How many changes of each kind were noticed, and the changes that nothing noticed. */
export interface Mutations {
  counts: Record<string, Count>;
  survivors: ReportedFinding[];
}

/** Which of the changes of a file are made. */
export interface Sampling {
  /** Every so many changes one is made. */
  every?: number;
  /** Which one that is. */
  seed?: number;
}

/** Makes changes of a file one at a time, and asks what notices them; none of a file that has findings already. */
export function mutate(file: CalculatorFile, { every = 1, seed = 0 }: Sampling = {}): Mutations {
  const result: Mutations = { counts: {}, survivors: [] };
  if (file.compiled().findings.length > 0 || findingsOf(file, exampleRules).length > 0) return result;
  const before = new Set(findingsOf(file, otherRules));
  for (const change of allChanges(file).filter((_, at) => (at + offsetOf(file.slug) + seed) % every === 0)) {
    const count = (result.counts[change.kind] ??= { planted: 0, compiling: 0, units: 0, examples: 0, rules: 0, range: 0 });
    count.planted++;
    const notice = noticedBy(withDefinition(file, changedDefinition(file.definition, change)), before);
    if (notice) count[notice]++;
    else result.survivors.push(survivor(file, change));
  }
  return result;
}

const allChanges = (file: CalculatorFile): Change[] => [
  ...valueChanges(file.definition),
  ...unitChanges(file),
  ...wordChanges(file.definition),
  ...formulaChanges(file.definition),
];

/** Files with few changes are sampled as often as others. */
const offsetOf = (slug: string): number => [...slug].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7);

const byName = (...names: string[]) => rules.filter(({ name }) => names.includes(name));
const [unitRules, exampleRules, rangeRules] = [byName("dimension"), byName("example"), byName("range")];
// What no example meets says nothing about what is wrong.
const otherRules = rules.filter(({ name }) => !/^(dimension|example|range|unmet-.*)$/.test(name));

const findingsOf = (file: CalculatorFile, some: typeof rules): string[] =>
  some.flatMap((rule) => rule.check(file).map(({ message }) => `${rule.name} ${message}`));

function noticedBy(file: CalculatorFile, before: Set<string>): (typeof notices)[number] | undefined {
  if (file.compiled().findings.length > 0) return "compiling";
  if (findingsOf(file, exampleRules).length > 0) return "examples";
  if (findingsOf(file, unitRules).length > 0) return "units";
  if (findingsOf(file, otherRules).some((finding) => !before.has(finding))) return "rules";
  return findingsOf(file, rangeRules).length > 0 ? "range" : undefined;
}

const survivor = (file: CalculatorFile, { kind, path, now }: Change): ReportedFinding => ({
  rule: mutationRule.name,
  severity: mutationRule.severity,
  file: file.path,
  ...file.document.locate(path),
  message: `${kind} goes unseen at ${path.join(".")}: ${now.length > 160 ? `${now.slice(0, 160)}…` : now}.`,
});

/** The sums of the counts of several files. */
export function addCounts(sums: Mutations["counts"], counts: Mutations["counts"]): void {
  for (const [kind, count] of Object.entries(counts)) {
    const sum = (sums[kind] ??= { planted: 0, compiling: 0, units: 0, examples: 0, rules: 0, range: 0 });
    for (const [key, number] of Object.entries(count)) sum[key as keyof Count] += number;
  }
}

/** The shares that were noticed as a table, the kinds of change in order of the alphabet. */
export function shareTable(counts: Mutations["counts"]): string {
  const heads = ["change", "planted", "noticed", "share", ...notices];
  const all = { ...counts };
  const total: Mutations["counts"] = {};
  for (const count of Object.values(counts)) addCounts(total, { all: count });
  const lines = Object.entries({ ...sortedByName(all), ...total }).map(([kind, count]) => {
    const noticed = notices.reduce((sum, by) => sum + count[by], 0);
    const share = `${((100 * noticed) / count.planted).toFixed(1)} %`;
    return [kind, count.planted, noticed, share, ...notices.map((by) => count[by])].map(String);
  });
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map((line) => line[at]!.length)));
  const write = (line: string[]) => line.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join("  ");
  return [heads, ...lines].map(write).join("\n");
}
const sortedByName = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
