// Rules about the meaning of a file: names, formulas, units. They need a file of the right shape.
import type { Tree } from "formulary";
import { children, type Environment, type FindingCode, type FormulaEntry } from "formulary/compiler";
import { dimensionFindings } from "./dimensions.ts";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** The rules of the compiler's findings, by their codes. */
const compilerRules: Record<Exclude<FindingCode, "yaml" | "shape">, Pick<Rule, "summary" | "cure">> = {
  "unknown-name": {
    summary: "A formula, condition or text names something that does not exist.",
    cure: "Correct the name; the message offers the nearest one.",
  },
  "unknown-unit": {
    summary: "A unit, substance or quantity is not in _units.yaml or _substances.yaml.",
    cure: 'Correct it, or use a count noun: "{stitch}".',
  },
  cycle: { summary: "Formulas need each other in a circle.", cure: "Break the circle; a recurrence is a fold, scan or iterate." },
  name: { summary: "A name is malformed, reserved, or used twice.", cure: "Choose a camelCase name that nothing else has." },
  bounds: {
    summary: "An input lacks bounds, or has some that contradict each other.",
    cure: "Give bounds from real use; the default lies inside them.",
  },
  syntax: { summary: "A formula or text cannot be read.", cure: "The message says what to write instead." },
  compile: {
    summary: "The file cannot be run for another reason.",
    cure: "The message says what is wrong and how to correct it.",
  },
};

/** How a file declares a shared constant, for authors who only wrote its name. */
const constantHint = (name: string, { constants }: Environment): string =>
  Object.hasOwn(constants, name) ? ` It is a shared constant: name it under constants, such as ${name}: ${name}.` : "";

/** Rules that need the compiled file. */
export const meaningRules: Rule[] = [
  ...Object.entries(compilerRules).map(
    ([name, texts]): Rule => ({
      name,
      severity: "error",
      stage: "meaning",
      ...texts,
      check: ({ compiled, environment }) =>
        compiled()
          .findings.filter(({ code }) => code === name)
          .map(({ path, message, name: unknown }) => ({ path, message: message + (unknown ? constantHint(unknown, environment) : "") })),
    }),
  ),
  {
    name: "unused",
    severity: "error",
    stage: "units",
    summary: "An input, constant, table or formula that nothing reads.",
    cure: "Use it or remove it.",
    check: unusedNames,
  },
  {
    name: "upper-tail",
    severity: "error",
    stage: "units",
    summary: "1 - …Cdf(x) loses every small probability: 1 - 0.99999999999999999 is 0.",
    cure: "Call the upper tail itself: normalSf, tSf, chiSquareSf, ….",
    check: (file) =>
      inTrees(
        file,
        (tree) =>
          tree.kind === "binary" &&
          tree.operator === "-" &&
          tree.left.kind === "number" &&
          tree.left.value === 1 &&
          tree.right.kind === "call" &&
          /Cdf$/.test(tree.right.name) &&
          "1 - …Cdf( loses small probabilities: call the upper tail (…Sf).",
      ),
  },
  {
    name: "unreachable",
    severity: "error",
    stage: "units",
    summary: "A condition that is always the same hides a branch.",
    cure: "Remove the branch that is never taken.",
    check: (file) =>
      inTrees(
        file,
        (tree) =>
          tree.kind === "choose" && tree.condition.kind === "boolean" && "This condition is always the same, so one branch is never taken.",
      ),
  },
  {
    name: "braces",
    severity: "error",
    stage: "units",
    summary: "A name in single braces appears in a text as it is written.",
    cure: "Write {{ name }}.",
    check: ({ definition }) =>
      [[["explanation"], definition.explanation] as const, [["checks"], definition.checks] as const].flatMap(([path, part]) =>
        [...(JSON.stringify(part) ?? "").matchAll(/(?<!\{)\{ *(\w+) *\}(?!\})/g)]
          .map(([, name = ""]) => name)
          .filter((name) => definition.inputs?.properties[name] ?? definition.outputs?.[name])
          .map((name) => ({ path: [...path], message: `{${name}} would appear in the text as it is written: write {{ ${name} }}.` })),
      ),
  },
  {
    name: "zero-difference",
    severity: "warning",
    stage: "units",
    summary: "A computed difference is compared with 0: binary noise may decide.",
    cure: "Compare the two numbers themselves (a == b), or ask isZero(difference, scale).",
    check: (file) =>
      inTrees(
        file,
        (tree) =>
          tree.kind === "binary" &&
          /^[=!]=$/.test(tree.operator) &&
          [tree.left, tree.right].some((each) => each.kind === "number" && each.value === 0) &&
          [tree.left, tree.right].some((each) => each.kind === "binary" && each.operator === "-") &&
          "A difference is compared with 0, where binary noise may decide: write a == b, or isZero(difference, scale).",
      ),
  },
  {
    name: "dimension",
    severity: "error",
    stage: "units",
    summary:
      "Dimensions do not fit: a sum of unlike things, an output of another dimension than its unit, a conversion factor in a formula that sees SI.",
    cure: 'Write the textbook formula without factors; a number with a unit is quantity(600, "mm"); a fit is plain: true.',
    check: ({ definition, environment, compiled }) => dimensionFindings(definition, environment, compiled()),
  },
  {
    name: "plain-conversion",
    severity: "warning",
    stage: "units",
    summary: "A whole file is plain, and yet multiplies or divides an input with a unit by 60, 1000, 2.54 or the like.",
    cure: "Leave plain: true out and write the textbook's formula; an empirical fit declares its input in the unit that the fit wants.",
    check: plainConversions,
  },
  {
    name: "plain-for-nothing",
    severity: "warning",
    stage: "units",
    summary: "plain: true on a field that is a plain number anyway.",
    cure: "Remove it.",
    check: ({ definition, environment }) =>
      Object.entries(definition.inputs?.properties ?? {}).flatMap(([name, { plain, unit, type }]) => {
        if (!plain || (type !== "number" && type !== "integer")) return [];
        const path = ["inputs", "properties", name];
        if (definition.plain) return [{ path, message: `The whole file is plain: "${name}" need not say so.` }];
        const parsed = typeof unit === "string" ? environment.units.parse(unit) : undefined;
        return unit === undefined || parsed?.plain || unit === "currency"
          ? [{ path, message: `plain changes nothing on "${name}": ${unit ?? "a number without unit"} is a plain number anyway.` }]
          : [];
      }),
  },
];

