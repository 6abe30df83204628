// Rules about what people are shown first, and what they ask: the formulas and the chart of a page, and questions.
import type { Definition } from "formulary";
import { CalcError, exampleCases } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { exampleDay } from "./examples.ts";
import { type CalculatorFile, withDefinition } from "./file.ts";
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

/** Every shown form becomes a formula of the file, beside the one that it stands for. */
function shownFormulas(file: CalculatorFile): RuleFinding[] {
  const { definition } = file;
  const formulas = definition.formulas ?? {};
  return Object.entries(definition.show ?? {}).flatMap(([name, text]): RuleFinding[] => {
    const path = ["show", name];
    if (!Object.keys(formulas).some((head) => head.split("(")[0] === name))
      return [{ path, message: `"${name}" under show is no formula.${didYouMean(name, Object.keys(formulas))}` }];
    if (text === true) return [];
    const [shown, agrees] = [`${name}AsShown`, `${name}Agrees`];
    const copy = withDefinition(file, {
      ...definition,
      formulas: { ...formulas, [shown]: text, [agrees]: `abs(${shown} - ${name}) <= 1e-9 * abs(${name})` },
      outputs: { ...definition.outputs, [agrees]: { label: "Agreement", type: "boolean" } },
    });
    const [finding] = copy.compiled().findings;
    if (finding) return [{ path, message: finding.message.replaceAll(shown, name) }];
    return disagreements(copy, agrees).map((title) => ({ path, message: `As shown, ${name} is not what is computed in "${title}".` }));
  });
}

/** The title of the first example in which a shown formula gives another number than the computed one. */
function disagreements(file: CalculatorFile, agrees: string): string[] {
  const calculator = file.calculator()!;
  const answered = exampleCases(file.definition).filter(({ example: { refused, solve } }) => refused === undefined && solve === undefined);
  const differs = ({ example: { inputs } }: (typeof answered)[number]) => {
    try {
      return calculator.values(calculator.validate(inputs, exampleDay))[agrees] !== true;
    } catch (error) {
      if (error instanceof CalcError) return true;
      throw error;
    }
  };
  return answered
    .filter(differs)
    .slice(0, 1)
    .map(({ example: { title } }) => title);
}

function chartNames({ definition, compiled }: CalculatorFile): RuleFinding[] {
  const { chart } = definition;
  if (chart === undefined || chart === "none") return [];
  const known = [...namesToDraw(definition), ...compiled().compilation.names.formulas.keys()];
  return (["x", "y"] as const).flatMap((axis) =>
    [chart[axis]]
      .flat()
      .filter((name) => !known.includes(name))
      .map((name) => ({
        path: ["chart", axis],
        message: `The chart names "${name}", which the file does not have.${didYouMean(name, known)}`,
      })),
  );
}
const namesToDraw = ({ inputs, outputs = {} }: Definition): string[] => [
  ...Object.keys(inputs?.properties ?? {}),
  ...Object.entries(outputs).flatMap(([name, { columns = {} }]) => [name, ...Object.keys(columns)]),
];
