// Runs the examples of a calculator: it must give every expected value within half a unit of its last digit as written.
import type { Calculator, Remark, Result } from "formulary";
import { CalcError, type Document, type Environment, type ExampleCase, exampleCases } from "formulary/compiler";
import { solve } from "../../plugins/solve/index.ts";
import { compare, compareNumber, type ExampleFinding } from "./expected.ts";

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
    const isAnswered = [{ path, message: `"${example.title}" must be refused and is answered.` }];
    if (!calculator.hasFormula) return example.refused === undefined ? [] : isAnswered;
    const { results, explanation, remarks = [] } = calculator.run(accepted);
    if (example.refused !== undefined) return isAnswered;
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
  // a result that does not exist points at no input
  const places = faults.map(({ path: place }): string | undefined => (place.startsWith("/inputs/") ? place.split("/")[2] : undefined));
  const expected: (string | undefined)[] = refused === true ? [undefined] : [refused].flat();
  if (expected.some((name) => !places.includes(name)))
    return [{ path: [...path, "refused"], message: `"${title}" is refused at another place: ${details}` }];
  return missingPieces(exampleCase, faults.map(({ message }) => message).join(" "), "message");
}

/** The pieces of `says` that a text does not hold. */
function missingPieces({ example: { says = [] }, pathOf, inSeries }: ExampleCase, text: string, what: string): ExampleFinding[] {
  return [says]
    .flat()
    .filter((piece) => !text.includes(piece))
    .map((piece) => ({
      path: pathOf("says"),
      message: `The ${what} does not say "${piece}"; it says: ${text || "nothing."}${inSeries ? " In a series, says stands inside each, one for each element." : ""}`,
    }));
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
    // a duration may be expected as it is written: "3:30:00"
    if (typeof expected === "string" && typeof result.value === "number" && expected === result.formatted) return [];
    return compare(expected, result.value, { at, name, document, environment, unit: result.unit, columns: result.columns, looseness });
  });
}

/** An unrounded number in a sentence; numbers of the inputs and of text results may have any digits. */
function rawNumberIn(explanation: string, inputs: object, results: Record<string, Result>): string | undefined {
  const numbers = explanation.match(/\d+\.\d{9,}/g);
  if (!numbers) return undefined;
  const intended = JSON.stringify([inputs, Object.values(results).filter(({ value }) => typeof value === "string")]);
  return numbers.find((number) => number.replace(".", "").replace(/^0+/, "").length > 12 && !intended.includes(number.slice(0, -1)));
}
