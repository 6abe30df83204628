// Rules across files: one slug, one name, one formula.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Calculator } from "formulary";
import { CalcError } from "formulary/compiler";
import { createSearch } from "../../plugins/search/index.ts";
import type { CalculatorFile } from "./file.ts";
import { formOf } from "./normal-form.ts";
import type { ReportedFinding, RuleEntry } from "./rule.ts";
import { type SearchEntry, searchEntry } from "./search-entry.ts";

type Part = "file" | "title" | "aliases" | "questions";

/** What other files need to know of one, as plain data: threads send it to each other. */
export interface Card {
  path: string;
  slug: string;
  /** Title and aliases in lower case, without punctuation. */
  names: string[];
  /** Slugs of the files that may compute the same: the file says why. */
  sameAs: string[];
  /** What the search of the catalogue reads. */
  entry: SearchEntry;
  /** The numbers that it gives at some points. */
  fingerprint?: string;
  /** A digest of its formulas in their normal form. */
  form?: string;
  /** Where a finding about each part is reported. */
  positions: Record<Part, { line: number; column: number }>;
}

/** The card of a file without errors. */
export function cardOf(file: CalculatorFile): Card {
  const { path, slug, definition, document } = file;
  const calculator = file.calculator();
  const fingerprint = calculator?.hasFormula ? fingerprintOf(file, calculator) : undefined;
  return {
    path,
    slug,
    names: [...new Set([definition.title, ...(definition.aliases ?? [])].map((name) => key(String(name))))],
    entry: searchEntry(file),
    sameAs: Object.keys((definition.sameAs as object) ?? {}),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(calculator?.hasFormula && formOf(file)),
    positions: {
      file: document.locate([]),
      title: document.locate(["title"]),
      aliases: document.locate(["aliases"]),
      questions: document.locate(["questions"]),
    },
  };
}

const rules = {
  "duplicate-slug": {
    name: "duplicate-slug",
    severity: "error",
    summary: "Two files of the catalogue have one slug, in whatever folders they are, or replace the same one.",
    cure: "Rename one of the files.",
  },
  alias: {
    name: "alias",
    severity: "warning",
    summary: "A title or an alias of more than five letters also names another calculator.",
    cure: "Remove the alias from one of the two, or name both more exactly.",
  },
  "near-title": {
    name: "near-title",
    severity: "warning",
    summary: "The title has the same words as the title of another calculator, but for their order, plurals and small words.",
    cure: "Name the two subjects more exactly, or make them one calculator.",
  },
  search: {
    name: "search",
    severity: "error",
    summary: "The search does not show the calculator among the first three for its own title, an alias or a question.",
    cure: "Name the subject more exactly, or leave the alias to the calculator that people mean.",
  },
  "duplicate-formula": {
    name: "duplicate-formula",
    severity: "error",
    summary: "The calculator computes the same as another one, under other names.",
    cure: "Make them one calculator, or say why both exist with sameAs: { slug: reason }.",
  },
} satisfies Record<string, RuleEntry>;

/** The rules between files; they need the whole catalogue. */
export const duplicateRules: RuleEntry[] = Object.values(rules);

/** Findings between files: the same slug, the same or nearly the same names, the same numbers or formulas. */
export function crossFindings(cards: Card[]): ReportedFinding[] {
  return [...sameSlugs(cards), ...sameNames(cards), ...nearTitles(cards), ...unfound(cards), ...sameNumbers(cards)];
}

/** Findings between some files and the rest of the catalogue, which is not checked: the same slug, title or alias. */
export function clashesWithOthers(cards: Card[], others: string[]): ReportedFinding[] {
  const owners = new Map<string, string>();
  for (const path of others) for (const name of namesIn(readFileSync(path, "utf8"))) if (!owners.has(name)) owners.set(name, path);
  const slugs = new Map(others.map((path) => [basename(path, ".yaml"), path]));
  return cards.flatMap((card) => {
    const taken = slugs.get(card.slug);
    const slugMessage = `The slug "${card.slug}" is already taken by ${taken}: rename this file.`;
    const names = card.names.flatMap((name, at) => {
      const other = owners.get(name);
      return other && !isAbbreviation(name)
        ? [finding(card, "alias", { message: namedTwice(name, other), at: at === 0 ? "title" : "aliases" })]
        : [];
    });
    return [...(taken ? [finding(card, "duplicate-slug", { message: slugMessage })] : []), ...names];
  });
}

/** The title and the aliases of a file's text, as `key` writes them: to parse every file takes too long for one that is being written. */
function namesIn(text: string): string[] {
  const [, title = ""] = /^title: *(.*)$/m.exec(text) ?? [];
  const [, aliases = ""] = /^aliases:\s*(\[[^\]]*\]|(?:\s+- .*\n)+)/m.exec(text) ?? [];
  return [title, ...aliases.replace(/[[\]]/g, "").split(/,|\n *- /)].map(key).filter(Boolean);
}

/** An abbreviation may stand for several things: NPV for a present value and a predictive value. */
const isAbbreviation = (name: string): boolean => /^\S{1,5}$/.test(name);

