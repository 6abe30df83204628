// Rules about where a file comes from: its references, the sources of its data, and what is still of the template.
import type { Rule, RuleFinding } from "./rule.ts";

/** Other texts of a new file that the author has to replace. */
const placeholders = ["another name that people search for", "what people type when they need this", "what they ask an agent"];
const placeholderSource = /^Author: Title of the book, edition/;
const atMostOne = (finding: RuleFinding | false): RuleFinding[] => (finding ? [finding] : []);
const placeholdersIn = <Each>(key: string, list: Each[], isPlaceholder: (each: Each) => boolean): RuleFinding[] =>
  list.flatMap((each, at) =>
    atMostOne(
      isPlaceholder(each) && { path: [key, at], message: `This is still a text of the template: write the ${key} of this calculator.` },
    ),
  );

/** Rules about references and sources. */
export const sourceRules: Rule[] = [
  {
    name: "placeholder",
    severity: "error",
    stage: "form",
    summary: "A name, question or source of the template is still there.",
    cure: "Replace it, or leave out the alias.",
    check: ({ definition: { aliases = [], questions = [], references = [], tables = {} } }) => [
      ...placeholdersIn("aliases", aliases, (text) => placeholders.includes(text)),
      ...placeholdersIn("questions", questions, (text) => placeholders.includes(text)),
      ...placeholdersIn("references", references, ({ title }) => placeholderSource.test(title)),
      ...Object.entries(tables).flatMap(([name, table]) =>
        atMostOne(
          placeholderSource.test(String((table as { source?: unknown } | null)?.source)) && {
            path: ["tables", name, "source"],
            message: "This is still the source of the template: name the one that the table is from.",
          },
        ),
      ),
    ],
  },
  {
    name: "references",
    severity: "error",
    stage: "form",
    summary: "A calculator names where its formulas and data come from, with the place in it.",
    cure: "Give title and locator (section, page, table) or url. Leave out a reference that you have not read.",
    check: ({ definition: { references } }) => {
      if (!references?.length) return [{ path: [], message: "The file needs references: where do formulas and data come from?" }];
      return references.flatMap(({ locator, url }, at) =>
        atMostOne(
          locator === undefined &&
            !url && { path: ["references", at], message: "A reference needs a locator (section, page, table) or a url." },
        ).concat(
          atMostOne(
            url !== undefined &&
              !url.startsWith("https://") && { path: ["references", at], message: `An address begins with https://: ${url}` },
          ),
        ),
      );
    },
  },
  {
    name: "locator",
    severity: "warning",
    stage: "form",
    summary: "A place in a source that cannot be: pages that fall, a year to come, or a chapter without its number.",
    cure: "Look it up in the source: pages 355-363, section 4.2, chapter 7.",
    check: ({ definition: { references } }) =>
      (references ?? []).flatMap(({ title, locator = "" }, at) =>
        locatorMistakes(`${title}; ${locator}`).map((message) => ({ path: ["references", at], message })),
      ),
  },
  {
    name: "sources",
    severity: "error",
    stage: "form",
    summary: "Constants of a file say where their value comes from.",
    cure: "Add source: to the constant, or name a shared one of _constants.yaml.",
    check: ({ definition }) =>
      Object.entries(definition.constants ?? {}).flatMap(([name, constant]) =>
        atMostOne(
          typeof constant === "object" &&
            !constant.source && { path: ["constants", name], message: `The constant "${name}" needs a source.` },
        ),
      ),
  },
];

/** What cannot be true of a reference's title and place. */
function locatorMistakes(text: string): string[] {
  const pages = [...text.matchAll(/\b(?:pages?|pp?\.) *(\d+) *[-–] *(\d+)\b/gi)].filter(
    ([, from = "", to = ""]) => from.length === to.length && Number(to) < Number(from),
  );
  const nextYear = new Date().getFullYear() + 1;
  const years = [...text.matchAll(/[(,] ?([12]\d{3})\)/g)].filter(([, year]) => Number(year) > nextYear);
  return [
    ...pages.map(([range]) => `The pages fall: ${range}.`),
    ...years.map(([, year]) => `The year ${year} is still to come.`),
    ...(/(^|[;,] *)chapter on\b/i.test(text)
      ? ['Name the number of the chapter, or the section: "chapter on …" cannot be looked up.']
      : []),
  ];
}
