// --thorough: changes every formula in one place. Units, examples or the range must notice each change; one that they
// do not notice is a formula whose output no example pins down.
import type { Definition } from "formulary";
import { compileDefinition, createCalculator } from "formulary/compiler";
import { createAttempt } from "./attempt.ts";
import { dimensionFindings } from "./dimensions.ts";
import { runExample } from "./examples.ts";
import type { CalculatorFile } from "./file.ts";
import type { ReportedFinding, RuleEntry } from "./rule.ts";
import { points } from "./sample.ts";

/** The rule of changes that nothing notices. */
export const mutationRule: RuleEntry = {
  name: "mutation",
  severity: "warning",
  summary: "With --thorough: a formula may be changed in one place, and no unit, example or range notices.",
  cure: "Add an example whose expected value depends on that place.",
};

/** The changed texts of a formula, by the kind of change. */
const changes: Record<string, (formula: string, names: string[]) => string[]> = {
  "another operator": (formula) =>
    swaps(formula, [
      [" * ", " / "],
      [" / ", " * "],
      [" + ", " - "],
      [" - ", " + "],
    ]),
  "another factor": (formula) => swaps(formula, [[/(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])/g, (digits) => String(Number(digits) * 2 + 1)]]),
  "another exponent": (formula) =>
    swaps(formula, [
      [/\^ (\d+)/g, (text) => `^ ${Number(text.slice(2)) + 1}`],
      [/\bsqrt\(/g, () => "abs("],
    ]),
  "another input": (formula, names) =>
    names.flatMap((name, at) => swaps(formula, [[new RegExp(`\\b${name}\\b(?!["(])`, "g"), () => names[(at + 1) % names.length]!]])),
};

type Swap = [string | RegExp, string | ((text: string) => string)];
/** The texts that one of the swaps at one place makes. */
function swaps(formula: string, pairs: Swap[]): string[] {
  return pairs.flatMap(([from, to]) => {
    const pattern = typeof from === "string" ? new RegExp(from.replace(/[*+]/g, "\\$&"), "g") : from;
    return [...formula.matchAll(pattern)].map(
      ({ index, 0: text }) => formula.slice(0, index) + (typeof to === "string" ? to : to(text)) + formula.slice(index + text.length),
    );
  });
}

/** How many changes of a file each check noticed, and the changes that none noticed. */
export interface Mutations {
  total: number;
  noticed: Record<"compiling" | "units" | "examples" | "range", number>;
  survivors: ReportedFinding[];
}

/** Makes every single change of every formula of a file, and checks the changed file. */
export function mutate(file: CalculatorFile): Mutations {
  const result: Mutations = { total: 0, noticed: { compiling: 0, units: 0, examples: 0, range: 0 }, survivors: [] };
  const names = Object.entries(file.definition.inputs?.properties ?? {})
    .filter(([, { type }]) => type === "number" || type === "integer")
    .map(([name]) => name);
  for (const [head, formula] of Object.entries(file.definition.formulas ?? {})) {
    if (typeof formula !== "string") continue;
    for (const [kind, change] of Object.entries(changes))
      for (const changed of change(formula, names.length > 1 ? names : [])) {
        if (changed === formula) continue;
        result.total++;
        const check = noticedBy({ ...file.definition, formulas: { ...file.definition.formulas, [head]: changed } }, file);
        if (check) result.noticed[check]++;
        else
          result.survivors.push({
            rule: mutationRule.name,
            severity: mutationRule.severity,
            file: file.path,
            ...file.document.locate(["formulas", head]),
            message: `${kind} goes unseen: ${changed}. Add an example that pins ${head} down.`,
          });
      }
  }
  return result;
}

function noticedBy(definition: Definition, file: CalculatorFile): keyof Mutations["noticed"] | undefined {
  const compiledDefinition = compileDefinition(definition, file.environment);
  const { findings, definition: completed } = compiledDefinition;
  if (findings.length > 0) return "compiling";
  if (dimensionFindings(definition, file.environment, compiledDefinition).length > 0) return "units";
  const calculator = createCalculator(
    { path: file.path, slug: file.slug, category: file.category, definition: () => definition },
    { environment: file.environment, revision: "", urlOf: (slug) => slug },
    compiledDefinition,
  );
  if ((definition.examples ?? []).some((_, at) => runExample(calculator, at, file).length > 0)) return "examples";
  const attempt = createAttempt(calculator, completed);
  for (const point of points(completed)) if (attempt(point, false).fault) return "range";
  return undefined;
}
