// Runs the rules over files, stage by stage: a later stage only speaks of files that passed the earlier ones.
import type { LocatedFinding } from "formulary/compiler";
import { choiceRules } from "./choices.ts";
import { type Card, cardOf, crossFindings } from "./duplicates.ts";
import { type CalculatorFile, type Catalogue, openFile } from "./file.ts";
import { formRules } from "./form.ts";
import { meaningRules } from "./meaning.ts";
import { isRangeProved, numberRules } from "./numbers.ts";
import type { ReportedFinding, Rule } from "./rule.ts";

/** Every rule, in the order in which they run. */
export const rules: Rule[] = [...formRules, ...meaningRules, ...choiceRules, ...numberRules];
const stages: Rule["stage"][] = ["form", "meaning", "units", "numbers"];

/** What a run found, and how much it looked at. */
export interface Outcome {
  findings: ReportedFinding[];
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
  const checked: Checked = { findings: [], files: 1, examples: 0, proved: 0, cards: [] };
  const { file, finding } = openFile(path, catalogue);
  if (finding) checked.findings.push(fromFinding(finding));
  if (!file) return checked;
  const findings = checkOne(file);
  checked.findings.push(...findings);
  checked.examples += Array.isArray(file.definition.examples) ? file.definition.examples.length : 0;
  if (!findings.some(({ rule, severity }) => severity === "error" && stageOf(rule) !== "numbers")) {
    checked.cards.push(cardOf(file));
    if (isRangeProved(file)) checked.proved++;
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
    findings: [
      ...(whole ? catalogue.findings.map(fromFinding) : []),
      ...parts.flatMap(({ findings }) => findings).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
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

const fromFinding = ({ file, line, column, message }: LocatedFinding): ReportedFinding => ({
  rule: "yaml",
  severity: "error",
  file,
  line,
  column,
  message,
});
const stageOf = (name: string): Rule["stage"] | undefined => rules.find((rule) => rule.name === name)?.stage;

function checkOne(file: CalculatorFile): ReportedFinding[] {
  const findings: ReportedFinding[] = [];
  for (const stage of stages) {
    for (const rule of rules.filter((each) => each.stage === stage)) {
      // without its shape nothing else of a file can be read
      if (findings.some(({ rule: name }) => name === "shape")) break;
      for (const { path, message } of rule.check(file))
        findings.push({ rule: rule.name, severity: rule.severity, file: file.path, ...file.document.locate(path), message });
    }
    // a wrong title or subcategory says nothing of formulas: only a file without its shape is not read further
    if (
      !findings.some(
        ({ rule, severity }) =>
          severity === "error" && (stage !== "form" || rule === "shape") && (rule === "shape" || stageOf(rule) !== "form"),
      )
    )
      continue;
    break;
  }
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const units = findings.findLast(({ rule }) => rule === "dimension");
  const examples = file.definition.examples?.length ?? 0;
  return units && examples > 0
    ? [
        ...findings,
        { ...units, rule: "waiting", severity: "warning", message: `${examples} examples and the range wait until the units are mended.` },
      ]
    : findings;
}
