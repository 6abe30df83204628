// What POST /calculate answers, for its own route and for plugins that bring other ways to ask.
import type { Answer, Calculation, PreparedCall } from "../calculation/calculate.ts";
import type { Kernel, Reply } from "../plugins.ts";
import { parseObject } from "./body.ts";
import type { RequestCheck } from "./request.ts";

export interface AnswerOptions {
  /** "acknowledgement" answers variant B for every calculator. */
  variant: "result" | "acknowledgement";
  urlOf: (slug: string) => string;
  check: RequestCheck;
}

/** Makes the way from a body to its answer. */
export function createAnswer({ prepare, run }: Calculation, { check, ...options }: AnswerOptions): Kernel["answer"] {
  return async (body, context = {}) => {
    const prepared = await prepare(check(typeof body === "string" ? parseObject(body) : body), context.work);
    return toReply(prepared, await run(prepared, context), options);
  };
}

/** An answer as the members and headers that a client receives. */
export function toReply(prepared: PreparedCall, answer: Answer, { variant, urlOf }: Pick<AnswerOptions, "variant" | "urlOf">): Reply {
  const { slug, hasFormula } = answer.call.calculator;
  const headers = answer.cached ? { ...answer.headers, age: ageOf(answer) } : (answer.headers ?? {});
  const body = () => (variant === "result" && hasFormula ? toResult(answer) : toAcknowledgement(answer, urlOf(slug)));
  return { prepared, answer, headers, body, json: () => JSON.stringify(body()) };
}

const ageOf = ({ timestamp }: Answer) => String(Math.max(0, Math.floor((Date.now() - Date.parse(timestamp)) / 1000)));

/** Variant A: the results. */
function toResult({ call, outcome, cached, timestamp }: Answer): object {
  const { slug, revision } = call.calculator;
  // spreading takes V8's slow path; only few plugins add members
  if (!outcome.inputs && !outcome.members)
    return { success: true, calculator: slug, normalizedInputs: call.values, result: outcome, cached, timestamp, revision };
  const { inputs: normalizedInputs = call.values, members, ...result } = outcome;
  return { success: true, calculator: slug, normalizedInputs, ...members, result, cached, timestamp, revision };
}

/** Variant B: the inputs are valid, and the work is done elsewhere. */
function toAcknowledgement({ call, outcome, timestamp }: Answer, calculatorUrl: string): object {
  const { slug, title, definition } = call.calculator;
  const where = definition.page ? `The answer needs live data: ${definition.page}.` : "Open calculatorUrl for the result.";
  const message = `The inputs of "${title}" are valid. ${where}`;
  return { success: true, calculator: slug, inputs: outcome.inputs ?? call.values, message, calculatorUrl, timestamp };
}
