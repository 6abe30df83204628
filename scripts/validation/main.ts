// scripts/validate-catalog: the first reader of every calculator file, at the author's desk and in CI.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, type Worker } from "node:worker_threads";
import type { Definition } from "formulary";
import { composePlugins, readDocument } from "formulary/compiler";
import { readConfiguration } from "../configuration.ts";
import { filePlugins } from "../plugins.ts";
import { compareVersions, toMarkdown } from "./compare.ts";
import { type Catalogue, type Language, openFile, toCatalogue } from "./file.ts";
import { tidy } from "./fix.ts";
import { keyOrder } from "./form.ts";
import { mutate } from "./mutations.ts";
import { reporters, summary } from "./reporters.ts";
import { readCatalogueFiles } from "./shared-files.ts";
import { checkFiles, startThreads } from "./threads.ts";
import { conclude, type Outcome, rules } from "./validate.ts";

const usage = `Usage: scripts/validate-catalog [paths…] [options]

  paths                 files or folders of the catalogue; all of it without any
  --changed [base]      only files that differ from a git revision (main)
  --fix                 put the keys of each file in order and tidy its lines, comments kept
  --reporter <name>     ${Object.keys(reporters).join(", ")} (pretty; github inside its workflows)
  --compare [base]      old against new on sampled inputs, for files that differ from a git revision (main)
  --thorough            change every formula in one place, and list the changes that nothing catches
  --plain               how many files of each category are plain, and which
  --list-rules          every rule in one line
  --functions [word]    every function that formulas may call
  --explain <rule>      what a rule finds, and the cure
  --watch               check again whenever a file is saved

Ends with 0 when clean, 1 with findings, 2 when it could not run.
`;

/** The folders and functions that the environment asks for: CATALOG and PLUGINS, as for the server. */
interface Project extends Language {
  folders: string[];
  plugins: string[];
}

async function readProject(): Promise<Project> {
  const { catalog, plugins } = readConfiguration(process.env);
  const { functions, kinds, define, folders } = composePlugins(await filePlugins(plugins));
  return { folders: [...catalog, ...folders], plugins, functions, kinds, define };
}
const catalogueOf = (project: Project): Catalogue => toCatalogue(readCatalogueFiles(project.folders), project);

