// formulary search and show: which calculators there are, and what one needs and gives.
import { parseArgs } from "node:util";
import { CalcError, type Calculator, type InputSchema } from "formulary";
import { choicesOf, rangeOf, unitInWords } from "formulary/compiler";
import { UsageError } from "./arguments.ts";
import { open, openCalculator } from "./open.ts";
import { print, printColumns, printError, styled } from "./print.ts";

const options = { json: { type: "boolean" }, limit: { type: "string" }, help: { type: "boolean" } } as const;
function read(words: string[], usage: string) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (!values.help && positionals.length > 0) return { ...values, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.\n${usage}`);
  }
  throw new UsageError(usage);
}

/** Lists what words find; the exit code. */
export async function search(words: string[]): Promise<number> {
  const { json, limit = "10", positionals } = read(words, "Usage: formulary search <words…> [--limit 10] [--json]");
  if (!/^\d{1,4}$/.test(limit)) throw new UsageError("--limit takes a whole number, such as --limit 20.");
  const { catalog } = await open();
  const found = catalog.list({ q: positionals.join(" "), limit: Number(limit) });
  if (json) print(JSON.stringify(found, null, 2));
  else if (found.total === 0) {
    const { suggestions = [] } = found as { suggestions?: string[] };
    print(`Nothing was found.${suggestions.length > 0 ? ` Try: ${suggestions.join(", ")}.` : ""}`);
  } else printColumns([["slug", "title"], ...found.calculators.map(({ slug, title }) => [slug, title])]);
  return found.total > 0 ? 0 : 1;
}

/** Writes what one calculator needs and gives; the exit code. */
export async function show(words: string[]): Promise<number> {
  const { json, positionals } = read(words, "Usage: formulary show <slug> [--json]");
  const slug = positionals[0]!;
  try {
    const { calculator } = await openCalculator(slug);
    if (json) print(JSON.stringify(calculator.detail(), null, 2));
    else describe(calculator);
    return 0;
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    printError(error, { json: json === true, slug });
    return 1;
  }
}

function describe(calculator: Calculator): void {
  const { slug, title, description } = calculator;
  const { inputs: { properties = {}, required = [] } = {}, outputs = {}, usage, limits, examples = [] } = calculator.completed();
  print(`${styled("bold", title)}\n${description}\n\n${styled("bold", "Inputs")}`);
  const rows = Object.entries(properties).map(([name, schema]) => [
    name,
    schema.title ?? name,
    takes(schema),
    needed(name, schema, required),
  ]);
  printColumns([["name", "what", "takes", ""], ...rows]);
  print(`\n${styled("bold", "Results")}`);
  printColumns([["name", "what", "unit"], ...Object.entries(outputs).map(([name, { label, unit }]) => [name, label, unitName(unit)])]);
  for (const text of [usage, limits]) if (text) print(`\n${text}`);
  const example = examples.find(({ solve, refused }) => solve === undefined && refused === undefined);
  if (example) print(`\n${styled("bold", "Example")}\n  formulary calc ${slug} ${Object.entries(example.inputs).map(toWord).join(" ")}`);
}

const unitName = (unit: InputSchema["unit"]): string => (unit === undefined ? "" : typeof unit === "string" ? unit : `by ${unit.by}`);
function takes(schema: InputSchema): string {
  const choices = choicesOf(schema);
  if (choices) return choices.map(String).join(" | ");
  if (schema.type === "array")
    return schema.items?.type === "object" ? `rows of ${Object.keys(schema.items.properties ?? {}).join(", ")}` : "a list";
  if (schema.type === "boolean") return "true | false";
  if (schema.type === "string") return schema.format ?? "a text";
  const { low, high } = rangeOf(schema);
  const unit = typeof schema.unit === "string" ? String(unitInWords(schema.unit) ?? schema.unit) : unitName(schema.unit);
  return `${schema.type === "integer" ? "a whole number" : "a number"} from ${low} to ${high}${unit ? ` ${unit}` : ""}`;
}
function needed(name: string, schema: InputSchema, required: string[]): string {
  if (schema.default !== undefined) return `default ${String(schema.default)}`;
  if (schema.when !== undefined) return `when ${schema.when}`;
  return required.includes(name) ? "required" : "";
}

/** An input as a word of the command line. */
function toWord([name, value]: [string, unknown]): string {
  const quantity = value as { value?: unknown; unit?: string };
  const isQuantity = typeof value === "object" && value !== null && Object.hasOwn(value, "unit");
  const text = isQuantity ? `${quantity.value} ${quantity.unit}` : typeof value === "object" ? JSON.stringify(value) : String(value);
  const word = `${name}=${text}`;
  return /^[\w=.,:%/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
