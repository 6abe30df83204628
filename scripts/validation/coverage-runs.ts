// What the examples of a file run through: their inputs with defaults, the checks that refuse them, and the parts of the
// explanation that they show.
import type { Calculator, Definition, Values } from "formulary";
import { CalcError, compileDefinition, type ExampleCase, exampleCases } from "formulary/compiler";
import { exampleDay } from "./examples.ts";
import type { CalculatorFile } from "./file.ts";

/** One example that is answered. */
export interface AnsweredCase {
  exampleCase: ExampleCase;
  /** As it is sent; what an example solves for is among them. */
  inputs: Record<string, unknown>;
  /** Valid inputs in declared units, defaults included. */
  values: Values;
}

/** What the examples of a file meet. */
export interface ExampleRuns {
  answered: AnsweredCase[];
  /** Positions of the checks that refuse an example which expects it. */
  checks: Set<number>;
  /** The parts of the explanation that some example shows, by position: the first such example and what the part says there. */
  parts: Map<number, { title: string; text: string }>;
  /** Positions of the parts without which some example would miss a piece that it expects (`says`). */
  said: Set<number>;
}

/** A part of a text starts with these and its position; no file writes them. */
const [markStart, markEnd] = ["\uE000", "\uE001"];
const marked = (position: number, text: string) => `${markStart}${position}${markEnd}${text}`;
const marks = new RegExp(`${markStart}(\\d+)${markEnd} *([^ ${markStart}])?`, "g");

/** The positions of the marked texts in a text that say anything. */
const positionsIn = (text: string): number[] =>
  [...text.matchAll(marks)].filter(([, , first]) => first !== undefined).map(([, position]) => Number(position));

/** The parts of a marked explanation that say anything, each with its position and its text. */
function partsIn(explanation: string): { position: number; text: string }[] {
  const [, ...pieces] = explanation.split(new RegExp(`${markStart}(\\d+)${markEnd}`));
  return pieces
    .flatMap((position, at) => (at % 2 === 0 ? [{ position: Number(position), text: pieces[at + 1]!.trim() }] : []))
    .filter(({ text }) => text !== "");
}

/** A definition whose messages and parts of the explanation begin with their positions. */
function withMarks(definition: Definition): Definition {
  const { checks, explanation } = definition;
  return {
    ...definition,
    ...(checks && { checks: checks.map((check, at) => ({ ...check, message: marked(at, check.message) })) }),
    ...(Array.isArray(explanation) && {
      explanation: explanation.map((part, at) => (typeof part === "string" ? marked(at, part) : { ...part, text: marked(at, part.text) })),
    }),
  };
}

/** The inputs of an example, with the one that it solves for. */
export const inputsOf = ({ example: { inputs, solve, outputs } }: ExampleCase): Record<string, unknown> =>
  solve === undefined ? inputs : { ...inputs, [solve]: outputs?.[solve] };

/** What the examples of a file meet; several rules need it, so they call it with `file.once`. */
export function exampleRuns(file: CalculatorFile): ExampleRuns {
  const runs: ExampleRuns = { answered: [], checks: new Set(), parts: new Map(), said: new Set() };
  const { definition, environment, slug } = file;
  const hasMarks = (definition.checks?.length ?? 0) > 0 || Array.isArray(definition.explanation);
  const compiled = hasMarks ? compileDefinition(withMarks(definition), environment, slug).compiled : file.compiled().compiled;
  if (compiled) for (const exampleCase of exampleCases(compiled.definition)) addRun(exampleCase, compiled, runs);
  return runs;
}

function addRun(exampleCase: ExampleCase, calculator: Pick<Calculator, "validate" | "run">, runs: ExampleRuns): void {
  const { refused } = exampleCase.example;
  const inputs = inputsOf(exampleCase);
  try {
    const accepted = calculator.validate(inputs, exampleDay);
    if (refused !== undefined) return;
    const { explanation } = calculator.run(accepted);
    runs.answered.push({ exampleCase, inputs, values: accepted.values });
    addParts(exampleCase, partsIn(explanation), runs);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    if (refused !== undefined) for (const { message } of error.errors) for (const check of positionsIn(message)) runs.checks.add(check);
  }
}

function addParts({ example: { title, says = [] } }: ExampleCase, parts: ReturnType<typeof partsIn>, runs: ExampleRuns): void {
  for (const { position, text } of parts) {
    if (!runs.parts.has(position)) runs.parts.set(position, { title, text });
    const others = parts.filter((part) => part.position !== position).map((part) => part.text);
    if ([says].flat().some((piece) => !others.join(" ").includes(piece))) runs.said.add(position);
  }
}
