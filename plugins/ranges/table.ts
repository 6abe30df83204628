// Calculates every point of a table, and writes the table as a result.
import { CalcError, type Call, type Outcome, type Result, requestSteps, type ValidInputs, type Value } from "formulary";
import type { Point } from "./points.ts";

/** What a point takes beside reading its inputs and its formulas. */
const stepsPerPoint = 40;

interface TableOptions {
  /** The inputs that stay the same, as they were sent. */
  inputs: unknown;
  points: Point[];
  today: string;
}
interface Refusal {
  row: number;
  code: string;
  message: string;
}
type Head = { label: string; unit: string };
type Row = Record<string, Value>;

/** The table of all points; pauses after each. Throws where none has a result. */
export function* tabulate(call: Call, { inputs, points, today }: TableOptions): Generator<undefined, Outcome> {
  const { calculator, work } = call;
  const names = Object.keys(points[0]!);
  const heads: Record<string, Head> = Object.create(null);
  const rows: Row[] = [];
  const refused: Refusal[] = [];
  let units = call.units;
  let first: ValidInputs | undefined;
  let refusal: unknown;
  for (const [at, point] of points.entries()) {
    yield;
    work.steps += stepsPerPoint;
    checkStepsLeft(work, points.length);
    try {
      const valid = calculator.validate({ ...(inputs as object), ...point }, today, units, work);
      const values = calculator.values(valid, { spent: work });
      const found = Object.entries(values).filter(([, value]) => isSingle(value));
      if (found.some(([name]) => !Object.hasOwn(heads, name))) {
        const { results } = calculator.run(valid, work);
        for (const [name] of found) heads[name] ??= headOf(results[name]!);
        // every row in the units of the first, where an input chooses them
        units = { ...units, ...chosenUnits(call, results) };
      }
      first ??= valid;
      const own = names.map((name) => [name, writeInput(call, name, { valid, point })] as const);
      for (const [name, result] of own) heads[name] ??= headOf(result);
      rows.push({ ...Object.fromEntries(own.map(([name, { value }]) => [name, value])), ...Object.fromEntries(found.map(tidy)) });
    } catch (error) {
      if (!(error instanceof CalcError) || ["too_much_work", "client_left"].includes(error.code)) throw error;
      refusal ??= atOver(error, names);
      refused.push({ row: at + 1, code: error.errors[0]?.code ?? error.code, message: error.message });
      rows.push(Object.fromEntries(names.map((name) => [name, plainValue(point[name])])));
    }
  }
  if (!first) throw refusal;
  return outcomeOf(call, { names, heads, rows, refused, first, units });
}

interface Table {
  names: string[];
  heads: Record<string, Head>;
  rows: Row[];
  refused: Refusal[];
  first: ValidInputs;
  units: Call["units"];
}
function outcomeOf({ calculator }: Call, whole: Table): Outcome {
  const { names, heads, rows, refused, first } = whole;
  const outputs = Object.keys(calculator.completed().outputs ?? {}).filter((name) => Object.hasOwn(heads, name));
  const columns = Object.fromEntries([...names, ...outputs].map((name) => [name, heads[name]!]));
  const value = rows.map((row) => Object.fromEntries(Object.keys(columns).map((name) => [name, row[name] ?? null]))) as unknown as Value;
  const label = `${heads[outputs[0]!]!.label} by ${names.map((name) => lower(heads[name]!.label)).join(" and ")}`;
  const table: Result = { value, label, unit: "", formatted: `${rows.length} ${rows.length === 1 ? "row" : "rows"}`, columns };
  const fixed = Object.fromEntries(Object.entries(first.values).filter(([name]) => !names.includes(name)));
  const explanation = [...spanOf(outputs[0]!, whole, calculator), ...gapsOf(refused, rows.length)].join(" ");
  const members = { over: { points: rows.length, ...(refused.length > 0 && { refused }) } };
  return { results: { table }, explanation, inputs: fixed, members };
}

/** "Rate from 1 to 10 %: Future value is between $1,104.62 and $2,593.74." */
function spanOf(output: string, { names, heads, rows, first, units }: Table, calculator: Call["calculator"]): string[] {
  const numbers = rows.map((row) => row[output]).filter((value) => typeof value === "number");
  if (numbers.length === 0) return [];
  const write = (value: number) => calculator.writeOutput(output, value, { inputs: first, unit: units?.[output] });
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map(write);
  const ranges = names.map((name) => {
    const { label, unit } = heads[name]!;
    const values = rows.map((row) => row[name]);
    const isNumber = values.every((value) => typeof value === "number");
    const distinct = new Set(values.map(String));
    return isNumber
      ? `${label} from ${values[0]} to ${values.at(-1)}${unit === "" ? "" : ` ${unit}`}`
      : `${label} with ${distinct.size} values`;
  });
  const { label } = heads[output]!;
  const span = low !== high ? `between ${low} and ${high}` : numbers.length > 1 ? `${low} everywhere` : low;
  return [`${ranges.join(", ")}: ${label} is ${span}.`];
}

const gapsOf = (refused: Refusal[], points: number): string[] =>
  refused.length === 0 ? [] : [`${refused.length} of ${points} points ${refused.length === 1 ? "has" : "have"} no result.`];

const headOf = ({ label, unit }: Result): Head => ({ label, unit });
const lower = (label: string) => (/^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label);
const isSingle = (value: Value): boolean => ["number", "string", "boolean"].includes(typeof value);
const tidy = ([name, value]: [string, Value]): [string, Value] => [name, typeof value === "number" ? Number(value.toPrecision(15)) : value];

/** An input as it was sent, or in its declared unit where it came without one. */
function writeInput({ calculator }: Call, name: string, { valid, point }: { valid: ValidInputs; point: Point }): Result {
  const sent = point[name];
  const unit = sent !== null && typeof sent === "object" ? (sent as { unit: string }).unit : undefined;
  const written = calculator.writeInput(name, valid, unit);
  return unit === undefined ? written : { ...written, value: (sent as { value: number }).value };
}
const plainValue = (sent: unknown): Value =>
  sent !== null && typeof sent === "object" ? (sent as { value: Value }).value : (sent as Value);

/** The units of those outputs whose unit depends on an input. */
function chosenUnits({ calculator }: Call, results: Outcome["results"]): Record<string, string> {
  const { outputs = {} } = calculator.completed();
  const dependent = Object.entries(outputs).filter(([name, { unit }]) => typeof unit === "object" && results[name]?.unit);
  return Object.fromEntries(dependent.map(([name]) => [name, results[name]!.unit]));
}

/** The refusal with its faults at `over`, where they are about inputs that it names. */
function atOver(error: CalcError, names: string[]): CalcError {
  const errors = error.errors.map((fault) => {
    const [, members, name = ""] = fault.path.split("/");
    return members === "inputs" && names.includes(name) ? { ...fault, path: `/over/${name}` } : fault;
  });
  return new CalcError(error.code, { message: error.message, errors });
}

function checkStepsLeft({ steps }: { steps: number }, points: number): void {
  if (steps <= requestSteps) return;
  throw new CalcError("too_much_work", {
    message: `A table of ${points} points takes more than the ${requestSteps.toLocaleString("en")} steps of a request: ask for fewer points.`,
  });
}
