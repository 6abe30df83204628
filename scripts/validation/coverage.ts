// Rules about what the examples of a file meet: what no example meets may be wrong, and nobody would notice.
import { exampleCases } from "formulary/compiler";
import { unmetChoices, unmetDefaults } from "./coverage-choices.ts";
import { unmetEdges, unmetTables } from "./coverage-rows.ts";
import { exampleRuns } from "./coverage-runs.ts";
import { unmetUnits } from "./coverage-units.ts";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";
import { listed } from "./words.ts";

const entries: Omit<Rule, "severity" | "stage">[] = [
  {
    name: "unmet-row",
    summary: "A row, column or cell of a table: no example fails when it is changed by 2 %, or to another text.",
    cure: "Add a series: each: { metal: [steel, brass], weight: [77.0, 83.4] }, with an output that depends on it.",
    check: unmetTables,
  },
  {
    name: "unmet-edge",
    summary: "A threshold of a table for band(t, x) on which no example stands: one 2 % higher would go unseen.",
    cure: "Add the thresholds to a series: each: { mark: [60, 70], letter: [D, C] }.",
    check: unmetEdges,
  },
  {
    name: "unmet-choice",
    summary: "A choice of an input, or yes and no, that no example takes.",
    cure: "Add it to a series (each), with the results that it gives.",
    check: unmetChoices,
  },
  {
    name: "unmet-default",
    summary: "An input with a default that every example sends.",
    cure: "Leave the input out of one example whose results depend on it.",
    check: unmetDefaults,
  },
  {
    name: "unmet-check",
    summary: "A check by which no example is refused.",
    cure: "Add an example with refused: the input at which the check points, and no outputs.",
    check: unmetChecks,
  },
  {
    name: "unmet-part",
    summary: "A part of the explanation that no example shows, or of which no example expects a piece: says.",
    cure: 'Add an example for which it holds, and a piece of it: says: "above the limit".',
    check: unmetParts,
  },
  {
    name: "unmet-column",
    summary: "A column of a table among the outputs that no example names.",
    cure: "Name a cell of it: outputs: { plan: { balance: { 1: 50.25 } } }.",
    check: unmetColumns,
  },
  {
    name: "unmet-unit",
    summary: "A plain output or column with a unit that no example expects: another unit of the same quantity would go unseen.",
    cure: "Expect one of its values with its unit: outputs: { energy: { value: 12.5, unit: kJ } }.",
    check: unmetUnits,
  },
  {
    name: "unmet-output",
    summary: "An output that examples only expect to be absent.",
    cure: "Add an example that expects a value of it.",
    check: unmetOutputs,
  },
];

/** Rules about what examples meet; they are not for converters and pages, whose formulas are not their own. */
export const coverageRules: Rule[] = entries.map((entry) => ({
  ...entry,
  severity: "error",
  stage: "numbers",
  check: (file) => (file.definition.formulas !== undefined && file.calculator() ? entry.check(file) : []),
}));

function unmetChecks(file: CalculatorFile): RuleFinding[] {
  const { checks } = file.once(exampleRuns);
  return (file.definition.checks ?? []).flatMap(({ at }, position) => {
    if (checks.has(position)) return [];
    const place = at === undefined ? "true" : [at].flat()[0]!;
    return [{ path: ["checks", position], message: `No example is refused by this check: add one with "refused: ${place}".` }];
  });
}

function unmetParts(file: CalculatorFile): RuleFinding[] {
  const { explanation } = file.definition;
  if (!Array.isArray(explanation)) return [];
  const { parts, said } = file.once(exampleRuns);
  return explanation.flatMap((part, position) => {
    if (said.has(position)) return [];
    const path = ["explanation", position];
    const shown = parts.get(position);
    if (shown)
      return [{ path, message: `No example expects a piece of this part: "${shown.title}" shows "${shown.text}"; add says to it.` }];
    const where = typeof part === "string" || part.when === undefined ? "" : ` (where ${part.when})`;
    const message = `No example shows this part of the explanation${where}: add one, and a piece of the part as "says".`;
    return [{ path, message }];
  });
}

/** What the examples expect of an output; what they only expect to be absent is left out. */
const expectedOf = (file: CalculatorFile, output: string): unknown[] =>
  exampleCases(file.compiled().definition).flatMap(({ example: { outputs = {} } }) =>
    outputs[output] === undefined || outputs[output] === null ? [] : [outputs[output]],
  );

function unmetColumns(file: CalculatorFile): RuleFinding[] {
  return Object.entries(file.definition.outputs ?? {}).flatMap(([name, { columns = {} }]) => {
    const named = new Set(
      expectedOf(file, name)
        .flat()
        .flatMap((expected) => Object.keys(expected as object)),
    );
    const unmet = Object.keys(columns).filter((column) => !named.has(column));
    if (unmet.length === 0) return [];
    const [what, titles] = [unmet.length > 1 ? "columns" : "column", listed(unmet.map((column) => `"${column}"`))];
    const message = `No example names the ${what} ${titles} of ${name}: expect a cell, as { ${unmet[0]}: { 1: … } }.`;
    return [{ path: ["outputs", name, "columns", unmet[0]!], message }];
  });
}

function unmetOutputs(file: CalculatorFile): RuleFinding[] {
  return Object.keys(file.definition.outputs ?? {})
    .filter((name) => expectedOf(file, name).length === 0)
    .map((name) => ({ path: ["outputs", name], message: `No example expects a value of the output "${name}", only its absence.` }));
}
