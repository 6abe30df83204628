// Runs the rules over files, stage by stage: a later stage only speaks of files that passed the earlier ones.
import type { LocatedFinding } from "formulary/compiler";
import { choiceRules } from "./choices.ts";
import { type Card, cardOf, crossFindings } from "./duplicates.ts";
import { type Catalogue, openSubject, type Subject } from "./file.ts";
import { formRules } from "./form.ts";
import { meaningRules } from "./meaning.ts";
import { isRangeProved, numberRules } from "./numbers.ts";
import type { Report, Rule } from "./rule.ts";

/** Every rule, in the order in which they run. */
export const rules: Rule[] = [...formRules, ...meaningRules, ...choiceRules, ...numberRules];
const stages: Rule["stage"][] = ["form", "meaning", "units", "numbers"];

/** What a run found, and how much it looked at. */
export interface Outcome {
  reports: Report[];
  files: number;
  examples: number;
  /** Files whose range is proved rather than sampled. */
  proved: number;
}

/** Files of a catalogue checked by themselves, and what other files must know of those without errors. */
export interface Checked extends Outcome {
  cards: Card[];
}

/** Checks one file. */
export function checkFile(catalogue: Catalogue, path: string): Checked {
  const checked: Checked = { reports: [], files: 1, examples: 0, proved: 0, cards: [] };
  const { subject, finding } = openSubject(path, catalogue);
  if (finding) checked.reports.push(fromFinding(finding));
  if (!subject) return checked;
  const reports = checkOne(subject);
  checked.reports.push(...reports);
  checked.examples += Array.isArray(subject.definition.examples) ? subject.definition.examples.length : 0;
  if (!reports.some(({ rule, severity }) => severity === "error" && stageOf(rule) !== "numbers")) {
    checked.cards.push(cardOf(subject));
    if (isRangeProved(subject)) checked.proved++;
  }
  return checked;
}

/** Puts together what was found in the files; rules between files see all of the catalogue when `whole`. */
export function conclude(catalogue: Catalogue, parts: Checked[], { whole = false } = {}): Outcome {
  const inOrder = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  return {
    files: parts.reduce((sum, { files }) => sum + files, 0),
    examples: parts.reduce((sum, { examples }) => sum + examples, 0),
    proved: parts.reduce((sum, { proved }) => sum + proved, 0),
    reports: [
      ...(whole ? catalogue.findings.map(fromFinding) : []),
      ...parts.flatMap(({ reports }) => reports).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
      ...(whole ? crossFindings(parts.flatMap(({ cards }) => cards).sort(inOrder)) : []),
    ],
  };
}

/** Checks the given files of a catalogue in this thread. */
export const validate = (catalogue: Catalogue, paths: string[], { whole = false } = {}): Outcome =>
  conclude(
    catalogue,
    paths.map((path) => checkFile(catalogue, path)),
    { whole },
  );

const fromFinding = ({ file, line, column, message }: LocatedFinding): Report => ({
  rule: "yaml",
  severity: "error",
  file,
  line,
  column,
  message,
});
const stageOf = (name: string): Rule["stage"] | undefined => rules.find((rule) => rule.name === name)?.stage;

function checkOne(subject: Subject): Report[] {
  const reports: Report[] = [];
  for (const stage of stages) {
    for (const rule of rules.filter((each) => each.stage === stage)) {
      // without its shape nothing else of a file can be read
      if (reports.some(({ rule: name }) => name === "shape")) break;
      for (const { path, message } of rule.check(subject))
        reports.push({ rule: rule.name, severity: rule.severity, file: subject.path, ...subject.document.locate(path), message });
    }
    // a wrong title or subcategory says nothing of formulas: only a file without its shape is not read further
    if (
      !reports.some(
        ({ rule, severity }) =>
          severity === "error" && (stage !== "form" || rule === "shape") && (rule === "shape" || stageOf(rule) !== "form"),
      )
    )
      continue;
    break;
  }
  reports.sort((a, b) => a.line - b.line || a.column - b.column);
  const units = reports.findLast(({ rule }) => rule === "dimension");
  const examples = subject.definition.examples?.length ?? 0;
  return units && examples > 0
    ? [
        ...reports,
        { ...units, rule: "waiting", severity: "warning", message: `${examples} examples and the range wait until the units are mended.` },
      ]
    : reports;
}
