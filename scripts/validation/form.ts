// Rules about the form of a file: its keys, names and words.
import type { Definition } from "formulary";
import { shapeFindings } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import type { CalculatorFile } from "./file.ts";
import type { Rule, RuleFinding } from "./rule.ts";

/** The order of the keys of a calculator file. */
export const keyOrder =
  "title description subcategory aliases questions recognizes popularity replaces plain converts units inputs checks constants tables formulas outputs solvable show chart explanation usage limits valid page examples references sameAs".split(
    " ",
  );
/** Sentences of a new file that the author has to replace. */
export const templates = ["One or two sentences that say which question this answers.", "What to measure, and how.", "When not to use it."];
const atMostOne = (finding: RuleFinding | undefined | false): RuleFinding[] => (finding ? [finding] : []);

/** A tag, a link that runs a script, or a control character. */
const markup = /<\/?[a-z][^>]*>|javascript:|[^\P{Cc}\n]/iu;

/** The rule that only warns, since no build may fail because time passed. */
export const dateRule = "review";
const warningDays = 60;

function dateFindings({ to, review }: NonNullable<Definition["valid"]>): RuleFinding[] {
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const today = dayAfter(0);
  const ends = to !== undefined && to < dayAfter(warningDays);
  const message = `The rules ${to! < today ? "held" : "hold"} until ${to}: write the file of the next period.`;
  return [
    ...atMostOne(ends && { path: ["valid", "to"], message }),
    ...atMostOne(
      review !== undefined && review < today && { path: ["valid", "review"], message: `The figures were to be reviewed by ${review}.` },
    ),
  ];
}