/** Factors that people write when they mean a unit. */
const writtenFactors = new Set([60, 1000, 3600, 2.54, 25.4, 0.3048, 0.45359237, 0.4536, 1.609344, 1.609]);
function plainConversions(file: CalculatorFile): RuleFinding[] {
  const { definition, environment } = file;
  if (!definition.plain) return [];
  // A factor beside a product belongs to the fit: Mosteller divides height times weight by 3600.
  const convertible = (tree: Tree): boolean => {
    const unit = tree.kind === "name" ? definition.inputs?.properties[tree.name]?.unit : undefined;
    return typeof unit === "string" && !environment.units.parse(unit).plain && unit !== "currency";
  };
  return inTrees(file, (tree) => {
    if (tree.kind !== "binary" || (tree.operator !== "*" && tree.operator !== "/")) return false;
    const [factor, other] = tree.left.kind === "number" ? [tree.left, tree.right] : [tree.right, tree.left];
    if (factor.kind !== "number" || !writtenFactors.has(factor.value) || !convertible(other)) return false;
    return `${factor.value} beside an input with a unit looks like a conversion: let the file see quantities (no plain: true), or give the input the unit that the fit wants.`;
  });
}

/** Walks every formula of a file, and makes a finding of each message of a test. */
function inTrees({ compiled }: CalculatorFile, test: (tree: Tree) => string | false): RuleFinding[] {
  const findings: RuleFinding[] = [];
  const visit = (tree: Tree, formula: FormulaEntry) => {
    const message = test(tree);
    if (message) findings.push({ path: formula.path, message });
    for (const child of children(tree)) visit(child, formula);
  };
  for (const formula of compiled().compilation.names.formulas.values()) if (formula.tree) visit(formula.tree, formula);
  return findings;
}

function unusedNames({ definition, compiled }: CalculatorFile): RuleFinding[] {
  if (definition.converts !== undefined || definition.formulas === undefined) return [];
  const { compilation, definition: completed } = compiled();
  const methodInputs = new Set(
    JSON.stringify(completed)
      .match(/"by":"\w+"/g)
      ?.map((each) => each.slice(6, -1)),
  );
  const places = { inputs: ["inputs", "properties"], constants: ["constants"], tables: ["tables"], formulas: ["formulas"] } as const;
  return Object.entries(places).flatMap(([kind, path]) =>
    [...compilation.names[kind as keyof typeof places].keys()].flatMap((name) => {
      const formula = compilation.names.formulas.get(name);
      const used =
        compilation.used.has(name) ||
        methodInputs.has(name) ||
        name.includes("[") ||
        (definition.tables?.[name] !== undefined && JSON.stringify(definition.inputs).includes(`"keys":"${name}"`));
      return used
        ? []
        : [
            {
              path: formula ? formula.path : [...path, name],
              message: `Nothing reads the ${kind.slice(0, -1)} "${name}": use it or remove it.`,
            },
          ];
    }),
  );
}
