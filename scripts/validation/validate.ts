// Runs the rules over files stage by stage: the rules of a later stage only see files that passed the earlier ones.
import { resolve } from "node:path";
import { exampleCases, type LocatedFinding } from "formulary/compiler";
import { type Card, cardOf, clashesWithOthers, crossFindings, duplicateRules } from "./duplicates.ts";
import { type CalculatorFile, type Catalogue, openFile } from "./file.ts";
import { mutationRule } from "./mutations/mutate.ts";
import { isRangeProved } from "./range.ts";
import type { ReportedFinding, Rule, RuleEntry } from "./rule.ts";
import { rules } from "./rules.ts";

const stages: Rule["stage"][] = ["form", "meaning", "units", "numbers"];

const yamlRule: RuleEntry = {
  name: "yaml",
  severity: "error",
  summary: "A file that is not readable YAML, or a shared file of the catalogue with a mistake.",
  cure: "The message says what is wrong; a text with a colon, a brace or a comma inside { } needs quotes.",
};
const waitingRule: RuleEntry = {
  name: "waiting",
  severity: "warning",
  summary: "Examples and the range are not checked while units do not fit: a wrong unit would make all of them wrong.",
  cure: "Correct the dimension findings of the file.",
};

/** Every rule that a finding may name: those for one file, for its text, between files, and of --thorough. */
export const ruleEntries: RuleEntry[] = [yamlRule, ...rules, waitingRule, ...duplicateRules, mutationRule];

/** What a run found, and how much it looked at. */
export interface Outcome {
  findings: ReportedFinding[];
  files: number;
  examples: number;
  /** Files whose range is proved rather than sampled. */
  proved: number;
}

/** The outcome of some files by themselves, with what the rules between files need of those without errors. */
export interface Checked extends Outcome {
  cards: Card[];
}

/** Checks one file. */
export function checkFile(catalogue: Catalogue, path: string): Checked {
  const checked: Checked = { findings: [], files: 1, examples: 0, proved: 0, cards: [] };
  const { file, finding } = openFile(path, catalogue);
  if (finding) checked.findings.push(fromYaml(finding));
  if (!file) return checked;
  const findings = findingsOf(file);
  checked.findings.push(...findings);
  checked.examples += findings.some(({ rule }) => rule === "shape") ? 0 : exampleCases(file.definition).length;
  if (!findings.some(({ rule, severity }) => severity === "error" && stageOf(rule) !== "numbers")) {
    checked.cards.push(cardOf(file));
    if (file.once(isRangeProved)) checked.proved++;
  }
  return checked;
}

/** Combines the outcomes of files; with `whole` they are all of the catalogue, and the rules between files run too. */
export function conclude(catalogue: Catalogue, parts: Checked[], { whole = false } = {}): Outcome {
  const inOrder = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  const cards = parts.flatMap((part) => part.cards);
  return {
    files: parts.reduce((sum, { files }) => sum + files, 0),
    examples: parts.reduce((sum, { examples }) => sum + examples, 0),
    proved: parts.reduce((sum, { proved }) => sum + proved, 0),
    findings: [
      ...(whole ? catalogue.findings.map(fromYaml) : []),
      ...parts.flatMap(({ findings }) => findings).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
      ...(whole ? crossFindings(cards.sort(inOrder)) : clashesInside(catalogue, cards)),
    ],
  };
}

/** Clashes of names with files that are not checked; a file outside the catalogue's folders is a draft or a copy. */
function clashesInside({ paths }: Catalogue, cards: Card[]): ReportedFinding[] {
  const inside = new Map(paths.map((path) => [resolve(path), path]));
  const own = cards.filter(({ path }) => inside.delete(resolve(path)));
  return own.length === 0 ? [] : clashesWithOthers(own, [...inside.values()]);
}

/** Checks some files of a catalogue in this thread. */
export const validate = (catalogue: Catalogue, paths: string[], { whole = false } = {}): Outcome =>
  conclude(
    catalogue,
    paths.map((path) => checkFile(catalogue, path)),
    { whole },
  );

const fromYaml = ({ file, line, column, message }: LocatedFinding): ReportedFinding => ({
  rule: yamlRule.name,
  severity: yamlRule.severity,
  file,
  line,
  column,
  message,
});
const stageOf = (name: string): Rule["stage"] | undefined => rules.find((rule) => rule.name === name)?.stage;

function findingsOf(file: CalculatorFile): ReportedFinding[] {
  const findings: ReportedFinding[] = [];
  for (const stage of stages) {
    for (const rule of rules.filter((each) => each.stage === stage)) {
      // A file without its shape cannot be read any further.
      if (findings.some(({ rule: name }) => name === "shape")) break;
      for (const { path, message } of rule.check(file))
        findings.push({ rule: rule.name, severity: rule.severity, file: file.path, ...file.document.locate(path), message });
    }
    if (findings.some(endsChecks)) break;
  }
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const units = findings.findLast(({ rule }) => rule === "dimension");
  const examples = file.definition.examples?.length ?? 0;
  if (!units || examples === 0) return findings;
  const message = `${examples} examples and the range wait until the units are corrected.`;
  return [...findings, { ...units, rule: waitingRule.name, severity: waitingRule.severity, message }];
}

/** Whether no later stage runs: a wrong title or subcategory says nothing of formulas, a wrong shape does. */
const endsChecks = ({ rule, severity }: ReportedFinding): boolean => severity === "error" && (rule === "shape" || stageOf(rule) !== "form");
