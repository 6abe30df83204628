// What POST /calculate answers, for its own route and for plugins that bring other ways to ask.
import type { Answer, CalculationRequest } from "../calculation/calculate.ts";
import { CalcError } from "../errors.ts";
import type { Kernel } from "../plugins.ts";
import type { Values } from "../types.ts";
import { checkedRequest } from "./request.ts";

export interface AnswerOptions {
  /** "acknowledgement" answers variant B for every calculator. */
  variant: "result" | "acknowledgement";
  urlOf: (slug: string) => string;
}

/** Makes the one way from a body to its answer and headers. */
export function createAnswer(
  calculate: (request: CalculationRequest) => Promise<Answer>,
  { variant, urlOf }: AnswerOptions,
): Kernel["answer"] {
  return async (body, { caller, context = {} } = {}) => {
    const { calculator, inputs, units, solveFor, target } = checkedRequest(body);
    const answer = await available(() => calculate({ calculator, inputs, units, solveFor, target, context, caller }));
    const { slug, hasFormula } = answer.call.calculator;
    return {
      headers: answer.cached ? { ...answer.headers, age: ageOf(answer) } : (answer.headers ?? {}),
      body: variant === "result" && hasFormula ? toResult(answer) : toAcknowledgement(answer, urlOf(slug)),
    };
  };
}

const ageOf = ({ timestamp }: Answer) => String(Math.max(0, Math.floor((Date.now() - Date.parse(timestamp)) / 1000)));

/** Variant A: the results. */
function toResult(answer: Answer): object {
  const { call, outcome, cached, timestamp } = answer;
  const { slug, revision } = call.calculator;
  const normalizedInputs = inputsOf(answer);
  if (!outcome.solved) return { success: true, calculator: slug, normalizedInputs, result: outcome, cached, timestamp, revision };
  const { solved, ...result } = outcome;
  const { inputs: _, ...found } = solved;
  return { success: true, calculator: slug, normalizedInputs, solved: found, result, cached, timestamp, revision };
}

/** Variant B: the inputs are valid, and the work is done elsewhere. */
function toAcknowledgement(answer: Answer, url: string): object {
  const { slug, title, definition } = answer.call.calculator;
  const where = definition.page ? `The answer needs live data: ${definition.page}.` : "Open calculatorUrl for the result.";
  return {
    success: true,
    calculator: slug,
    inputs: inputsOf(answer),
    message: `The inputs of "${title}" are valid. ${where}`,
    calculatorUrl: url,
    timestamp: answer.timestamp,
  };
}

/** The inputs that were calculated with, in declared units, defaults filled. */
const inputsOf = ({ call, outcome }: Answer): Values => outcome.solved?.inputs ?? call.values;

/** Does some work with a calculator; a file that a start only parsed may turn out not to compile, and is then being taken out. */
export function available<T>(work: () => T): T {
  const rethrow = (error: unknown): never => {
    if (error instanceof CalcError && error.code === "definition")
      throw new CalcError("unavailable", { message: "This calculator is being mended.", headers: { "retry-after": "60" }, cause: error });
    throw error;
  };
  try {
    const result = work();
    return (result instanceof Promise ? result.catch(rethrow) : result) as T;
  } catch (error) {
    return rethrow(error);
  }
}
