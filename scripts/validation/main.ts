// scripts/validate-catalog: checks calculator files, on an author's machine and in the workflows of pull requests.

import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isMainThread, type Worker } from "node:worker_threads";
import type { Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { compareVersions, toMarkdown } from "./compare.ts";
import { type Catalogue, openFile, toCatalogue } from "./file.ts";
import { tidy } from "./fix.ts";
import { dateRule, keyOrder } from "./form.ts";
import { explain, functionList, plainFiles, ruleList, unitList, unusedFunctions } from "./listings.ts";
import { addCounts, type Mutations, mutate, shareTable } from "./mutations/mutate.ts";
import { calculatorFiles, changedFiles, type Project, readProject, readProjectCatalogue } from "./project.ts";
import { reporters, summary } from "./reporters.ts";
import { readCatalogueFiles } from "./shared-files.ts";
import { showExamples } from "./show.ts";
import { checkFiles, startThreads } from "./threads.ts";
import { conclude, type Outcome, ruleEntries } from "./validate.ts";

const usage = `Usage: scripts/validate-catalog [paths…] [options]

  paths                      files or folders of the catalogue; without any, all of it
  --changed [base]           only files that differ from a git revision (main)
  --fix                      sort the keys of each file and format its lines; comments are preserved
  --reporter <name>          ${Object.keys(reporters).join(", ")} (pretty; in GitHub's workflows github)
  --strict                   count warnings as errors in the exit code
  --compare [base]           compare the results of files that differ from a git revision (main), on sampled inputs
  --thorough                 plant mistakes one at a time, and list those that nothing notices (npm run mutate counts them)
  --plain                    the share of plain files in each category, and their names
  --list-rules               every rule in one line
  --explain <rule>           what a rule finds, and how to correct it
  --show                     every example of the files with its results and its explanation, without checking them
  --functions [word]         every function that formulas may call
  --inputs <json>            with --show: what these inputs answer, in place of the examples
  --units [word]             every unit with its name and its quantity
  --unused-functions [word]  the functions that no calculator calls
  --watch                    check again whenever a file is saved

Exit code: 0 without errors, 1 with errors (with --strict also with warnings), 2 when it could not run.
`;

const options = {
  changed: { type: "string" },
  compare: { type: "string" },
  functions: { type: "boolean" },
  units: { type: "boolean" },
  show: { type: "boolean" },
  inputs: { type: "string" },
  "unused-functions": { type: "boolean" },
  fix: { type: "boolean" },
  strict: { type: "boolean" },
  thorough: { type: "boolean" },
  reporter: { type: "string" },
  "list-rules": { type: "boolean" },
  explain: { type: "string" },
  plain: { type: "boolean" },
  watch: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function readArguments(words: string[]) {
  const args = words.flatMap((word, at) => (/^--(changed|compare)$/.test(word) && !isRevision(words[at + 1]) ? [word, "main"] : [word]));
  return parseArgs({ args, allowPositionals: true, options });
}
type Arguments = ReturnType<typeof readArguments>;

const isRevision = (word: string | undefined): boolean => word !== undefined && !word.startsWith("--") && !existsSync(word);

async function run(words: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(words);
    if (values.help) return print(usage);
    if (values["list-rules"]) return print(ruleList());
    if (values.explain !== undefined) return print(explain(values.explain));
    const isListing =
      values.plain || values.functions || values.units || values.show || values["unused-functions"] || values.compare !== undefined;
    return await (isListing ? list : check)({ values, positionals });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

async function list({ values, positionals }: Arguments): Promise<number> {
  const project = await readProject();
  const [word = ""] = positionals;
  const { functions } = project;
  if (values.plain) return print(plainFiles(readProjectCatalogue(project)));
  if (values.functions) return print(functionList(word, functions));
  if (values.units) return print(unitList(word, readProjectCatalogue(project).environment));
  if (values.show) return print(showExamples(calculatorFiles(positionals), readProjectCatalogue(project), values.inputs));
  if (values.compare !== undefined) return compare(values.compare, project);
  const unused = unusedFunctions(readProjectCatalogue(project), functions);
  const count = Object.keys(unused).length;
  process.stderr.write(`No calculator calls ${count} of ${Object.keys(functions).length} functions.\n`);
  return count > 0 ? print(functionList(word, unused)) : 0;
}

/** Prints what the changes since a revision do to results, and adds it to the summary of a workflow. */
function compare(base: string, project: Project): number {
  const { environment } = readProjectCatalogue(project);
  const comparisons = changedFiles(base, project).flatMap((path) => {
    const old = spawnSync("git", ["show", `${base}:${path}`], { encoding: "utf8" });
    const [before, after] = [old.status === 0 ? old.stdout : "", readFileSync(path, "utf8")].map(
      (text) => readDocument(path, text).document?.data as Definition | undefined,
    );
    return before && after?.formulas && before.formulas
      ? [compareVersions(path.split("/").at(-1)!.replace(".yaml", ""), [before, after], environment)]
      : [];
  });
  const text = toMarkdown(comparisons);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, text);
  return print(text);
}

async function check({ values, positionals }: Arguments): Promise<number> {
  // The threads load while this one reads the catalogue; with --changed the number of files is not known yet.
  const whole = positionals.length === 0 && values.changed === undefined;
  const threads = whole ? startThreads(Number.POSITIVE_INFINITY) : undefined;
  const project = await readProject();
  const reporter = values.reporter ?? (process.env.GITHUB_ACTIONS ? "github" : "pretty");
  if (!Object.hasOwn(reporters, reporter))
    throw new Error(`There is no reporter "${reporter}": choose ${Object.keys(reporters).join(", ")}.`);
  const { strict = false, fix = false, thorough = false, changed } = values;
  const checkOnce = () => {
    const paths = whole ? undefined : calculatorFiles(changed === undefined ? positionals : changedFiles(changed, project));
    return checkPaths(paths, project, { reporter, strict, fix, thorough, threads: threads?.splice(0) });
  };
  const code = await checkOnce();
  if (values.watch)
    for (const folder of positionals.length > 0 ? positionals : project.folders) watch(folder, { recursive: true }, () => void checkOnce());
  return code;
}

interface CheckOptions {
  reporter: string;
  strict: boolean;
  fix: boolean;
  thorough: boolean;
  threads: Worker[] | undefined;
}

/** Checks some files, or all of the catalogue, also against each other; gives the exit code. */
async function checkPaths(some: string[] | undefined, project: Project, settings: CheckOptions): Promise<number> {
  const { reporter, strict, fix, thorough, threads } = settings;
  const files = readCatalogueFiles(project.folders);
  const catalogue = toCatalogue(files, project);
  const paths = some ?? catalogue.paths;
  if (fix) for (const path of paths) reorder(path);
  const parts = await checkFiles(paths, { files, catalogue, plugins: project.plugins, ...(threads?.length && { started: threads }) });
  const outcome = conclude(catalogue, parts, { whole: some === undefined });
  if (thorough) tryChanges(catalogue, paths, outcome);
  print(reporters[reporter]!(outcome, ruleEntries));
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${summary(outcome)}\n\n`);
  return outcome.findings.some(({ rule, severity }) => severity === "error" || (strict && rule !== dateRule)) ? 1 : 0;
}

/** Adds the planted mistakes that nothing notices, and prints on standard error the share of each kind that was noticed. */
function tryChanges(catalogue: Catalogue, paths: string[], outcome: Outcome): void {
  const counts: Mutations["counts"] = {};
  for (const path of paths) {
    const { file } = openFile(path, catalogue);
    if (!file || outcome.findings.some((finding) => finding.file === path && finding.severity === "error")) continue;
    const mutations = mutate(file);
    outcome.findings.push(...mutations.survivors);
    addCounts(counts, mutations.counts);
  }
  process.stderr.write(`${shareTable(counts)}\n`);
}

function reorder(path: string): void {
  const text = readFileSync(path, "utf8");
  const ordered = tidy(text, keyOrder);
  if (ordered !== text) writeFileSync(path, ordered);
}

if (isMainThread) process.exitCode = await run(process.argv.slice(2));
