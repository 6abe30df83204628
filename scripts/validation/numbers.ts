// Rules that run the calculator: its examples, and its whole range.
import type { Calculator, Definition } from "formulary";
import { type Attempt, createAttempt } from "./attempt.ts";
import { type ExampleFinding, runExamples } from "./examples.ts";
import type { CalculatorFile } from "./file.ts";
import { isProved } from "./proof.ts";
import type { Rule, RuleFinding } from "./rule.ts";
import { points } from "./sample.ts";

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
    name: "range",
    severity: "error",
    stage: "numbers",
    summary: "Inputs that the file accepts must give finite results and a readable explanation, over the whole range.",
    cure: "Narrow a range, add a check with a message, or handle the case in the formula.",
    check: wholeRange,
  },
];

/** The findings of all examples of a file; two rules need them. */
function exampleFindings(file: CalculatorFile): ExampleFinding[] {
  const calculator = file.calculator();
  return calculator ? runExamples(calculator, file) : [];
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

/** Whether interval arithmetic proves that every accepted input gives finite numbers. */
export function isRangeProved(file: CalculatorFile): boolean {
  const { compilation, definition } = file.compiled();
  return isProved(definition, compilation.names, file.environment);
}
/** With a proof only the explanation is left to check, at as many points as of the other calculators. */
const proofPoints = 20;
/** Fewer different accepted points do not test a range. */
const leastAccepted = 20;

/** The attempts at all points, and how many different ones were accepted, counted up to `leastAccepted`. */
function tryPoints(file: CalculatorFile, calculator: Calculator, completed: Definition): { attempts: Attempt[]; accepted: number } {
  const attempts: Attempt[] = [];
  const distinct = new Set<string>();
  const proved = file.once(isRangeProved);
  const attempt = createAttempt(calculator, completed);
  const { stackTraceLimit } = Error;
  // A third of the points are refused, and nobody reads the stack traces.
  Error.stackTraceLimit = 0;
  for (const point of points(completed)) {
    // The explanation takes most of a run: only every fifteenth point has one, linear and logarithmic points in turn.
    const outcome = attempt(point, proved || attempts.length % 15 === 0);
    attempts.push(outcome);
    if (!outcome.refused && distinct.size < leastAccepted) distinct.add(JSON.stringify(outcome.inputs));
    if (proved && attempts.length >= proofPoints && distinct.size >= leastAccepted) break;
  }
  Error.stackTraceLimit = stackTraceLimit;
  return { attempts, accepted: distinct.size };
}

/** Runs every point; the finding of a run that fails names the inputs that reproduce it. */
function wholeRange(file: CalculatorFile): RuleFinding[] {
  const { definition, calculator, compiled } = file;
  const run = calculator();
  const completed = compiled().definition;
  if (!run?.hasFormula) return [];
  // No calculator can promise that any function of a client is finite over any interval.
  if (Object.values(definition.inputs?.properties ?? {}).some(({ variables }) => variables)) return [];
  const { attempts, accepted } = tryPoints(file, run, completed);
  const faults = attempts.filter(({ fault }) => fault !== undefined);
  const different = [...new Map(faults.map((each) => [each.fault!.replace(/[\d.e+-]+/g, "#"), each])).values()].slice(0, 3);
  const findings = different.map(({ fault, inputs }) => ({ path: ["inputs"], message: `${fault} Inputs: ${JSON.stringify(inputs)}` }));
  const varied = Object.values(completed.inputs?.properties ?? {}).some(({ type }) => type !== "string" && type !== "boolean");
  if (findings.length === 0 && varied && accepted < leastAccepted && attempts.length > 60)
    findings.push({
      path: ["inputs"],
      message: `Only ${accepted} of ${attempts.length} sampled points were accepted: ranges and checks leave too little to test.`,
    });
  return findings;
}
