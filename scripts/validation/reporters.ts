// Formats findings for a terminal, for a pull request, and for other programs.
import { readFileSync } from "node:fs";
import type { ReportedFinding, RuleEntry } from "./rule.ts";
import type { Outcome } from "./validate.ts";

type Reporter = (outcome: Outcome, rules: RuleEntry[]) => string;

const bySeverity = ({ findings }: Outcome) => ({
  errors: findings.filter(({ severity }) => severity === "error").length,
  warnings: findings.filter(({ severity }) => severity === "warning").length,
});
const many = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** "139 files, 506 examples: 0 errors, 2 warnings." */
export function summary(outcome: Outcome): string {
  const { errors, warnings } = bySeverity(outcome);
  const sampled = outcome.files - outcome.proved;
  const range = outcome.files > 1 ? ` (range proved of ${outcome.proved}, sampled of ${sampled})` : "";
  return `${many(outcome.files, "file")}, ${many(outcome.examples, "example")}: ${many(errors, "error")}, ${many(warnings, "warning")}${range}.`;
}

/** The line of a finding with two before it and one after it, and a mark below the column. */
function frame({ file, line, column }: ReportedFinding): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const from = Math.max(1, line - 2);
  const width = String(line + 1).length;
  const excerpt = lines.slice(from - 1, line + 1).map((text, at) => ({ number: from + at, text: text.slice(0, 140) }));
  return excerpt
    .flatMap(({ number, text }) => [
      `  ${String(number).padStart(width)} | ${text}`,
      ...(number === line ? [`  ${" ".repeat(width)} | ${" ".repeat(Math.max(0, Math.min(column, 140) - 1))}^`] : []),
    ])
    .join("\n");
}
const line = ({ file, line: at, column, severity, rule, message }: ReportedFinding) =>
  `${file}:${at}:${column} ${severity} ${rule}: ${message}`;
const commandText = (text: string) => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const xml = (text: string) =>
  text
    .replace(/[<>&"]/g, (character) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[character]!)
    .replace(/[^\P{Cc}\n\t]/gu, "");

/** The reporters by name; each gives the whole output. */
export const reporters: Record<string, Reporter> = {
  pretty: (outcome) => [...outcome.findings.map((finding) => `${line(finding)}\n${frame(finding)}\n`), summary(outcome)].join("\n"),
  github: (outcome) =>
    [
      ...outcome.findings.map(
        (finding) =>
          `::${finding.severity} file=${finding.file},line=${finding.line},col=${finding.column},title=${finding.rule}::${commandText(finding.message)}`,
      ),
      summary(outcome),
    ].join("\n"),
  json: (outcome) =>
    JSON.stringify({ ...bySeverity(outcome), files: outcome.files, examples: outcome.examples, findings: outcome.findings }, null, 2),
  junit: (outcome) => {
    const files = [...new Set(outcome.findings.map(({ file }) => file))];
    const cases = files.map(
      (file) =>
        `  <testcase name="${xml(file)}">${outcome.findings
          .filter((finding) => finding.file === file && finding.severity === "error")
          .map((finding) => `<failure type="${finding.rule}" message="${xml(finding.message)}">${xml(line(finding))}</failure>`)
          .join("")}</testcase>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="validate-catalog" tests="${outcome.files}" failures="${bySeverity(outcome).errors}">\n${cases.join("\n")}\n</testsuite>`;
  },
  sarif: (outcome, rules) =>
    JSON.stringify(
      {
        $schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [
          {
            tool: {
              driver: {
                name: "validate-catalog",
                rules: rules.map(({ name, summary: text, cure }) => ({ id: name, shortDescription: { text }, help: { text: cure } })),
              },
            },
            results: outcome.findings.map(({ rule, severity, message, file, line: startLine, column: startColumn }) => ({
              ruleId: rule,
              level: severity,
              message: { text: message },
              locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine, startColumn } } }],
            })),
          },
        ],
      },
      null,
      2,
    ),
};
