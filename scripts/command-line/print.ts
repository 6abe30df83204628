// Answers and errors for people: aligned columns, and colours where the terminal has them.
import { styleText } from "node:util";
import type { CalcError, Calculator, Outcome, Result, Value } from "formulary";
import type { Step } from "../../plugins/steps/index.ts";
import type { Sensitivity, Uncertainty } from "../../plugins/uncertainty/index.ts";

type Style = Parameters<typeof styleText>[0];
const hasColours = (stream: NodeJS.WriteStream) => stream.isTTY && !process.env.NO_COLOR;
/** A text in a style, where standard output shows it. */
export const styled = (style: Style, text: string): string => (hasColours(process.stdout) ? styleText(style, text) : text);
/** Writes a line to standard output. */
export const print = (text = ""): void => void process.stdout.write(`${text}\n`);

/** The outcome with what plugins may have added. */
type Whole = Outcome & { steps?: Step[]; sensitivity?: Record<string, Sensitivity[]> };

/** Writes an answer: results, tables, explanation, remarks, and where they were asked for the working and what moves the results. */
export function printAnswer({ title }: Calculator, outcome: Whole): void {
  const { results, explanation, remarks = [], steps = [], sensitivity = {} } = outcome;
  print(styled("bold", title));
  const single = Object.entries(results).filter(([, { columns }]) => !columns);
  const width = Math.max(0, ...single.map(([, { label }]) => label.length));
  for (const [name, result] of single) {
    const solved = name === (outcome.members?.solved as { name: string } | undefined)?.name;
    print(`  ${result.label.padEnd(width)}  ${styled(solved || name === single[0]?.[0] ? "green" : "reset", textOf(result))}`);
  }
  for (const result of Object.values(results)) if (result.columns) printTable(result);
  if (explanation) print(`\n${explanation}`);
  for (const { message } of remarks) print(styled("yellow", `Note: ${message}`));
  if (steps.length > 0) printSteps(steps);
  for (const [name, entries] of Object.entries(sensitivity)) printSensitivity(results[name]?.label ?? name, entries);
}

const textOf = (result: Result & { uncertainty?: Uncertainty }): string => result.uncertainty?.formatted ?? result.formatted;

const mostRows = 40;
function printTable({ label, value, columns = {} }: Result): void {
  const rows = value as Record<string, Value>[];
  const heads = Object.values(columns).map(({ label: head, unit }) => (unit ? `${head} (${unit})` : head));
  const shown = rows.length > mostRows ? [...rows.slice(0, mostRows - 5), ...rows.slice(-5)] : rows;
  print(`\n${styled("bold", label)}`);
  printColumns([heads, ...shown.map((row) => Object.keys(columns).map((name) => cellText(row[name])))]);
  if (shown.length < rows.length) print(`  … ${rows.length - shown.length} rows before the last 5 are left out: --csv has them all.`);
}

function cellText(value: Value | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return value.toLocaleString("en", { maximumSignificantDigits: 10 });
  return Array.isArray(value) ? value.map(cellText).join(" ") : String(value);
}

/** Writes rows in columns, numbers to the right; the first row is the head. */
export function printColumns(rows: string[][]): void {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const isNumber = rows[0]!.map((_, at) => rows.slice(1).every((row) => /^(-?[\d,.e+-]+)?$/.test(row[at]!)));
  for (const [at, row] of rows.entries()) {
    const line = row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join("  ");
    print(`  ${at === 0 ? styled("dim", line) : line}`.trimEnd());
  }
}

function printSteps(steps: Step[]): void {
  print(`\n${styled("bold", "Working")} (numbers in coherent SI units)`);
  for (const { name, label, formula, substituted, formatted, value, list, because } of steps) {
    print(`  ${label === name ? name : `${label} (${name})`} = ${formula}`);
    const result = formatted ?? (list ? `${list.count} values` : value === undefined ? undefined : cellText(value));
    if (substituted !== undefined && result !== undefined) print(`    = ${substituted} = ${result}`);
    if (because) print(styled("dim", `    since ${because.join(" and ")}`));
  }
}

function printSensitivity(label: string, entries: Sensitivity[]): void {
  if (entries.length === 0) return;
  print(`\n${styled("bold", `What moves “${label}”`)}`);
  const cell = (x: number | undefined) => (x === undefined ? "" : x.toLocaleString("en", { maximumSignificantDigits: 4 }));
  printColumns([
    ["Input", "at -1 %", "at +1 %", "elasticity"],
    ...entries.map(({ label: input, lessInput, moreInput, elasticity }) => [input, cell(lessInput), cell(moreInput), cell(elasticity)]),
  ]);
}

/** Writes an error: as a problem of the API for programs, else every fault at its place. */
export function printError(error: CalcError, { json, slug }: { json: boolean; slug: string }): void {
  const { code, message, errors, status, title } = error;
  if (json) {
    print(JSON.stringify({ success: false, code, status, title, detail: message, errors }, null, 2));
    return;
  }
  const faults = code === "unknown_calculator" ? [] : errors;
  const lines = faults.map(
    ({ path, message: text, hint }) => `${path.split("/").slice(2).join(".") || path.slice(1)}: ${text}${hint ? ` ${hint}` : ""}`,
  );
  const isTold = faults.some((each) => each.message === message);
  const written = [...(isTold ? [] : [message]), ...lines].join("\n");
  const help = code === "invalid_inputs" ? [`What it takes: formulary show ${slug}`] : [];
  process.stderr.write(`${[hasColours(process.stderr) ? styleText("red", written) : written, ...help].join("\n")}\n`);
}
