// Rules that run the calculator: its examples, and its whole range.
import { attempt, exampleCases } from "formulary/compiler";
import { exampleDay, runExamples } from "./examples.ts";
import type { ExampleFinding } from "./expected.ts";
import type { CalculatorFile } from "./file.ts";
import { wholeRange } from "./range.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** Factors of wrong results, with what they hint at. */
const factors: [number, string][] = [
  [60, "minutes or seconds"],
  [3600, "hours and seconds"],
  [24, "days and hours"],
  [12, "months or inches"],
  [1000, "a metric prefix"],
  [100, "percent or centimetres"],
  [10, "a power of ten"],
  [180 / Math.PI, "degrees and radians"],
  [3.6, "km/h and m/s"],
  [2.54, "inches"],
  [0.45359237, "pounds"],
];

/** Rules about examples and about every accepted input. */
export const numberRules: Rule[] = [
  {
    name: "example",
    severity: "error",
    stage: "numbers",
    summary: "The file does not reproduce an expected value within half a unit of its last digit.",
    cure: "Find out which of the two is wrong; never copy the file's own value.",
    check: (file) => {
      const calculator = file.calculator();
      if (!calculator) return [];
      return file
        .once(exampleFindings)
        .filter(({ loose }) => !loose)
        .map(({ path, message, numbers }) => ({ path, message: message + ((numbers && factorHint(numbers)) || angleHint(file)) }));
    },
  },
  {
    name: "loose-example",
    severity: "warning",
    stage: "numbers",
    summary: "An expected value agrees only to worse than half a percent: it would pass a wrong formula too.",
    cure: "Write more digits: 1.00 where exactly 1 is meant. Published values may be as coarse as they were printed.",
    check: (file) => file.once(exampleFindings).filter(({ loose }) => loose),
  },
  {
    name: "today",
    severity: "error",
    stage: "numbers",
    summary: "An example leaves out a date that is today's by default, and is refused on another day.",
    cure: "Give the date among the inputs of the example.",
    check: examplesOfToday,
  },
  {
    name: "range",
    severity: "error",
    stage: "numbers",
    summary: "Inputs that the file accepts must give finite results and a readable explanation, over the whole range.",
    cure: "Narrow a range, add a check with a message, or handle the case in the formula; an output that is no number says so: type: text, boolean, ….",
    check: wholeRange,
  },
];

/** The findings of all examples of a file; two rules need them. */
function exampleFindings(file: CalculatorFile): ExampleFinding[] {
  const calculator = file.calculator();
  return calculator ? runExamples(calculator, file) : [];
}

/** Some years after the day on which examples run. */
const anotherDay = "2031-08-20";
/** Examples that are answered today and will be refused later: their links on the page would show an error. */
function examplesOfToday(file: CalculatorFile): RuleFinding[] {
  const calculator = file.calculator();
  const dates = Object.entries(file.definition.inputs?.properties ?? {}).flatMap(([name, { default: value }]) =>
    value === "today" ? [name] : [],
  );
  if (!calculator || dates.length === 0) return [];
  const isAnswered = (inputs: unknown, today: string) => attempt(() => calculator.run(calculator.validate(inputs, today))) !== undefined;
  const cases = exampleCases(calculator.completed());
  // of a series the first, as the page has it
  const firsts = cases.filter(({ path }, at) => path[1] !== cases[at - 1]?.path[1]);
  return firsts.flatMap(({ example: { title, inputs, solve }, path }): RuleFinding[] => {
    const left = dates.filter((name) => !Object.hasOwn(inputs, name));
    if (solve !== undefined || left.length === 0 || !isAnswered(inputs, exampleDay) || isAnswered(inputs, anotherDay)) return [];
    return [{ path, message: `"${title}" is refused on ${anotherDay}: give ${left.map((name) => `"${name}"`).join(", ")}.` }];
  });
}

/** The likely cause of a result that is off by a common factor: 60, 1000, 180/π. */
function factorHint({ value, expected }: NonNullable<ExampleFinding["numbers"]>): string {
  const ratio = value / expected;
  if (!Number.isFinite(ratio) || ratio === 0) return "";
  if (Math.abs(Math.abs(value - expected) - 273.15) < 0.01)
    return " It is off by 273.15: a temperature was taken as a difference, or the other way round.";
  const hit = factors.find(([factor]) => Math.abs(Math.abs(ratio) / factor - 1) < 0.002 || Math.abs(Math.abs(ratio) * factor - 1) < 0.002);
  if (hit) return ` It is off by a factor of ${Number(hit[0].toPrecision(6))}: look for ${hit[1]}.`;
  return Math.abs(ratio + 1) < 1e-9 ? " Only the sign differs." : "";
}

/** A hint at degrees in sin, cos or tan: an input without unit, or one with a unit and a conversion. */
function angleHint({ definition }: CalculatorFile): string {
  const sources = Object.values(definition.formulas ?? {}).map((formula) => JSON.stringify(formula));
  for (const source of sources)
    for (const [, name = "", converted] of source.matchAll(/\b(?:sin|cos|tan)\(\s*(\w+)(\s*\*\s*PI\s*\/\s*180)?\s*\)/g)) {
      const input = definition.inputs?.properties[name];
      if (!input || (input.unit === undefined) === (converted !== undefined)) continue;
      return converted
        ? ` Formulas see ${name} in radians already: leave PI / 180 out.`
        : ` sin, cos and tan take radians: if ${name} is meant in degrees, give it the unit "°".`;
    }
  return "";
}