const namedTwice = (name: string, path: string) => `"${name}" also names ${path}: people who look for it must find one calculator.`;

function finding(
  { path, positions }: Card,
  rule: keyof typeof rules,
  { message, at = "file" }: { message: string; at?: Part },
): ReportedFinding {
  return { rule, severity: rules[rule].severity, file: path, ...positions[at], message };
}

function sameSlugs(cards: Card[]): ReportedFinding[] {
  const first = new Map<string, Card>();
  const replaced = cards.flatMap((card) => card.entry.calculator.replaces.map((slug) => ({ card, slug })));
  const taken = replaced.flatMap(({ card, slug }, at) => {
    const other = cards.find((each) => each.slug === slug) ?? replaced.slice(0, at).find((each) => each.slug === slug)?.card;
    const message = `It replaces the slug "${slug}", which ${other?.path} has: one calculator answers for a slug.`;
    return other ? [finding(card, "duplicate-slug", { message })] : [];
  });
  const same = cards.flatMap((card) => {
    const other = first.get(card.slug);
    if (!other) first.set(card.slug, card);
    const message = `The slug "${card.slug}" is already taken by ${other?.path}: rename this file.`;
    return other ? [finding(card, "duplicate-slug", { message })] : [];
  });
  return [...same, ...taken];
}

const key = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function sameNames(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  for (const card of cards) owners.set(card.names[0]!, card);
  return cards.flatMap((card) =>
    card.names.flatMap((name, at) => {
      const other = owners.get(name);
      if (!other || other === card || isAbbreviation(name)) {
        if (!other) owners.set(name, card);
        return [];
      }
      return [finding(card, "alias", { message: namedTwice(name, other.path), at: at === 0 ? "title" : "aliases" })];
    }),
  );
}

/** Numbers of a calculator at five points, sorted: the same where inputs and outputs have other names. */
function fingerprintOf(file: CalculatorFile, calculator: Calculator): string | undefined {
  const { inputs } = calculator.definition;
  const schemas = Object.values(inputs?.properties ?? {});
  if (file.definition.converts !== undefined || schemas.length < 2 || schemas.some(({ type }) => type !== "number" && type !== "integer"))
    return undefined;
  // Inputs get these values by position, whatever their names and ranges.
  const outcomes = [2, 3, 5, 7, 11].map((start) => {
    const values = Object.fromEntries(Object.keys(inputs!.properties).map((name, at) => [name, start + at]));
    try {
      return Object.values(calculator.values(calculator.validate(values, "2026-01-15")))
        .map((value) => (typeof value === "number" ? value.toPrecision(9) : "-"))
        .sort()
        .join(" ");
    } catch (error) {
      if (error instanceof CalcError) return "refused";
      throw error;
    }
  });
  return outcomes.includes("refused") ? undefined : outcomes.join("|");
}

const fillers = new Set(["a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);
/** The words of a title without fillers and plurals, in order of the alphabet. */
const keywords = (title: string) =>
  title
    .split(" ")
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/(?<=\w{3})s$/, ""))
    .sort()
    .join(" ");

function nearTitles(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  return cards.flatMap((card) => {
    const title = card.names[0]!;
    const other = owners.get(keywords(title));
    if (!other) owners.set(keywords(title), card);
    const message = `The title says nearly the same as that of ${other?.path}: two subjects need two names.`;
    return other && other.names[0] !== title ? [finding(card, "near-title", { message, at: "title" })] : [];
  });
}

function unfound(cards: Card[]): ReportedFinding[] {
  const search = createSearch();
  search.update(
    [],
    cards.map(({ entry }) => entry),
  );
  return cards.flatMap((card) => {
    const { slug, title, aliases, questions } = card.entry.calculator;
    const asked: [Part, string[]][] = [
      ["title", [title]],
      ["aliases", aliases],
      ["questions", questions],
    ];
    return asked.flatMap(([at, texts]) => {
      const lost = texts.filter((text) => !search.find(text).slice(0, 3).includes(slug));
      if (lost.length === 0) return [];
      const first = search.find(lost[0]!).slice(0, 3).join(", ");
      const message = `Who looks for ${lost.map((text) => `"${text}"`).join(", ")} does not find this among the first three (${first || "nothing"}).`;
      return [finding(card, "search", { message, at })];
    });
  });
}

function sameNumbers(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  return cards.flatMap((card) => {
    const digests = [card.fingerprint, card.form].filter((digest) => digest !== undefined);
    const other = digests.map((digest) => owners.get(digest)).find((owner) => owner !== undefined);
    for (const digest of digests) if (!owners.has(digest)) owners.set(digest, card);
    if (!other || card.sameAs.includes(other.slug) || other.sameAs.includes(card.slug)) return [];
    const cure = `make them one calculator, or say why both exist with sameAs: { ${other.slug}: reason }.`;
    return [finding(card, "duplicate-formula", { message: `This computes the same as ${other.path}: ${cure}` })];
  });
}
