// npm run new-calculator -- finance/loan-to-value: writes a file to fill in; validate-catalog lists what is missing.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { composePlugins } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { readConfiguration } from "./configuration.ts";
import { filePlugins } from "./plugins.ts";
import { readCatalogue } from "./validation/file.ts";

const { catalog, plugins } = readConfiguration(process.env);
// A new file goes into the first folder.
const root = catalog[0]!;
const [category = "", slug = ""] = (process.argv[2] ?? "").split("/");

async function create(): Promise<string> {
  const categories = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  if (!categories.includes(category))
    throw new Error(
      `${category ? `There is no category "${category}".${didYouMean(category, categories)} ` : ""}Name the file: npm run new-calculator -- <category>/<slug>. The categories are ${categories.join(", ")}.`,
    );
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new Error(`"${slug}" is no slug: small letters and digits, words joined by "-".`);
  const path = `${root}/${category}/${slug}.yaml`;
  if (existsSync(path)) throw new Error(`${path} exists already.`);
  const language = composePlugins(await filePlugins(plugins));
  const catalogue = readCatalogue([...catalog, ...language.folders], language);
  const subcategories = Object.keys(catalogue.categories.get(category)!.subcategories);
  const answers = await ask(subcategories);
  writeFileSync(path, fileOf(answers));
  return `${path} is written. Fill it in, and run scripts/validate-catalog ${path} to see what is missing.`;
}

interface Answers {
  title: string;
  subcategory: string;
  inputs: string[];
  outputs: string[];
}

/** Asks on a terminal; otherwise takes the words of the slug and the first subcategory. */
async function ask(subcategories: string[]): Promise<Answers> {
  const title = slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");
  const answers: Answers = { title, subcategory: subcategories[0]!, inputs: ["amount"], outputs: ["result"] };
  if (!process.stdin.isTTY) return answers;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = async (text: string, standard: string) => (await terminal.question(`${text} [${standard}]: `)).trim() || standard;
  answers.title = await question("Title", answers.title);
  answers.subcategory = await question(`Subcategory (${subcategories.join(", ")})`, answers.subcategory);
  answers.inputs = (await question("Inputs, camelCase, separated by spaces", "amount")).split(/[\s,]+/);
  answers.outputs = (await question("Outputs, the main one first", "result")).split(/[\s,]+/);
  terminal.close();
  return answers;
}

const words = (name: string) =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replace(/([A-Z])/g, " $1")
    .toLowerCase();

function fileOf({ title, subcategory, inputs, outputs }: Answers): string {
  const lines = [
    `title: ${title}`,
    "description: One or two sentences that say which question this answers.",
    `subcategory: ${subcategory}`,
    "aliases: []",
    "inputs:",
    "  type: object",
    `  required: [${inputs.join(", ")}]`,
    "  properties:",
    ...inputs.map((name) => `    ${name}: { type: number, title: ${words(name)}, minimum: 0, maximum: 1000 }`),
    "formulas:",
    ...outputs.map((name) => `  ${name}: ${inputs.join(" + ")}`),
    "outputs:",
    ...outputs.map((name) => `  ${name}: { label: ${words(name)} }`),
    `explanation: "{{ ${inputs[0]} }} gives {{ ${outputs[0]} }}."`,
    "usage: What to measure, and how.",
    "limits: When not to use it.",
    "examples: []",
    "references: []",
  ];
  return `${lines.join("\n")}\n`;
}

try {
  process.stdout.write(`${await create()}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
