// The calculators that tests of the whole catalogue go over: every one, or those that differ from a revision of git (CHANGED=main).
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Calculator, Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { createCalculator } from "../../src/calculator/lazy.ts";
import { environment } from "../calculator/calculators.ts";

/** One calculator's file. */
export interface CalculatorFile {
  path: string;
  slug: string;
}

/** Every calculator of the catalogue. */
export const allFiles: CalculatorFile[] = readdirSync("catalog", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: category }) =>
    readdirSync(`catalog/${category}`)
      .filter((file) => /^[^_].*\.yaml$/.test(file))
      .map((file) => ({ slug: file.replace(".yaml", ""), path: `catalog/${category}/${file}` })),
  );

/** The calculators to check: all of them, unless the environment names a revision in CHANGED. */
export const files: CalculatorFile[] = process.env.CHANGED ? changedFiles(process.env.CHANGED) : allFiles;

function changedFiles(revision: string): CalculatorFile[] {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).split("\n");
  const changed = new Set([
    ...git("diff", "--name-only", revision, "--", "catalog"),
    ...git("ls-files", "--others", "--exclude-standard", "--", "catalog"),
  ]);
  // units, constants, tables and categories are part of calculators that did not change themselves
  if ([...changed].some((path) => /\/_[^/]*$/.test(path))) return allFiles;
  return allFiles.filter(({ path }) => changed.has(path));
}

/**
 * At most so many of a list, evenly spread: for tests of the program that take any calculator as their data. What must hold of
 * every calculator is a rule of validate-catalog, which reads them all.
 */
export function sample<Item>(items: Item[], most = 400): Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!);
}

/** A sample of the calculators to check, each with its path and its definition. */
export const readCalculators = (): [path: string, calculator: Calculator, definition: Definition][] =>
  sample(files).map(({ path }) => {
    const definition = readDocument(path, readFileSync(path, "utf8")).document!.data as Definition;
    return [
      path,
      createCalculator(
        { path, slug: "x", category: "x", definition: () => definition },
        { environment, revision: "", urlOf: (slug) => slug },
      ),
      definition,
    ];
  });
