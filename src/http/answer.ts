// What POST /calculate answers, for its own route and for plugins that bring other ways to ask.
import { LRUCache } from "lru-cache";
import type { Answer, Calculation, Question } from "../calculation/calculate.ts";
import type { Kernel } from "../plugins.ts";
import type { Values } from "../types.ts";
import { parseObject } from "./body.ts";
import { checkedRequest } from "./request.ts";

export interface AnswerOptions {
  /** "acknowledgement" answers variant B for every calculator. */
  variant: "result" | "acknowledgement";
  urlOf: (slug: string) => string;
}

/** A question that was asked again word for word: understood, and its answer as JSON, for as long as it is the same. */
interface Repeated {
  question: Question;
  written?: Answer["written"];
  json?: string;
}
/** Letters of such questions and answers. */
const mostRepeated = 4_000_000;

/** Makes the one way from a body to its answer and headers. */
export function createAnswer({ understand, stands, answer: answerTo }: Calculation, { variant, urlOf }: AnswerOptions): Kernel["answer"] {
  const repeated = new LRUCache<string, Repeated>({ maxSize: mostRepeated });
  const remember = (text: string, question: Question, { written }: Answer): Repeated => {
    const kept = { question };
    repeated.set(text, kept, { size: text.length + (written?.json.length ?? 0) });
    return kept;
  };
  return async (given, asker = {}) => {
    const text = typeof given === "string" ? given : undefined;
    const known = text === undefined ? undefined : repeated.get(text);
    const stood = known && stands(known.question);
    const question = stood ? known.question : await understand(checkedRequest(typeof given === "string" ? parseObject(given) : given));
    const answer = await answerTo(question, asker);
    const { slug, hasFormula } = answer.call.calculator;
    const headers = answer.cached ? { ...answer.headers, age: ageOf(answer) } : (answer.headers ?? {});
    if (variant !== "result" || !hasFormula) {
      const body = toAcknowledgement(answer, urlOf(slug));
      return { headers, body: () => body, json: () => JSON.stringify(body) };
    }
    const again = stood ? known : text !== undefined && answer.cached ? remember(text, question, answer) : undefined;
    return { headers, body: () => toResult(answer), json: () => resultJson(answer, again) };
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

/** The same as JSON, around an outcome that is JSON already: slug and revision hold nothing that JSON would escape. */
function resultJson(answer: Answer, again?: Repeated): string {
  const { call, outcome, cached, timestamp, written } = answer;
  if (outcome.solved || written?.outcome !== outcome || written.timestamp !== timestamp) return JSON.stringify(toResult(answer));
  if (cached && again?.json !== undefined && again.written === written) return again.json;
  const { slug, revision } = call.calculator;
  const json = `{"success":true,"calculator":"${slug}","normalizedInputs":${JSON.stringify(call.values)},"result":${written.json},"cached":${cached},"timestamp":${JSON.stringify(timestamp)},"revision":"${revision}"}`;
  if (cached && again) Object.assign(again, { written, json });
  return json;
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
