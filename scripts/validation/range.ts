// A calculator over the whole range of its inputs: at sampled points and at its corners.

import type { InputSchema } from "formulary";
import { type Attempt, createAttempt } from "./attempt.ts";
import type { CalculatorFile } from "./file.ts";
import { isProved } from "./proof.ts";
import type { RuleFinding } from "./rule.ts";
import { points, spreadPoints } from "./sample.ts";

/** Whether interval arithmetic proves that every accepted input gives finite numbers. */
export function isRangeProved(file: CalculatorFile): boolean {
  const { compilation, definition } = file.compiled();
  return isProved(definition, compilation.names, file.environment);
}
/** With a proof only the explanation is left to check, at as many points as of the other calculators. */
const proofPoints = 20;
/** Fewer different accepted points do not test a range. */
const leastAccepted = 20;

/** A calculator at the points of its range. */
interface Range {
  attempts: Attempt[];
  /** How many different points were accepted, counted up to `leastAccepted`. */
  accepted: number;
}

/** Runs a calculator over its range; several rules need it, so they call it with `file.once`. */
export function rangeOf(file: CalculatorFile): Range {
  const calculator = file.calculator();
  const { definition: completed } = file.compiled();
  // No calculator can promise that any function of a client is finite over any interval.
  if (!calculator?.hasFormula || Object.values(completed.inputs?.properties ?? {}).some(({ variables }) => variables))
    return { attempts: [], accepted: leastAccepted };
  const attempts: Attempt[] = [];
  const distinct = new Set<string>();
  const proved = file.once(isRangeProved);
  const hasSpans = Object.values(completed.outputs ?? {}).some(({ minimum, maximum }) => minimum !== undefined || maximum !== undefined);
  const attempt = createAttempt(calculator, completed);
  const { stackTraceLimit } = Error;
  // A third of the points are refused, and nobody reads the stack traces.
  Error.stackTraceLimit = 0;
  for (const point of points(completed)) {
    // The explanation takes most of a run: only every fifteenth point has one, linear and logarithmic points in turn.
    const outcome = attempt(point, (proved && !hasSpans) || attempts.length % 15 === 0);
    attempts.push(outcome);
    if (!outcome.refused && distinct.size < leastAccepted) distinct.add(JSON.stringify(outcome.inputs));
    if (proved && !hasSpans && attempts.length >= proofPoints && distinct.size >= leastAccepted) break;
  }
  Error.stackTraceLimit = stackTraceLimit;
  return { attempts, accepted: distinct.size };
}

/** A finding where no point of the range is accepted but those near the examples; lists that must add up or rise are never met by chance. */
function refusedEverywhere(attempts: Attempt[], properties: Record<string, InputSchema>): RuleFinding[] {
  const spread = attempts.slice(0, spreadPoints);
  if (spread.length < spreadPoints || spread.some(({ refused }) => !refused)) return [];
  const refusals = spread.flatMap(({ refusal }) => refusal ?? []);
  const single = refusals.find(({ path }) => properties[path.split("/")[2] ?? ""]?.type !== "array");
  if (!single) return [];
  const message = `None of ${spreadPoints} points over the whole range is accepted, only those near the examples: is a check too strict? One is refused with "${single.message}"`;
  return [{ path: ["inputs"], message }];
}

/** The finding of a run that fails names the inputs that reproduce it. */
export function wholeRange(file: CalculatorFile): RuleFinding[] {
  const { properties = {} } = file.compiled().definition.inputs ?? {};
  const { attempts, accepted } = file.once(rangeOf);
  const faults = attempts.filter(({ fault }) => fault !== undefined);
  const different = [...new Map(faults.map((each) => [each.fault!.replace(/[\d.e+-]+/g, "#"), each])).values()].slice(0, 3);
  const findings: RuleFinding[] = different.map(({ fault, inputs }) => ({
    path: ["inputs"],
    message: `${fault} Inputs: ${JSON.stringify(inputs)}`,
  }));
  findings.push(...refusedEverywhere(attempts, properties));
  const varied = Object.values(properties).some(({ type }) => type !== "string" && type !== "boolean");
  if (findings.length === 0 && varied && accepted < leastAccepted && attempts.length > 60)
    findings.push({
      path: ["inputs"],
      message: `Only ${accepted} of ${attempts.length} sampled points were accepted: ranges and checks leave too little to test.`,
    });
  return findings;
}
