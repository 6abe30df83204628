// formulary: calculates, searches and shows on the command line, and starts the other programs.
import "../v8-flags.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CalcError } from "formulary";
import { root } from "../root.ts";
import { UsageError } from "./arguments.ts";

const usage = `Usage: formulary <command> …

  calc <slug> [input=value…]   calculate; formulary calc --help says how inputs are written
  search <words…>              find calculators; --limit 10, --json
  show <slug>                  what a calculator needs and gives; --json
  check [paths…]               check calculator files (validate-catalog)
  new <category>/<slug>        a calculator file to fill in
  serve                        start the server
  key --email you@example.com  an API key of the server on this machine
  mcp                          the calculators for an agent, over standard input and output
  completion bash|zsh|fish     a script that completes commands, slugs and inputs

Neither a server nor a key is needed to calculate. CATALOG and PLUGINS apply (scripts/README.md).
Exit code: 0 with an answer, 1 where it was refused, 2 where the command was not understood.
`;

/** Programs of their own, by command; they read process.argv. */
const programs: Record<string, string> = {
  check: "../validation/main.js",
  new: "../new-calculator.js",
  serve: "../serve.js",
  key: "../new-key.js",
  mcp: "../mcp.js",
};

// whoever reads may stop early, as head does
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

async function run([command = "", ...rest]: string[]): Promise<number | undefined> {
  const program = Object.hasOwn(programs, command) ? programs[command] : undefined;
  if (program !== undefined) {
    process.argv = [process.argv[0]!, fileURLToPath(new URL(program, import.meta.url)), ...rest];
    // servers and keys work in the folder of the clone, as their npm commands do; files are named from where the reader is
    if (command === "serve" || command === "key") process.chdir(root);
    else process.env.CATALOG ||= join(root, "catalog");
    await import(program);
    return undefined;
  }
  if (command === "calc") return (await import("./calculate.ts")).calculate(rest);
  if (command === "search" || command === "show") return (await import("./find.ts"))[command](rest);
  if (command === "completion") return (await import("./complete.ts")).printScript(rest);
  if (command === "complete") return (await import("./complete.ts")).printCompletions(rest);
  const isHelp = ["", "help", "--help", "-h"].includes(command);
  if (!isHelp) process.stderr.write(`There is no command "${command}".\n\n`);
  (isHelp ? process.stdout : process.stderr).write(usage);
  return isHelp && command !== "" ? 0 : 2;
}

try {
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof CalcError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
