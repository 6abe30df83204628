// What the examples of files answer, as their author reads it: results, explanation, remarks, or the refusal.
import type { Calculator, Value } from "formulary";
import { CalcError, type ExampleCase, exampleCases } from "formulary/compiler";
import { inputsOf } from "./coverage-runs.ts";
import { exampleDay } from "./examples.ts";
import { type Catalogue, openFile } from "./file.ts";

/** Every example of some files with what it answers; or what inputs answer that are given as JSON. */
export const showExamples = (paths: string[], catalogue: Catalogue, inputs?: string): string =>
  paths
    .map((path) => {
      const { file, finding } = openFile(path, catalogue);
      const calculator = file?.calculator();
      if (!calculator) return `${path}\n  ${finding?.message ?? "It cannot run: scripts/validate-catalog says why."}`;
      const cases =
        inputs === undefined
          ? exampleCases(calculator.completed())
          : [{ example: { title: "Your inputs", inputs: parsed(inputs) }, path: [], pathOf: () => [] }];
      return [path, ...cases.map((each) => showExample(calculator, each))].join("\n");
    })
    .join("\n\n");

function parsed(inputs: string): Record<string, unknown> {
  try {
    return JSON.parse(inputs) as Record<string, unknown>;
  } catch {
    throw new Error(`--inputs takes JSON, such as '{ "speed": 30 }'; this is not JSON: ${inputs}`);
  }
}

function showExample(calculator: Calculator, exampleCase: ExampleCase): string {
  const { title, inputs } = exampleCase.example;
  const lines = [
    `\n  ${title}`,
    `    ${JSON.stringify(inputs)}`,
    ...answerOf(calculator, inputsOf(exampleCase)).map((line) => `    ${line}`),
  ];
  return lines.join("\n");
}

const mostRows = 12;
/** The rows of a table, a line each. */
function rowsOf(value: Value): string[] {
  if (!Array.isArray(value) || !value.every((row) => row !== null && typeof row === "object" && !Array.isArray(row))) return [];
  const rows = value.slice(0, mostRows).map((row) =>
    Object.entries(row)
      .map(([key, cell]) => `${key} ${JSON.stringify(cell)}`)
      .join(", "),
  );
  return value.length > mostRows ? [...rows, "…"] : rows;
}

function answerOf(calculator: Calculator, inputs: unknown): string[] {
  try {
    const accepted = calculator.validate(inputs, exampleDay);
    if (!calculator.hasFormula) return ["accepted"];
    const { results, explanation, remarks = [] } = calculator.run(accepted);
    const lines = Object.entries(results).flatMap(([name, { label, formatted, value }]) => [
      `${name}  ${label}: ${formatted}`,
      ...rowsOf(value).map((row) => `  ${row}`),
    ]);
    return [...lines, explanation, ...remarks.map(({ message }) => message)];
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    const faults = error.errors.map(({ path, message }) => `${path} ${message}`);
    return [`refused: ${faults.length > 0 ? faults.join(" ") : error.message}`];
  }
}
