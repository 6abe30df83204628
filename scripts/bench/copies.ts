// A catalogue of any size in a temporary folder: copies of the calculators in catalog/, each with its own slug and title.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Definition } from "formulary";
import { examplesToTry } from "formulary/compiler";
import { parse } from "yaml";

export interface CalculationRequest {
  calculator: string;
  inputs: object;
}
export interface Copies {
  folder: string;
  /** Paths of the calculators' files. */
  files: string[];
  titles: string[];
  /** One request for every calculator: its first example. */
  requests: CalculationRequest[];
}
interface Original {
  path: string;
  text: string;
  title: string;
  inputs: object | undefined;
}

/** Writes so many calculators; the first one is compound-interest, which the load test uses. */
export function makeCopies(folder: string, count: number): Copies {
  const paths = (readdirSync("catalog", { recursive: true }) as string[]).filter((path) => path.endsWith(".yaml")).sort();
  for (const path of paths.filter((path) => /(^|\/)_[^/]*$/.test(path))) cpSync(join("catalog", path), join(folder, path));
  const originals = readOriginals(paths.filter((path) => !/(^|\/)_[^/]*$/.test(path)));
  const copies: Copies = { folder, files: [], titles: [], requests: [] };
  for (let n = 0; n < count; n++) {
    const { path, text, title, inputs } = originals[n % originals.length]!;
    const copy = Math.floor(n / originals.length);
    const slug = path.slice(path.lastIndexOf("/") + 1, -".yaml".length) + (copy > 0 ? `-${copy}` : "");
    const file = join(folder, dirname(path), `${slug}.yaml`);
    const copyTitle = copy > 0 ? `${title} ${copy}` : title;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      text.replace(/^title: .*$/m, () => `title: ${JSON.stringify(copyTitle)}`),
    );
    copies.files.push(file);
    copies.titles.push(copyTitle);
    if (inputs) copies.requests.push({ calculator: slug, inputs });
  }
  return copies;
}

function readOriginals(paths: string[]): Original[] {
  const originals = paths.map((path) => {
    const text = readFileSync(join("catalog", path), "utf8");
    const definition = parse(text) as Definition;
    const inputs = examplesToTry(definition).find(({ solve }) => solve === undefined)?.inputs;
    return { path, text, title: definition.title, inputs };
  });
  const isFirst = ({ path }: Original) => path === "finance/compound-interest.yaml";
  return [...originals.filter(isFirst), ...originals.filter((each) => !isFirst(each))];
}
