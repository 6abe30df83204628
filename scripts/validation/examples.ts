// Runs the examples of a calculator: it must give every expected value within half a unit of its last digit as written.
import type { Calculator, Remark, Result, Value } from "formulary";
import { CalcError, convert, type Document, type Environment, type ExampleCase, exampleCases } from "formulary/compiler";
import { solve } from "../../plugins/solve/index.ts";
import type { RuleFinding } from "./rule.ts";

/** A finding about an example. */
export interface ExampleFinding extends RuleFinding {
  /** The values agree, but the expected one has too few digits to prove anything. */
  loose?: true;
  /** The two numbers that differ. */
  numbers?: { value: number; expected: number };
}

interface Surroundings {
  document: Document;
  environment: Environment;
  today?: string;
}

/** The findings of every example of a calculator. */
export const runExamples = (calculator: Calculator, surroundings: Surroundings): ExampleFinding[] =>
  exampleCases(calculator.completed()).flatMap((each) => runExample(calculator, each, surroundings));

/** The day on which examples run, for defaults that are today's date. */
export const exampleDay = "2026-01-15";

/** Runs one example and compares what it expects; an empty list means that all agrees. */
export function runExample(
  calculator: Calculator,
  exampleCase: ExampleCase,
  { document, environment, today = exampleDay }: Surroundings,
): ExampleFinding[] {
  const { example, path } = exampleCase;
  try {
    if (example.solve !== undefined) return runBackwards(calculator, exampleCase, { document, environment, today });
    const accepted = calculator.validate(example.inputs, today);
    if (example.refused !== undefined) return [{ path, message: `"${example.title}" must be refused and is answered.` }];
    if (!calculator.hasFormula) return [];
    const { results, explanation, remarks = [] } = calculator.run(accepted);
    const raw = rawNumberIn(explanation, example.inputs, results);
    if (raw) return [{ path, message: `"${example.title}" is explained with the raw number ${raw}: show an output, or round it.` }];
    const names = Object.keys(calculator.definition.outputs ?? results);
    const findings = compareOutputs(exampleCase, results, { document, environment, names });
    const precise = example.origin === "published" ? findings.filter(({ loose }) => !loose) : findings;
    return [...precise, ...missingPieces(exampleCase, explanation, "explanation"), ...remarkFindings(exampleCase, remarks)];
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    return refusalFindings(exampleCase, error);
  }
}

/** Remarks that an example does not expect, and those that it expects and does not get. */
function remarkFindings({ example: { title, remarks: expected = [] }, path }: ExampleCase, remarks: Remark[]): ExampleFinding[] {
  const names = [expected].flat();
  const unexpected = remarks.filter(({ output }) => output !== undefined && !names.includes(output));
  const absent = names.filter((name) => !remarks.some(({ output }) => output === name));
  return [
    ...unexpected.map(({ output, message }) => ({
      path,
      message: `"${title}" is answered with the remark "${message}" Widen the span of ${output}, or expect the remark: remarks: ${output}.`,
    })),
    ...absent.map((name) => ({
      path: [...path, "remarks"],
      message: `"${title}" is answered without a remark on "${name}": it lies in its span, or has none.`,
    })),
  ];
}

/** What is wrong with the refusal of an example: it was not expected, or points elsewhere, or says something else. */
function refusalFindings(exampleCase: ExampleCase, error: CalcError): ExampleFinding[] {
  const { title, refused } = exampleCase.example;
  const { path } = exampleCase;
  const faults = error.errors.length > 0 ? error.errors : [{ path: "", message: error.message }];
  const details = faults.map((fault) => `${fault.path} ${fault.message}`.trim()).join(" ");
  if (refused === undefined) return [{ path, message: `"${title}" is refused (${error.code}): ${details}` }];
  const places: (string | undefined)[] = faults.map((fault) => fault.path.split("/")[2]);
  const expected: (string | undefined)[] = refused === true ? [undefined] : [refused].flat();
  if (expected.some((name) => !places.includes(name)))
    return [{ path: [...path, "refused"], message: `"${title}" is refused at another place: ${details}` }];
  return missingPieces(exampleCase, faults.map(({ message }) => message).join(" "), "message");
}

