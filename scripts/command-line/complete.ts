// formulary completion: scripts for shells that ask this program for the words that may come next.
import glob from "fast-glob";
import { choicesOf } from "formulary/compiler";
import { UsageError } from "./arguments.ts";
import { folders, openCalculator } from "./open.ts";
import { print } from "./print.ts";

const scripts: Record<string, string> = {
  bash: `_formulary() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}") line="\${COMP_LINE:0:COMP_POINT}"
  # an equals sign ends a word for bash: the words are taken from the line itself
  read -r -a words <<< "\${line#* }"
  [[ "$line" == *" " ]] && words+=("")
  local word="\${words[-1]}"
  mapfile -t COMPREPLY < <(formulary complete "\${words[@]}" 2>/dev/null)
  [[ "$word" == *=* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${word%%=*}="}")
  [[ "\${#COMPREPLY[@]}" == 1 && "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace
}
complete -F _formulary formulary
`,
  zsh: `#compdef formulary
_formulary() {
  local -a found
  found=("\${(@f)$(formulary complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -S '' -- $found
}
compdef _formulary formulary
`,
  fish: `complete -c formulary -f -a '(formulary complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};
const commands = ["calc", "search", "show", "check", "new", "serve", "key", "mcp", "completion"];
const calculateOptions = ["--solve", "--target", "--over", "--units", "--steps", "--sensitivity", "--json", "--csv", "--help"];

/** Writes the script of a shell; the exit code. */
export function printScript([shell = ""]: string[]): number {
  if (!Object.hasOwn(scripts, shell))
    throw new UsageError('Usage: formulary completion bash|zsh|fish, for bash: eval "$(formulary completion bash)"');
  process.stdout.write(scripts[shell]!);
  return 0;
}

/** Writes the words that may stand in place of the last one, a line each; the exit code. */
export async function printCompletions(words: string[]): Promise<number> {
  const word = words.at(-1) ?? "";
  for (const each of await candidates(words)) if (each.startsWith(word)) print(each);
  return 0;
}

async function candidates(words: string[]): Promise<string[]> {
  const [command = "", slug = "", ...rest] = words;
  if (words.length <= 1) return commands;
  if (command === "completion") return Object.keys(scripts);
  if (command !== "calc" && command !== "show") return [];
  if (words.length === 2) return slugs();
  if (command === "show") return ["--json"];
  const word = rest.at(-1) ?? "";
  if (word.startsWith("-")) return calculateOptions;
  const { calculator } = await openCalculator(slug);
  const { inputs: { properties = {} } = {}, outputs = {} } = calculator.completed();
  const before = rest.at(-2);
  if (before === "--solve") return Object.keys(properties);
  if (before === "--target" || before === "--units") return Object.keys(outputs).map((name) => `${name}=`);
  const [name = ""] = word.split("=");
  const schema = word.includes("=") && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (schema) return (choicesOf(schema) ?? (schema.type === "boolean" ? [true, false] : [])).map((value) => `${name}=${String(value)}`);
  return Object.keys(properties).map((each) => `${each}=`);
}

async function slugs(): Promise<string[]> {
  const lists = await Promise.all(folders().map((cwd) => glob("*/*.yaml", { cwd })));
  const names = lists.flat().map((path) => path.split("/")[1]!.slice(0, -".yaml".length));
  return [...new Set(names.filter((name) => !name.startsWith("_")))].sort();
}
