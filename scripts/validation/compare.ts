// --compare: runs the old and the new version of a calculator on the same inputs, and lists which outputs changed, by
// how much at most, and which examples changed with them.
import type { Calculator, Definition } from "formulary";
import { CalcError, createCalculator, type Environment, exampleCases } from "formulary/compiler";
import { createAttempt } from "./attempt.ts";
import { points } from "./sample.ts";

/** The differences between two versions of a calculator. */
export interface Comparison {
  slug: string;
  /** How many points both versions, only the old, or only the new one accepted. */
  both: number;
  onlyOld: number;
  onlyNew: number;
  /** Greatest relative change of each number output, with the inputs where it happens. */
  changed: { output: string; change: number; inputs: Record<string, unknown> }[];
  /** Outputs that only one of the versions has. */
  added: string[];
  removed: string[];
  /** Titles of examples of the old version that the new one answers differently. */
  examples: string[];
}

const samples = 50;

/** Compares two definitions of one calculator on sampled inputs of both. */
export function compareVersions(slug: string, [before, after]: [Definition, Definition], environment: Environment): Comparison {
  const make = (definition: Definition) =>
    createCalculator(
      { path: slug, slug, category: "", definition: () => definition },
      { environment, revision: "", urlOf: (each) => each },
    );
  const [old, current] = [make(before), make(after)];
  const result: Comparison = { slug, both: 0, onlyOld: 0, onlyNew: 0, changed: [], added: [], removed: [], examples: [] };
  const greatest = new Map<string, Comparison["changed"][number]>();
  const inputs = [
    ...exampleCases(before).map(({ example }) => example.inputs),
    ...acceptedInputs(current, after),
    ...acceptedInputs(old, before),
  ];
  for (const each of inputs) {
    const [one, other] = [numbersOf(old, each), numbersOf(current, each)];
    if (!one || !other) {
      if (one) result.onlyOld++;
      if (other) result.onlyNew++;
      continue;
    }
    result.both++;
    for (const [output, value] of Object.entries(one)) {
      const change = difference(value, other[output]);
      if (change > (greatest.get(output)?.change ?? 1e-12)) greatest.set(output, { output, change, inputs: each });
    }
  }
  const [oldOutputs, newOutputs] = [Object.keys(before.outputs ?? {}), Object.keys(after.outputs ?? {})];
  result.added = newOutputs.filter((name) => !oldOutputs.includes(name));
  result.removed = oldOutputs.filter((name) => !newOutputs.includes(name));
  result.changed = [...greatest.values()].filter(({ output }) => !result.removed.includes(output)).sort((a, b) => b.change - a.change);
  result.examples = exampleCases(before)
    .filter(({ example: { inputs } }) => isChanged(numbersOf(old, inputs), numbersOf(current, inputs)))
    .map(({ example: { title } }) => title);
  return result;
}

/** The first inputs that a version accepts, with conditional ones filled in. */
function acceptedInputs(calculator: Calculator, definition: Definition): Record<string, unknown>[] {
  const accepted: Record<string, unknown>[] = [];
  const attempt = createAttempt(calculator, definition);
  for (const point of points(definition)) {
    const { inputs, refused } = attempt(point, true);
    if (!refused) accepted.push(inputs);
    if (accepted.length === samples / 2) break;
  }
  return accepted;
}

type Numbers = Record<string, number>;
function numbersOf(calculator: Calculator, inputs: Record<string, unknown>): Numbers | undefined {
  try {
    const { results } = calculator.run(calculator.validate(inputs, "2026-01-15"));
    return Object.fromEntries(Object.entries(results).flatMap(([name, { value }]) => (typeof value === "number" ? [[name, value]] : [])));
  } catch (error) {
    if (error instanceof CalcError) return undefined;
    throw error;
  }
}

const difference = (a: number, b: number | undefined): number =>
  b === undefined ? Number.POSITIVE_INFINITY : a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
const isChanged = (a: Numbers | undefined, b: Numbers | undefined): boolean =>
  (a === undefined) !== (b === undefined) || Object.entries(a ?? {}).some(([name, value]) => difference(value, b?.[name]) > 1e-9);

/** The comparison as Markdown, for the summary of a pull request. */
export function toMarkdown(comparisons: Comparison[]): string {
  if (comparisons.length === 0) return "No calculator that existed before has changed.\n";
  return comparisons
    .map(({ slug, both, onlyOld, onlyNew, changed, added, removed, examples }) => {
      const lines = [
        `### ${slug}`,
        "",
        `Tried on ${both} inputs that both versions accept; ${onlyOld} only the old one accepts, ${onlyNew} only the new one.`,
        "",
      ];
      if (changed.length > 0)
        lines.push(
          "| output | greatest relative change | at |",
          "|---|---|---|",
          ...changed.map(
            ({ output, change, inputs }) =>
              `| ${output} | ${Number.isFinite(change) ? change.toExponential(2) : "now absent"} | \`${JSON.stringify(inputs).replaceAll("|", "\\|")}\` |`,
          ),
          "",
        );
      else lines.push("No number changed.", "");
      if (added.length > 0) lines.push(`New outputs: ${added.join(", ")}.`, "");
      if (removed.length > 0) lines.push(`Outputs that are gone: ${removed.join(", ")}.`, "");
      if (examples.length > 0) lines.push(`Examples with other results: ${examples.join("; ")}.`, "");
      return lines.join("\n");
    })
    .join("\n");
}