/** The pieces of `says` that a text does not hold. */
function missingPieces({ example: { says = [] }, pathOf }: ExampleCase, text: string, what: string): ExampleFinding[] {
  return [says]
    .flat()
    .filter((piece) => !text.includes(piece))
    .map((piece) => ({ path: pathOf("says"), message: `The ${what} does not say "${piece}"; it says: ${text || "nothing."}` }));
}

/** Who computes a value can write its digits: three of them would hide a year of 365 days for one of 366. */
const loosenessOf = ({ origin }: ExampleCase["example"]): number => (origin === "computed" ? 0.0005 : 0.005);

/** `solve: net`: solves for the missing input, whose expected value is among the outputs. */
function runBackwards(
  calculator: Calculator,
  { example: { inputs, outputs = {}, solve: name = "" }, path, pathOf }: ExampleCase,
  { document, environment, today }: Comparison & { today: string },
): ExampleFinding[] {
  const [output, target] = Object.entries(outputs).find(([key]) => key !== name) ?? [];
  if (output === undefined || typeof target !== "number" || typeof outputs[name] !== "number")
    return [
      { path, message: `An example that solves for ${name} gives the number that an output must reach, and the ${name} that does it.` },
    ];
  const solutions = solve(calculator, { inputs, solveFor: name, output, target, today });
  const at = pathOf(name);
  const [unit, looseness] = ["", 0.005];
  const findings = solutions.map((value) =>
    compareNumber(outputs[name] as number, value, { at, name, document, environment, unit, looseness }),
  );
  return findings.some((each) => each.length === 0) ? [] : findings[0]!;
}

interface Comparison {
  /** Names of the outputs that the calculator may have. */
  names?: string[];
  document: Document;
  environment: Environment;
}

function compareOutputs(
  { example, pathOf }: ExampleCase,
  results: Record<string, Result>,
  { document, environment, names = [] }: Comparison,
): ExampleFinding[] {
  const looseness = loosenessOf(example);
  return Object.entries(example.outputs ?? {}).flatMap(([name, expected]) => {
    const at = pathOf(name);
    const result = results[name];
    if (expected === null && !names.includes(name))
      return [
        {
          path: at,
          message: `"${name}" is no output; inside { } a comma ends a value: write 3.14, and put a text with a comma in quotes.`,
        },
      ];
    if (expected === null)
      return result === undefined ? [] : [{ path: at, message: `${name} should be absent and is ${result.formatted}.` }];
    if (result === undefined)
      return [{ path: at, message: `${name} is no output of this calculation (it gives ${Object.keys(results).join(", ")}).` }];
    return compare(expected, result.value, { at, name, document, environment, unit: result.unit, columns: result.columns, looseness });
  });
}

interface Target {
  at: (string | number)[];
  name: string;
  document: Document;
  environment: Environment;
  unit: string;
  /** The columns of a table, for the units of its cells. */
  columns?: Result["columns"];
  /** A value that agrees only to worse than this share proves little. */
  looseness: number;
}

function compare(expected: unknown, value: Value, target: Target): ExampleFinding[] {
  const wrong = (message: string) => [{ path: target.at, message: `${target.name} ${message}` }];
  if (typeof expected === "number") return compareNumber(expected, value, target);
  if (typeof expected === "string" || typeof expected === "boolean")
    return expected === value ? [] : wrong(`is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}.`);
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length)
      return wrong(`has ${Array.isArray(value) ? value.length : "no"} elements, expected ${expected.length}.`);
    return expected.flatMap((each, at) => compare(each, value[at]!, within(target, at)));
  }
  const fields = expected as Record<string, unknown>;
  if (typeof fields.value === "number" && typeof fields.unit === "string" && typeof value === "number")
    return compareQuantity({ expected: fields.value, unit: fields.unit }, value, target);
  if (Array.isArray(value)) return Object.entries(fields).flatMap((column) => compareColumn(column, value, target));
  return Object.entries(fields).flatMap(([key, each]) =>
    value !== null && typeof value === "object" && Object.hasOwn(value, key)
      ? compare(each, (value as Record<string, Value>)[key]!, within(target, key))
      : wrong(`has no "${key}".`),
  );
}
const within = (target: Target, key: string | number): Target => ({ ...target, at: [...target.at, key], name: `${target.name}, ${key}` });

