// The catalogue and the language that the environment names: CATALOG and PLUGINS, as for the server.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { composePlugins } from "formulary/compiler";
import { readConfiguration } from "../configuration.ts";
import { filePlugins } from "../plugins.ts";
import { checkDimensionRules } from "./dimension-rules.ts";
import { type Catalogue, type Language, toCatalogue } from "./file.ts";
import { readCatalogueFiles } from "./shared-files.ts";

/** The folders of a catalogue, and the functions and kinds of values that its files may use. */
export interface Project extends Language {
  folders: string[];
  /** Names of the plugins in PLUGINS. */
  plugins: string[];
}

/** Reads the project of the environment; throws a CalcError where a variable or a plugin is wrong. */
export async function readProject(): Promise<Project> {
  const { catalog, plugins: names } = readConfiguration(process.env);
  const { plugins, functions, kinds, define, folders } = composePlugins(await filePlugins(names));
  checkDimensionRules(plugins);
  return { folders: [...catalog, ...folders], plugins: names, functions, kinds, define };
}

/** The catalogue of a project, read anew. */
export const readProjectCatalogue = (project: Project): Catalogue => toCatalogue(readCatalogueFiles(project.folders), project);

/** Calculator files that differ from a git revision, untracked ones included. */
export function changedFiles(revision: string, { folders }: Project): string[] {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n");
  const names = [
    ...git("diff", "--name-only", "--diff-filter=d", revision, "--", ...folders),
    ...git("ls-files", "--others", "--exclude-standard", "--", ...folders),
  ];
  return [...new Set(names)].filter((name) => name.endsWith(".yaml") && existsSync(name));
}

/** The calculator files at and below some paths, relative to the working folder. */
export const calculatorFiles = (paths: string[]): string[] =>
  paths
    .flatMap(filesUnder)
    .map((path) => relative(".", path))
    .filter((path) => !/(^|\/)_[^/]*$/.test(path));

function filesUnder(path: string): string[] {
  if (!existsSync(path)) throw new Error(`${path} does not exist.`);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesUnder(join(path, name)))
    .filter((name) => name.endsWith(".yaml"));
}