async function run(words: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: words.flatMap((word, at) => (/^--(changed|compare)$/.test(word) && !isRevision(words[at + 1]) ? [word, "main"] : [word])),
      allowPositionals: true,
      options: {
        changed: { type: "string" },
        compare: { type: "string" },
        functions: { type: "boolean" },
        fix: { type: "boolean" },
        thorough: { type: "boolean" },
        reporter: { type: "string" },
        "list-rules": { type: "boolean" },
        explain: { type: "string" },
        plain: { type: "boolean" },
        watch: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    if (values.help) return say(usage);
    if (values["list-rules"])
      return say(rules.map(({ name, severity, summary }) => `${name.padEnd(18)} ${severity.padEnd(8)} ${summary}`).join("\n"));
    if (values.explain !== undefined) return explain(values.explain);
    // threads load while this one reads what they will work on; how many files have changed is known only later
    const whole = positionals.length === 0 && values.changed === undefined;
    const listing = values.plain || values.functions || values.compare !== undefined;
    const threads = whole && !listing ? startThreads(Number.POSITIVE_INFINITY) : undefined;
    const project = await readProject();
    if (values.plain) return listPlain(project);
    if (values.functions) return listFunctions(positionals[0] ?? "", project);
    if (values.compare !== undefined) return compare(values.compare, project);
    const reporter = values.reporter ?? (process.env.GITHUB_ACTIONS ? "github" : "pretty");
    if (!Object.hasOwn(reporters, reporter))
      throw new Error(`There is no reporter "${reporter}": choose ${Object.keys(reporters).join(", ")}.`);
    const check = () =>
      checkPaths(values.changed === undefined ? positionals : changedFiles(values.changed, project), project, {
        reporter,
        fix: values.fix === true,
        thorough: values.thorough === true,
        whole,
        threads: threads?.splice(0),
      });
    const found = await check();
    if (values.watch)
      for (const folder of positionals.length > 0 ? positionals : project.folders) watch(folder, { recursive: true }, () => void check());
    return found;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

function isRevision(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith("--") && !existsSync(word);
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function explain(name: string): number {
  const rule = rules.find((each) => each.name === name);
  if (!rule) throw new Error(`There is no rule "${name}": --list-rules names them all.`);
  return say(`${rule.name} (${rule.severity})\n\n${rule.summary}\n\nCure: ${rule.cure}`);
}

/** Prints the function table, or what of it holds a word. */
function listFunctions(word: string, { functions }: Project): number {
  const all = Object.entries(functions).map(
    ([name, { params, summary, example }]) =>
      `${name}(${params.join(", ")})  ${summary}${example ? ` ${example[0]} is ${JSON.stringify(example[1])}.` : ""}`,
  );
  return say(
    all
      .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
      .sort()
      .join("\n"),
  );
}

/** Prints the share of plain files by category: units are checked in all the others. */
function listPlain(project: Project): number {
  const catalogue = catalogueOf(project);
  const shares = new Map<string, { all: number; plain: string[] }>();
  for (const path of catalogue.paths) {
    const { file } = openFile(path, catalogue);
    if (!file) continue;
    const share = shares.get(file.category) ?? { all: 0, plain: [] };
    shares.set(file.category, share);
    share.all++;
    if (file.definition.plain === true) share.plain.push(file.slug);
  }
  const lines = [...shares].map(([category, { all, plain }]) => {
    const share = `${Math.round((100 * plain.length) / all)} %`.padStart(5);
    return `${category.padEnd(26)} ${share}  ${plain.length} of ${all}${plain.length > 0 ? `: ${plain.join(", ")}` : ""}`;
  });
  return say(lines.join("\n"));
}

/** Prints what the changes since a revision mean, and adds it to the summary of a workflow. */
function compare(base: string, project: Project): number {
  const { shared } = catalogueOf(project);
  const comparisons = changedFiles(base, project).flatMap((path) => {
    const old = spawnSync("git", ["show", `${base}:${path}`], { encoding: "utf8" });
    const [before, after] = [old.status === 0 ? old.stdout : "", readFileSync(path, "utf8")].map(
      (text) => readDocument(path, text).document?.data as Definition | undefined,
    );
    return before && after?.formulas && before.formulas
      ? [compareVersions(path.split("/").at(-1)!.replace(".yaml", ""), [before, after], shared)]
      : [];
  });
  const text = toMarkdown(comparisons);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, text);
  return say(text);
}

/** Calculator files that differ from a revision, untracked ones included. */
function changedFiles(base: string, { folders }: Project): string[] {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n");
  const names = [
    ...git("diff", "--name-only", "--diff-filter=d", base, "--", ...folders),
    ...git("ls-files", "--others", "--exclude-standard", "--", ...folders),
  ];
  return [...new Set(names)].filter((name) => name.endsWith(".yaml") && existsSync(name));
}

interface CheckOptions {
  reporter: string;
  fix: boolean;
  thorough: boolean;
  /** All files of the catalogue are checked, also against each other. */
  whole: boolean;
  threads?: Worker[];
}

async function checkPaths(wanted: string[], project: Project, { reporter, fix, thorough, whole, threads }: CheckOptions): Promise<number> {
  const { folders, plugins } = project;
  const files = readCatalogueFiles(folders);
  const catalogue = toCatalogue(files, project);
  const paths = whole
    ? catalogue.paths
    : wanted
        .flatMap(filesUnder)
        .map((path) => relative(".", path))
        .filter((path) => !/(^|\/)_[^/]*$/.test(path));
  if (fix) for (const path of paths) reorder(path);
  const outcome = conclude(
    catalogue,
    await checkFiles(paths, { files, catalogue, plugins, ...(threads?.length && { started: threads }) }),
    { whole },
  );
  if (thorough) tryChanges(catalogue, paths, outcome);
  process.stdout.write(`${reporters[reporter]!(outcome, rules)}\n`);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${summary(outcome)}\n\n`);
  return outcome.findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** Adds the changes of formulas that nothing catches, and says on standard error what caught the others. */
function tryChanges(catalogue: Catalogue, paths: string[], outcome: Outcome): void {
  const sum: Record<string, number> = { changes: 0, compiling: 0, units: 0, examples: 0, range: 0, survived: 0 };
  for (const path of paths) {
    const { file } = openFile(path, catalogue);
    if (!file || outcome.findings.some(({ file, severity }) => file === path && severity === "error")) continue;
    const { total, caught, survivors } = mutate(file);
    outcome.findings.push(...survivors);
    for (const [by, count] of Object.entries({ ...caught, changes: total, survived: survivors.length })) sum[by]! += count;
  }
  process.stderr.write(
    `Changes of formulas: ${Object.entries(sum)
      .map(([by, count]) => `${by} ${count}`)
      .join(", ")}.\n`,
  );
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) throw new Error(`${path} does not exist.`);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesUnder(join(path, name)))
    .filter((name) => name.endsWith(".yaml"));
}

function reorder(path: string): void {
  const text = readFileSync(path, "utf8");
  const ordered = tidy(text, keyOrder);
  if (ordered !== text) writeFileSync(path, ordered);
}

if (isMainThread) process.exitCode = await run(process.argv.slice(2));
