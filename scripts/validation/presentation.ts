// Rules about what people are shown first, and what they ask: the formulas and the chart of a page, and questions.
import type { Definition, PlotDefinition, Value } from "formulary";
import { attempt, type CompiledDefinition, compileDefinition, createStates, exampleCases } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { exampleDay } from "./examples.ts";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** Rules about `show`, `chart` and `questions`. */
export const presentationRules: Rule[] = [
  {
    name: "no-questions",
    severity: "warning",
    stage: "form",
    summary: "A file without questions: what people type or ask an agent when they need it.",
    cure: 'Add two to five: questions: ["am I overweight", "what is my bmi"].',
    check: ({ definition: { questions } }) =>
      questions
        ? []
        : [{ path: ["title"], message: "Add two to five questions as people type them: questions: [how many bricks for a wall, …]." }],
  },
  {
    name: "show",
    severity: "error",
    stage: "numbers",
    summary: "A formula under show that cannot be read, or that gives something else than the formula that is computed.",
    cure: "Write the same formula in the textbook's form, with the names of the file; true shows the computed one.",
    check: shownFormulas,
  },
  {
    name: "chart",
    severity: "error",
    stage: "meaning",
    summary: "A chart that names something that the file does not have.",
    cure: "Name an input, a formula, an output or a column of a table.",
    check: chartNames,
  },
];

/** Every shown form becomes a formula of the file, beside the one that it stands for; the examples compare the two. */
function shownFormulas(file: CalculatorFile): RuleFinding[] {
  const { definition } = file;
  const formulas = definition.formulas ?? {};
  return Object.entries(definition.show ?? {}).flatMap(([name, text]): RuleFinding[] => {
    const path = ["show", name];
    if (!Object.keys(formulas).some((head) => head.split("(")[0] === name))
      return [{ path, message: `"${name}" under show is no formula.${didYouMean(name, Object.keys(formulas))}` }];
    if (text === true) return [];
    const shown = `${name}AsShown`;
    const compiled = compileDefinition({ ...definition, formulas: { ...formulas, [shown]: text } }, file.environment, file.slug);
    const [finding] = compiled.findings;
    if (finding) return [{ path, message: finding.message.replaceAll(shown, name) }];
    return disagreements(compiled, [name, shown]).map((title) => ({
      path,
      message: `As shown, ${name} is not what is computed in "${title}".`,
    }));
  });
}

/** The title of the first example in which a shown formula gives something else than the computed one; where that has no value nothing is shown. */
function disagreements({ definition, compilation, compiled }: CompiledDefinition, names: [string, string]): string[] {
  const { expression, environment } = compilation;
  const [computed, shown] = names.map((name) => expression(name, ["show"])!);
  const stateOf = createStates(definition, compilation.names, environment);
  const answered = exampleCases(definition).filter(({ example: { refused, solve } }) => refused === undefined && solve === undefined);
  return answered
    .filter(({ example: { inputs } }) => {
      // an example that is refused has a finding of its own
      const accepted = attempt(() => compiled!.validate(inputs, exampleDay));
      if (!accepted) return false;
      const [value, other] = [computed!, shown!].map((run) => attempt(() => run(stateOf(accepted.values), [])));
      return hasValue(value) && !isSame(value, other);
    })
    .slice(0, 1)
    .map(({ example: { title } }) => title);
}

/** NaN and the infinite stand for no value: such an output is left out. */
const hasValue = (value: Value | undefined): value is Value => value !== undefined && (typeof value !== "number" || Number.isFinite(value));

function isSame(value: Value, other: Value | undefined): boolean {
  if (typeof value === "number") return typeof other === "number" && Math.abs(value - other) <= 1e-9 * Math.abs(value) + 1e-300;
  if (Array.isArray(value))
    return Array.isArray(other) && value.length === other.length && value.every((each, at) => isSame(each, other[at]));
  return value === other;
}

function chartNames({ definition }: CalculatorFile): RuleFinding[] {
  const { chart, inputs, outputs = {}, tables = {} } = definition;
  if (chart === undefined || chart === "none") return [];
  const unknown = (key: string, name: string, known: string[], what: string): RuleFinding[] =>
    known.includes(name)
      ? []
      : [{ path: ["chart", key], message: `The chart names "${name}", which is no ${what}.${didYouMean(name, known)}` }];
  const numbers = Object.keys(outputs).filter((name) => (outputs[name]!.type ?? "number") === "number");
  const inputNames = Object.keys(inputs?.properties ?? {});
  if (chart.kind === "bands")
    return [
      ...unknown("of", chart.of, numbers, "number output"),
      ...unknown("table", chart.table, Object.keys(tables), "table of the file"),
    ];
  if (chart.kind === "bell")
    return (["mean", "deviation", "from", "to"] as const).flatMap((key) =>
      chart[key] === undefined ? [] : unknown(key, chart[key], [...inputNames, ...numbers], "input and no number output"),
    );
  return plotNames(chart, { inputNames, numbers, outputs, unknown });
}

/** Over an input a chart is a curve; the others need rows. */
const curves = ["line", "steps", "area"];
interface Drawable {
  inputNames: string[];
  numbers: string[];
  outputs: NonNullable<Definition["outputs"]>;
  unknown: (key: string, name: string, known: string[], what: string) => RuleFinding[];
}
/** What is wrong with a chart of outputs over an input, or of columns of a table. */
function plotNames({ kind, x, y }: PlotDefinition, { inputNames, numbers, outputs, unknown }: Drawable): RuleFinding[] {
  const names = [y].flat();
  const tables = Object.values(outputs).flatMap(({ columns }) => (columns ? [columns] : []));
  const table = tables.find((columns) => [x, ...names].every((name) => Object.hasOwn(columns, name)));
  if (table) return oneUnit(names, table);
  if (inputNames.includes(x)) {
    const missing = names.flatMap((name) => unknown("y", name, numbers, "number output"));
    if (missing.length > 0) return missing;
    if (curves.includes(kind)) return oneUnit(names, outputs);
    return [
      {
        path: ["chart", "kind"],
        message: `Over an input a chart is of the kind ${curves.join(", ")}; "${kind}" needs the columns of a table.`,
      },
    ];
  }
  const first = tables.find((columns) => Object.hasOwn(columns, x));
  return first
    ? names.flatMap((name) => unknown("y", name, Object.keys(first), `column of the table that has "${x}"`))
    : unknown("x", x, [...inputNames, ...tables.flatMap(Object.keys)], "input and no column of a table among the outputs");
}

/** One axis has one unit. */
function oneUnit(names: string[], of: Record<string, { unit?: unknown }>): RuleFinding[] {
  const units = [...new Set(names.map((name) => JSON.stringify(of[name]!.unit ?? "1")))];
  return units.length < 2
    ? []
    : [{ path: ["chart", "y"], message: `One chart draws one unit, and these have ${units.join(" and ")}: leave some out.` }];
}
