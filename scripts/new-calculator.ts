// npm run new-calculator -- finance/loan-to-value: writes a file that runs, to fill in; validate-catalog lists the sentences that are
// still those of the template. --rows, --method and --table add an input of rows, a choice of methods, a table of choices.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { composePlugins } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { readConfiguration } from "./configuration.ts";
import { filePlugins } from "./plugins.ts";
import { readCatalogue } from "./validation/file.ts";

const { catalog, plugins } = readConfiguration(process.env);
// A new file goes into the first folder.
const root = catalog[0]!;
const { values: additions, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "boolean" }, method: { type: "boolean" }, table: { type: "boolean" } },
});
const [category = "", slug = ""] = (positionals[0] ?? "").split("/");

async function create(): Promise<string> {
  const categories = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  if (!categories.includes(category))
    throw new Error(
      `${category ? `There is no category "${category}".${didYouMean(category, categories)} ` : ""}Name the file: npm run new-calculator -- <category>/<slug> [--rows] [--method] [--table]. The categories are ${categories.join(", ")}.`,
    );
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new Error(`"${slug}" is no slug: small letters and digits, words joined by "-".`);
  const path = `${root}/${category}/${slug}.yaml`;
  if (existsSync(path)) throw new Error(`${path} exists already.`);
  const language = composePlugins(await filePlugins(plugins));
  const catalogue = readCatalogue([...catalog, ...language.folders], language);
  const subcategories = Object.keys(catalogue.categories.get(category)!.subcategories);
  const answers = await ask(subcategories);
  writeFileSync(path, fileOf(answers, additions));
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

/** What the options add to a file: an input of rows, a choice of methods, a table whose rows are choices. */
interface Additions {
  rows?: boolean | undefined;
  method?: boolean | undefined;
  table?: boolean | undefined;
}

/** A file that runs, with placeholders for every sentence: its numbers are the sum of its inputs. */
function fileOf({ title, subcategory, inputs, outputs }: Answers, { rows, method, table }: Additions): string {
  const [main = "result", ...others] = outputs;
  const required = [...inputs, ...(rows ? ["items"] : []), ...(table ? ["material"] : [])];
  const terms = [...inputs, ...(rows ? ["sum(items.amount * items.price)"] : [])];
  const sum = table ? `(${terms.join(" + ")}) * materials[material].factor` : terms.join(" + ");
  const value = (each: number) => each * inputs.length + (rows ? 30 : 0);
  const sent = (each: number) => [...inputs.map((name) => `${name}: ${each}`), ...(rows ? ["items: [{ amount: 2, price: 15 }]"] : [])];
  const expected = (each: number) => [main, ...others].map((name, at) => `${name}: ${(at === 0 && method ? 2 : 1) * value(each)}.000`);
  const lines = [
    `title: ${title}`,
    "description: One or two sentences that say which question this answers.",
    `subcategory: ${subcategory}`,
    "aliases: [another name that people search for]",
    "questions: [what people type when they need this, what they ask an agent]",
    "popularity: 2",
    "inputs:",
    "  type: object",
    `  required: [${required.join(", ")}]`,
    "  properties:",
    ...inputs.map((name) => `    ${name}: { type: number, title: ${words(name)}, minimum: 0, maximum: 1000 }`),
    ...(rows ? rowLines : []),
    ...(table ? ["    material: { type: string, title: Material, choices: materials }"] : []),
    ...(method ? methodLines : []),
    ...(table ? tableLines : []),
    "formulas:",
    ...(method ? [`  ${main}:`, "    by: method", `    once: ${sum}`, `    twice: 2 * (${sum})`] : [`  ${main}: ${sum}`]),
    ...others.map((name) => `  ${name}: ${sum}`),
    "outputs:",
    ...outputs.map((name) => `  ${name}: { label: ${words(name)} }`),
    `explanation: "{{ ${inputs[0]} }} gives {{ ${main} }}."`,
    "usage: What to measure, and how.",
    "limits: When not to use it.",
    "examples:",
    ...exampleLines("A typical case, with numbers that can be checked", { sent: sent(10), expected: expected(10), method, table }),
    ...exampleLines("An edge", { sent: sent(0), expected: expected(0), method, table }),
    ...(method
      ? onceLines(
          sent(10),
          outputs.map((name) => `${name}: ${value(10)}.000`),
          table,
        )
      : []),
    "references:",
    '  - { title: "Author: Title of the book, edition", locator: section or page }',
  ];
  return `${lines.join("\n")}\n`;
}

const rowLines = [
  "    items:",
  "      type: array",
  "      title: Items",
  "      minItems: 1",
  "      maxItems: 50",
  "      items:",
  "        type: object",
  "        required: [amount, price]",
  "        properties:",
  "          amount: { type: number, title: Amount, minimum: 0, maximum: 1000 }",
  "          price: { type: number, title: Price, minimum: 0, maximum: 1000 }",
];
const methodLines = [
  "    method:",
  "      type: string",
  "      title: Method",
  "      oneOf: [{ const: once, title: Once }, { const: twice, title: Twice }]",
  "      default: twice",
];
const tableLines = [
  "tables:",
  "  materials:",
  '    source: "Author: Title of the book, edition, table"',
  "    columns: { factor: 1 }",
  "    rows:",
  "      wood: { title: Wood, factor: 1 }",
  "      steel: { title: Steel, factor: 3 }",
];

interface ExampleParts {
  sent: string[];
  expected: string[];
  method?: boolean | undefined;
  table?: boolean | undefined;
}
function exampleLines(title: string, { sent, expected, table }: ExampleParts): string[] {
  const one = `    outputs: { ${expected.join(", ")} }`;
  const tripled = expected.map((each) => each.replace(/(\d+)\.000$/, (_, number) => `[${number}.000, ${3 * Number(number)}.000]`));
  return [
    `  - title: ${title}`,
    `    inputs: { ${sent.join(", ")} }`,
    table ? `    each: { material: [wood, steel], ${tripled.join(", ")} }` : one,
    "    origin: derived",
  ];
}

/** An example of the method that is not the default. */
const onceLines = (sent: string[], expected: string[], table?: boolean): string[] => [
  "  - title: The other method",
  `    inputs: { ${[...sent, "method: once", ...(table ? ["material: wood"] : [])].join(", ")} }`,
  `    outputs: { ${expected.join(", ")} }`,
  "    origin: derived",
];

try {
  process.stdout.write(`${await create()}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