/** `rows: 12`, `{ column: [values] }` or `{ column: { 13: value, last: value } }`; rows count from 1. */
function compareColumn([column, cells]: [string, unknown], rows: Value[], target: Target): ExampleFinding[] {
  const inside = { ...within(target, column), unit: target.columns?.[column]?.unit ?? "" };
  if (column === "rows" && typeof cells === "number")
    return rows.length === cells ? [] : [{ path: inside.at, message: `${target.name} has ${rows.length} rows, expected ${cells}.` }];
  const values = rows.map((row) => (row as Record<string, Value>)[column]);
  if (values.length > 0 && values.every((value) => value === undefined))
    return [{ path: inside.at, message: `${target.name} has no column "${column}".` }];
  if (Array.isArray(cells) && cells.length === values.length)
    return cells.flatMap((expected, at) => compareCell(expected, values[at], within(inside, at)));
  if (Array.isArray(cells)) return [{ path: inside.at, message: `${inside.name} has ${values.length} rows, expected ${cells.length}.` }];
  return Object.entries(cells as Record<string, unknown>).flatMap(([row, expected]) => {
    const at = row === "last" ? values.length - 1 : Number(row) - 1;
    return at >= 0 && at < values.length
      ? compareCell(expected, values[at], within(inside, row))
      : [{ path: inside.at, message: `${target.name} has no row ${row}.` }];
  });
}

/** An empty cell is expected as null. */
function compareCell(expected: unknown, value: Value | undefined, target: Target): ExampleFinding[] {
  if (value !== undefined && expected !== null) return compare(expected, value, target);
  return value === undefined && expected === null
    ? []
    : [
        {
          path: target.at,
          message: `${target.name} is ${JSON.stringify(value) ?? "empty"}, expected ${JSON.stringify(expected) ?? "nothing"}.`,
        },
      ];
}

function compareNumber(expected: number, value: Value, target: Target): ExampleFinding[] {
  if (typeof value !== "number")
    return [{ path: target.at, message: `${target.name} is ${JSON.stringify(value)}, expected the number ${expected}.` }];
  const written = target.document.written(target.at) ?? String(expected);
  const difference = Math.abs(value - expected);
  if (difference > toleranceOf(written) + 1e-12 * Math.abs(expected))
    return [{ path: target.at, message: `${target.name} is ${value}, expected ${expected}.`, numbers: { value, expected } }];
  if (expected === 0 || difference <= target.looseness * Math.abs(expected)) return [];
  const share = Number(((100 * difference) / Math.abs(expected)).toPrecision(2));
  return [
    { path: target.at, loose: true, message: `${target.name} is expected as ${written}, which is ${share} % off: write more digits.` },
  ];
}

interface Quantity {
  expected: number;
  unit: string;
}
function compareQuantity({ expected, unit }: Quantity, value: number, target: Target): ExampleFinding[] {
  const declared = target.unit.startsWith("$") ? target.unit.replace("$", "currency") : target.unit;
  const converted = convert(value, target.environment.units.parse(declared), target.environment.units.parse(unit));
  const tolerance = toleranceOf(target.document.written([...target.at, "value"]) ?? String(expected));
  return Math.abs(converted - expected) <= tolerance + 1e-12 * Math.abs(expected)
    ? []
    : [
        {
          path: target.at,
          message: `${target.name} is ${converted} ${unit}, expected ${expected} ${unit}.`,
          numbers: { value: converted, expected },
        },
      ];
}

/** Half a unit of the last digit as written: 1628.89 → 0.005, 1.2e3 → 50, a bare 0 → 0. */
export function toleranceOf(written: string): number {
  const [, digits = "", fraction = "", exponent = "0"] = /^[-+]?(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(written.trim()) ?? [];
  if (/^0*$/.test(digits) && fraction === "" && exponent === "0") return 0;
  return 0.5 * 10 ** (Number(exponent) - fraction.length);
}

/** An unrounded number in a sentence; numbers of the inputs and of text results may have any digits. */
function rawNumberIn(explanation: string, inputs: object, results: Record<string, Result>): string | undefined {
  const numbers = explanation.match(/\d+\.\d{9,}/g);
  if (!numbers) return undefined;
  const intended = JSON.stringify([inputs, Object.values(results).filter(({ value }) => typeof value === "string")]);
  return numbers.find((number) => number.replace(".", "").replace(/^0+/, "").length > 12 && !intended.includes(number.slice(0, -1)));
}
