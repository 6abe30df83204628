// The words of a command line → a request: inputs as people write them, files, ranges and uncertainties.
import { readFileSync } from "node:fs";
import type { Calculator, InputSchema, Kernel } from "formulary";
import { didYouMean } from "formulary/functions";
import Papa from "papaparse";
import { requestOf } from "../../plugins/query/index.ts";

/** A command that cannot be understood. */
export class UsageError extends Error {}

/** What the options of `calc` say, as texts. */
export interface Options {
  solve?: string | undefined;
  target?: string | undefined;
  units?: string[] | undefined;
  over?: string[] | undefined;
  steps?: boolean | undefined;
  sensitivity?: boolean | undefined;
}

/** `name=value` in two. */
export function pairOf(word: string, what: string): [name: string, value: string] {
  const at = word.indexOf("=");
  if (at < 1) throw new UsageError(`"${word}" is not ${what}.`);
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

/** The body of POST /calculate that the words mean; throws what cannot be read. */
export function toRequest(
  words: string[],
  options: Options,
  calculator: Calculator,
  kernel: Pick<Kernel, "catalog">,
): Record<string, unknown> {
  const { inputs: { properties = {} } = {} } = calculator.completed();
  const texts = new URLSearchParams();
  const values: Record<string, unknown> = Object.create(null);
  const uncertainties: Record<string, number | string> = Object.create(null);
  for (const word of words) {
    const [name, text] = pairOf(word, "an input: write name=value, such as principal=1000");
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const [, plain = text, uncertainty] = /^(.*?)\s*(?:±|\+-|\+\/-)\s*([\d.e-]+\s*%?)$/.exec(text) ?? [];
    if (text.startsWith("@")) values[name] = readTable(text.slice(1), schema);
    else if (/^[[{]/.test(text)) values[name] = readJson(text, name);
    else if (uncertainty !== undefined && schema?.type === "number") {
      texts.append(name, plain);
      uncertainties[name] = uncertainty.includes("%") ? uncertainty : Number(uncertainty);
    } else texts.append(name, text);
  }
  for (const unit of options.units ?? [])
    texts.append(`units.${pairOf(unit, "a unit of an output: write energy=kcal")[0]}`, pairOf(unit, "")[1]);
  const { inputs: read, units } = requestOf(calculator, texts, kernel);
  const inputs: Record<string, unknown> = { ...read, ...values };
  for (const [name, uncertainty] of Object.entries(uncertainties)) inputs[name] = withUncertainty(inputs[name], uncertainty);
  return {
    calculator: calculator.slug,
    inputs,
    ...(units && { units }),
    ...backwards(options),
    ...(options.over && { over: Object.fromEntries(options.over.map(rangeOf)) }),
    ...(options.steps && { steps: true }),
    ...(options.sensitivity && { sensitivity: true }),
  };
}

const withUncertainty = (value: unknown, uncertainty: number | string) =>
  typeof value === "object" ? { ...value, uncertainty } : { value, uncertainty };

function backwards({ solve, target }: Options): object {
  if (solve === undefined && target === undefined) return {};
  if (solve === undefined || target === undefined)
    throw new UsageError("Solving backwards takes both: --solve <input> --target <output>=<value>.");
  const [output, text] = pairOf(target, "a target: write --target futureValue=2000");
  const [, number, unit] = /^([+-]?[\d,_]*\.?\d+(?:e[+-]?\d+)?)\s*(.*)$/i.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`The target "${text}" does not begin with a number.`);
  const value = Number(number.replaceAll(/[,_]/g, ""));
  return { solveFor: solve, target: { [output]: unit ? { value, unit } : value } };
}

/** rate=1:10:10 from 1 to 10 in 10 points (with a unit: 1:10:10 km, with log: 1:1000:4:log), or rate=1,2,5. */
function rangeOf(word: string): [name: string, range: unknown] {
  const [name, text] = pairOf(word, "a range: write --over rate=1:10:10 or --over rate=1,2,5");
  const [, from, to, count, scale, unit] = /^([^:,\s]+):([^:,\s]+):(\d+)(:log)?\s*(.*)$/.exec(text) ?? [];
  const numbers = [from, to, count].map(Number);
  if (count !== undefined && numbers.every(Number.isFinite))
    return [name, { from: numbers[0], to: numbers[1], count: numbers[2], ...(unit && { unit }), ...(scale && { scale: "log" }) }];
  return [name, text.split(",").map((each) => (each.trim() !== "" && Number.isFinite(Number(each)) ? Number(each) : each.trim()))];
}

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

/** A list or rows from a JSON or CSV file; a CSV file of rows has the names of the fields in its first line. */
function readTable(path: string, schema: InputSchema | undefined): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UsageError(`The file ${path} cannot be read: ${(error as Error).message}`);
  }
  if (/\.json$/i.test(path)) return readJson(text, path);
  const isRows = schema?.items?.type === "object";
  const { data, errors } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: true });
  const [fault] = errors.filter(({ type }) => type !== "Delimiter");
  if (fault) throw new UsageError(`${path}, line ${(fault.row ?? 0) + 1}: ${fault.message}.`);
  const cell = (each: string) => (each.trim() !== "" && Number.isFinite(Number(each)) ? Number(each) : each.trim());
  if (!isRows) {
    const rows = data.map((row) => row.map(cell));
    if (schema?.items?.type === "array") return rows;
    // the head of a column of numbers is no number
    const list = rows.flat();
    return typeof list[0] === "string" && list.slice(1).every((each) => typeof each === "number") && list.length > 1 ? list.slice(1) : list;
  }
  const [heads = [], ...rows] = data;
  const fields = Object.keys(schema?.items?.properties ?? {});
  const names = heads.map((head) => head.trim());
  const unknown = names.find((each) => !fields.includes(each));
  if (unknown !== undefined)
    throw new UsageError(`${path} has a column "${unknown}"; the fields are ${fields.join(", ")}.${didYouMean(unknown, fields)}`);
  return rows.map((row) =>
    Object.fromEntries(names.flatMap((name, at) => ((row[at] ?? "").trim() === "" ? [] : [[name, cell(row[at]!)]]))),
  );
}
