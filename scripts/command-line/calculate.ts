// formulary calc: one calculation, for people as text, for programs as JSON or CSV.
import { parseArgs } from "node:util";
import { CalcError, type Outcome } from "formulary";
import { csvOf } from "../../plugins/query/index.ts";
import { toRequest, UsageError } from "./arguments.ts";
import { openCalculator } from "./open.ts";
import { printAnswer, printError } from "./print.ts";

const usage = `Usage: formulary calc <slug> [input=value…] [options]

  principal=1000 rate=5%       numbers as people write them: 1,000, 2.5k, 1 1/2
  weight=154lb "height=5 ft"   in any unit that converts
  weight=75±1%                 with a standard uncertainty
  values="1 2 3"               a list; as JSON: values=[1,2,3]; from a file: values=@data.csv
  debts=@debts.csv             rows: a CSV file whose first line names the fields, or a JSON file

  --solve years --target futureValue=2000   find an input for which an output reaches a value
  --over rate=1:10:10          a table over a range (from:to:points), or a list: --over rate=1,2,5
  --units energy=kcal          answer an output in another unit; may come several times
  --steps                      show the working
  --sensitivity                show what moves each result
  --json, --csv                for programs: the answer of POST /calculate, or the largest table

Example: formulary calc compound-interest principal=1000 rate=5% years=10
`;
const options = {
  solve: { type: "string" },
  target: { type: "string" },
  over: { type: "string", multiple: true },
  units: { type: "string", multiple: true },
  steps: { type: "boolean" },
  sensitivity: { type: "boolean" },
  json: { type: "boolean" },
  csv: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function read(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
  }
}

/** Runs the command; the exit code. */
export async function calculate(words: string[]): Promise<number> {
  const { values, positionals } = read(words);
  const [slug, ...inputs] = positionals;
  if (values.help || slug === undefined) {
    (values.help ? process.stdout : process.stderr).write(usage);
    return values.help ? 0 : 2;
  }
  try {
    const { kernel, calculator } = await openCalculator(slug);
    const reply = await kernel.answer(toRequest(inputs, values, calculator, kernel));
    if (values.json) process.stdout.write(`${JSON.stringify(reply.body(), null, 2)}\n`);
    else if (values.csv) process.stdout.write(csvOf(reply.answer.outcome.results));
    else printAnswer(calculator, reply.answer.outcome as Outcome & Record<string, never>);
    return 0;
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    printError(error, { json: values.json === true, slug });
    return 1;
  }
}
