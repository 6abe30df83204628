// Rules about the form of examples: how many there are, what they name, and where their values come from.
import type { Example } from "formulary";
import { exampleCases } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** Rules about the form of examples; what each must give is checked by the rule "example", what they meet by the rules of coverage. */
export const exampleFormRules: Rule[] = [
  {
    name: "examples",
    severity: "error",
    stage: "units",
    summary: "Two examples or more, which together name every output and every method; what else they meet is for the rules unmet-….",
    cure: "Add an example, or add the output to one; compute its value by another method than the file.",
    check: missingExamples,
  },
  {
    name: "origin",
    severity: "error",
    stage: "units",
    summary: "Each example says where its values come from: published or computed (then also source), or derived.",
    cure: "Add origin, and source: where it was read or which method computed it.",
    check: ({ definition }) =>
      definition.formulas === undefined && definition.converts === undefined
        ? []
        : (definition.examples ?? []).flatMap((example, at) => missingOrigin(example, ["examples", at])),
  },
  {
    name: "example-form",
    severity: "error",
    stage: "units",
    summary:
      "A series of examples has lists of one length by input and output; an example that expects a refusal names inputs and no outputs.",
    cure: "The message names the key that does not fit.",
    check: (file) => (file.definition.examples ?? []).flatMap((example, at) => formFindings(example, ["examples", at], file)),
  },
];

function missingOrigin({ origin, source, refused }: Example, path: (string | number)[]): RuleFinding[] {
  if (refused !== undefined) return [];
  if (!origin) return [{ path, message: "The example needs an origin: published, derived or computed." }];
  if (origin === "derived" || source) return [];
  const what = origin === "published" ? "where it was read" : "which method computed it";
  return [{ path, message: `A ${origin} example needs a source: ${what}.` }];
}

function formFindings(
  { each = {}, refused, outputs, origin, solve }: Example,
  path: (string | number)[],
  file: CalculatorFile,
): RuleFinding[] {
  const { definition } = file.compiled();
  const inputs = Object.keys(definition.inputs?.properties ?? {});
  const findings: RuleFinding[] = [];
  const lengths = new Set(Object.values(each).map((values) => values.length));
  if (lengths.size > 1)
    findings.push({
      path: [...path, "each"],
      message: `The lists of a series need one length; these have ${[...lengths].join(", ")} elements.`,
    });
  const known = [...inputs, ...(refused === undefined ? Object.keys(definition.outputs ?? {}) : []), "says"];
  for (const name of Object.keys(each).filter((name) => !known.includes(name)))
    findings.push({ path: [...path, "each", name], message: `"${name}" is no input or output.${didYouMean(name, known)}` });
  if (Object.keys(each).length > 0 && solve !== undefined)
    findings.push({ path: [...path, "solve"], message: "A series runs forwards: write one example for each value that is solved for." });
  if (refused === undefined) return findings;
  for (const name of refused === true ? [] : [refused].flat())
    if (!inputs.includes(name))
      findings.push({
        path: [...path, "refused"],
        message: `"refused" names the input that the message points at; "${name}" is none.${didYouMean(name, inputs)}`,
      });
  for (const [key, value] of Object.entries({ outputs, origin, solve }))
    if (value !== undefined)
      findings.push({ path: [...path, key], message: `An example that expects a refusal has no ${key}: leave it out.` });
  return findings;
}

function missingExamples({ definition, compiled }: CalculatorFile): RuleFinding[] {
  const count = definition.examples?.length ?? 0;
  if (count < 2) return [{ path: ["examples"], message: `A file needs two examples, a typical case and an edge; this one has ${count}.` }];
  const { definition: completed, compilation } = compiled();
  const examples = exampleCases(completed)
    .map(({ example }) => example)
    .filter(({ refused }) => refused === undefined);
  const outputs = Object.keys(definition.outputs ?? (definition.converts === undefined ? {} : { result: 1 }));
  const named = new Set(examples.flatMap((example) => Object.keys(example.outputs ?? {})));
  const missing = outputs
    .filter((name) => !named.has(name))
    .map((name) => ({ path: ["outputs", name], message: `No example names the output "${name}".` }));
  const methods = [...compilation.names.formulas.values()]
    .filter(({ by }) => by !== undefined)
    .flatMap(({ by, branches, path }) => {
      const standard = definition.inputs?.properties[by!]?.default;
      const used = new Set(examples.map(({ inputs }) => String(inputs[by!] ?? standard)));
      const isCompared = Object.entries(definition.outputs ?? {}).some(([name, { type }]) => type === "comparison" && named.has(name));
      return isCompared
        ? []
        : Object.keys(branches ?? {})
            .filter((method) => !used.has(method))
            .map((method) => ({ path, message: `No example uses the method "${method}".` }));
    });
  return [...missing, ...methods];
}
