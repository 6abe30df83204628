// Which cells of a file's tables its examples notice: each cell of the compiled tables is changed in place by 2 %, and
// the examples run again.
import type { Calculator, Value } from "formulary";
import { CalcError, exampleCases } from "formulary/compiler";
import { inputsOf } from "./coverage-runs.ts";
import { exampleDay, runExample } from "./examples.ts";
import type { CalculatorFile } from "./file.ts";

/** A cell of a table: a number, a text, or yes and no. */
export interface Cell {
  /** Its keys and positions from the outside to the inside. */
  path: string[];
  value: number | string | boolean;
  /** How far the examples notice a change: it changes no result, or results that no example names, or one that an example names. */
  met: "unread" | "unnamed" | "noticed";
}

type Holder = Record<string, Value>;
interface Place {
  path: string[];
  holder: Holder;
  value: Cell["value"];
}

/** The places of all cells below a value, in order. */
function placesIn(holder: Value, path: string[] = []): Place[] {
  if (holder === null || typeof holder !== "object") return [];
  return Object.entries(holder as Holder).flatMap(([key, value]) =>
    typeof value === "object" ? placesIn(value, [...path, key]) : [{ path: [...path, key], holder: holder as Holder, value }],
  );
}

/** Another value for a cell: a number 2 % larger, another text of its column, the opposite. */
export function changedCell(value: Cell["value"], column: Cell["value"][]): Cell["value"] {
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return column.find((each) => typeof each === "string" && each !== value) ?? `${value} x`;
  const largest = Math.max(...column.map((each) => (typeof each === "number" ? Math.abs(each) : 0)));
  return value + 0.02 * (Math.abs(value) || largest || 1);
}

/** The examples of a file, to be run on its tables as they are. */
interface Examples {
  count: number;
  /** What an example gives: its values, or with `words` its explanation; or the message of its refusal. */
  outcomeOf: (at: number, words: boolean) => string;
  fails: (at: number) => boolean;
}

function examplesOf(file: CalculatorFile, calculator: Calculator): Examples {
  const cases = exampleCases(calculator.completed());
  return {
    count: cases.length,
    outcomeOf: (at, words) => {
      try {
        const accepted = calculator.validate(inputsOf(cases[at]!), exampleDay);
        return words ? calculator.run(accepted).explanation : JSON.stringify(calculator.values(accepted));
      } catch (error) {
        if (!(error instanceof CalcError)) throw error;
        return error.message;
      }
    },
    fails: (at) => runExample(calculator, cases[at]!, file).length > 0,
  };
}

/** Makes the function that says how far the examples notice that the tables are not what they were. */
function createWatch({ count, outcomeOf, fails }: Examples): () => Cell["met"] {
  const before = [false, true].map((words) => Array.from({ length: count }, (_, at) => outcomeOf(at, words)));
  // Rows stand in the order of a series: the example that noticed the last cell is asked first.
  let first = 0;
  return () => {
    let met: Cell["met"] = "unread";
    for (const [words, outcomes] of before.entries())
      for (let turn = 0; turn < count; turn++) {
        const at = (first + turn) % count;
        if (outcomeOf(at, words === 1) === outcomes[at]) continue;
        met = "unnamed";
        if (!fails(at)) continue;
        first = at;
        return "noticed";
      }
    return met;
  };
}

/** The cells of the tables that a file writes itself, and how far its examples notice a change of each. */
export function tableCells(file: CalculatorFile): Map<string, Cell[]> {
  const calculator = file.calculator();
  const own = Object.entries(file.definition.tables ?? {}).filter(([, table]) => typeof table !== "string");
  if (!calculator || own.length === 0) return new Map();
  const watch = createWatch(examplesOf(file, calculator));
  const { tables } = file.compiled().compilation.names;
  return new Map(own.map(([name]) => [name, watchedCells(tables.get(name)!, watch)]));
}

function watchedCells(table: Value, watch: () => Cell["met"]): Cell[] {
  const places = placesIn(table);
  return places.map(({ path, holder, value }) => {
    const key = path.at(-1)!;
    const column = places.filter((other) => other.path.length === 1 || other.path.at(-1) === key).map((other) => other.value);
    // Formulas hold the table itself, so that a change is seen without another compilation.
    holder[key] = changedCell(value, column);
    try {
      return { path, value, met: watch() };
    } finally {
      holder[key] = value;
    }
  });
}
