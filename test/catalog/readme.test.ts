// Every whole calculator in README.md and catalog/README.md passes the checker, as its text says.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readCatalogue } from "../../scripts/validation/file.ts";
import { checkFile } from "../../scripts/validation/validate.ts";
import { language } from "../language/evaluate.ts";

const folder = mkdtempSync(join(tmpdir(), "readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const catalogue = readCatalogue(["catalog"], language);

/** The blocks that begin with a title, with the path that the text before each names. */
function calculatorsIn(readme: string): [path: string, text: string][] {
  const text = readFileSync(readme, "utf8");
  return [...text.matchAll(/^```yaml\n(title:.*?)^```$/gms)].map(({ 1: block, index }) => [pathBefore(text.slice(0, index)), block!]);
}
function pathBefore(text: string): string {
  const path = [...text.matchAll(/`catalog\/([\w-]+\/[\w-]+\.yaml)`/g)].at(-1)?.[1];
  const [slug, category] = [...text.matchAll(/\(`([\w-]+)`\)/g)].slice(-2).map(({ 1: name }) => name);
  return path ?? `${category}/${slug}.yaml`;
}

const calculators = [...calculatorsIn("README.md"), ...calculatorsIn("catalog/README.md")];

it("there are five of them", () => expect(calculators).toHaveLength(5));

it.each(calculators)("%s", (path, text) => {
  const file = join(folder, basename(dirname(path)), basename(path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  expect(checkFile(catalogue, file).findings.map(({ rule, line, message }) => `${line} ${rule}: ${message}`)).toEqual([]);
});