/** Rules that need nothing but the file's own data. */
export const formRules: Rule[] = [
  {
    name: "shape",
    severity: "error",
    stage: "form",
    summary: "A key that the format does not have, a key that is missing, or a value of the wrong kind.",
    cure: "The message names the key and what it must be; inside { } a text with a comma needs quotes.",
    check: ({ definition, environment }) => shapeFindings(definition, environment.kinds),
  },
  {
    name: "slug",
    severity: "error",
    stage: "form",
    summary: "The file name is the slug: small letters and digits, words joined by one hyphen, at most 100 characters.",
    cure: "Rename the file.",
    check: ({ slug }) =>
      atMostOne(
        (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 100) && {
          path: [],
          message: `The file name "${slug}" is no slug: small letters and digits, words joined by "-".`,
        },
      ),
  },
  {
    name: "subcategory",
    severity: "error",
    stage: "form",
    summary: "The folder must be a category, and the subcategory one of its _category.yaml.",
    cure: "Choose one of the subcategories that the message lists.",
    check: ({ category, categories, definition }) => {
      const parent = categories.get(category);
      if (!parent) return [{ path: [], message: `The folder "${category}" has no _category.yaml.` }];
      const names = Object.keys(parent.subcategories);
      return atMostOne(
        !names.includes(definition.subcategory) && {
          path: ["subcategory"],
          message: `"${definition.subcategory}" is not a subcategory of ${category}.${didYouMean(definition.subcategory, names)} It has ${names.join(", ")}.`,
        },
      );
    },
  },
  {
    name: "key-order",
    severity: "warning",
    stage: "form",
    summary: "The keys of all files have the same order, so that readers find them.",
    cure: `Put the keys in the order ${keyOrder.join(", ")}.`,
    check: ({ definition }) => {
      const keys = Object.keys(definition).filter((key) => keyOrder.includes(key));
      const sorted = [...keys].sort((a, b) => keyOrder.indexOf(a) - keyOrder.indexOf(b));
      const at = keys.findIndex((key, index) => key !== sorted[index]);
      return atMostOne(at >= 0 && { path: [sorted[at]!], message: `"${sorted[at]}" comes before "${keys[at]}".` });
    },
  },
  {
    name: "title",
    severity: "error",
    stage: "form",
    summary: "A title names the calculator in sentence case and plain text, without the word calculator and without a full stop.",
    cure: "Write it as a noun: Compound interest.",
    check: ({ definition: { title } }) => {
      if (markup.test(title)) return [{ path: ["title"], message: "The title holds HTML or control characters: write plain text." }];
      if (/\bcalculator$/i.test(title))
        return [{ path: ["title"], message: 'Leave "calculator" out of the title: everything here is one.' }];
      if (/\.$/.test(title)) return [{ path: ["title"], message: "A title has no full stop." }];
      if (!/^(?:[\p{Lu}\d]|p[HK])/u.test(title)) return [{ path: ["title"], message: "A title starts with a capital letter." }];
      const words = title.split(/[\s-]+/).slice(1);
      const capital = words.filter((word) => /^\p{Lu}\p{Ll}{3,}/u.test(word));
      return atMostOne(
        words.length >= 2 &&
          capital.length === words.filter((word) => word.length > 3).length &&
          capital.length > 1 && {
            path: ["title"],
            message: `Write the title in sentence case: only names keep their capitals ("${title}").`,
          },
      );
    },
  },
  {
    name: "sentence",
    severity: "error",
    stage: "form",
    summary: "Description, usage and limits are sentences: a capital first, a full stop last, and no HTML.",
    cure: "Write whole sentences in plain text.",
    check: ({ definition }) =>
      (["description", "usage", "limits"] as const).flatMap((key) => {
        const text = definition[key];
        if (text === undefined) return [];
        if (templates.includes(text))
          return [{ path: [key], message: `${key} is still the sentence of the template: write one for this calculator.` }];
        if (markup.test(text)) return [{ path: [key], message: `${key} holds HTML or control characters: write plain text.` }];
        return atMostOne(!/[.!?)]$/.test(text.trim()) && { path: [key], message: `${key} ends without a full stop.` });
      }),
  },
  {
    name: "label",
    severity: "error",
    stage: "form",
    summary: "Every input has a title for people.",
    cure: "Add title: with the label of the field.",
    check: ({ definition }) =>
      Object.entries(definition.inputs?.properties ?? {}).flatMap(([name, { title }]) =>
        atMostOne(!title && { path: ["inputs", "properties", name], message: `The input "${name}" needs a title.` }),
      ),
  },
  {
    name: "cut-formula",
    severity: "error",
    stage: "form",
    summary: 'A " #" inside a formula starts a comment, and YAML drops the rest of the formula.',
    cure: "Put the formula in quotes; put a comment on a line of its own above.",
    check: cutFormulas,
  },
  {
    name: "population",
    severity: "error",
    stage: "form",
    summary: "A health calculator names the people for whom it is valid.",
    cure: "Say in limits or usage for whom it is valid: adults, children of 2 to 18 years, ….",
    check: ({ category, definition: { usage = "", limits = "" } }) =>
      atMostOne(
        /^(medicine|clinical-pharmacy-lab|health-nutrition)$/.test(category) &&
          !/adult|child|infant|pregnan|people|patient|person|women|men\b|years|age|newborn|anyone|everybody/i.test(
            `${usage} ${limits}`,
          ) && { path: ["limits"], message: "Say in limits or usage for whom this is valid (adults, children, …)." },
      ),
  },
  {
    name: dateRule,
    severity: "warning",
    stage: "form",
    summary: "The rules of a file end within 60 days or have ended (valid.to), or its review is due. It never makes --strict fail.",
    cure: "Check the figures against their source and set the dates anew, or write the file of the next period.",
    check: ({ definition: { valid } }) => (valid ? dateFindings(valid) : []),
  },
];

function cutFormulas({ text, definition }: CalculatorFile): RuleFinding[] {
  const lines = text.split("\n");
  return Object.entries(definition.formulas ?? {}).flatMap(([name, formula]) => {
    if (typeof formula !== "string") return [];
    const line = lines.find((each) => each.trimStart().startsWith(`${name}:`));
    const rest = line?.slice(line.indexOf(":") + 1).trim() ?? "";
    const cut = !/^["'>|]/.test(rest) && / #/.test(rest);
    return atMostOne(
      cut && {
        path: ["formulas", name],
        message: `Everything after "#" in ${name} is a comment: quote the formula, or put the comment on its own line.`,
      },
    );
  });
}
